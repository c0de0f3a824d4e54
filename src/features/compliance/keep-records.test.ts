import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { demoPassword } from '../../../fakes/people.ts';
import { paidBuy } from '../../../test/orders.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { jamaicaDay, shiftDay } from '../../kernel/calendar.ts';
import { after, days, hours } from '../../kernel/clock.ts';
import { markRecords } from './jobs.ts';
import { yearsAfter } from './retention.ts';
import type { CustomerPage, Figures } from './views.ts';

const server = await serverUnderTest();
const { call, owner, services } = server;
const { rowsOf, idOf, alertAbout, caseAbout, another } = suspicionsOn(server);
const cookies = {
  compliance: await sessionFor(server, 'compliance'),
  admin: await sessionFor(server, 'admin'),
  support: await sessionFor(server, 'support'),
  tier1: await sessionFor(server, 'tier1'),
  tier2: await sessionFor(server, 'tier2'),
};
const now = new Date();
server.setTime(now);
const today = jamaicaDay(now);
const figuresCsv = (cookie: string, months = '3') =>
  server.app.inject({ method: 'GET', url: `/api/compliance/figures.csv?months=${months}`, headers: { cookie } });

test('records that ended are marked for seven years, once; a case that closes anew is marked anew', async () => {
  const { orderId } = await paidBuy(server, cookies.tier1, { amount: '4000' });
  await owner.query(`update transactions set status = 'cancelled', closed_at = '2026-03-01T12:00:00Z' where id = $1`, [
    orderId,
  ]);
  const customer = await idOf('tier1');
  const caseId = await caseAbout(customer, cookies.compliance);
  const close = { caseId, outcome: 'explained', text: 'Papers account for it' };
  expect((await call('compliance/closeCase', close, cookies.compliance)).status).toBe(200);
  expect(await markRecords(services)).toBeGreaterThanOrEqual(2);
  const marks = async () =>
    rowsOf('select subject_type, kept_until, rule from retention_marks where subject_id = any($1) order by 1', [
      [orderId, caseId],
    ]);
  expect(await marks()).toEqual([
    {
      subject_type: 'case',
      kept_until: yearsAfter(today, 7),
      rule: 'case_end_plus_7_years',
    },
    { subject_type: 'order', kept_until: '2033-03-01', rule: 'order_end_plus_7_years' },
  ]);
  expect(await markRecords(services)).toBe(0);
  await call('compliance/reopenCase', { caseId, reason: 'New facts' }, cookies.compliance);
  server.setTime(after(now, days(1)));
  await call('compliance/closeCase', close, cookies.compliance);
  expect(await markRecords(services)).toBe(1);
  server.setTime(now);
  expect((await marks())[0]).toMatchObject({ kept_until: expect.not.stringMatching(today.slice(4)) });
});

test('an account with a case closes as any other does, and what is known of the case stays', async () => {
  const [plain, suspected] = await Promise.all(['traveller', 'newcomer'].map((name) => sessionFor(server, name)));
  const id = await idOf('newcomer');
  const caseId = await caseAbout(id, cookies.compliance, { alerts: [await alertAbout(id)] });
  const answers = [];
  for (const [name, cookie] of [
    ['traveller', plain],
    ['newcomer', suspected],
  ] as const) {
    const exported = await call<Record<string, unknown>>('accounts/exportData', undefined, cookie);
    expect(JSON.stringify(exported.body)).not.toMatch(
      /alert|"case|suspicio|snooze|screening|retention|kept_until|risk_score/i,
    );
    const closing = { email: `${name}@demo.test`, password: demoPassword, confirmed: true };
    const { status, body } = await call('accounts/closeAccount', closing, cookie);
    answers.push({ status, body, exported: Object.keys(exported.body).sort() });
  }
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[1]).toMatchObject({ status: 200 });
  expect((await call('compliance/case', { caseId }, cookies.compliance)).body).toMatchObject({
    alerts: 1,
    state: 'open',
  });
  await markRecords(services);
  const [open] = await rowsOf('select count(*)::int n from retention_marks where user_id = $1', [id]);
  const [left] = await rowsOf(`select rule from retention_marks where user_id = $1 and subject_type = 'customer'`, [
    await idOf('traveller'),
  ]);
  expect([open, left]).toEqual([{ n: 0 }, { rule: 'last_of_all_plus_7_years' }]);
});

const customers = async (input: object = {}, cookie = cookies.compliance) =>
  (await call<CustomerPage>('compliance/customers', input, cookie)).body;

test('customers stand by risk, and a review sets level and next day until something new is assessed', async () => {
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
  const review = { userId: id, riskLevel: 'high', nextReviewOn: shiftDay(today, 90), note: 'Met in person' };
  const bad = await call(
    'compliance/reviewCustomer',
    { ...review, nextReviewOn: shiftDay(today, 400) },
    cookies.compliance,
  );
  expect(bad.body).toMatchObject({ code: 'compliance.review_day_not_possible', data: { months: '6' } });
  expect((await call('compliance/reviewCustomer', review, cookies.compliance)).status).toBe(200);
  const [reviewed] = (await customers({ view: 'pep' })).lines;
  expect(reviewed).toMatchObject({ level: 'high', reviewDue: false, lastReviewedBy: 'Conrad Lewis' });
  expect((await customers({ view: 'due' })).lines.map(({ customer }) => customer.id)).not.toContain(id);
  const officer = await another('compliance');
  expect(JSON.stringify(await customers({}, officer.cookie))).not.toContain(officer.id);
  expect((await call('compliance/customers', {}, cookies.support)).status).toBe(403);
});

test('the figures of a month count what happened in it, and tell of reports only to compliance', async () => {
  const id = await idOf('tier2');
  const alertId = await alertAbout(id, { at: after(now, -hours(2)) });
  await call('compliance/closeAlert', { alertId, outcome: 'explained', note: 'Papers' }, cookies.compliance);
  const shown = async (cookie: string) =>
    (await call<Figures>('compliance/figures', { months: 3 }, cookie)).body.months;
  const mine = await shown(cookies.compliance);
  expect(mine).toHaveLength(3);
  expect(mine.at(-1)).toMatchObject({
    month: today.slice(0, 7),
    alertsClosed: 1,
    alertsClosedLate: 1,
    reportsFiled: 0,
  });
  expect(mine.at(-1)?.minutesToClose).toBeGreaterThanOrEqual(119);
  expect((await shown(cookies.admin)).at(-1)?.reportsFiled).toBe(null);
  const file = await figuresCsv(cookies.admin);
  expect(file.headers).toMatchObject({
    'cache-control': 'private, no-store',
    'content-type': 'text/csv; charset=utf-8',
  });
  expect(file.body.split('\r\n')).toHaveLength(5);
  expect((await figuresCsv(cookies.support)).statusCode).toBe(403);
  expect((await figuresCsv('')).statusCode).toBe(401);
  expect((await figuresCsv(cookies.admin, '999')).statusCode).toBe(400);
});

test('no act of this file was a fault', () => expect(server.faults).toEqual([]));
