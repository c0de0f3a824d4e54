import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { buyByCard, handleEvents, planByCard, sandboxSays, sendHook } from '../../../test/cards.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { throughOrWaiting, waitingHere } from '../../../test/waiting.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';

/** A charge that is taken back in the moment in which staff attach it: nothing is paid out for it. */
const server = await serverWithoutFaults();
const { owner } = server;
const { rowsOf } = suspicionsOn(server);
const finance = await sessionFor(server, 'finance');
const act = server.actsAs(finance);
const waiting = () => waitingHere(server);

/** A charge of J$4,000 that belongs to nothing, and an order of as much that waits to be paid by card. */
async function charged() {
  const who = await newCustomer(server, 'Ina Brown');
  const said = sandboxSays(randomUUID(), { amount: '4000.00' });
  expect(await sendHook(server, said)).toBe(200);
  await handleEvents(server);
  const [line] = await rowsOf<{ id: string }>('select id from movements where reference = $1', [
    `sandbox:${said.transaction}`,
  ]);
  const { orderId } = await buyByCard(server, who.cookie);
  const [order] = await rowsOf<{ reference: string }>('select reference from transactions where id = $1', [orderId]);
  const part = { movementId: line?.id, reference: order?.reference, amount: '4000', note: 'Seen' };
  const takenBack = { ...said, id: randomUUID(), type: 'charged_back' };
  return { orderId, part, takenBack };
}
const stateOf = async (id: string) => (await rowsOf('select pay_in, held from transactions where id = $1', [id]))[0];

test('attached first, then taken back: it is held; taken back first: it is not attached', async () => {
  const one = await charged();
  expect(await act('unassigned/attach', one.part)).toBe('done');
  await sendHook(server, one.takenBack);
  await handleEvents(server);
  expect(await stateOf(one.orderId)).toEqual({ pay_in: 'received', held: true });
  const other = await charged();
  await sendHook(server, other.takenBack);
  await handleEvents(server);
  expect(await act('unassigned/attach', other.part)).toBe('desk.charged_back');
});

test('taken back while it is being attached: it is not attached, or it is held', async () => {
  const { orderId, part, takenBack } = await charged();
  const holder = await owner.connect();
  await holder.query('begin');
  await holder.query(`select pg_advisory_xact_lock(hashtextextended('lines of ' || $1, 0))`, [orderId]);
  const attaching = act('unassigned/attach', part);
  await expect.poll(waiting, { timeout: 8_000 }).toBeGreaterThan(0);
  await sendHook(server, takenBack);
  const handling = handleEvents(server);
  await throughOrWaiting(server, handling, 2);
  await holder.query('commit');
  holder.release();
  const [answer] = await Promise.all([attaching, handling]);
  await handleEvents(server);
  const state = await stateOf(orderId);
  // A day later what a card paid may leave.
  server.setTime(new Date(Date.now() + 25 * 3_600_000));
  const leaves = [];
  for (const path of ['desk/startProcessing', 'desk/preparePayout'])
    leaves.push(await act(path, { orderId, note: '' }));
  server.setTime(null);
  expect.soft(leaves).not.toEqual(['done', 'done']);
  expect([answer, state]).toEqual(
    answer === 'done' ? ['done', { pay_in: 'received', held: true }] : ['desk.charged_back', expect.anything()],
  );
});

test('a plan whose charge is told and taken back at one moment: both are known, in whichever order', async () => {
  for (let round = 0; round < 4; round += 1) {
    const who = await newCustomer(server, 'Ina Brown');
    const { paymentId } = await planByCard(server, who.cookie);
    const said = sandboxSays(paymentId);
    const back = { ...said, id: randomUUID(), type: 'charged_back' };
    await Promise.all((round % 2 ? [back, said] : [said, back]).map((one) => sendHook(server, one)));
    await Promise.all([handleEvents(server), handleEvents(server)]);
    await handleEvents(server);
    const alerts = await rowsOf(`select 1 from transaction_alerts where user_id = $1 and alert_type = 'charged_back'`, [
      who.id,
    ]);
    expect([round, alerts.length]).toEqual([round, 1]);
    expect(await rowsOf(`select 1 from movements where payment_id = $1`, [paymentId])).toHaveLength(1);
  }
});
