import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { placePaidBuy } from '../../../test/orders.ts';
import { claimPlan, subscribe } from '../../../test/payments.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { buildAttachment, listUnallocated, setUpUnallocated } from '../../../test/unallocated.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { payables } from '../../fulfilment.ts';
import { after, days, hours } from '../../kernel/clock.ts';
import { withUser } from '../../platform/database/database.ts';
import { countUnallocated, findUnallocated } from '../ledger/unallocated-store.ts';
import { expirePayments } from '../payments/jobs.ts';
import { dueDate } from './show.ts';

const server = await serverUnderTest();
const { owner, services, call } = server;
const { act, customer, done, idOf, recordFunds, refused, unlinkPayIn, ...roles } = await setUpUnallocated(server);
const [admin = '', compliance = '', finance = ''] = [roles.admin, roles.compliance, roles.finance];

type Listed = {
  readonly id: string;
  readonly keeper: { readonly name: string; readonly isOwn: boolean } | null;
  readonly settleBy: { readonly at: string; readonly late: boolean } | null;
  readonly mayLookAfter: boolean;
};
const listAs = async (id: string, cookie: string) =>
  (await listUnallocated<Listed>(server, cookie)).find((line) => line.id === id);
const findAuditLines = async (id: string) =>
  (
    await owner.query<{ after: object }>(
      `select after from audit_log where action = 'trading.unallocatedTaken' and subject_id = $1 order by id`,
      [id],
    )
  ).rows;

describe('the list of open funds', async () => {
  const { finance, list, refusedBy, support } = await setUpUnallocated(server);

  async function insertSettled(lines: number) {
    const { orderId } = await placePaidBuy(server, customer ?? '', { amount: '20000' });
    await owner.query(
      `begin; set local session_replication_role = replica;
       insert into movements (direction, asset, amount, rail, reference, reference_key, reason, moved_at, recorded_at)
         select 'in', 'JMD', 1, 'bank', 'OLD ' || n, 'OLD' || n, 'nothing_known', '2025-01-01', '2025-01-01'
           from generate_series(1, ${lines}) n;
       insert into movements (order_id, user_id, direction, is_surplus, source_movement_id, asset, amount, rail, moved_at, recorded_at)
         select t.id, t.user_id, 'in', true, m.id, 'JMD', 1, 'bank', '2025-01-01', '2025-01-01'
           from movements m, transactions t where m.reference_key like 'OLD%' and t.id = '${orderId}';
       commit; analyze movements`,
    );
  }

  test('after 10,000 settled lines the list and the count read open ones only', { timeout: 60_000 }, async () => {
    await insertSettled(10_000);
    const movementId = await recordFunds('OPEN 1');
    const token = decodeURIComponent((finance ?? '').split('=')[1] ?? '').split('.')[0] ?? '';
    const read = await withUser(services.pool, { token, ip: '127.0.0.1' }, async (tx) => {
      const page = await findUnallocated(tx, { returnedAfter: new Date('2026-01-01'), after: null, limit: 51 });
      const open = await countUnallocated(tx);
      const counts = sql<{ read: number }>`
        select (seq_tup_read + idx_tup_fetch)::int read from pg_stat_xact_user_tables where relname = 'movements'`;
      return { ids: page.map(({ id }) => id), open, read: (await counts.execute(tx)).rows[0]?.read };
    });
    expect(read?.value).toMatchObject({ ids: [movementId], open: 1 });
    expect(read?.value.read).toBeLessThan(100);
  });

  test('the list continues after its first page, each line once, oldest first', async () => {
    const names = Array.from({ length: 60 }, (_, n) => `PAGED ${n}`);
    for (const name of names) await recordFunds(name, { amount: '20000' });
    const { body } = await call<{ lines: object[]; next: object | null }>('unallocated/list', {}, finance);
    expect(body.lines).toHaveLength(50);
    expect(body.next).not.toBeNull();
    expect((await list()).map(({ reference }) => reference)).toEqual(['OPEN 1', ...names]);
    expect((await call('unallocated/count', undefined, finance)).body).toEqual({ open: 61 });
    expect((await call('unallocated/count', undefined, support)).status).toBe(403);
  });

  test('a fully attached line is closed, a partly attached one is open', async () => {
    const order = await placePaidBuy(server, customer ?? '', { amount: '20000' });
    const [fullId, partId] = [
      await recordFunds('WHOLE', { amount: '20000' }),
      await recordFunds('PART', { amount: '20001' }),
    ];
    await done('unallocated/attach', buildAttachment(fullId, order, '20000'));
    await done(
      'unallocated/attach',
      buildAttachment(partId, await placePaidBuy(server, customer ?? '', { amount: '20000' }), '20000'),
    );
    const ids = (await list()).map(({ id }) => id);
    expect([ids.includes(fullId), ids.includes(partId)]).toEqual([false, true]);
    await refusedBy(finance)('desk.nothing_to_return', 'unallocated/attach', buildAttachment(fullId, order, '1'));
  });

  test('the application cannot set the open state itself', async () => {
    for (const text of ['delete from unallocated_funds', 'update unallocated_funds set since = now()'])
      await expect(services.pool.query(text)).rejects.toThrow('permission denied');
  });
});

