import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { bitcoinAddress, buildPayIn, buy, formatJamaicaTime, placePaidBuy, sell } from '../../../test/orders.ts';
import { createSession } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { addDays, jamaicaDay } from '../../kernel/calendar.ts';
import { addMonths, getReviewLimit } from './alerts.ts';
import {
  getReportClock,
  getReportDueDay,
  getReportGaps,
  isPossibleSuspicionDay,
  type ReportContent,
} from './reports.ts';
import { addYears, getCustomerRetentionEnd, getRetentionEnd } from './retention.ts';
import { isPossibleReviewDay, isReviewDue } from './review-customers.ts';
import type { CaseView, ReportPage, ReportView, ReportXml } from './views.ts';

const server = await serverUnderTest();
const { call } = server;
const { rowsOf, idOf, caseAbout, another } = setUpSuspicions(server);
const cookies = {
  compliance: await createSession(server, 'compliance'),
  admin: await createSession(server, 'admin'),
  finance: await createSession(server, 'finance'),
  tier2: await createSession(server, 'tier2'),
};
const customer = await idOf('tier2');
const now = new Date();

server.setTime(now);

const today = jamaicaDay(now);
type Answered = { code?: string; reportId: string; version: number; data?: Record<string, string> };
const act = (path: string, input: object, cookie = cookies.compliance) =>
  call<Answered>(`compliance/${path}`, input, cookie);
const show = async (reportId: string) =>
  (await call<ReportView>('compliance/report', { reportId }, cookies.compliance)).body;

async function openTestReport() {
  const { orderId } = await placePaidBuy(server, cookies.tier2, { amount: '5000' });
  const caseId = await caseAbout(customer, cookies.compliance, { orders: [orderId] });
  const { body } = await act('openReport', { caseId, suspicionFormedOn: today });
  return { caseId, orderId, reportId: body.reportId };
}
const narrative = 'The customer sent coins on to a wallet of a listed person within minutes, three times in a week.';

test('a report is drafted, stored in versions, and filed under the FID reference', async () => {
  const { caseId, reportId, orderId } = await openTestReport();
  const first = await show(reportId);
  expect(first).toMatchObject({ state: 'draft', version: 1, clock: { dueOn: addDays(today, 15), daysLeft: 15 } });
  expect(first.content).toMatchObject({ orders: [orderId], parties: [{ role: 'customer', firstName: 'Tamara' }] });
  const content = { ...first.content, narrative, reasons: ['LISTED'] };
  const saved = await act('saveReport', { reportId, version: 1, content });
  expect(saved.body).toMatchObject({ version: 2 });
  expect((await act('saveReport', { reportId, version: 1, content })).body.code).toBe('compliance.saved_since');
  expect((await show(reportId)).versions.map(({ version }) => version)).toEqual([2, 1]);
  const file = await call<ReportXml>('compliance/reportXml', { reportId }, cookies.compliance);
  expect(file.body).toMatchObject({ problems: [], fileName: expect.stringMatching(/^STR-\d+-2\.xml$/) });
  expect(file.body.xml).toContain('<amount_local>5000.00</amount_local>');
  const filing = { reportId, version: 2, fidReference: `FID-${reportId.slice(0, 8)}`, filedOn: today };
  expect((await act('fileReport', { ...filing, filedOn: addDays(today, 1) })).body.code).toBe(
    'compliance.filed_day_not_possible',
  );
  expect((await act('fileReport', { ...filing, version: 1 })).body.code).toBe('compliance.saved_since');
  expect((await act('closeCase', { caseId, outcome: 'suspicion_confirmed', text: 'x' })).body.code).toBe(
    'compliance.report_open',
  );
  expect((await act('fileReport', filing)).status).toBe(200);
  expect((await act('saveReport', { reportId, version: 2, content })).body.code).toBe('compliance.not_now');
  expect(await show(reportId)).toMatchObject({
    state: 'filed',
    fidReference: filing.fidReference,
    clock: { state: 'done' },
  });
  const other = await openTestReport();
  await act('saveReport', { reportId: other.reportId, version: 1, content: { ...content, orders: [] } });
  const duplicate = { ...filing, reportId: other.reportId };
  expect((await act('fileReport', duplicate)).body.code).toBe('compliance.reference_used');
});

