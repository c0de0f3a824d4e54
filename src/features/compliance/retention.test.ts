import { randomBytes, randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { demoPassword } from '../../../fakes/people.ts';
import { databaseDay, markAccountsClosed } from '../../../test/erasure-time.ts';
import { buildPayIn, buildSent, buy, placePaidBuy, sell, upload } from '../../../test/orders.ts';
import { createSession } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { addDays, jamaicaDay } from '../../kernel/calendar.ts';
import { after, days, hours } from '../../kernel/clock.ts';
import { removeUnused } from '../documents/jobs.ts';
import { eraseRecords } from './erase.ts';
import { setRetentionDeadlines } from './jobs.ts';
import { addYears } from './retention.ts';
import type { CustomerPage, ReportView, ReportXml } from './views.ts';

const server = await serverWithoutFaults();
const { call, owner, services } = server;
const { rowsOf, caseAbout, idOf, alertAbout, another } = setUpSuspicions(server);
const [finance, admin] = [await createSession(server, 'finance'), await createSession(server, 'admin')];
const compliance = await createSession(server, 'compliance');
const inDays = (n: number) => new Date(Date.now() + n * 86_400_000);
const dayIn = (n: number) => jamaicaDay(inDays(n));
async function setDay(n: number): Promise<void> {
  server.setTime(inDays(n));
  await databaseDay(server, `date '${dayIn(n)}'`);
}

afterEach(async () => {
  await databaseDay(server, 'current_date');
});

const run = async (path: string, input: object, cookie: string) => {
  const answer = await call<Record<string, string>>(path, input, cookie);
  expect([path, answer]).toMatchObject([path, { status: 200 }]);
  return answer.body;
};
async function runNightlyJobs(n: number) {
  await setDay(n);
  await owner.query(
    `update transaction_alerts set state = 'closed', outcome = 'explained', outcome_note = 'x', closed_at = now(),
       closed_by = (select id from profiles where email = 'compliance@demo.test') where state <> 'closed'`,
  );
  await setRetentionDeadlines(services);
  return eraseRecords(services);
}

test('an order in a filed report keeps wallet and account while the case is retained', async () => {
  const buyer = await newCustomer(server, 'Ina Brown');
  const { orderId } = (await sell(server, buyer.cookie, { amount: '0.0001', holder: 'Ina Brown' })).body;
  await run('desk/cancel', { orderId, reasonCode: 'compliance', note: 'Asked' }, finance);
  await owner.query(`update transactions set pay_in = 'awaiting' where id = $1`, [orderId]);
  await setRetentionDeadlines(services);
  await setDay(2_400);
  const caseId = await caseAbout(buyer.id, compliance);
  const { reportId } = await run('compliance/openReport', { caseId, suspicionFormedOn: dayIn(2_400) }, compliance);
  const draft = await call<ReportView>('compliance/report', { reportId }, compliance);
  const narrative = 'The coins of this order come from a theft that was reported to the police years later.';
  const content = { ...draft.body.content, narrative, reasons: ['FRAUD'], orders: [orderId] };
  await run('compliance/saveReport', { reportId, version: 1, content }, compliance);
  const filing = { reportId, version: 2, fidReference: `FID-${orderId.slice(-8)}`, filedOn: dayIn(2_400) };
  await run('compliance/fileReport', filing, compliance);
  await run('compliance/closeCase', { caseId, outcome: 'suspicion_confirmed', text: 'Filed' }, compliance);
  const readOrderNames = async () =>
    (await call<ReportXml>('compliance/reportXml', { reportId }, compliance)).body.xml.match(/<from>.*<\/to>/)?.[0];
  const before = await readOrderNames();
  expect(before).not.toContain('erased');
  expect(await runNightlyJobs(2_600)).toMatchObject({ orders: 0, keptBack: 1 });
  expect(await readOrderNames()).toBe(before);
  expect(await runNightlyJobs(2_400 + 2_600)).toMatchObject({ orders: 1 });
  expect(await readOrderNames()).toContain('erased');
});

test('a late payment and its refund are retained seven years, for active and closed accounts', async () => {
  for (const leaves of [false, true]) {
    server.setTime(null);
    await databaseDay(server, 'current_date');
    const buyer = await newCustomer(server, 'Ina Brown');
    const { orderId } = (await buy(server, buyer.cookie, { amount: '3000' })).body;
    await run('trading/cancelOwn', { orderId }, buyer.cookie);
    if (leaves) await markAccountsClosed(server, buyer.id);
    await setRetentionDeadlines(services);
    await setDay(400);
    const moved = { movedOn: dayIn(400), movedTime: '' };
    const late = {
      ...buildPayIn(orderId, { amount: '3000', reference: `LATE ${leaves}` }),
      payerHolder: 'Sandra Else',
    };
    await run('desk/confirmReceived', { ...late, ...moved }, finance);
    const lines = () =>
      rowsOf<{ id: string; holder: string }>('select * from movements where order_id = $1', [orderId]);
    const movementId = (await lines())[0]?.id;
    const payer = { payerBank: '', payerAccount: '', payerHolder: '' };
    const back = { orderId, movementId, reasonCode: 'paid_too_late', note: '', ...payer };
    await run('desk/prepareReturn', back, finance);
    await run('desk/approveReturn', { orderId, note: '' }, admin);
    await run('desk/recordReturned', { ...buildSent(orderId, `BACK LATE ${leaves}`), ...moved }, finance);
    await runNightlyJobs(2_600);
    expect((await lines()).map(({ holder }) => holder)).toEqual(['Sandra Else', 'Sandra Else']);
    const [mark] = await rowsOf(`select kept_until from retention_deadlines where subject_id = $1`, [
      leaves ? buyer.id : orderId,
    ]);
    expect(mark).toEqual({ kept_until: addYears(dayIn(400), 7) });
    await runNightlyJobs(400 + 2_600);
    expect((await lines()).filter(({ holder }) => holder !== null)).toEqual([]);
  }
});

test('a rejected proof is retained and erased together with the accepted one', async () => {
  server.setTime(null);
  await databaseDay(server, 'current_date');
  const buyer = await newCustomer(server, 'Ina Brown');
  const { orderId } = await placePaidBuy(server, buyer.cookie, { amount: '3000' });
  await run('desk/rejectClaim', { orderId, reasonCode: 'unreadable', note: 'It looks forged' }, finance);
  const { body: file } = await upload(server, buyer.cookie);
  await run('trading/claimPayment', { orderId, proofFile: file.id }, buyer.cookie);
  await run('desk/confirmReceived', buildPayIn(orderId, { amount: '3000' }), finance);
  for (const path of ['startProcessing', 'preparePayout']) await run(`desk/${path}`, { orderId, note: '' }, finance);
  await run('desk/approvePayout', { orderId, note: '' }, admin);
  await run('desk/recordSent', buildSent(orderId, randomBytes(32).toString('hex')), finance);
  const findFiles = () => rowsOf<{ path: string }>('select path from files where user_id = $1', [buyer.id]);
  const slips = await findFiles();
  const bytes = () =>
    Promise.all(
      slips.map(({ path }) =>
        services.files.store.read(path).then(
          (stream) => (stream.destroy() ? 'kept' : 'gone'),
          () => 'gone',
        ),
      ),
    );
  await runNightlyJobs(2_500);
  await removeUnused(services);
  expect([(await findFiles()).length, await bytes()]).toEqual([2, ['kept', 'kept']]);
  expect(await runNightlyJobs(2_600)).toMatchObject({ keptBack: 0 });
  expect([await findFiles(), await bytes()]).toEqual([[], ['gone', 'gone']]);
});

const tier1 = await createSession(server, 'tier1');
const now = new Date();

server.setTime(now);

const today = jamaicaDay(now);

test('ended records get one seven-year deadline; a reclosed case gets a new one', async () => {
  server.setTime(now);
  const { orderId } = await placePaidBuy(server, tier1, { amount: '4000' });
  await owner.query(`update transactions set status = 'cancelled', closed_at = '2026-03-01T12:00:00Z' where id = $1`, [
    orderId,
  ]);
  const customer = await idOf('tier1');
  const caseId = await caseAbout(customer, compliance);
  const close = { caseId, outcome: 'explained', text: 'Documents explain it' };
  expect((await call('compliance/closeCase', close, compliance)).status).toBe(200);
  expect(await setRetentionDeadlines(services)).toBeGreaterThanOrEqual(2);
  const marks = async () =>
    rowsOf('select subject_type, kept_until, rule from retention_deadlines where subject_id = any($1) order by 1', [
      [orderId, caseId],
    ]);
  expect(await marks()).toEqual([
    {
      subject_type: 'case',
      kept_until: addYears(today, 7),
      rule: 'case_end_plus_7_years',
    },
    { subject_type: 'order', kept_until: '2033-03-01', rule: 'order_end_plus_7_years' },
  ]);
  expect(await setRetentionDeadlines(services)).toBe(0);
  await call('compliance/reopenCase', { caseId, reason: 'New facts' }, compliance);
  server.setTime(after(now, days(1)));
  await call('compliance/closeCase', close, compliance);
  expect(await setRetentionDeadlines(services)).toBe(1);
  server.setTime(now);
  expect((await marks())[0]).toMatchObject({ kept_until: expect.not.stringMatching(today.slice(4)) });
});

test('an account with a case closes like any other, and the case stays', async () => {
  const [plain, suspected] = await Promise.all(['traveller', 'newcomer'].map((name) => createSession(server, name)));
  const id = await idOf('newcomer');
  const caseId = await caseAbout(id, compliance, { alerts: [await alertAbout(id)] });
  const answers = [];
  for (const [name, cookie] of [
    ['traveller', plain],
    ['newcomer', suspected],
  ] as const) {
    const exported = await call<Record<string, unknown>>('accounts/exportData', undefined, cookie);
    const { priceAlerts: _own, ...rest } = exported.body;
    expect(JSON.stringify(rest)).not.toMatch(/alert|"case|suspicio|snooze|screening|retention|kept_until|risk_score/i);
    const closing = { email: `${name}@demo.test`, password: demoPassword, confirmed: true };
    const { status, body } = await call('accounts/closeAccount', closing, cookie);
    answers.push({ status, body, exported: Object.keys(exported.body).sort() });
  }
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[1]).toMatchObject({ status: 200 });
  expect((await call('compliance/case', { caseId }, compliance)).body).toMatchObject({
    alerts: 1,
    state: 'open',
  });
  await setRetentionDeadlines(services);
  const [open] = await rowsOf('select count(*)::int n from retention_deadlines where user_id = $1', [id]);
  const [left] = await rowsOf(`select rule from retention_deadlines where user_id = $1 and subject_type = 'customer'`, [
    await idOf('traveller'),
  ]);
  expect([open, left]).toEqual([{ n: 0 }, { rule: 'last_of_all_plus_7_years' }]);
});

const customers = async (input: object = {}, cookie = compliance) =>
  (await call<CustomerPage>('compliance/customers', input, cookie)).body;

test('customers are listed by risk, and a review sets the level until the next assessment', async () => {
  const id = await idOf('enhanced');
  await owner.query('update profiles set is_pep = true where id = $1', [id]);
  await owner.query(
    `insert into risk_assessments (user_id, outcome, risk_level, risk_score, risk_factors, behavioral_flags, rules_triggered,
       rule_set_id, inputs, idempotency_key, request_hash, created_at)
     select $1, 'transaction_blocked', 'critical', 85, '[]', '[]', '{}', id, '{}', $2, 'x', now() - interval '1 minute'
       from risk_rule_sets limit 1`,
    [id, randomUUID()],
  );
  const [first] = (await customers()).lines;
  expect(first).toMatchObject({ customer: { id }, level: 'critical', score: 85, pep: true, tier: 3, reviewDue: true });
  expect((await customers({ view: 'due' })).lines.map(({ customer }) => customer.id)).toContain(id);
  const review = { userId: id, riskLevel: 'high', nextReviewOn: addDays(today, 90), note: 'Met in person' };
  const bad = await call('compliance/reviewCustomer', { ...review, nextReviewOn: addDays(today, 400) }, compliance);
  expect(bad.body).toMatchObject({ code: 'compliance.review_day_not_possible', data: { months: '6' } });
  expect((await call('compliance/reviewCustomer', review, compliance)).status).toBe(200);
  const [reviewed] = (await customers({ view: 'pep' })).lines;
  expect(reviewed).toMatchObject({ level: 'high', reviewDue: false, lastReviewedBy: 'Conrad Lewis' });
  expect((await customers({ view: 'due' })).lines.map(({ customer }) => customer.id)).not.toContain(id);
  const officer = await another('compliance');
  expect(JSON.stringify(await customers({}, officer.cookie))).not.toContain(officer.id);
});

test('risk is the worse of open alerts and the current assessment, with its date', async () => {
  const id = await idOf('tier1');
  const raisedAt = after(now, -hours(1));
  const riskOf = async () =>
    (await customers({ search: 'tier1@demo.test' })).lines.find(({ customer }) => customer.id === id);
  const before = await riskOf();
  const alertId = await alertAbout(id, { at: raisedAt });
  const { rows } = await owner.query('select risk_score score, priority from transaction_alerts where id = $1', [
    alertId,
  ]);
  expect(rows).toEqual([{ score: expect.any(Number), priority: 'high' }]);
  const open = await riskOf();
  expect(open).toMatchObject({ level: 'high', score: rows[0]?.score, riskAt: raisedAt.toISOString() });
  expect((await customers({ view: 'high' })).lines.map(({ customer }) => customer.id)).toContain(id);
  await owner.query(
    `insert into customer_reviews (user_id, at, reviewed_by, risk_level, next_review_on, note)
     select $1, now(), id, 'low', current_date + 30, 'Looked at' from profiles where email = 'compliance@demo.test'`,
    [id],
  );
  expect(await riskOf()).toMatchObject({ level: 'high', riskAt: raisedAt.toISOString() });
  await call('compliance/closeAlert', { alertId, outcome: 'explained', note: 'Documents' }, compliance);
  expect(await riskOf()).toMatchObject({ level: 'low', score: before?.score });
});