test('the recorder is the assignee until another person takes over', async () => {
  const id = await recordFunds('LOOK AFTER 1');
  expect(await listAs(id, finance)).toMatchObject({ keeper: { isOwn: true }, mayLookAfter: false });
  const before = await listAs(id, admin);
  expect(before).toMatchObject({ keeper: { isOwn: false }, mayLookAfter: true });
  await done('unallocated/assignToSelf', { movementId: id }, admin);
  expect(await listAs(id, admin)).toMatchObject({ keeper: { isOwn: true }, mayLookAfter: false });
  expect((await listAs(id, finance))?.keeper?.name).not.toBe(before?.keeper?.name);
  expect(await findAuditLines(id)).toHaveLength(1);
  expect((await act('unallocated/assignToSelf', { movementId: id }, admin)).body.code).toBe('desk.yours_already');
  expect(await findAuditLines(id)).toHaveLength(1);
});

test('compliance reads the assignee and cannot take over', async () => {
  const id = await recordFunds('LOOK AFTER 2');
  expect(await listAs(id, compliance)).toMatchObject({ keeper: { isOwn: false }, mayLookAfter: false });
  expect((await act('unallocated/assignToSelf', { movementId: id }, compliance)).status).toBe(403);
  expect(await findAuditLines(id)).toEqual([]);
});

test('allocated money has no assignee', async () => {
  const { movementId } = await unlinkPayIn('20700');
  const right = await placePaidBuy(server, customer ?? '', { amount: '20700' });
  await done('unallocated/attach', buildAttachment(movementId, right, '20700'));
  await refused('desk.no_such_money', 'unallocated/assignToSelf', { movementId });
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
  const id = await recordFunds('LOOK AFTER 3');
  const [one = '', other = ''] = [await idOf('finance'), await idOf('admin')];
  expect(await assignInDatabase(id, [one, one])).toBe(1);
  expect(await assignInDatabase(id, [one, other])).toBe('42501');
});

test('the due date is the end of the third business day, holidays excluded', () => {
  expect(dueDate(new Date('2026-11-20T15:00:00Z')).toISOString()).toBe('2026-11-25T22:00:00.000Z');
  expect(dueDate(new Date('2026-12-24T15:00:00Z')).toISOString()).toBe('2026-12-30T22:00:00.000Z');
});

test('overdue money is late', async () => {
  const id = await recordFunds('LOOK AFTER 4');
  const before = await listAs(id, finance);
  expect(before?.settleBy?.late).toBe(false);
  server.setTime(new Date(Date.parse(before?.settleBy?.at ?? '') + 60_000));
  expect((await listAs(id, await server.signIn('finance')))?.settleBy?.late).toBe(true);
  server.setTime(null);
});