test('the file names actual senders and payers, and the movements and status of each order', async () => {
  const buyer = await newCustomer(server, 'Ina Brown');
  const real = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2';
  const sold = (await sell(server, buyer.cookie, { amount: '0.0001', holder: 'Ina Brown' })).body;
  const bought = (await buy(server, buyer.cookie, { amount: '1500' })).body;
  const unpaid = (await buy(server, buyer.cookie, { amount: '1100' })).body;
  await call('trading/cancelOwn', { orderId: unpaid.orderId }, buyer.cookie);
  const reference = randomBytes(32).toString('hex');
  const coins = { amount: '0.0001', reference, senderAddress: real, movedOn: today, movedTime: formatJamaicaTime(now) };
  const payer = { payerAccount: '777000777', payerHolder: 'Third Party' };
  for (const line of [
    buildPayIn(sold.orderId, coins),
    { ...buildPayIn(bought.orderId, { amount: '1500' }), ...payer, movedOn: today },
  ])
    expect((await call('desk/confirmReceived', line, cookies.finance)).status).toBe(200);
  const orders = [sold, bought, unpaid].map(({ orderId }) => orderId);
  const caseId = await caseAbout(buyer.id, cookies.compliance, { orders });
  const { reportId } = (await act('openReport', { caseId, suspicionFormedOn: today })).body;
  const content = { ...(await show(reportId)).content, narrative, reasons: ['THIRD_PARTY'], orders };
  await act('saveReport', { reportId, version: 1, content });
  const { xml, problems } = (await call<ReportXml>('compliance/reportXml', { reportId }, cookies.compliance)).body;
  expect(problems).toEqual([]);
  const transactionXml = (reference: string) =>
    xml.match(/<transaction>.*?<\/transaction>/g)?.find((transaction) => transaction.includes(reference));
  expect(transactionXml(sold.reference)).toContain(`<wallet_address>${real}</wallet_address>`);
  expect(transactionXml(sold.reference)).not.toContain(bitcoinAddress);
  expect(transactionXml(sold.reference)).toMatch(/pending\); received: 0\.0001 BTC<.*<account_name>Ina Brown</);
  expect(transactionXml(bought.reference)).toMatch(
    /received: 1500 JMD<.*<payer>.*<account>777000777<.*<account_name>Third Party</,
  );
  expect(transactionXml(unpaid.reference)).toContain('Customer buys coins (cancelled); nothing was paid<');
});

test('a filed report never changes, for any reader and after later movements', async () => {
  const { orderId, reportId } = await openTestReport();
  const { content } = await show(reportId);
  await act('saveReport', { reportId, version: 1, content: { ...content, narrative, reasons: ['FRAUD'] } });
  const read = async (cookie: string) => (await call<ReportXml>('compliance/reportXml', { reportId }, cookie)).body;
  const fidReference = `FID-${reportId.slice(0, 8)}-KEPT`;
  const draft = await read(cookies.compliance);
  expect((await act('fileReport', { reportId, version: 2, fidReference, filedOn: today })).status).toBe(200);
  const filed = await read(cookies.compliance);
  expect(filed.xml).toContain(`<fiu_ref_number>${fidReference}</fiu_ref_number>`);
  expect(filed.fileName).toBe(draft.fileName);
  const payer = { payerHolder: 'Carl Payer', movedOn: today };
  const payIn = { ...buildPayIn(orderId, { amount: '5000' }), ...payer };
  expect((await call('desk/confirmReceived', payIn, cookies.finance)).status).toBe(200);
  expect(await read((await another('compliance')).cookie)).toEqual(filed);
  const [report] = await rowsOf('select filed_sha256 from str_reports where id = $1', [reportId]);
  const sha256 = createHash('sha256').update(filed.xml).digest('hex');
  expect(report).toEqual({ filed_sha256: sha256 });
  const logged = `select after->>'sha256' sha256 from audit_log where subject_id = $1 and action = 'compliance.report_filed'`;
  expect(await rowsOf(logged, [reportId])).toEqual([{ sha256 }]);
  const forged = `update str_reports set filed_xml = 'forged' where id = $1`;
  await expect(rowsOf(forged, [reportId])).rejects.toThrow('a filed report cannot change');
});

