import { expect, test } from 'vitest';
import { buyByCard, handleEvents, sandboxSays, sendHook } from '../../../../test/cards.ts';
import { sessionFor } from '../../../../test/security/actors.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { suspicionsOn } from '../../../../test/suspicions.ts';
import { serverUnderTest } from '../../../../test/worker.ts';

/** An order whose charge the provider took back, held for something else already. */
const server = await serverUnderTest();
const { rowsOf } = suspicionsOn(server);
const compliance = await sessionFor(server, 'compliance');

test('a charge that is taken back stops more than the name on its card did: two people let it go on', async () => {
  const { cookie } = await newCustomer(server, 'Ina Brown');
  const { orderId } = await buyByCard(server, cookie);
  const arrives = async (wishes: object) => {
    const said = sandboxSays(orderId, { amount: '4000.00', ...wishes });
    expect(await sendHook(server, said)).toBe(200);
    await handleEvents(server);
    return said;
  };
  const held = async () =>
    (await rowsOf<object>('select held, hold_reason "reason" from transactions where id = $1', [orderId]))[0];
  const { transaction } = await arrives({ name: 'Somebody Else' });
  expect(await held()).toEqual({ held: true, reason: 'payer_name_differs' });
  await arrives({ type: 'charged_back', transaction });
  expect(await held()).toEqual({ held: true, reason: 'charged_back' });
  const { body } = await server.call<{ code: string }>('desk/release', { orderId, note: '' }, compliance);
  expect(body.code).toBe('desk.two_people_needed');
});
