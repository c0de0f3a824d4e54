import { expect, test } from 'vitest';
import type { AlertPage, CasePage, CaseView } from '../../src/features/compliance/views.ts';
import { createKysely, openPool } from '../../src/platform/database/database.ts';
import { createSession } from '../../test/security/actors.ts';
import { serverUnderTest } from '../../test/worker.ts';
import { insertOrders } from './histories.ts';
import { insertComplianceData } from './suspicions.ts';

test('the demo has an overdue alert, a case under review and alerts closed in past months', async () => {
  const server = await serverUnderTest();
  const pool = openPool({ url: server.ownerUrl, max: 1 });
  await createKysely(pool)
    .transaction()
    .execute(async (tx) => {
      await insertOrders(tx, new Date());
      await insertComplianceData(tx, new Date());
    });
  await pool.end();
  const cookie = await createSession(server, 'compliance');
  const ask = async <T>(path: string, input: object) =>
    (await server.call<T>(`compliance/${path}`, input, cookie)).body;
  expect((await ask<AlertPage>('alerts', {})).counts).toMatchObject({ open: 3, overdue: 1, mine: 1 });
  const [line] = (await ask<CasePage>('cases', {})).lines;
  const shown = await ask<CaseView>('case', { caseId: line?.id });
  expect(shown).toMatchObject({ state: 'under_review', alerts: 1, orders: 1 });
  expect(shown.events.map(({ event }) => event)).toEqual([
    'opened',
    'alert_added',
    'review_started',
    'order_added',
    'noted',
    'noted',
  ]);
  const closed = await server.owner.query(`select id from transaction_alerts where state = 'closed'`);
  expect(closed.rows).toHaveLength(9);
  const unscreened = await server.owner.query('select id from transactions where blockchain_screening_id is null');
  expect(unscreened.rows).toEqual([]);
});
