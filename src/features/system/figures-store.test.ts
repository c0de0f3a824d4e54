import { describe, expect, test } from 'vitest';
import { explainQueries } from '../../../test/plans.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { loadFigures } from './figures-store.ts';
import { throttleRead } from './open-metrics.ts';

const server = await serverUnderTest();

test('figures of growing tables use an index of open rows and a limit', async () => {
  const all = await explainQueries(server, (tx) => loadFigures(tx, new Date('2026-11-27T12:00:00Z')));
  for (const index of [
    'transactions_lapse',
    'transactions_choice',
    'transactions_queue',
    'payments_queue',
    'kyc_queue',
    'mails_due',
    'retention_not_erased',
  ])
    expect(all).toMatch(new RegExp(`Scan using ${index} |Bitmap Index Scan on ${index} `));
  expect(all).not.toMatch(
    /Seq Scan on (transactions|payments|kyc_submissions|mails|retention_deadlines|movements|audit_log|order_events)/,
  );
  expect(all.match(/Limit/g)?.length).toBeGreaterThanOrEqual(8);
});

test('the sealing lag uses the index on transactions', async () => {
  const { rows } = await server.owner.query<{ prosrc: string }>(
    `select prosrc from pg_proc where oid = 'app.sealing_lag'::regproc`,
  );
  const inside = /return query (select [\s\S]+) w;/.exec(rows[0]?.prosrc ?? '')?.[1];
  const client = await server.owner.connect();
  try {
    await client.query('begin');
    await client.query('set local enable_seqscan = off');
    const plan = await client.query<{ 'QUERY PLAN': string }>(`explain ${inside} w`);
    const text = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(text).toMatch(/audit_xact/);
    expect(text).not.toMatch(/Seq Scan on audit_log/);
    expect(text).toMatch(/Limit/);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

describe('throttled reads', () => {
  const bounds = { intervalMs: 60_000, timeoutMs: 60_000 };

  test('concurrent callers share one read until the interval ends', async () => {
    let reads = 0;
    const readThrottled = throttleRead(async () => ++reads, bounds);
    expect(await Promise.all([readThrottled(), readThrottled(), readThrottled()])).toEqual([1, 1, 1]);
    expect(await readThrottled()).toBe(1);
    const uncached = throttleRead(async () => ++reads, { ...bounds, intervalMs: 0 });
    expect([await uncached(), await uncached()]).toEqual([2, 3]);
  });

  test('a failed read returns null and waits for the interval', async () => {
    let reads = 0;
    const readThrottled = throttleRead(() => Promise.reject(new Error(`away ${++reads}`)), bounds);
    expect([await readThrottled(), await readThrottled(), reads]).toEqual([null, null, 1]);
  });

  test('a slow read returns null, and its value later', async () => {
    const slow = Promise.withResolvers<string>();
    const readThrottled = throttleRead(() => slow.promise, { ...bounds, timeoutMs: 1 });
    expect(await readThrottled()).toBeNull();
    slow.resolve('here');
    await slow.promise;
    await expect.poll(readThrottled).toBe('here');
  });
});
