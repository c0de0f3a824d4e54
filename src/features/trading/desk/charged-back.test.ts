import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { buyByCard, handleEvents, sandboxSays, sendHook } from '../../../../test/cards.ts';
import { sessionFor } from '../../../../test/security/actors.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { suspicionsOn } from '../../../../test/suspicions.ts';
import { serverUnderTest } from '../../../../test/worker.ts';
import { after, days, minutes } from '../../../kernel/clock.ts';
import { cardPayables } from '../../../payables.ts';
import { reconcile } from '../../cards/jobs.ts';

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

test('a charge that is told more than a day after it was taken back is held all the same', async () => {
  const { cookie } = await newCustomer(server, 'Ina Brown');
  const { orderId } = await buyByCard(server, cookie);
  const charge = sandboxSays(orderId, { amount: '4000.00' });
  expect(await sendHook(server, { ...charge, id: randomUUID(), type: 'charged_back' })).toBe(200);
  const now = new Date();
  server.setTime(after(now, days(1) + minutes(5)));
  await reconcile(server.services, cardPayables);
  expect(await rowsOf('select became from card_events where reference = $1', [orderId])).toEqual([
    { became: 'nothing' },
  ]);
  expect(await sendHook(server, charge)).toBe(200);
  await handleEvents(server);
  server.setTime(after(now, days(1) + minutes(10)));
  await reconcile(server.services, cardPayables);
  server.setTime(null);
  const held = await rowsOf('select held, hold_reason "reason" from transactions where id = $1', [orderId]);
  expect(held).toEqual([{ held: true, reason: 'charged_back' }]);
  const alerts = `select from transaction_alerts where alert_type = 'charged_back' and transaction_id = $1`;
  expect(await rowsOf(alerts, [orderId])).toHaveLength(1);
});
