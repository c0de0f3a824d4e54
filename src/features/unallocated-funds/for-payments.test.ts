import { afterEach, expect, test } from 'vitest';
import { claimPlan, subscribe } from '../../../test/payments.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { buildAttachment, setUpUnallocated } from '../../../test/unassigned.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { payables } from '../../fulfilment.ts';
import { after, days, hours } from '../../kernel/clock.ts';
import { expirePayments } from '../payments/jobs.ts';

const server = await serverUnderTest();
const { owner } = server;
const { done, list, recorded, refused, refusedBy, support } = await setUpUnallocated(server);
afterEach(() => server.setTime(null));

async function startPlan(name = 'Tamara Grant') {
  const who = await newCustomer(server, name);
  const id = await claimPlan(server, who.cookie);
  return { ...(await placeNamed(id)), owner: who.id };
}
async function placeNamed(id: string) {
  const { rows } = await owner.query<{ id: string; reference: string }>(
    'select id, reference from payments where id = $1',
    [id],
  );
  return rows[0] ?? { id, reference: '' };
}
const findState = async (id: string) =>
  (await owner.query<object>('select pay_in, ended from payments where id = $1', [id])).rows[0];
const findLines = async (id: string) =>
  (
    await owner.query<{ line: string }>(
      `select direction || ' ' || trim_scale(amount) || (case when source_movement_id is null then '' else ' from here' end) line
         from movements where payment_id = $1 order by recorded_at, id`,
      [id],
    )
  ).rows.map(({ line }) => line);

test('one statement line pays two plans in parts, and the rest stays', async () => {
  const [one, other] = [await startPlan(), await startPlan()];
  const money = await recorded('TWO PLANS 1', { amount: '13000', reason: 'several_orders' });
  await done('unassigned/attach', buildAttachment(money, { reference: one.reference.toLowerCase() }, '6000'));
  await done('unassigned/attach', buildAttachment(money, other, '6000'));
  for (const { id, owner: ownerId } of [one, other]) {
    const { rows } = await owner.query('select status from subscriptions where user_id = $1', [ownerId]);
    expect(rows).toEqual([{ status: 'active' }]);
    expect(await findState(id)).toEqual({ pay_in: 'received', ended: null });
    expect(await findLines(id)).toEqual(['in 6000 from here']);
  }
  expect((await list()).find(({ id }) => id === money)).toMatchObject({ left: { minor: '100000' } });
  await refused('payments.not_now', 'unassigned/attach', buildAttachment(money, one, '1000'));
});

test('the usual payment checks apply: amount, currency, name, day, remainder and permission', async () => {
  const due = await startPlan();
  const money = await recorded('CHECKED 1', { amount: '6000' });
  await refused('payments.amount_differs', 'unassigned/attach', buildAttachment(money, due, '5999'));
  await refused('desk.more_than_left', 'unassigned/attach', buildAttachment(money, due, '6001'));
  await refused('desk.nothing_named', 'unassigned/attach', buildAttachment(money, { reference: 'AAAA-AAA' }, '6000'));
  const dollars = await recorded('CHECKED 2', { amount: '6000', asset: 'USD' });
  await refused('desk.other_asset', 'unassigned/attach', buildAttachment(dollars, due, '6000'));
  const another = await recorded('CHECKED 3', { amount: '6000', payerHolder: 'Ina Brown' });
  await refused('payments.name_differs', 'unassigned/attach', { ...buildAttachment(another, due, '6000'), note: '' });
  const day = after(new Date(), -days(3)).toISOString().slice(0, 10);
  const earlier = await recorded('CHECKED 4', { amount: '6000', movedOn: day, movedTime: '' });
  await refused('payments.before_due', 'unassigned/attach', buildAttachment(earlier, due, '6000'));
  await refusedBy(support)('staff.not_allowed', 'unassigned/attach', buildAttachment(money, due, '6000'));
  expect(await findState(due.id)).toEqual({ pay_in: 'claimed', ended: null });
  await done('unassigned/attach', {
    ...buildAttachment(another, due, '6000'),
    note: 'Her sister pays, letter in the file',
  });
  expect(await findState(due.id)).toEqual({ pay_in: 'received', ended: null });
});

test('for an expired payment it is late money and is refunded there', async () => {
  const who = await newCustomer(server, 'Tamara Grant');
  const due = await placeNamed((await subscribe(server, who.cookie)).body.paymentId);
  server.setTime(after(new Date(), hours(73)));
  await expirePayments(server.services, payables);
  const money = await recorded('LATE 1', { amount: '6000' });
  await done('unassigned/attach', buildAttachment(money, due, '6000'));
  expect(await findState(due.id)).toEqual({ pay_in: 'received', ended: 'lapsed' });
  await done('paymentsDesk/prepareReturn', { paymentId: due.id, reasonCode: 'too_late', note: '' });
  await refused('desk.no_such_money', 'unassigned/prepareReturn', {
    movementId: money,
    reasonCode: 'paid_twice',
    note: '',
  });
});
