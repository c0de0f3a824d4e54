import { expect, test } from 'vitest';
import { demoAddresses, demoListedPerson } from '../../../../fakes/screening/demo-list.ts';
import { buy } from '../../../../test/orders.ts';
import { createSession } from '../../../../test/security/actors.ts';
import { setUpSuspicions } from '../../../../test/suspicions.ts';
import { serverUnderTest } from '../../../../test/worker.ts';
import { jamaicaDay } from '../../../kernel/calendar.ts';
import type { AlertView, CaseView, ReportView } from '../../compliance/views.ts';
import { screenNames } from '../../screening/screen-names.ts';

const server = await serverUnderTest();
const { call, owner, services } = server;
const { rowsOf, idOf } = setUpSuspicions(server);
const [sanctioned = ''] = demoAddresses.sanctioned;
const [, watched = ''] = demoAddresses.watch;
const compliance = await createSession(server, 'compliance');

const findAlert = async (name: string, type: string) => {
  const [row] = await rowsOf<{ id: string; caseId: string | null }>(
    `select a.id, l.case_id "caseId" from transaction_alerts a left join case_alerts l on l.alert_id = a.id
      where a.user_id = $1 and a.alert_type = $2 order by a.created_at desc limit 1`,
    [await idOf(name), type],
  );
  return row;
};

test("alert, case and report name the wallet's owner, the list and the refused order", async () => {
  const refused = await buy(server, await createSession(server, 'tier2'), {
    amount: '4321',
    walletAddress: sanctioned,
  });
  expect(refused.body.code).toBe('trading.wallet_blocked');
  const row = await findAlert('tier2', 'wallet_blocked');
  const { body: alert } = await call<AlertView>('compliance/alert', { alertId: row?.id }, compliance);
  const what = [/Demo list \(invented\), DEMO-\d+.*\(sanctioned\)/, /Refused: a buy of J\$4,321\.00, 0\.\d+ BTC/];
  for (const words of what) expect(alert.description).toMatch(words);
  expect(alert.details).toMatchObject({
    ruleSet: 'Version 2, One threshold of US$1,000',
    order: { side: 'buy', amount: 'J$4,321.00', coins: expect.stringMatching(/ BTC$/) },
    wallet: { address: sanctioned, result: 'flagged', riskScore: 100, matches: [expect.stringMatching(/DEMO-/)] },
  });
  const { body: folder } = await call<CaseView>('compliance/case', { caseId: row?.caseId }, compliance);
  expect(folder.alertLines[0]?.description).toBe(alert.description);
  expect(folder.screenings).toMatchObject([{ wallet: sanctioned, result: 'flagged', matches: [expect.any(String)] }]);
  const opened = { caseId: row?.caseId, suspicionFormedOn: jamaicaDay(new Date()) };
  const { reportId } = (await call<{ reportId: string }>('compliance/openReport', opened, compliance)).body;
  const { body: report } = await call<ReportView>('compliance/report', { reportId }, compliance);
  for (const words of [...what, sanctioned, /Score \d+ of 100, rules version 2/])
    expect(report.content.narrative).toMatch(words);
});

test('a name match states the listed person, list, programmes and similarity', async () => {
  const { firstName, lastName, dateOfBirth } = demoListedPerson;
  await owner.query(`update profiles set first_name = $1, last_name = $2, date_of_birth = $3 where id = $4`, [
    firstName,
    lastName,
    dateOfBirth,
    await idOf('visitor'),
  ]);
  await screenNames(services, { userId: await idOf('visitor') });
  const row = await findAlert('visitor', 'name_match');
  const { body: alert } = await call<AlertView>('compliance/alert', { alertId: row?.id }, compliance);
  expect(alert.details['matches']).toEqual([
    expect.stringMatching(/^QUISTMEYER Zoltran: Demo list \(invented\), DEMO-4, .*; 100 of 100$/),
  ]);
});

test('a watched wallet raises an alert', async () => {
  const wish = { symbol: 'ETH', network: 'erc20', amount: '4000', walletAddress: watched };
  const placed = await buy(server, await createSession(server, 'tier1'), wish);
  expect(placed).toMatchObject({ status: 200, body: { notice: 'wallet_screening' } });
  const alerts = await rowsOf(
    'select alert_type, priority, description, state from transaction_alerts where transaction_id = $1',
    [placed.body.orderId],
  );
  expect(alerts).toEqual([
    {
      alert_type: 'wallet_watched',
      priority: 'medium',
      state: 'open',
      description: expect.stringMatching(/needs a closer look.*DEMO-\d+/),
    },
  ]);
});

test('this file caused no fault', () => expect(server.faults).toEqual([]));
