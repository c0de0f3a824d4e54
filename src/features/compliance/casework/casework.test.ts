import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { buildPayIn, placePaidBuy, sell, upload } from '../../../../test/orders.ts';
import { createSession } from '../../../../test/security/actors.ts';
import { approveAs, newCustomer, submitCheck } from '../../../../test/submissions.ts';
import { setUpSuspicions } from '../../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { demoSettings } from '../../settings/demo-settings.ts';
import type { CaseView } from '../views.ts';

const server = await serverWithoutFaults();
const { call, owner } = server;

const { rowsOf, idOf, alertAbout, caseAbout, another } = setUpSuspicions(server);
const cookies = {
  compliance: await createSession(server, 'compliance'),
  admin: await createSession(server, 'admin'),
  support: await createSession(server, 'support'),
  finance: await createSession(server, 'finance'),
  tier2: await createSession(server, 'tier2'),
};
const customer = await idOf('tier2');
type Code = { code?: string; proposalId?: string };
const as = (cookie: string) => (path: string, input: object) =>
  call<Code & Record<string, string>>(`compliance/${path}`, input, cookie);
const compliance = as(cookies.compliance);
const admin = as(cookies.admin);
const showCase = async (caseId: string, cookie = cookies.compliance) =>
  (await call<CaseView>('compliance/case', { caseId }, cookie)).body;
const timelineOf = async (caseId: string) => (await showCase(caseId)).events.map(({ event }) => event);
const orderRow = async (id: string) =>
  (await rowsOf('select held, hold_reason, status, pay_out from transactions where id = $1', [id]))[0];

const setScreening = (orderId: string, result: string) =>
  owner.query(
    `with s as (insert into blockchain_screening (user_id, wallet_address, crypto_symbol, network, risk_score, screening_result,
        provider, list_versions, evidence, created_at)
       select user_id, wallet_address, crypto_symbol, network, 0, $2, 'test', '[]', '{}', now() from transactions where id = $1
       returning id) update transactions set blockchain_screening_id = (select id from s) where id = $1`,
    [orderId, result],
  );

async function heldOrder(holdReason: string | null, result = 'clear') {
  const { orderId } = await placePaidBuy(server, cookies.tier2, { amount: '5000' });
  await setScreening(orderId, result);
  await owner.query(
    `update transactions set status = 'processing', pay_in = 'received', held = $2::text is not null, hold_reason = $2
      where id = $1`,
    [orderId, holdReason],
  );
  return orderId;
}

async function caseWith(holdReason: string | null, result = 'clear') {
  const orderId = await heldOrder(holdReason, result);
  const caseId = await caseAbout(customer, cookies.compliance, { orders: [orderId] });
  return { caseId, orderId, note: 'The list was corrected' };
}

test('a case is reviewed, closed and reopened, with one timeline entry a step', async () => {
  const alert = await alertAbout(customer);
  const caseId = await caseAbout(customer, cookies.compliance, { alerts: [alert] });
  expect(await showCase(caseId)).toMatchObject({
    state: 'open',
    alerts: 1,
    assignee: { name: 'Conrad Lewis' },
    reports: [],
  });
  expect((await compliance('startReview', { caseId })).status).toBe(200);
  expect((await compliance('startReview', { caseId })).body.code).toBe('compliance.not_now');
  expect((await compliance('noteCase', { caseId, note: 'Asked for the payslips' })).status).toBe(200);
  const close = { caseId, outcome: 'explained', text: 'The payslips account for it' };
  expect((await compliance('closeCase', close)).body.code).toBe('compliance.alerts_open');
  await compliance('closeAlert', { alertId: alert, outcome: 'case_opened', note: 'In its case' });
  expect((await compliance('closeCase', close)).status).toBe(200);
  expect((await compliance('noteCase', { caseId, note: 'Too late' })).body.code).toBe('compliance.not_now');
  expect((await admin('reopenCase', { caseId, reason: 'New facts' })).status).toBe(200);
  expect(await showCase(caseId)).toMatchObject({ state: 'under_review', outcome: null });
  expect(await timelineOf(caseId)).toEqual(['opened', 'alert_added', 'review_started', 'noted', 'closed', 'reopened']);
  const entries = await rowsOf<{ action: string }>(
    `select action from audit_log where subject_id = $1 and action not like '%viewed' order by id`,
    [caseId],
  );
  expect(entries.map(({ action }) => action.replace('compliance.case_', ''))).toEqual([
    'gathered',
    'review_started',
    'noted',
    'closed',
    'reopened',
  ]);
});

