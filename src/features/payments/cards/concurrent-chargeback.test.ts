import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  buildSandboxEvent,
  handleEvents,
  sendWebhook,
  startOrderByCard,
  startPlanByCard,
} from '../../../../test/cards.ts';
import { countLockWaits, waitForLock } from '../../../../test/lock-waits.ts';
import { createSession } from '../../../../test/security/actors.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { setUpSuspicions } from '../../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';

const server = await serverWithoutFaults();
const { owner } = server;
const { rowsOf } = setUpSuspicions(server);
const finance = await createSession(server, 'finance');
const act = server.actsAs(finance);
const waiting = () => countLockWaits(server);

/** Creates an unassigned charge of J$4,000 and an order for J$4,000. */
async function createCharge() {
  const customer = await newCustomer(server, 'Ina Brown');
  const said = buildSandboxEvent(randomUUID(), { amount: '4000.00' });
  expect(await sendWebhook(server, said)).toBe(200);
  await handleEvents(server);
  const [line] = await rowsOf<{ id: string }>('select id from movements where reference = $1', [
    `sandbox:${said.transaction}`,
  ]);
  const { orderId } = await startOrderByCard(server, customer.cookie);
  const [order] = await rowsOf<{ reference: string }>('select reference from transactions where id = $1', [orderId]);
  const part = { movementId: line?.id, reference: order?.reference, amount: '4000', note: 'Seen' };
  const chargeback = { ...said, id: randomUUID(), type: 'charged_back' };
  return { orderId, part, takenBack: chargeback };
}
const stateOf = async (id: string) => (await rowsOf('select pay_in, held from transactions where id = $1', [id]))[0];

test('attaching before a chargeback holds the order, and after it is refused', async () => {
  const one = await createCharge();
  expect(await act('unassigned/attach', one.part)).toBe('done');
  await sendWebhook(server, one.takenBack);
  await handleEvents(server);
  expect(await stateOf(one.orderId)).toEqual({ pay_in: 'received', held: true });
  const other = await createCharge();
  await sendWebhook(server, other.takenBack);
  await handleEvents(server);
  expect(await act('unassigned/attach', other.part)).toBe('desk.charged_back');
});

test('attaching in parallel with a chargeback is refused or holds the order', async () => {
  const { orderId, part, takenBack: chargeback } = await createCharge();
  const holder = await owner.connect();
  await holder.query('begin');
  await holder.query(`select pg_advisory_xact_lock(hashtextextended('lines of ' || $1, 0))`, [orderId]);
  const attaching = act('unassigned/attach', part);
  await expect.poll(waiting, { timeout: 8_000 }).toBeGreaterThan(0);
  await sendWebhook(server, chargeback);
  const handling = handleEvents(server);
  await waitForLock(server, handling, 2);
  await holder.query('commit');
  holder.release();
  const [answer] = await Promise.all([attaching, handling]);
  await handleEvents(server);
  const state = await stateOf(orderId);
  // Orders paid by card can be paid out after a day.
  server.setTime(new Date(Date.now() + 25 * 3_600_000));
  const results = [];
  for (const path of ['desk/startProcessing', 'desk/preparePayout'])
    results.push(await act(path, { orderId, note: '' }));
  server.setTime(null);
  expect.soft(results).not.toEqual(['done', 'done']);
  expect([answer, state]).toEqual(
    answer === 'done' ? ['done', { pay_in: 'received', held: true }] : ['desk.charged_back', expect.anything()],
  );
});

test('a charge and its chargeback in parallel are both recorded', async () => {
  for (let round = 0; round < 4; round += 1) {
    const customer = await newCustomer(server, 'Ina Brown');
    const { paymentId } = await startPlanByCard(server, customer.cookie);
    const said = buildSandboxEvent(paymentId);
    const back = { ...said, id: randomUUID(), type: 'charged_back' };
    await Promise.all((round % 2 ? [back, said] : [said, back]).map((one) => sendWebhook(server, one)));
    await Promise.all([handleEvents(server), handleEvents(server)]);
    await handleEvents(server);
    const alerts = await rowsOf(`select 1 from transaction_alerts where user_id = $1 and alert_type = 'charged_back'`, [
      customer.id,
    ]);
    expect([round, alerts.length]).toEqual([round, 1]);
    expect(await rowsOf(`select 1 from movements where payment_id = $1`, [paymentId])).toHaveLength(1);
  }
});
