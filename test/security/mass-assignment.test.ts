import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { bitcoinAddress, buildPayIn, buildSent, sellFields } from '../orders.ts';
import { buildBankReceipt, mahoniFields } from '../payments.ts';
import { shippedRuleSet } from '../shipped-rules.ts';
import { declaration, insertPendingSubmission, signUpFacts } from '../submissions.ts';
import { serverWithoutFaults } from '../worker.ts';
import { createScene } from './actors.ts';
import { commands } from './commands.ts';
import { buildBankLineBodies, moneyTables } from './matrix-bank-lines.ts';
import { buildCardBodies } from './matrix-cards.ts';
import { buildComplianceBodies } from './matrix-compliance.ts';
import { identityBodies } from './matrix-identity.ts';
import { buildUnallocatedInput, unlinkReason } from './matrix-money.ts';
import { newsBodies } from './matrix-news.ts';
import {
  buildOfferBodies,
  buildPaymentSent,
  buildSubscription,
  createPaymentInputs,
  neverSent,
  offerTables,
} from './matrix-payments.ts';
import { systemBodies } from './matrix-system.ts';

const server = await serverWithoutFaults();
const scene = await createScene(server);
const { call, owner } = server;

/** Fields that only the server may set, with a forbidden value. */
const forbiddenFields: Readonly<Record<string, unknown>> = {
  status: 'completed',
  payIn: 'received',
  pay_in: 'received',
  held: false,
  risk_score: 0,
  riskScore: 0,
  role: 'admin',
  roles: ['admin'],
  user_id: randomUUID(),
  userId: randomUUID(),
  fee_percent: 0,
  feeBasisPoints: 0,
  net_jmd_amount: '999999.00',
  net: { currency: 'JMD', minor: '99999900' },
  priceUsd: '1',
  emailVerified: true,
  is_pep: false,
  tier: 3,
};

const orderId = await scene.order({ payIn: 'claimed' });
const paymentId = await createPaymentInputs(server, scene).insertPayment({});
const money = { network: 'bitcoin', symbol: 'BTC', currency: 'JMD', amount: '3000' };
const email = 'mass@assignment.test';
const token = 'x'.repeat(24);
const password = 'Canary-Pass-2026!';
const step = { orderId, note: '' };
const reasonedStep = { ...step, reasonCode: 'duplicate' };
const noFunds = { sourceOfFunds: null, sourceOfFundsFile: null };
const orderInput = { key: randomUUID(), quoteId: randomUUID(), network: 'bitcoin', ...noFunds };
const person = { email, password, ...signUpFacts };

