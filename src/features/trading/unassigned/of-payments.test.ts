import { afterEach, expect, test } from 'vitest';
import { claimedPlan, subscribe } from '../../../../test/payments.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { attaching, openMoney } from '../../../../test/unassigned.ts';
import { serverUnderTest } from '../../../../test/worker.ts';
import { after, days, hours } from '../../../kernel/clock.ts';
import { payables } from '../../../payables.ts';
import { lapsePayments } from '../../payments/jobs.ts';

/** Money that stands on nothing is for a payment as it may be for an order, by the checks of any payment. */
const server = await serverUnderTest();
const { owner } = server;
const { done, list, recorded, refused, refusedBy, support } = await openMoney(server);
afterEach(() => server.setTime(null));

/** A plan that somebody claims to have paid, under its reference. */
async function plan(name = 'Tamara Grant') {
  const who = await newCustomer(server, name);
  const id = await claimedPlan(server, who.cookie);
  return { ...(await named(id)), owner: who.id };
}
async function named(id: string) {
  const { rows } = await owner.query<{ id: string; reference: string }>(
    'select id, reference from payments where id = $1',
    [id],
  );
  return rows[0] ?? { id, reference: '' };
}
const stateOf = async (id: string) =>
  (await owner.query<object>('select pay_in, ended from payments where id = $1', [id])).rows[0];
const linesOf = async (id: string) =>
  (
    await owner.query<{ line: string }>(
      `select direction || ' ' || trim_scale(amount) || (case when from_id is null then '' else ' from here' end) line
         from movements where payment_id = $1 order by recorded_at, id`,
      [id],
    )
  ).rows.map(({ line }) => line);

test('one bank line pays two plans, in parts, and each begins; what is over stays', async () => {
  const [one, other] = [await plan(), await plan()];
  const money = await recorded('TWO PLANS 1', { amount: '13000', reason: 'several_orders' });
  await done('unassigned/attach', attaching(money, { reference: one.reference.toLowerCase() }, '6000'));
  await done('unassigned/attach', attaching(money, other, '6000'));
  for (const { id, owner: whose } of [one, other]) {
    const { rows } = await owner.query('select status from subscriptions where user_id = $1', [whose]);
    expect(rows).toEqual([{ status: 'active' }]);
    expect(await stateOf(id)).toEqual({ pay_in: 'received', ended: null });
    expect(await linesOf(id)).toEqual(['in 6000 from here']);
  }
  expect((await list()).find(({ id }) => id === money)).toMatchObject({ left: { minor: '100000' } });
  await refused('payments.not_now', 'unassigned/attach', attaching(money, one, '1000'));
});

test('the checks are those of any payment: amount, currency, name, day, what is left, and who asks', async () => {
  const due = await plan();
  const money = await recorded('CHECKED 1', { amount: '6000' });
  await refused('payments.amount_differs', 'unassigned/attach', attaching(money, due, '5999'));
  await refused('desk.more_than_left', 'unassigned/attach', attaching(money, due, '6001'));
  await refused('desk.nothing_named', 'unassigned/attach', attaching(money, { reference: 'AAAA-AAA' }, '6000'));
  const dollars = await recorded('CHECKED 2', { amount: '6000', asset: 'USD' });
  await refused('desk.other_asset', 'unassigned/attach', attaching(dollars, due, '6000'));
  const another = await recorded('CHECKED 3', { amount: '6000', payerHolder: 'Ina Brown' });
  await refused('payments.name_differs', 'unassigned/attach', { ...attaching(another, due, '6000'), note: '' });
  const day = after(new Date(), -days(3)).toISOString().slice(0, 10);
  const earlier = await recorded('CHECKED 4', { amount: '6000', movedOn: day, movedTime: '' });
  await refused('payments.before_due', 'unassigned/attach', attaching(earlier, due, '6000'));
  await refusedBy(support)('staff.not_allowed', 'unassigned/attach', attaching(money, due, '6000'));
  expect(await stateOf(due.id)).toEqual({ pay_in: 'claimed', ended: null });
  await done('unassigned/attach', { ...attaching(another, due, '6000'), note: 'Her sister pays, letter in the file' });
  expect(await stateOf(due.id)).toEqual({ pay_in: 'received', ended: null });
});

test('of a payment that lapsed it is late money, which goes back from there', async () => {
  const who = await newCustomer(server, 'Tamara Grant');
  const due = await named((await subscribe(server, who.cookie)).body.paymentId);
  server.setTime(after(new Date(), hours(73)));
  await lapsePayments(server.services, payables);
  const money = await recorded('LATE 1', { amount: '6000' });
  await done('unassigned/attach', attaching(money, due, '6000'));
  expect(await stateOf(due.id)).toEqual({ pay_in: 'received', ended: 'lapsed' });
  await done('paymentsDesk/prepareReturn', { paymentId: due.id, reasonCode: 'too_late', note: '' });
  await refused('desk.no_such_money', 'unassigned/prepareReturn', {
    movementId: money,
    reasonCode: 'paid_twice',
    note: '',
  });
});
