import { afterEach, expect, test } from 'vitest';
import { placePaidBuy } from '../../../test/orders.ts';
import { claimPlan, subscribe } from '../../../test/payments.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { buildAttachment, listUnallocated, setUpUnallocated } from '../../../test/unassigned.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { payables } from '../../fulfilment.ts';
import { after, days, hours } from '../../kernel/clock.ts';
import { expirePayments } from '../payments/jobs.ts';
import { dueDate } from './show.ts';

const server = await serverUnderTest();
const { owner } = server;
const { act, customer, done, idOf, recorded, refused, takenOff, ...who } = await setUpUnallocated(server);
const [admin = '', compliance = '', finance = ''] = [who.admin, who.compliance, who.finance];

type Listed = {
  readonly id: string;
  readonly keeper: { readonly name: string; readonly mine: boolean } | null;
  readonly settleBy: { readonly at: string; readonly late: boolean } | null;
  readonly mayLookAfter: boolean;
};
const listAs = async (id: string, cookie: string) =>
  (await listUnallocated<Listed>(server, cookie)).find((line) => line.id === id);
const findAuditLines = async (id: string) =>
  (
    await owner.query<{ after: object }>(
      `select after from audit_log where action = 'trading.unassignedTaken' and subject_id = $1 order by id`,
      [id],
    )
  ).rows;

test('the recorder is the assignee until another person takes over', async () => {
  const id = await recorded('LOOK AFTER 1');
  expect(await listAs(id, finance)).toMatchObject({ keeper: { mine: true }, mayLookAfter: false });
  const before = await listAs(id, admin);
  expect(before).toMatchObject({ keeper: { mine: false }, mayLookAfter: true });
  await done('unassigned/assignToSelf', { movementId: id }, admin);
  expect(await listAs(id, admin)).toMatchObject({ keeper: { mine: true }, mayLookAfter: false });
  expect((await listAs(id, finance))?.keeper?.name).not.toBe(before?.keeper?.name);
  expect(await findAuditLines(id)).toHaveLength(1);
  expect((await act('unassigned/assignToSelf', { movementId: id }, admin)).body.code).toBe('desk.yours_already');
  expect(await findAuditLines(id)).toHaveLength(1);
});

test('compliance reads the assignee and cannot take over', async () => {
  const id = await recorded('LOOK AFTER 2');
  expect(await listAs(id, compliance)).toMatchObject({ keeper: { mine: false }, mayLookAfter: false });
  expect((await act('unassigned/assignToSelf', { movementId: id }, compliance)).status).toBe(403);
  expect(await findAuditLines(id)).toEqual([]);
});

test('allocated money has no assignee', async () => {
  const { movementId } = await takenOff('20700');
  const right = await placePaidBuy(server, customer ?? '', { amount: '20700' });
  await done('unassigned/attach', buildAttachment(movementId, right, '20700'));
  await refused('desk.no_such_money', 'unassigned/assignToSelf', { movementId });
});

async function assignInDatabase(
  movementId: string,
  [asker, keeper]: readonly string[],
): Promise<number | string | undefined> {
  const client = await owner.connect();
  try {
    await client.query('begin; set local role cryptocommerce_app');
    await client.query(
      `select set_config('app.user_id', $1, true), set_config('app.roles', 'finance', true), set_config('app.all_rows', 'yes', true)`,
      [asker],
    );
    const write = 'update unallocated_funds set assignee = $1, assigned_at = now() where movement_id = $2';
    return (await client.query(write, [keeper, movementId])).rowCount ?? 0;
  } catch (error) {
    return (error as { code?: string }).code;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

test('one cannot assign another person, even directly in the database', async () => {
  const id = await recorded('LOOK AFTER 3');
  const [one = '', other = ''] = [await idOf('finance'), await idOf('admin')];
  expect(await assignInDatabase(id, [one, one])).toBe(1);
  expect(await assignInDatabase(id, [one, other])).toBe('42501');
});

test('the due date is the end of the third business day, holidays excluded', () => {
  expect(dueDate(new Date('2026-11-20T15:00:00Z')).toISOString()).toBe('2026-11-25T22:00:00.000Z');
  expect(dueDate(new Date('2026-12-24T15:00:00Z')).toISOString()).toBe('2026-12-30T22:00:00.000Z');
});

test('overdue money is late', async () => {
  const id = await recorded('LOOK AFTER 4');
  const before = await listAs(id, finance);
  expect(before?.settleBy?.late).toBe(false);
  server.setTime(new Date(Date.parse(before?.settleBy?.at ?? '') + 60_000));
  expect((await listAs(id, await server.signIn('finance')))?.settleBy?.late).toBe(true);
  server.setTime(null);
});

// money for payments

const { list, refusedBy, support } = who;

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
  await refused('desk.nothing_to_return', 'unassigned/prepareReturn', {
    movementId: money,
    reasonCode: 'paid_twice',
    note: '',
  });
});
