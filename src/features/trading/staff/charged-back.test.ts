import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { buildSandboxEvent, handleEvents, sendWebhook, startOrderByCard } from '../../../../test/cards.ts';
import { createSession } from '../../../../test/security/actors.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { setUpSuspicions } from '../../../../test/suspicions.ts';
import { serverUnderTest } from '../../../../test/worker.ts';
import { cardPayables } from '../../../fulfilment.ts';
import { after, days, minutes } from '../../../kernel/clock.ts';
import { reconcile } from '../../cards/jobs.ts';

const server = await serverUnderTest();
const { rowsOf } = setUpSuspicions(server);
const compliance = await createSession(server, 'compliance');

test('a chargeback replaces a name hold and takes two people to release', async () => {
  const { cookie } = await newCustomer(server, 'Ina Brown');
  const { orderId } = await startOrderByCard(server, cookie);
  const arrives = async (wishes: object) => {
    const said = buildSandboxEvent(orderId, { amount: '4000.00', ...wishes });
    expect(await sendWebhook(server, said)).toBe(200);
    await handleEvents(server);
    return said;
  };
  const held = async () =>
    (await rowsOf<object>('select held, hold_reason "reason" from transactions where id = $1', [orderId]))[0];
  const { transaction } = await arrives({ name: 'Other Person' });
  expect(await held()).toEqual({ held: true, reason: 'payer_name_differs' });
  await arrives({ type: 'charged_back', transaction });
  expect(await held()).toEqual({ held: true, reason: 'charged_back' });
  const { body } = await server.call<{ code: string }>('desk/release', { orderId, note: '' }, compliance);
  expect(body.code).toBe('desk.two_people_needed');
});

test('a chargeback reported over a day late holds the order too', async () => {
  const { cookie } = await newCustomer(server, 'Ina Brown');
  const { orderId } = await startOrderByCard(server, cookie);
  const charge = buildSandboxEvent(orderId, { amount: '4000.00' });
  expect(await sendWebhook(server, { ...charge, id: randomUUID(), type: 'charged_back' })).toBe(200);
  const now = new Date();
  server.setTime(after(now, days(1) + minutes(5)));
  await reconcile(server.services, cardPayables);
  expect(await rowsOf('select became from card_events where reference = $1', [orderId])).toEqual([
    { became: 'nothing' },
  ]);
  expect(await sendWebhook(server, charge)).toBe(200);
  await handleEvents(server);
  server.setTime(after(now, days(1) + minutes(10)));
  await reconcile(server.services, cardPayables);
  server.setTime(null);
  const held = await rowsOf('select held, hold_reason "reason" from transactions where id = $1', [orderId]);
  expect(held).toEqual([{ held: true, reason: 'charged_back' }]);
  const alerts = `select from transaction_alerts where alert_type = 'charged_back' and transaction_id = $1`;
  expect(await rowsOf(alerts, [orderId])).toHaveLength(1);
});