const passkey = { id: 'AAAA', clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA', userHandle: null };
const byId = { id: randomUUID() };
const hitDecision = {
  hitId: randomUUID(),
  decision: 'clear',
  reasonCode: 'other_person',
  note: 'Seen from the papers.',
};
const submissionId = await insertPendingSubmission(server, scene.ids.owner);
const [customer, itemDecision] = [{ userId: scene.ids.owner }, { submissionId, items: [], note: '' }];
const noTier1 = { id: randomUUID(), personal_details: null, id_document: null, trn_document: null, selfie: null };
const noTier2 = { id: randomUUID(), employment: null, address_proof: null, income_proof: null };
const noProofs = { source_of_funds_proof: null, income_proof: null, jurisdiction_proof: null, wallets: null };

const validBodies: Readonly<Record<string, object>> = {
  'accounts/signUp': person,
  'accounts/verifyEmail': { token },
  'accounts/resendVerification': { email },
  'accounts/signIn': { email, password },
  'accounts/requestPasswordReset': { email },
  'accounts/resetPassword': { token, password },
  'accounts/confirmSignIn': { code: '123456' },
  'accounts/signInWithPasskey': { passkey },
  'accounts/thisWasNotMe': { token },
  'accounts/reauthenticate': { code: '123456' },
  'accounts/endSession': byId,
  'accounts/confirmAuthenticator': { code: '123456' },
  'accounts/registerPasskey': {
    name: 'Laptop',
    answer: { id: 'AAAA', clientDataJSON: 'AAAA', attestationObject: 'AAAA', transports: [] },
  },
  'accounts/renamePasskey': { ...byId, name: 'Laptop' },
  'accounts/removePasskey': byId,
  'accounts/changePassword': { email, currentPassword: password, newPassword: password },
  'accounts/closeAccount': { email, password, confirmed: true },
  'accountPages/updateProfile': { displayName: 'Ina' },
  'prices/acceptJump': { symbol: 'BTC', seen: '150000', reason: 'Seen elsewhere' },
  ...{ ...newsBodies, ...identityBodies },
  'settings/propose': { key: 'fee', value: { basisPoints: 700 } },
  'settings/decide': { proposalId: randomUUID(), decision: 'approve' },
  'settings/history': { key: 'fee' },
  ...buildComplianceBodies({ userId: scene.ids.owner, orderId }),
  'risk/backtest': { ruleSet: shippedRuleSet },
  'risk/propose': { title: 'x', ruleSet: shippedRuleSet },
  'risk/decide': { proposalId: randomUUID(), decision: 'approve' },
  'risk/assessments': { userId: scene.ids.owner },
  'screening/hits': {},
  'screening/decideHit': hitDecision,
  'screening/importLocal': { fileName: 'x.csv', publishedOn: '2026-11-21', csv: 'ref,name', tryOnly: true },
  'audit/list': {},
  ...systemBodies,
  'roles/propose': { email: 'tier1@demo.test', role: 'support', act: 'grant', why: 'Starts on Monday' },
  'roles/decide': { proposalId: randomUUID(), decision: 'approve' },
  'trading/quoteBuy': money,
  'trading/quoteSell': { symbol: 'BTC', amount: '0.001' },
  'trading/placeBuyOrder': { ...orderInput, walletAddress: bitcoinAddress },
  'trading/addressUsed': { network: 'bitcoin', walletAddress: bitcoinAddress, destinationTag: '' },
  'trading/sellWallet': { symbol: 'BTC', amount: '0.001', network: 'bitcoin', senderWalletAddress: bitcoinAddress },
  'trading/placeSellOrder': { ...orderInput, proofFile: null, ...sellFields('Tamara Grant') },
  'trading/saveSellDraft': { data: {} },
  'subscriptions/subscribe': buildSubscription(),
  ...(await buildCardBodies(server, scene)),
  ...(await buildOfferBodies(server)),
  'payments/listOwn': {},
  'payments/showOwn': { paymentId },
  'paymentPages/status': { reference: paymentId },
  'payments/receipt': { paymentId },
  'payments/claim': { paymentId, proofFile: scene.proof },
  'payments/claimMahoni': { ...mahoniFields(), paymentId, proofFile: scene.proof },
  'payments/cancel': { paymentId },
  'paymentsDesk/queue': {},
  'paymentsDesk/show': { paymentId },
  'paymentsDesk/receive': buildBankReceipt(paymentId),
  'paymentsDesk/rejectClaim': { paymentId, reasonCode: 'unreadable' },
  'paymentsDesk/reject': { paymentId, reasonCode: 'not_found' },
  'paymentsDesk/prepareReturn': { paymentId, reasonCode: 'paid_twice' },
  'paymentsDesk/approveReturn': { paymentId, proposalId: paymentId },
  'paymentsDesk/declineReturn': { paymentId, proposalId: paymentId },
  'paymentsDesk/recordReturned': buildPaymentSent(paymentId),
  'paymentsDesk/prepareUndo': { paymentId, proposalId: paymentId, ...neverSent },
  'paymentsDesk/approveUndo': { paymentId, proposalId: paymentId },
  'paymentsDesk/declineUndo': { paymentId, proposalId: paymentId },
  'trading/list': {},
  'trading/show': { orderId },
  'trading/receipt': { orderId },
  'trading/claimPayment': { orderId, proofFile: scene.proof },
  'trading/cancelOwn': { orderId },
  'trading/choosePrice': { orderId, seen: null },
  'agreements/agree': { agreed: [{ document: 'terms', version: '1.0' }] },
  'location/consent': { allow: true },
  'location/dismissAlert': { id: randomUUID() },
  'desk/queue': {},
  'desk/order': { orderId },
  'desk/confirmReceived': buildPayIn(orderId),
  'desk/recordExtra': buildPayIn(orderId),
  'desk/rejectClaim': reasonedStep,
  'desk/startProcessing': step,
  'desk/preparePayout': step,
  'desk/approvePayout': step,
  'desk/sendBackPayout': reasonedStep,
  'desk/withdrawPayout': step,
  'desk/recordSent': buildSent(orderId, 'BANK-0001'),
  'desk/fail': reasonedStep,
  'desk/cancel': reasonedStep,
  'desk/prepareReturn': { ...step, movementId: orderId, reasonCode: 'order_stopped' },
  'desk/approveReturn': step,
  'desk/declineReturn': step,
  'desk/recordReturned': buildSent(orderId, 'BANK-0001'),
  'desk/prepareUndo': {
    ...step,
    proposalId: orderId,
    reasonCode: 'never_sent',
    evidence: 'The account shows no line.',
  },
  'desk/undoPayIn': { ...step, movementId: orderId, ...unlinkReason },
  ...buildBankLineBodies(orderId),
  ...{ 'unallocated/list': {}, 'unallocated/assignToSelf': { movementId: orderId } },
  'unallocated/record': buildUnallocatedInput(),
  'unallocated/attach': { movementId: orderId, reference: 'ABCD-234', amount: '20000', note: '' },
  'unallocated/prepareReturn': { movementId: orderId, reasonCode: 'paid_twice', note: '' },
  'unallocated/decide': { movementId: orderId, decision: 'approve', note: '' },
  'unallocated/recordReturned': {
    movementId: orderId,
    reference: 'BANK-0001',
    movedOn: '2026-11-20',
    movedTime: '',
    note: '',
  },
  'unallocated/undoReturn': {
    ...{ movementId: orderId, proposalId: randomUUID(), reasonCode: 'never_sent', note: '' },
    evidence: 'The account shows no such line.',
  },
  'desk/approveUndo': step,
  'desk/declineUndo': step,
  'desk/hold': reasonedStep,
  'desk/release': step,
  'desk/wallet': step,
  'desk/note': { orderId, note: 'x' },
  'identity/submitTier1': noTier1,
  'identity/submitTier2': noTier2,
  'identity/submitEnhanced': { id: randomUUID(), declaration, ...noProofs },
  'identity/enhancedPreview': { pep: false, highRiskJurisdiction: false, occupation: 'judge', monthlyIncome: '1' },
  'identity/queue': {},
  'identity/submission': { submissionId },
  'identity/decideItems': { submissionId, items: [{ item: 'declaration', decision: 'accept' }] },
  'identity/approve': { submissionId },
  'identity/reject': itemDecision,
  'identity/requestMoreInfo': itemDecision,
  'identity/customers': {},
  'identity/customer': customer,
  'identity/customerOrders': { ...customer, before: randomUUID() },
  'identity/addNote': { ...customer, note: 'x' },
  'identity/links': customer,
  'identity/decideLink': { ...customer, otherId: randomUUID(), decision: 'join', note: 'x' },
};
const staffPaths =
  /^(announcements|approvals|audit|authoring|bankLines|cardsDesk|compliance|desk|discountsDesk|enrollmentDesk|helpDesk|launchesDesk|news|paymentsDesk|projectsDesk|risk|roles|scamDesk|screening|settings|system|unallocated|workshopsDesk)\/|^(prices\/acceptJump|appropriateness\/(record|waive)|certificates\/(ofCustomer|setStanding))$|^identity\/(?!own$|submit(Tier|Enh))/;
const customerPaths = /^(appropriateness|certificates|compliance|discountsDesk|enrollmentDesk|identity|risk)\//;
const readOnlyCommands: readonly string[] = ['prices/list', 'prices/history', 'documents/link'];
const customerCommands: readonly string[] = [
  'accounts/customerSessions',
  'accounts/endCustomerSessions',
  'accounts/unfreeze',
];

const withInput = commands.filter(({ input }) => input).map(({ path }) => path);

async function fingerprint(): Promise<string> {
  const tables = [
    ...moneyTables,
    ...offerTables,
    'order_events',
    'proposals',
    'transaction_alerts',
    'cases',
    'alert_snoozes',
    'str_reports',
    ...['customer_reviews', 'setting_versions', 'news', 'announcements', 'promo_codes'],
    ...['user_roles', 'quotes', 'sell_drafts'],
    'kyc_submissions',
    'kyc_items',
    'customer_notes',
    'risk_rule_sets',
    'name_hits',
    'sanctions_sources',
  ];
  const parts = [...tables.map((table) => `public.${table}`), 'auth."user"', 'auth.account', 'profiles'].map(
    (table) => `(select coalesce(md5(string_agg(t::text, '' order by t::text)), '-') from ${table} t)`,
  );
  const { rows } = await owner.query<{ print: string }>(`select concat_ws(' ', ${parts.join(', ')}) print`);
  return rows[0]?.print ?? '';
}

test('every procedure with input is tested', () => {
  expect([...Object.keys(validBodies), ...readOnlyCommands, ...customerCommands].sort()).toEqual(withInput.sort());
});

test.each(Object.entries(validBodies))('%s refuses every unknown field and changes nothing', async (path, body) => {
  const staff = /report/i.test(path) ? scene.cookies.compliance : scene.cookies.admin;
  const cookie = staffPaths.test(path) ? staff : scene.cookies.owner;
  const before = await fingerprint();
  const accepted: string[] = [];
  for (const [name, value] of Object.entries(forbiddenFields)) {
    if (path === 'trading/list' && name === 'status') continue; // A filter of this query.
    if (path === 'scamDesk/submissions' && name === 'status') continue; // A filter of this query.
    if (path === 'identity/queue' && name === 'tier') continue; // A filter of this query.
    if (customerPaths.test(path) && Object.hasOwn(body, name)) continue;
    if (path === 'screening/hits' && name === 'userId') continue; // An input of this command.
    if (path === 'roles/propose' && name === 'role') continue; // An input of this command.
    const answer = await call<{ code: string }>(path, { ...body, [name]: value }, cookie);
    if (answer.status !== 400 || answer.body.code !== 'BAD_REQUEST') accepted.push(`${name}: ${answer.status}`);
  }
  expect(accepted).toEqual([]);
  expect(await fingerprint()).toBe(before);
});

test('a setting refuses fields outside its schema', async () => {
  const value = { basisPoints: 700, approved_by: scene.ids.owner };
  const answer = await call('settings/propose', { key: 'fee', value }, scene.cookies.admin);
  expect(answer).toMatchObject({ status: 422, body: { code: 'settings.invalid' } });
});

test.each([
  '{"json":{"symbol":"BTC","currency":"JMD","amount":"3000","__proto__":{"roles":["admin"]}}}',
  '{"json":{"symbol":"BTC","currency":"JMD","amount":"3000","constructor":{"prototype":{"roles":["admin"]}}}}',
  '{"json":{"symbol":"BTC","currency":"JMD","amount":"3000"},"meta":[[1,"__proto__","roles"]]}',
  '{"__proto__":{"json":{}},"json":{}}',
])('a body that reaches for a prototype is refused: %s', async (payload) => {
  const headers = { 'content-type': 'application/json', cookie: scene.cookies.owner ?? '' };
  const answer = await server.app.inject({ method: 'POST', url: '/api/rpc/trading/quoteBuy', headers, payload });
  expect(answer.statusCode).toBe(400);
  expect(({} as { roles?: unknown }).roles).toBeUndefined();
});