test('a case refuses items of other customers and alerts of other cases', async () => {
  const other = await idOf('tier1');
  const [otherAlert, ownAlert] = [await alertAbout(other), await alertAbout(customer)];
  const caseId = await caseAbout(customer, cookies.compliance, { alerts: [ownAlert] });
  const add = (more: object) => compliance('addToCase', { caseId, ...more });
  expect((await add({ alerts: [otherAlert] })).body.code).toBe('compliance.not_of_customer');
  expect((await add({ orders: ['019386a0-0000-7000-8000-000000000000'] })).body.code).toBe(
    'compliance.not_of_customer',
  );
  expect((await add({ alerts: [ownAlert] })).status).toBe(200);
  const second = await caseAbout(customer, cookies.admin);
  expect((await admin('addToCase', { caseId: second, alerts: [ownAlert] })).body.code).toBe(
    'compliance.alert_elsewhere',
  );
  expect((await showCase(caseId)).alerts).toBe(1);
});

test('case files are uploaded by compliance only, encrypted, and hidden from other roles', async () => {
  const caseId = await caseAbout(customer, cookies.compliance);
  expect((await upload(server, cookies.tier2, 'case-file')).status).toBe(400);
  expect((await upload(server, cookies.finance, 'case-file')).status).toBe(400);
  const { body } = await upload(server, cookies.compliance, 'case-file');
  const link = (cookie: string) => call('documents/link', { fileId: body.id }, cookie);
  expect((await link(cookies.admin)).status).toBe(404);
  expect((await admin('addToCase', { caseId, files: [body.id] })).body.code).toBe('compliance.not_of_customer');
  expect((await compliance('addToCase', { caseId, files: [body.id] })).status).toBe(200);
  expect((await showCase(caseId)).files).toMatchObject([{ id: body.id, addedBy: 'Conrad Lewis' }]);
  expect((await link(cookies.admin)).status).toBe(200);
  for (const cookie of [cookies.support, cookies.finance, cookies.tier2]) expect((await link(cookie)).status).toBe(404);
  const [file] = await rowsOf('select key_id is not null sealed from files where id = $1', [body.id]);
  expect(file).toEqual({ sealed: true });
  const concerned = await another('compliance');
  const about = await caseAbout(concerned.id, cookies.compliance);
  const { body: paper } = await upload(server, cookies.compliance, 'case-file');
  await compliance('addToCase', { caseId: about, files: [paper.id] });
  expect((await call('documents/link', { fileId: paper.id }, concerned.cookie)).status).toBe(404);
});

test('holding and releasing an order in a case follows the order rules and is hidden from the customer', async () => {
  const { caseId, orderId, note } = await caseWith(null);
  const hold = { caseId, orderId, reasonCode: 'source_of_funds', note: '' };
  expect((await compliance('holdOrder', { ...hold, reasonCode: 'a_feeling' })).body.code).toBe('desk.reason_unknown');
  expect((await compliance('holdOrder', hold)).status).toBe(200);
  expect((await compliance('holdOrder', hold)).body.code).toBe('desk.not_now');
  const shown = await call('trading/show', { orderId }, cookies.tier2);
  expect(JSON.stringify(shown.body)).not.toMatch(/"held"|hold_?reason|source_of_funds|screening|compliance/i);
  expect((await showCase(caseId)).orderLines[0]).toMatchObject({ held: true, mayRelease: true, twoPeople: false });
  expect((await compliance('proposeRelease', { caseId, orderId, note })).body.code).toBe(
    'compliance.one_person_is_enough',
  );
  expect((await compliance('releaseOrder', { caseId, orderId, note })).status).toBe(200);
  expect(await orderRow(orderId)).toMatchObject({ held: false, hold_reason: null });
  const stray = await heldOrder('source_of_funds');
  expect((await compliance('releaseOrder', { caseId, orderId: stray, note })).body.code).toBe(
    'compliance.order_not_in_case',
  );
});

