import { afterEach, describe, expect, test } from 'vitest';
import { demoAddresses, demoListedPerson } from '../../../../fakes/screening/demo-list.ts';
import { buildPayIn, buy, placePaidBuy } from '../../../../test/orders.ts';
import { createSession } from '../../../../test/security/actors.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { setUpSuspicions } from '../../../../test/suspicions.ts';
import { serverUnderTest } from '../../../../test/worker.ts';
import { jamaicaDay } from '../../../kernel/calendar.ts';
import type { AlertView, CaseView, ReportView } from '../../compliance/views.ts';
import { screenNames } from '../../screening/screen-names.ts';
import { demoSettings } from '../../settings/demo-settings.ts';
import { reassessRepriced } from './reassess-repriced.ts';
import { detectStructuring } from './structuring.ts';

const server = await serverUnderTest();
const { owner, services, call } = server;
const { rowsOf, idOf } = setUpSuspicions(server);
const [sanctioned = ''] = demoAddresses.sanctioned;

afterEach(() => expect(server.faults).toEqual([]));

async function createCustomer() {
  const created = await newCustomer(server, 'Ina Brown');
  await owner.query(
    `insert into kyc_submissions (user_id, tier, status, decided_at)
       select $1, tier, 'approved', now() from generate_series(1, 2) tier`,
    [created.id],
  );
  return created;
}
async function placeOrders({ cookie }: { cookie: string }, ...amounts: string[]) {
  for (const amount of amounts) {
    const placed = await buy(server, cookie, { amount });
    expect(placed.status, JSON.stringify(placed.body)).toBe(200);
  }
}
async function findAlerts(...people: { id: string }[]): Promise<string[]> {
  await Promise.all([detectStructuring(services), detectStructuring(services)]);
  const { rows } = await owner.query<{ description: string }>(
    `select description from transaction_alerts
      where 'slices_below_threshold' = any(triggered_rules) and user_id = any($1) order by created_at`,
    [people.map(({ id }) => id)],
  );
  return rows.map(({ description }) => description);
}

test('orders below US$1,000 that reach it within a day alert compliance once', async () => {
  const buyer = await createCustomer();
  await placeOrders(buyer, '90000', '84000');
  expect(await findAlerts(buyer)).toEqual([]);
  await placeOrders(buyer, '1000');
  const alert = '3 orders within 24 hours, each below US$1,000.00, add up to J$175,000.00. Check for structuring.';
  expect(await findAlerts(buyer)).toEqual([alert]);
  await placeOrders(buyer, '90000');
  expect(await findAlerts(buyer)).toEqual([alert]);
  await owner.query(`update structuring_alerts set notified_at = notified_at - interval '1 day'`);
  expect(await findAlerts(buyer)).toHaveLength(2);
});

const placeEarlier = async ({ id }: { id: string }, ...ago: number[]) => {
  await owner.query('alter table transactions disable trigger all');
  await owner.query(
    `update transactions t set created_at = now() - make_interval(secs => o.ago * 3600) from (
       select id, ($2::float8[])[row_number() over (order by created_at)] ago from transactions where user_id = $1) o
      where t.id = o.id`,
    [id, ago],
  );
  await owner.query('alter table transactions enable trigger all');
  await owner.query(
    `update risk_assessments a set created_at = t.created_at from transactions t
      where t.id = a.order_id and t.user_id = $1`,
    [id],
  );
};

test('two orders almost a day apart are found minutes or a day later', async () => {
  const [buyer, otherCustomer] = [await createCustomer(), await createCustomer()];
  for (const each of [buyer, otherCustomer]) await placeOrders(each, '90000', '90000');
  await placeEarlier(buyer, 24.1, 0.15);
  await placeEarlier(otherCustomer, 60, 37);
  expect(await findAlerts(buyer)).toHaveLength(1);
  expect(await findAlerts(otherCustomer)).toHaveLength(1);
  await owner.query(`update structuring_alerts set notified_at = notified_at - interval '1 day 1 minute'`);
  await placeEarlier(buyer, 48.2, 24.3);
  expect(await findAlerts(buyer, otherCustomer)).toHaveLength(2);
});

test('orders more than a day apart do not add up', async () => {
  const buyer = await createCustomer();
  await placeOrders(buyer, '90000', '90000');
  await placeEarlier(buyer, 24.2, 0.1);
  expect(await findAlerts(buyer)).toEqual([]);
});

test('a customer is reported again once the earlier alert is a day old', async () => {
  const buyer = await createCustomer();
  await placeOrders(buyer, '90000', '90000', '90000', '90000');
  await placeEarlier(buyer, 30, 29, 27, 4.5);
  await owner.query(
    `insert into structuring_alerts (person_id, notified_at) values ($1, now() - interval '28 hours')`,
    [buyer.id],
  );
  expect(await findAlerts(buyer)).toHaveLength(1);
});

