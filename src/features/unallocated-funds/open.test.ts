import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { placePaidBuy } from '../../../test/orders.ts';
import { buildAttachment, setUpUnallocated } from '../../../test/unassigned.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { withUser } from '../../platform/database/database.ts';
import { countUnassigned, findUnassigned } from '../ledger/unassigned-store.ts';

const server = await serverUnderTest();
const { owner, services, call } = server;
const { customer, done, finance, list, recorded, refusedBy, support } = await setUpUnallocated(server);

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
  const movementId = await recorded('OPEN 1');
  const token = decodeURIComponent((finance ?? '').split('=')[1] ?? '').split('.')[0] ?? '';
  const read = await withUser(services.pool, { token, ip: '127.0.0.1' }, async (tx) => {
    const page = await findUnassigned(tx, { returnedAfter: new Date('2026-01-01'), after: null, limit: 51 });
    const open = await countUnassigned(tx);
    const counts = sql<{ read: number }>`
      select (seq_tup_read + idx_tup_fetch)::int read from pg_stat_xact_user_tables where relname = 'movements'`;
    return { ids: page.map(({ id }) => id), open, read: (await counts.execute(tx)).rows[0]?.read };
  });
  expect(read?.value).toMatchObject({ ids: [movementId], open: 1 });
  expect(read?.value.read).toBeLessThan(100);
});

test('the list continues after its first page, each line once, oldest first', async () => {
  const names = Array.from({ length: 60 }, (_, n) => `PAGED ${n}`);
  for (const name of names) await recorded(name, { amount: '20000' });
  const { body } = await call<{ lines: object[]; next: object | null }>('unassigned/list', {}, finance);
  expect(body.lines).toHaveLength(50);
  expect(body.next).not.toBeNull();
  expect((await list()).map(({ reference }) => reference)).toEqual(['OPEN 1', ...names]);
  expect((await call('unassigned/count', undefined, finance)).body).toEqual({ open: 61 });
  expect((await call('unassigned/count', undefined, support)).status).toBe(403);
});

test('a fully attached line is closed, a partly attached one is open', async () => {
  const order = await placePaidBuy(server, customer ?? '', { amount: '20000' });
  const [whole, part] = [await recorded('WHOLE', { amount: '20000' }), await recorded('PART', { amount: '20001' })];
  await done('unassigned/attach', buildAttachment(whole, order, '20000'));
  await done(
    'unassigned/attach',
    buildAttachment(part, await placePaidBuy(server, customer ?? '', { amount: '20000' }), '20000'),
  );
  const ids = (await list()).map(({ id }) => id);
  expect([ids.includes(whole), ids.includes(part)]).toEqual([false, true]);
  await refusedBy(finance)('desk.nothing_to_return', 'unassigned/attach', buildAttachment(whole, order, '1'));
});

test('the application cannot set the open state itself', async () => {
  for (const text of ['delete from unallocated_funds', 'update unallocated_funds set since = now()'])
    await expect(services.pool.query(text)).rejects.toThrow('permission denied');
});
