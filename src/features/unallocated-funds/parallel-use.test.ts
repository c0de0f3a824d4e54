import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { placePaidBuy } from '../../../test/orders.ts';
import { claimPlan } from '../../../test/payments.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { buildAttachment, buildStep, setUpUnallocated } from '../../../test/unallocated.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { demoSettings } from '../settings/demo-settings.ts';

const server = await serverWithoutFaults();
const { owner } = server;
const { admin, confirmOrder, customer, done, finance, recordFunds, buildUnlink } = await setUpUnallocated(server);
const third = (await setUpSuspicions(server).another('finance')).cookie;
await owner.query('insert into setting_versions (key, value) values ($1, $2)', [
  'order_limits',
  { ...demoSettings.order_limits, unpaid: 90, perDay: 900, open: { none: 90, tier1: 90, tier2: 90 } },
]);

const today = () => jamaicaDay(new Date());
const callForCode = server.actsAs(finance);
const countDone = (answers: readonly unknown[]) => answers.filter((one) => one === 'done').length;
const makeReference = () => `ONCE ${randomUUID().slice(0, 13)}`;
const recordMoney = (amount = '20000') => recordFunds(makeReference(), { amount });
const placeOrder = (amount = '20000') => placePaidBuy(server, customer ?? '', { amount });
const startPlan = async () => {
  const paymentId = await claimPlan(server, (await newCustomer(server, 'Tamara Grant')).cookie);
  const { rows } = await owner.query<{ reference: string }>('select reference from payments where id = $1', [
    paymentId,
  ]);
  return { reference: rows[0]?.reference ?? '' };
};
const buildReturn = (movementId: string) => ({ movementId, reasonCode: 'third_party_payer', note: '' });
const buildDecision = (movementId: string, proposalId: string | undefined, decision = 'approve') => ({
  ...{ movementId, proposalId, decision, note: '' },
});
const buildSent = (movementId: string, reference = makeReference()) => ({
  movementId,
  reference,
  movedOn: today(),
  movedTime: '',
  note: '',
});
async function findAllocation(movementId: string) {
  const { rows } = await owner.query<{ came: string; on: string; back: string; left: string }>(
    `select m.amount::float came,
        coalesce((select sum(n.amount) from movements n where n.source_movement_id = m.id), 0)::float "on",
        (coalesce((select sum(b.amount) from movements b where b.reverses_id = m.id and b.direction = 'back'), 0)
          - coalesce((select sum(x.amount) from movements x join movements b on b.id = x.reverses_id
               where b.reverses_id = m.id and x.direction = 'bounced'), 0))::float back,
        app.unallocated_remaining(m.id)::float "left"
       from movements m where m.id = $1`,
    [movementId],
  );
  return rows[0] as unknown as Record<'came' | 'on' | 'back' | 'left', number>;
}
async function expectBalanced(movementId: string) {
  const { came, on, back, left } = await findAllocation(movementId);
  expect([came, left]).toEqual([came, came - on - back]);
  expect(left).toBeGreaterThanOrEqual(0);
  return { on, back, left };
}

test('four parallel thirds allocate three', async () => {
  const id = await recordMoney('9000');
  const orders = await Promise.all(['3000', '3000', '3000', '3000'].map(placeOrder));
  const cookies = [finance, admin, third, finance];
  const answers = await Promise.all(
    orders.map((one, n) => callForCode('unallocated/attach', buildAttachment(id, one, '3000'), cookies[n])),
  );
  expect(countDone(answers)).toBe(3);
  expect(await expectBalanced(id)).toEqual({ on: 9000, back: 0, left: 0 });
});

test('parallel allocation to an order and a plan never exceeds the money', async () => {
  for (let round = 0; round < 3; round += 1) {
    const id = await recordMoney('6000');
    const [one, other] = [await placeOrder('6000'), await startPlan()];
    const answers = await Promise.all([
      callForCode('unallocated/attach', buildAttachment(id, one, '6000')),
      callForCode('unallocated/attach', buildAttachment(id, other, '6000'), admin),
      callForCode('unallocated/attach', buildAttachment(id, other, '6000'), third),
    ]);
    expect([answers, countDone(answers)]).toEqual([answers, 1]);
    expect(await expectBalanced(id)).toEqual({ on: 6000, back: 0, left: 0 });
  }
});

test('attaching and preparing a refund in parallel apply one of both', async () => {
  for (let round = 0; round < 4; round += 1) {
    const id = await recordMoney('3000');
    const one = await placeOrder('3000');
    const answers = await Promise.all([
      callForCode('unallocated/prepareReturn', buildReturn(id)),
      callForCode('unallocated/attach', buildAttachment(id, one, '3000'), admin),
      callForCode('unallocated/prepareReturn', buildReturn(id), third),
    ]);
    expect([answers, countDone(answers)]).toEqual([answers, 1]);
    await expectBalanced(id);
  }
});

