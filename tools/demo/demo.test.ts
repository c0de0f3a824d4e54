import { expect, test } from 'vitest';
import type { AlertPage, CasePage, CaseView } from '../../src/features/compliance/views.ts';
import type { PublicWarning } from '../../src/features/scam-reports/published/published-store.ts';
import type { Known } from '../../src/features/scam-reports/types.ts';
import { createKysely, type Db, openPool } from '../../src/platform/database/database.ts';
import { openDecrypted, openPrivateFiles } from '../../src/platform/files/private-files.ts';
import { createSession } from '../../test/security/actors.ts';
import { serverUnderTest } from '../../test/worker.ts';
import { insertHelpConversations } from './help.ts';
import { insertOrders } from './histories.ts';
import { insertLaunch } from './launch.ts';
import { insertScamCases, scamWallet } from './scams.ts';
import { insertComplianceData } from './suspicions.ts';

const server = await serverUnderTest();
async function insertDemo(insert: (tx: Db) => Promise<unknown>): Promise<void> {
  const pool = openPool({ url: server.ownerUrl, max: 1 });
  await createKysely(pool).transaction().execute(insert);
  await pool.end();
}

test('the demo has an overdue alert, a case under review and alerts closed in past months', async () => {
  await insertDemo(async (tx) => {
    await insertOrders(tx, new Date());
    await insertComplianceData(tx, new Date());
  });
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

test('the demo has scam reports, one published warning and a wallet that shows the warning', async () => {
  await insertDemo((tx) => insertScamCases(tx, new Date()));
  const desk = await server.call<{ waiting: number }>('scamDesk/count', {}, await createSession(server, 'compliance'));
  expect(desk.body.waiting).toBe(3);
  const read = await server.call<{ lines: PublicWarning[] }>('scamReports/warnings', {});
  expect(read.body.lines).toMatchObject([{ slug: 'island-doubler', verdict: 'likely', people: 2 }]);
  const input = { network: 'bitcoin', walletAddress: scamWallet, destinationTag: '' };
  const answer = await server.call<{ warning: Known }>(
    'trading/addressUsed',
    input,
    await createSession(server, 'tier2'),
  );
  expect(answer.body.warning).toMatchObject({ shown: 'published', people: 2 });
});

test('the demo has an answered question and a complaint that waits for its decision', async () => {
  await insertDemo((tx) => insertHelpConversations(tx, new Date()));
  const cookie = await createSession(server, 'support');
  const list = async (view: string) =>
    (await server.call<{ lines: { id: string }[] }>('helpDesk/list', { view }, cookie)).body.lines;
  expect(await list('customer')).toMatchObject([{ category: 'account', isLate: false }]);
  const [complaint] = await list('complaints');
  const shown = await server.call('helpDesk/show', { conversationId: complaint?.id }, cookie);
  expect(shown.body).toMatchObject({ step: 'decide', isLate: false, owner: 'Sonia Clarke', messages: [{}, {}] });
});

test('the demo has a launch with a whitepaper that waits for review', async () => {
  await insertDemo((tx) => insertLaunch(tx, server.services.config, new Date()));
  const { rows } = await server.owner.query(
    `select l.status, f.id, f.path, f.bytes, f.key_id "keyId" from launch_submissions l
       join files f on f.id = l.whitepaper_file where l.coin_name = 'Irie Coin'`,
  );
  expect(rows).toMatchObject([{ status: 'submitted' }]);
  const bytes = await (await openDecrypted(openPrivateFiles(server.services.config), rows[0])).toArray();
  expect(Buffer.concat(bytes).subarray(0, 2).toString()).toBe('PK');
});