test('joined accounts add up, separate ones do not', async () => {
  const [one, other, neighbour] = [await createCustomer(), await createCustomer(), await createCustomer()];
  for (const each of [one, other, neighbour]) await placeOrders(each, '90000');
  expect(await findAlerts(one, other, neighbour)).toEqual([]);
  await owner.query('insert into merged_accounts (user_id, person_id) select unnest($1::uuid[]), $2', [
    [one.id, other.id],
    one.id,
  ]);
  expect(await findAlerts(one, other)).toHaveLength(1);
  expect(await findAlerts(neighbour)).toEqual([]);
});

test('expired orders do not count', async () => {
  const buyer = await createCustomer();
  await placeOrders(buyer, '90000', '90000');
  await owner.query(`alter table transactions disable trigger all`);
  await owner.query(`update transactions set status = 'cancelled', closed_at = now() where user_id = $1`, [buyer.id]);
  await owner.query(`alter table transactions enable trigger all`);
  expect(await findAlerts(buyer)).toEqual([]);
});

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
  const expectedTexts = [
    /Demo list \(invented\), DEMO-\d+.*\(sanctioned\)/,
    /Refused: a buy of J\$4,321\.00, 0\.\d+ BTC/,
  ];
  for (const text of expectedTexts) expect(alert.description).toMatch(text);
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
  for (const text of [...expectedTexts, sanctioned, /Score \d+ of 100, rules version 2/])
    expect(report.content.narrative).toMatch(text);
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
  const input = { symbol: 'ETH', network: 'erc20', amount: '4000', walletAddress: watched };
  const placed = await buy(server, await createSession(server, 'tier1'), input);
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

describe('repeated requests', () => {
  test('repeated refusals of a listed wallet are one alert with a count, up to the daily limit', async () => {
    const { id, cookie } = await newCustomer(server);
    const limits = JSON.stringify({ ...demoSettings.order_limits, perDay: 5 });
    await owner.query(`insert into setting_versions (key, value) values ('order_limits', $1)`, [limits]);
    const codes: unknown[] = [];
    const ask = async (amount: string) => {
      const input = { symbol: 'BTC', amount, network: 'bitcoin', senderWalletAddress: sanctioned };
      codes.push((await call<{ code?: string }>('trading/sellWallet', input, cookie)).body.code);
    };
    for (const amount of ['0.0001', '0.00011', '0.00012']) await ask(amount);
    const alerts = () => rowsOf(`select details->'askedAgain' again from transaction_alerts where user_id = $1`, [id]);
    expect(await alerts()).toMatchObject([{ again: { times: 2, side: 'sell', coins: '0.00012000 BTC' } }]);
    await owner.query(
      `update transaction_alerts set state = 'closed', outcome = 'false_positive', closed_at = now(),
       closed_by = (select id from profiles where email = 'compliance@demo.test') where user_id = $1`,
      [id],
    );
    for (const amount of ['0.00013', '0.00014', '0.00015', '0.00016']) await ask(amount);
    expect(await alerts()).toHaveLength(2);
    const [blocked, today] = ['trading.wallet_blocked', 'trading.too_many_today'];
    expect(codes).toEqual([...Array(5).fill(blocked), today, today]);
    expect(await rowsOf('select 1 from risk_assessments where user_id = $1', [id])).toHaveLength(5);
    expect((await buy(server, cookie, { amount: '2000' })).body).toMatchObject({ code: today });
  });
});

describe('orders with a new price', async () => {
  const [customer, finance] = await Promise.all(['enhanced', 'finance'].map(server.signIn));

  test('a list hold takes two people after reassessment too', async () => {
    const { orderId } = await placePaidBuy(server, customer ?? '', { amount: '20600' });
    expect((await call('desk/confirmReceived', buildPayIn(orderId, { amount: '20600' }), finance)).status).toBe(200);
    await owner.query(
      `insert into risk_rule_sets (version, title, rules, proposed_by, approved_by)
     select version + 1, 'harder', regexp_replace(
         replace(rules::text, '"500000.00"', '"1.00"'), '"points": [0-9]+', '"points": 90', 'g')::jsonb, $1, $2
       from risk_rule_sets order by version desc limit 1`,
      [await idOf('compliance'), await idOf('admin')],
    );
    await owner.query('alter table transactions disable trigger all');
    await owner.query(
      `update transactions set held = true, hold_reason = 'wallet_flagged', assessment_pending = true where id = $1`,
      [orderId],
    );
    await owner.query('alter table transactions enable trigger all');
    expect(await reassessRepriced(services)).toBe(1);
    const found = await rowsOf('select hold_reason, assessment_pending unjudged from transactions where id = $1', [
      orderId,
    ]);
    expect(found).toEqual([{ hold_reason: 'wallet_flagged', unjudged: false }]);
    const alerts = await rowsOf('select alert_type from transaction_alerts where transaction_id = $1', [orderId]);
    expect(alerts).not.toEqual([]);
  });
});
