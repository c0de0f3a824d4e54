import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { paidBuy } from '../../../../test/orders.ts';
import { claimedPlan } from '../../../../test/payments.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { suspicionsOn } from '../../../../test/suspicions.ts';
import { attaching, openMoney, step } from '../../../../test/unassigned.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { jamaicaDay } from '../../../kernel/calendar.ts';
import { demoSettings } from '../../settings/demo-settings.ts';

/** Money that stands on nothing, drawn on by several people in one moment: never more of it than came. */
const server = await serverWithoutFaults();
const { owner } = server;
const { admin, confirmed, customer, done, finance, recorded, takingOff } = await openMoney(server);
const third = (await suspicionsOn(server).another('finance')).cookie;
await owner.query('insert into setting_versions (key, value) values ($1, $2)', [
  'order_limits',
  { ...demoSettings.order_limits, unpaid: 90, perDay: 900, open: { none: 90, tier1: 90, tier2: 90 } },
]);

/** Asked for each time: the day may end while these tests run. */
const today = () => jamaicaDay(new Date());
const codeOf = server.actsAs(finance);
const doneOf = (answers: readonly unknown[]) => answers.filter((one) => one === 'done').length;
const word = () => `ONCE ${randomUUID().slice(0, 13)}`;
const money = (amount = '20000') => recorded(word(), { amount });
const order = (amount = '20000') => paidBuy(server, customer ?? '', { amount });
const plan = async () => {
  const paymentId = await claimedPlan(server, (await newCustomer(server, 'Tamara Grant')).cookie);
  const { rows } = await owner.query<{ reference: string }>('select reference from payments where id = $1', [
    paymentId,
  ]);
  return { reference: rows[0]?.reference ?? '' };
};
const returning = (movementId: string) => ({ movementId, reasonCode: 'third_party_payer', note: '' });
const deciding = (movementId: string, proposalId: string | undefined, decision = 'approve') => ({
  ...{ movementId, proposalId, decision, note: '' },
});
const sent = (movementId: string, reference = word()) => ({
  movementId,
  reference,
  movedOn: today(),
  movedTime: '',
  note: '',
});
/** What came, less what went on to something and what went back and stayed there. */
async function stands(movementId: string) {
  const { rows } = await owner.query<{ came: string; on: string; back: string; left: string }>(
    `select m.amount::float came,
        coalesce((select sum(n.amount) from movements n where n.from_id = m.id), 0)::float "on",
        (coalesce((select sum(b.amount) from movements b where b.of_id = m.id and b.direction = 'back'), 0)
          - coalesce((select sum(x.amount) from movements x join movements b on b.id = x.of_id
               where b.of_id = m.id and x.direction = 'bounced'), 0))::float back,
        app.money_left(m.id)::float "left"
       from movements m where m.id = $1`,
    [movementId],
  );
  return rows[0] as unknown as Record<'came' | 'on' | 'back' | 'left', number>;
}
async function balanced(movementId: string) {
  const { came, on, back, left } = await stands(movementId);
  expect([came, left]).toEqual([came, came - on - back]);
  expect(left).toBeGreaterThanOrEqual(0);
  return { on, back, left };
}

test('four parts of a third at once: three of them', async () => {
  const id = await money('9000');
  const orders = await Promise.all(['3000', '3000', '3000', '3000'].map(order));
  const who = [finance, admin, third, finance];
  const answers = await Promise.all(
    orders.map((one, n) => codeOf('unassigned/attach', attaching(id, one, '3000'), who[n])),
  );
  expect(doneOf(answers)).toBe(3);
  expect(await balanced(id)).toEqual({ on: 9000, back: 0, left: 0 });
});

test('to an order and to a plan at once: no more than came', async () => {
  for (let round = 0; round < 3; round += 1) {
    const id = await money('6000');
    const [one, other] = [await order('6000'), await plan()];
    const answers = await Promise.all([
      codeOf('unassigned/attach', attaching(id, one, '6000')),
      codeOf('unassigned/attach', attaching(id, other, '6000'), admin),
      codeOf('unassigned/attach', attaching(id, other, '6000'), third),
    ]);
    expect([answers, doneOf(answers)]).toEqual([answers, 1]);
    expect(await balanced(id)).toEqual({ on: 6000, back: 0, left: 0 });
  }
});

test('attached and prepared to go back at once: one of both', async () => {
  for (let round = 0; round < 4; round += 1) {
    const id = await money('3000');
    const one = await order('3000');
    const answers = await Promise.all([
      codeOf('unassigned/prepareReturn', returning(id)),
      codeOf('unassigned/attach', attaching(id, one, '3000'), admin),
      codeOf('unassigned/prepareReturn', returning(id), third),
    ]);
    expect([answers, doneOf(answers)]).toEqual([answers, 1]);
    await balanced(id);
  }
});