test('an order without a clear wallet cannot be released, even by two people', async () => {
  for (const result of ['error', 'flagged', 'high_risk']) {
    const { caseId, orderId, note } = await caseWith('wallet_not_screened', result);
    const both = [
      compliance('releaseOrder', { caseId, orderId, note }),
      compliance('proposeRelease', { caseId, orderId, note }),
    ];
    expect((await Promise.all(both)).map(({ body }) => body.code)).toEqual(['desk.screen_first', 'desk.screen_first']);
    const atDesk = await call<Code>('desk/release', { orderId, note: '' }, cookies.compliance);
    expect(atDesk.body.code).toBe('desk.screen_first');
    expect(await orderRow(orderId)).toMatchObject({ held: true });
  }
});

test('after a clear rescreening one person may release an unscreened order', async () => {
  const { caseId, orderId, note } = await caseWith('wallet_not_screened', 'error');
  expect((await call('desk/screenAgain', { orderId }, cookies.finance)).status).toBe(403);
  const rescreened = await call('desk/screenAgain', { orderId }, cookies.compliance);
  expect(rescreened.body).toMatchObject({ result: 'clear' });
  expect(await orderRow(orderId)).toMatchObject({ held: true, hold_reason: 'screened_later' });
  expect((await compliance('releaseOrder', { caseId, orderId, note })).status).toBe(200);
});

test('releasing an order stopped by a list takes two people', async () => {
  const { caseId, orderId, note } = await caseWith('wallet_blocked');
  expect((await compliance('releaseOrder', { caseId, orderId, note })).body.code).toBe('desk.two_people_needed');
  const alone = await call<Code>('desk/release', { orderId, note: '' }, cookies.compliance);
  expect(alone.body.code).toBe('desk.two_people_needed');
  const { body } = await compliance('proposeRelease', { caseId, orderId, note });
  const decide = { proposalId: body['proposalId'], decision: 'approve' };
  expect((await compliance('closeCase', { caseId, outcome: 'explained', text: 'x' })).body.code).toBe(
    'compliance.release_waits',
  );
  expect((await showCase(caseId, cookies.admin)).orderLines[0]?.release).toMatchObject({
    mayDecide: true,
    mayWithdraw: false,
    note,
  });
  expect((await admin('decideRelease', decide)).status).toBe(200);
  expect(await orderRow(orderId)).toMatchObject({ held: false, hold_reason: null });
  expect((await timelineOf(caseId)).slice(-2)).toEqual(['release_proposed', 'order_released']);
});

test('a rescreening blocks a pending release', async () => {
  const { caseId, orderId, note } = await caseWith('wallet_blocked');
  const { body } = await compliance('proposeRelease', { caseId, orderId, note });
  await call('desk/screenAgain', { orderId }, cookies.admin);
  const decide = (decision: string) => admin('decideRelease', { proposalId: body['proposalId'], decision, note });
  expect((await decide('approve')).body.code).toBe('approvals.changed_since');
  expect((await decide('reject')).status).toBe(200);
  expect(await orderRow(orderId)).toMatchObject({ held: true, hold_reason: 'wallet_blocked' });
});

const note = 'The documents were checked';
const confirmArrival = (orderId: string, amount: string) =>
  call(
    'desk/confirmReceived',
    buildPayIn(orderId, { amount, reference: randomBytes(32).toString('hex') }),
    cookies.finance,
  );
const release = (orderId: string) => call<Code>('desk/release', { orderId, note: '' }, cookies.compliance);
const holdStatus = async (orderId: string) =>
  (await rowsOf('select held, hold_reason reason from transactions where id = $1', [orderId]))[0];

/** Releases the order with two people. Returns the order as the case showed it before the release. */
async function releaseWithTwoPeople(userId: string, orderId: string) {
  const caseId = await caseAbout(userId, cookies.compliance, { orders: [orderId] });
  const [shown] = (await call<CaseView>('compliance/case', { caseId }, cookies.compliance)).body.orderLines;
  const alone = await call<Code>('compliance/releaseOrder', { caseId, orderId, note }, cookies.compliance);
  expect(alone.body.code).toBe('desk.two_people_needed');
  const { body } = await call<Code>('compliance/proposeRelease', { caseId, orderId, note }, cookies.compliance);
  const decide = { proposalId: body.proposalId, decision: 'approve', note: '' };
  expect((await call('compliance/decideRelease', decide, cookies.admin)).status).toBe(200);
  expect(await holdStatus(orderId)).toEqual({ held: false, reason: null });
  return shown;
}

