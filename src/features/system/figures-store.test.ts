import { expect, test } from 'vitest';
import { explainQueries } from '../../../test/plans.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { loadFigures } from './figures-store.ts';

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
