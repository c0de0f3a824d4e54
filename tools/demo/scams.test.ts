import { expect, test } from 'vitest';
import type { PublicWarning } from '../../src/features/scam-reports/published/published-store.ts';
import type { Known } from '../../src/features/scam-reports/types.ts';
import { createKysely, openPool } from '../../src/platform/database/database.ts';
import { createSession } from '../../test/security/actors.ts';
import { serverUnderTest } from '../../test/worker.ts';
import { insertScamCases, scamWallet } from './scams.ts';

test('the demo has scam reports, one published warning and a wallet that shows the warning', async () => {
  const server = await serverUnderTest();
  const pool = openPool({ url: server.ownerUrl, max: 1 });
  await createKysely(pool)
    .transaction()
    .execute((tx) => insertScamCases(tx, new Date()));
  await pool.end();
  const desk = await server.call<{ waiting: number }>('scamDesk/count', {}, await createSession(server, 'compliance'));
  expect(desk.body.waiting).toBe(3);
  const read = await server.call<{ lines: PublicWarning[] }>('scamReports/warnings', {});
  expect(read.body.lines).toMatchObject([{ slug: 'island-doubler', verdict: 'likely', people: 2 }]);
  const input = { network: 'bitcoin', walletAddress: scamWallet, destinationTag: '' };
  const asked = await server.call<{ warning: Known }>(
    'trading/addressUsed',
    input,
    await createSession(server, 'tier2'),
  );
  expect(asked.body.warning).toMatchObject({ shown: 'published', people: 2 });
});