test('an incomplete report is not filed, and one with orders of other customers is not saved', async () => {
  const { reportId } = await openTestReport();
  const { content } = await show(reportId);
  const filing = { reportId, version: 1, fidReference: 'FID-2026-000', filedOn: today };
  const refused = await act('fileReport', filing);
  expect(refused.body).toMatchObject({ code: 'compliance.report_incomplete' });
  const { orderId } = await placePaidBuy(server, await createSession(server, 'tier1'), { amount: '4000' });
  const foreign = await act('saveReport', { reportId, version: 1, content: { ...content, orders: [orderId] } });
  expect(foreign.body.code).toBe('compliance.not_of_customer');
});

test('a case has one draft, no future suspicion, and abandoning needs a reason', async () => {
  const { caseId, reportId } = await openTestReport();
  expect((await act('openReport', { caseId, suspicionFormedOn: today })).body.code).toBe('compliance.report_open');
  const tomorrow = { caseId, suspicionFormedOn: addDays(today, 1) };
  expect((await act('openReport', tomorrow)).body.code).toBe('compliance.day_not_possible');
  expect((await act('abandonReport', { reportId, reason: '' })).status).toBe(400);
  expect((await act('abandonReport', { reportId, reason: 'The documents explain it' })).status).toBe(200);
  expect((await act('openReport', { caseId, suspicionFormedOn: today })).status).toBe(200);
});

test('an overdue draft is counted and listed first', async () => {
  const { caseId } = await openTestReport();
  await rowsOf(`update str_reports set state = 'abandoned', abandon_reason = 'x' where state = 'draft'`);
  await act('openReport', { caseId, suspicionFormedOn: addDays(today, -16) });
  await openTestReport();
  const { body } = await call<ReportPage>('compliance/reports', {}, cookies.compliance);
  expect(body.counts).toEqual({ open: 2, overdue: 1 });
  expect(body.lines.map(({ clock }) => clock.state)).toEqual(['overdue', 'in_time']);
});

test('admins cannot see in a case that a report exists', async () => {
  const { caseId, reportId } = await openTestReport();
  const showCase = async (cookie: string) => (await call<CaseView>('compliance/case', { caseId }, cookie)).body;
  const [adminView, complianceView] = [await showCase(cookies.admin), await showCase(cookies.compliance)];
  expect(adminView.reports).toBe(null);
  expect(adminView.may.report).toBe(false);
  expect(adminView.events.map(({ event }) => event)).not.toContain('report_opened');
  expect(complianceView.reports).toMatchObject([{ id: reportId }]);
  expect(complianceView.events.map(({ event }) => event)).toContain('report_opened');
});

test('a person cannot find a report about themselves in any role', async () => {
  const officer = await another('compliance');
  const caseId = await caseAbout(officer.id, cookies.compliance);
  const { body } = await act('openReport', { caseId, suspicionFormedOn: today });
  expect((await act('report', { reportId: body.reportId }, officer.cookie)).status).toBe(404);
  expect((await act('openReport', { caseId, suspicionFormedOn: today }, officer.cookie)).status).toBe(404);
  const list = await call<ReportPage>('compliance/reports', {}, officer.cookie);
  expect(list.body.lines.map(({ id }) => id)).not.toContain(body.reportId);
});

test('every view of a report is audited, readable by compliance only', async () => {
  const { reportId } = await openTestReport();
  await show(reportId);
  await act('reportXml', { reportId });
  const lines = await rowsOf(`select action, for_role, about_id from audit_log where subject_id = $1 order by id`, [
    reportId,
  ]);
  expect(lines).toEqual(
    ['opened', 'viewed', 'exported'].map((what) => ({
      action: `compliance.report_${what}`,
      for_role: 'compliance',
      about_id: customer,
    })),
  );
});

test('no command in this file failed with a fault', () => expect(server.faults).toEqual([]));