const { list, refusedBy, support } = roles;

afterEach(() => server.setTime(null));

async function startPlan(name = 'Tamara Grant') {
  const person = await newCustomer(server, name);
  const id = await claimPlan(server, person.cookie);
  return { ...(await placeNamed(id)), owner: person.id };
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
  const money = await recordFunds('TWO PLANS 1', { amount: '13000', reason: 'several_orders' });
  await done('unallocated/attach', buildAttachment(money, { reference: one.reference.toLowerCase() }, '6000'));
  await done('unallocated/attach', buildAttachment(money, other, '6000'));
  for (const { id, owner: ownerId } of [one, other]) {
    const { rows } = await owner.query('select status from subscriptions where user_id = $1', [ownerId]);
    expect(rows).toEqual([{ status: 'active' }]);
    expect(await findState(id)).toEqual({ pay_in: 'received', ended: null });
    expect(await findLines(id)).toEqual(['in 6000 from here']);
  }
  expect((await list()).find(({ id }) => id === money)).toMatchObject({ left: { minor: '100000' } });
  await refused('payments.not_now', 'unallocated/attach', buildAttachment(money, one, '1000'));
});

test('the usual payment checks apply: amount, currency, name, day, remainder and permission', async () => {
  const due = await startPlan();
  const money = await recordFunds('CHECKED 1', { amount: '6000' });
  await refused('payments.amount_differs', 'unallocated/attach', buildAttachment(money, due, '5999'));
  await refused('desk.more_than_left', 'unallocated/attach', buildAttachment(money, due, '6001'));
  await refused('desk.nothing_named', 'unallocated/attach', buildAttachment(money, { reference: 'AAAA-AAA' }, '6000'));
  const dollars = await recordFunds('CHECKED 2', { amount: '6000', asset: 'USD' });
  await refused('desk.other_asset', 'unallocated/attach', buildAttachment(dollars, due, '6000'));
  const another = await recordFunds('CHECKED 3', { amount: '6000', payerHolder: 'Ina Brown' });
  await refused('payments.name_differs', 'unallocated/attach', { ...buildAttachment(another, due, '6000'), note: '' });
  const day = after(new Date(), -days(3)).toISOString().slice(0, 10);
  const earlier = await recordFunds('CHECKED 4', { amount: '6000', movedOn: day, movedTime: '' });
  await refused('payments.before_due', 'unallocated/attach', buildAttachment(earlier, due, '6000'));
  await refusedBy(support)('staff.not_allowed', 'unallocated/attach', buildAttachment(money, due, '6000'));
  expect(await findState(due.id)).toEqual({ pay_in: 'claimed', ended: null });
  await done('unallocated/attach', {
    ...buildAttachment(another, due, '6000'),
    note: 'Her sister pays, letter in the file',
  });
  expect(await findState(due.id)).toEqual({ pay_in: 'received', ended: null });
});

test('for an expired payment it is late money and is refunded there', async () => {
  const person = await newCustomer(server, 'Tamara Grant');
  const due = await placeNamed((await subscribe(server, person.cookie)).body.paymentId);
  server.setTime(after(new Date(), hours(73)));
  await expirePayments(server.services, payables);
  const money = await recordFunds('LATE 1', { amount: '6000' });
  await done('unallocated/attach', buildAttachment(money, due, '6000'));
  expect(await findState(due.id)).toEqual({ pay_in: 'received', ended: 'lapsed' });
  await done('paymentsDesk/prepareReturn', { paymentId: due.id, reasonCode: 'too_late', note: '' });
  await refused('desk.nothing_to_return', 'unallocated/prepareReturn', {
    movementId: money,
    reasonCode: 'paid_twice',
    note: '',
  });
});