test('approving twice, declining and attaching in parallel apply one of them', async () => {
  for (let round = 0; round < 4; round += 1) {
    const id = await recordMoney('3000');
    const one = await placeOrder('3000');
    await done('unallocated/prepareReturn', buildReturn(id));
    const proposalId = await server.openProposal(id);
    const answers = await Promise.all([
      callForCode('unallocated/decide', buildDecision(id, proposalId), admin),
      callForCode('unallocated/decide', buildDecision(id, proposalId), third),
      callForCode('unallocated/decide', buildDecision(id, proposalId, 'decline')),
    ]);
    expect([answers, countDone(answers)]).toEqual([answers, 1]);
    const attached = await callForCode('unallocated/attach', buildAttachment(id, one, '3000'), third);
    expect(attached).toBe(answers[2] === 'done' ? 'done' : 'desk.leaves_already');
  }
});

test('recording a refund three times and undoing it in parallel sends it once or not at all', async () => {
  for (let round = 0; round < 4; round += 1) {
    const id = await recordMoney('3000');
    await done('unallocated/prepareReturn', buildReturn(id));
    await done('unallocated/decide', buildDecision(id, await server.openProposal(id)), admin);
    const { rows } = await owner.query<{ id: string }>(`select id from proposals where subject = $1`, [id]);
    const undo = { movementId: id, proposalId: rows[0]?.id, reasonCode: 'never_sent', note: '' };
    const same = makeReference();
    const answers = await Promise.all([
      callForCode('unallocated/recordReturned', buildSent(id)),
      callForCode('unallocated/recordReturned', buildSent(id, same), admin),
      callForCode('unallocated/recordReturned', buildSent(id, same.toLowerCase()), third),
      callForCode('unallocated/undoReturn', {
        ...undo,
        evidence: 'The account shows no such line.',
        reference: '',
        movedOn: '',
        movedTime: '',
      }),
    ]);
    expect(countDone(answers.slice(0, 3)) + countDone(answers.slice(3))).toBe(1);
    const { back } = await expectBalanced(id);
    expect(back).toBe(answers[3] === 'done' ? 0 : 3000);
  }
});

test('a return approved twice in parallel counts once, and the money can be used again once', async () => {
  const id = await recordMoney('3000');
  await done('unallocated/prepareReturn', buildReturn(id));
  await done('unallocated/decide', buildDecision(id, await server.openProposal(id)), admin);
  await done('unallocated/recordReturned', buildSent(id));
  const { rows } = await owner.query<{ id: string }>(`select id from proposals where subject = $1`, [id]);
  const undo = { movementId: id, proposalId: rows[0]?.id, reasonCode: 'returned_by_bank', note: '' };
  await done('unallocated/undoReturn', {
    ...undo,
    evidence: 'The bank sent it back to us.',
    reference: makeReference(),
    movedOn: today(),
    movedTime: '',
  });
  const proposalId = await server.openProposal(id);
  const both = [admin, third].map((cookie) => callForCode('unallocated/decide', buildDecision(id, proposalId), cookie));
  expect(countDone(await Promise.all(both))).toBe(1);
  expect(await expectBalanced(id)).toEqual({ on: 0, back: 0, left: 3000 });
  const orders = [await placeOrder('3000'), await placeOrder('3000')];
  const answers = await Promise.all(
    orders.map((one, n) => callForCode('unallocated/attach', buildAttachment(id, one, '3000'), n ? admin : third)),
  );
  expect(countDone(answers)).toBe(1);
  expect(await expectBalanced(id)).toEqual({ on: 3000, back: 0, left: 0 });
});

test('unlinking and refunding in parallel apply one of both, and no money is lost', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { orderId } = await confirmOrder('3000', makeReference());
    await done('desk/cancel', { ...buildStep(orderId), reasonCode: 'asked_by_customer' });
    const off = await buildUnlink(orderId);
    const back = { ...buildStep(orderId), movementId: off.movementId, reasonCode: 'order_stopped' };
    const answers = await Promise.all([
      callForCode('desk/undoPayIn', off),
      callForCode('desk/prepareReturn', back, admin),
      callForCode('desk/prepareReturn', back, third),
    ]);
    expect([answers, countDone(answers)]).toEqual([answers, 1]);
    const proposalId = await server.openProposal(orderId);
    const path = answers[0] === 'done' ? 'desk/approveUndo' : 'desk/approveReturn';
    const approvers =
      answers[0] === 'done' ? [admin, third] : answers[1] === 'done' ? [finance, third] : [finance, admin];
    const agreed = await Promise.all(
      approvers.map((one) => callForCode(path, { ...buildStep(orderId), proposalId }, one)),
    );
    expect(countDone(agreed)).toBe(1);
  }
});

test.each(['0', '-1', '0.00', 'NaN', '1e3', '3000.001', '３０００', '+3000', '99999999999999999999', ''])(
  'a part of %j is invalid',
  async (amount) => {
    const id = await recordMoney('3000');
    const one = await placeOrder('3000');
    expect(await callForCode('unallocated/attach', buildAttachment(id, one, amount))).not.toBe('done');
    expect(await expectBalanced(id)).toEqual({ on: 0, back: 0, left: 3000 });
  },
);