describe('report rules', () => {
  const noon = (day: string) => new Date(`${day}T17:00:00Z`);

  test('a report is due 15 days after the suspicion, across months and years', () => {
    expect(getReportDueDay('2026-11-20')).toBe('2026-12-05');
    expect(getReportDueDay('2026-12-20')).toBe('2027-01-04');
    expect(getReportDueDay('2028-02-20')).toBe('2028-03-06');
  });

  test('the report deadline counts Jamaican days: in time on day 15, overdue on day 16', () => {
    const clock = (now: Date) => getReportClock({ state: 'draft', dueOn: '2026-12-05' }, now);
    expect(clock(noon('2026-12-01'))).toEqual({ dueOn: '2026-12-05', daysLeft: 4, state: 'in_time' });
    expect(clock(noon('2026-12-02'))).toMatchObject({ daysLeft: 3, state: 'soon' });
    expect(clock(new Date('2026-12-06T04:59:59Z'))).toMatchObject({ daysLeft: 0, state: 'soon' });
    expect(clock(new Date('2026-12-06T05:00:00Z'))).toMatchObject({ daysLeft: -1, state: 'overdue' });
    expect(getReportClock({ state: 'filed', dueOn: '2026-12-05' }, noon('2027-12-01')).state).toBe('done');
  });

  test('a suspicion cannot be formed after today in Jamaica', () => {
    const lateEvening = new Date('2026-11-21T04:30:00Z');
    expect(isPossibleSuspicionDay('2026-11-20', lateEvening)).toBe(true);
    expect(isPossibleSuspicionDay('2026-11-21', lateEvening)).toBe(false);
    expect(isPossibleSuspicionDay('2019-12-31', lateEvening)).toBe(false);
  });

  test('a draft lists its missing parts', () => {
    const empty: ReportContent = { narrative: 'Too short', action: '', reasons: [], parties: [], orders: [] };
    expect(getReportGaps(empty)).toEqual(['narrative', 'reasons', 'parties']);
    const customer = { role: 'customer', kind: 'person', firstName: 'A', lastName: 'B' } as const;
    const more = { birthDate: '', country: '', account: '', note: '' };
    const parties = [{ ...customer, ...more }];
    expect(getReportGaps({ ...empty, narrative: 'x'.repeat(50), reasons: ['LISTED'], parties })).toEqual([]);
  });

  test('records are retained seven years to the day', () => {
    expect(addYears('2024-02-29', 7)).toBe('2031-03-01');
    expect(getRetentionEnd(new Date('2026-11-21T04:59:59Z'))).toBe('2033-11-20');
    expect(getRetentionEnd(new Date('2026-11-21T05:00:00Z'))).toBe('2033-11-21');
  });

  test('a customer is retained seven years after relationship, order and case, and while a case is open', () => {
    const ended = { endedAt: noon('2026-05-01'), lastOrderAt: noon('2026-03-01'), lastCaseAt: null, openCases: 0 };
    expect(getCustomerRetentionEnd(ended)).toBe('2033-05-01');
    expect(getCustomerRetentionEnd({ ...ended, lastCaseAt: noon('2026-09-01') })).toBe('2033-09-01');
    expect(getCustomerRetentionEnd({ ...ended, openCases: 1 })).toBe(null);
    expect(getCustomerRetentionEnd({ ...ended, endedAt: null })).toBe(null);
  });

  test('a higher risk means an earlier review', () => {
    expect(addMonths('2026-11-30', 3)).toBe('2027-02-28');
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
    expect(addMonths('2026-12-31', 12)).toBe('2027-12-31');
    const limits = (['critical', 'high', 'medium', 'low'] as const).map((level) => getReviewLimit(level, '2026-11-21'));
    expect(limits).toEqual([...new Set(limits)].sort());
    expect(isPossibleReviewDay('2027-02-21', 'critical', '2026-11-21')).toBe(true);
    expect(isPossibleReviewDay('2027-02-22', 'critical', '2026-11-21')).toBe(false);
    expect(isPossibleReviewDay('2026-11-21', 'low', '2026-11-21')).toBe(false);
    const never = { level: 'low', pep: false, nextReviewOn: null } as const;
    expect(isReviewDue(never, '2026-11-21')).toBe(false);
    expect(isReviewDue({ ...never, pep: true }, '2026-11-21')).toBe(true);
    expect(isReviewDue({ ...never, level: 'high' }, '2026-11-21')).toBe(true);
    expect(isReviewDue({ ...never, nextReviewOn: '2026-11-21' }, '2026-11-21')).toBe(true);
    expect(isReviewDue({ ...never, pep: true, nextReviewOn: '2026-11-22' }, '2026-11-21')).toBe(false);
  });
});