test('an order over the limit of an unverified customer needs two people, with any hold reason', async () => {
  const customer = await newCustomer(server, 'Ina Newcomer');
  const { body, status } = await sell(server, customer.cookie, { amount: '0.05', holder: 'Ina Newcomer' });
  expect(status).toBe(200);
  await confirmArrival(body.orderId, '0.05');
  expect((await release(body.orderId)).body.code).toBe('desk.two_people_needed');
  await server.owner.query(`update transactions set hold_reason = 'screened_later' where id = $1`, [body.orderId]);
  expect((await release(body.orderId)).body.code).toBe('desk.two_people_needed');
  expect(await releaseWithTwoPeople(customer.id, body.orderId)).toMatchObject({
    misfit: 'limit_exceeded_after_sending',
    twoPeople: true,
    mayRelease: true,
  });
});

test('a large sell without documents needs two people even within the limits', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  // A transfer slip does not show the source of funds.
  const { body: slip } = await upload(server, customer.cookie);
  const funds = { sourceOfFunds: 'savings', sourceOfFundsFile: slip.id };
  const { body } = await sell(server, customer.cookie, { amount: '0.02', holder: 'Ina Brown', ...funds });
  await confirmArrival(body.orderId, '0.02');
  for (const tier of [1, 2] as const)
    await approveAs(server, await submitCheck(server, customer, tier), cookies.compliance);
  await approveAs(server, await submitCheck(server, customer, 3), cookies.compliance, cookies.admin);
  expect((await release(body.orderId)).body.code).toBe('desk.two_people_needed');
  expect(await releaseWithTwoPeople(customer.id, body.orderId)).toMatchObject({
    misfit: 'source_of_funds',
    twoPeople: true,
  });
});

test('one person may release an order of a customer approved meanwhile', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const { body } = await sell(server, customer.cookie, {
    amount: '0.002',
    holder: 'Ina Brown',
    accountNumber: '500-000-001',
  });
  await confirmArrival(body.orderId, '0.002');
  expect((await release(body.orderId)).body.code).toBe('desk.two_people_needed');
  await approveAs(server, await submitCheck(server, customer, 1), cookies.compliance);
  const caseId = await caseAbout(customer.id, cookies.compliance, { orders: [body.orderId] });
  const proposal = { caseId, orderId: body.orderId, note };
  expect((await call<Code>('compliance/proposeRelease', proposal, cookies.compliance)).body.code).toBe(
    'compliance.one_person_is_enough',
  );
  expect((await release(body.orderId)).status).toBe(200);
});

test('one person may release an order below the minimum size only within the limit', async () => {
  const smallest = JSON.stringify(demoSettings.order_sizes);
  await owner.query(`insert into setting_versions (key, value) values ('order_sizes', $1)`, [smallest]);
  const customer = await newCustomer(server, 'Ina Small');
  const placeSell = async (dollars: number) => {
    const quoteInput = { symbol: 'BTC', amount: '0.001' };
    const { body: quote } = await call<{ gross: { minor: string } }>('trading/quoteSell', quoteInput, customer.cookie);
    const amount = ((dollars * 0.1) / Number(quote.gross.minor)).toFixed(8);
    const bank = { holder: 'Ina Small', accountNumber: '500-000-002' };
    const { body } = await sell(server, customer.cookie, { amount, ...bank });
    expect((await confirmArrival(body.orderId, amount)).status).toBe(200);
    return body.orderId;
  };
  const reason = 'limit_exceeded_after_sending';
  const small = await placeSell(500);
  expect(await holdStatus(small)).toEqual({ held: true, reason });
  expect((await release(small)).status).toBe(200);
  expect(await holdStatus(await placeSell(3800))).toEqual({ held: false, reason: null });
  // US$25 a month are J$4,375: this order would exceed them.
  const overLimit = await placeSell(500);
  expect((await release(overLimit)).body.code).toBe('desk.two_people_needed');
  expect(await releaseWithTwoPeople(customer.id, overLimit)).toMatchObject({ misfit: reason, twoPeople: true });
});