test('a return approved twice, declined and attached meanwhile, all at once: one of these', async () => {
  for (let round = 0; round < 4; round += 1) {
    const id = await money('3000');
    const one = await order('3000');
    await done('unassigned/prepareReturn', returning(id));
    const proposalId = await server.openProposal(id);
    const answers = await Promise.all([
      codeOf('unassigned/decide', deciding(id, proposalId), admin),
      codeOf('unassigned/decide', deciding(id, proposalId), third),
      codeOf('unassigned/decide', deciding(id, proposalId, 'decline')),
    ]);
    expect([answers, doneOf(answers)]).toEqual([answers, 1]);
    const attached = await codeOf('unassigned/attach', attaching(id, one, '3000'), third);
    expect(attached).toBe(answers[2] === 'done' ? 'done' : 'desk.leaves_already');
  }
});

test('an agreed return recorded thrice at once, and asked to be undone: it left once or not at all', async () => {
  for (let round = 0; round < 4; round += 1) {
    const id = await money('3000');
    await done('unassigned/prepareReturn', returning(id));
    await done('unassigned/decide', deciding(id, await server.openProposal(id)), admin);
    const { rows } = await owner.query<{ id: string }>(`select id from proposals where subject = $1`, [id]);
    const undo = { movementId: id, proposalId: rows[0]?.id, reasonCode: 'never_sent', note: '' };
    const same = word();
    const answers = await Promise.all([
      codeOf('unassigned/recordReturned', sent(id)),
      codeOf('unassigned/recordReturned', sent(id, same), admin),
      codeOf('unassigned/recordReturned', sent(id, same.toLowerCase()), third),
      codeOf('unassigned/undoReturn', {
        ...undo,
        evidence: 'The account shows no such line.',
        reference: '',
        movedOn: '',
        movedTime: '',
      }),
    ]);
    expect(doneOf(answers.slice(0, 3)) + doneOf(answers.slice(3))).toBe(1);
    const { back } = await balanced(id);
    expect(back).toBe(answers[3] === 'done' ? 0 : 3000);
  }
});

test('a bounce that two approve at once is one, and what came back goes on once', async () => {
  const id = await money('3000');
  await done('unassigned/prepareReturn', returning(id));
  await done('unassigned/decide', deciding(id, await server.openProposal(id)), admin);
  await done('unassigned/recordReturned', sent(id));
  const { rows } = await owner.query<{ id: string }>(`select id from proposals where subject = $1`, [id]);
  const undo = { movementId: id, proposalId: rows[0]?.id, reasonCode: 'returned_by_bank', note: '' };
  await done('unassigned/undoReturn', {
    ...undo,
    evidence: 'The bank sent it back to us.',
    reference: word(),
    movedOn: today(),
    movedTime: '',
  });
  const proposalId = await server.openProposal(id);
  const both = [admin, third].map((who) => codeOf('unassigned/decide', deciding(id, proposalId), who));
  expect(doneOf(await Promise.all(both))).toBe(1);
  expect(await balanced(id)).toEqual({ on: 0, back: 0, left: 3000 });
  const orders = [await order('3000'), await order('3000')];
  const answers = await Promise.all(
    orders.map((one, n) => codeOf('unassigned/attach', attaching(id, one, '3000'), n ? admin : third)),
  );
  expect(doneOf(answers)).toBe(1);
  expect(await balanced(id)).toEqual({ on: 3000, back: 0, left: 0 });
});

test('taken off an order and given back by it at once: one of both, and it is somewhere', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { orderId } = await confirmed('3000', word());
    await done('desk/cancel', { ...step(orderId), reasonCode: 'asked_by_customer' });
    const off = await takingOff(orderId);
    const back = { ...step(orderId), movementId: off.movementId, reasonCode: 'order_stopped' };
    const answers = await Promise.all([
      codeOf('desk/undoPayIn', off),
      codeOf('desk/prepareReturn', back, admin),
      codeOf('desk/prepareReturn', back, third),
    ]);
    expect([answers, doneOf(answers)]).toEqual([answers, 1]);
    const proposalId = await server.openProposal(orderId);
    const path = answers[0] === 'done' ? 'desk/approveUndo' : 'desk/approveReturn';
    const who = answers[0] === 'done' ? [admin, third] : answers[1] === 'done' ? [finance, third] : [finance, admin];
    const agreed = await Promise.all(who.map((one) => codeOf(path, { ...step(orderId), proposalId }, one)));
    expect(doneOf(agreed)).toBe(1);
  }
});

test.each(['0', '-1', '0.00', 'NaN', '1e3', '3000.001', '３０００', '+3000', '99999999999999999999', ''])(
  'a part of %j is no part',
  async (amount) => {
    const id = await money('3000');
    const one = await order('3000');
    expect(await codeOf('unassigned/attach', attaching(id, one, amount))).not.toBe('done');
    expect(await balanced(id)).toEqual({ on: 0, back: 0, left: 3000 });
  },
);
