import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { bitcoinAddress, cameIn, sellFields, wasSent } from '../orders.ts';
import { bankLine, mahoniFields } from '../payments.ts';
import { shippedRuleSet } from '../shipped-rules.ts';
import { declaration, pendingSubmission, signUpFacts } from '../submissions.ts';
import { serverWithoutFaults } from '../worker.ts';
import { openScene } from './actors.ts';
import { commands } from './commands.ts';
import { moneyTables, soundBankLines } from './matrix-bank-lines.ts';
import { soundCards } from './matrix-cards.ts';
import { soundForCompliance } from './matrix-compliance.ts';
import { soundLetters } from './matrix-letters.ts';
import { ofNobody, takingOff } from './matrix-money.ts';
import { neverSent, offeredBodies, offeredTables, paymentSent, paymentsOn, subscribing } from './matrix-payments.ts';

const server = await serverWithoutFaults();
const scene = await openScene(server);
const { call, owner } = server;

/** What an attacker would like to set beside what the form asks: columns and figures that are ours to fill. */
const coveted: Readonly<Record<string, unknown>> = {
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
const paymentId = await paymentsOn(server, scene).payment({});
const money = { network: 'bitcoin', symbol: 'BTC', currency: 'JMD', amount: '3000' };
const email = 'mass@assignment.test';
const token = 'x'.repeat(24);
const password = 'Canary-Pass-2026!';
const step = { orderId, note: '' };
const reasoned = { ...step, reasonCode: 'duplicate' };
const noFunds = { sourceOfFunds: null, sourceOfFundsFile: null };
const place = { key: randomUUID(), quoteId: randomUUID(), network: 'bitcoin', ...noFunds };
const person = {
  email,
  password,
  ...signUpFacts,
};

const passkey = { id: 'AAAA', clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA', userHandle: null };
const byId = { id: randomUUID() };
const hitDecision = {
  hitId: randomUUID(),
  decision: 'clear',
  reasonCode: 'other_person',
  note: 'Seen from the papers.',
};
const submissionId = await pendingSubmission(server, scene.ids.owner);
const [customer, judged] = [{ userId: scene.ids.owner }, { submissionId, items: [], note: '' }];
const noTier1 = { id: randomUUID(), personal_details: null, id_document: null, trn_document: null, selfie: null };
const noTier2 = { id: randomUUID(), employment: null, address_proof: null, income_proof: null };
const noProofs = { source_of_funds_proof: null, income_proof: null, jurisdiction_proof: null, wallets: null };

/** A sound body for everything that takes one, and who sends it. */
const sound: Readonly<Record<string, object>> = {
  'accounts/signUp': person,
  'accounts/verifyEmail': { token },
  'accounts/resendVerification': { email },
  'accounts/signIn': { email, password },
  'accounts/requestPasswordReset': { email },
  'accounts/resetPassword': { token, password },
  'accounts/confirmSignIn': { code: '123456' },
  'accounts/signInWithPasskey': { passkey },
  'accounts/thisWasNotMe': { token },
  'accounts/confirmAgain': { code: '123456' },
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
  ...soundLetters,
  'settings/propose': { key: 'fee', value: { basisPoints: 700 } },
  'settings/decide': { proposalId: randomUUID(), decision: 'approve' },
  'settings/history': { key: 'fee' },
  ...soundForCompliance({ userId: scene.ids.owner, orderId }),
  'risk/ruleSet': byId,
  'risk/draft': byId,
  'risk/saveDraft': { id: null, revision: 0, title: 'x', ruleSet: shippedRuleSet },
  'risk/tryDraft': byId,
  'risk/propose': { ...byId, revision: 1 },
  'risk/decide': { proposalId: randomUUID(), decision: 'approve' },
  'risk/assessments': { userId: scene.ids.owner },
  'screening/hits': {},
  'screening/decideHit': hitDecision,
  'screening/importLocal': { fileName: 'x.csv', publishedOn: '2026-11-21', csv: 'ref,name', tryOnly: true },
  'audit/list': {},
  'system/tryAgain': { job: 'trading.letter', id: randomUUID() },
  'roles/propose': { email: 'tier1@demo.test', role: 'support', act: 'grant', why: 'Starts on Monday' },
  'roles/decide': { proposalId: randomUUID(), decision: 'approve' },
  'trading/quoteBuy': money,
  'trading/quoteSell': { symbol: 'BTC', amount: '0.001' },
  'trading/placeBuyOrder': { ...place, walletAddress: bitcoinAddress },
  'trading/addressUsed': { network: 'bitcoin', walletAddress: bitcoinAddress, destinationTag: '' },
  'trading/sellWallet': { symbol: 'BTC', amount: '0.001', network: 'bitcoin', senderWalletAddress: bitcoinAddress },
  'trading/placeSellOrder': { ...place, proofFile: null, ...sellFields('Tamara Grant') },
  'trading/keepSellDraft': { data: {} },
  'subscriptions/subscribe': subscribing(),
  ...(await soundCards(server, scene)),
  ...(await offeredBodies(server)),
  'payments/listOwn': {},
  'payments/showOwn': { paymentId },
  'paymentPages/standing': { reference: paymentId },
  'payments/receipt': { paymentId },
  'payments/claim': { paymentId, proofFile: scene.proof },
  'payments/claimMahoni': { ...mahoniFields(), paymentId, proofFile: scene.proof },
  'payments/callOff': { paymentId },
  'paymentsDesk/queue': {},
  'paymentsDesk/show': { paymentId },
  'paymentsDesk/receive': bankLine(paymentId),
  'paymentsDesk/rejectClaim': { paymentId, reasonCode: 'unreadable' },
  'paymentsDesk/reject': { paymentId, reasonCode: 'not_found' },
  'paymentsDesk/prepareReturn': { paymentId, reasonCode: 'paid_twice' },
  'paymentsDesk/approveReturn': { paymentId, proposalId: paymentId },
  'paymentsDesk/declineReturn': { paymentId, proposalId: paymentId },
  'paymentsDesk/recordReturned': paymentSent(paymentId),
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
  'desk/confirmReceived': cameIn(orderId),
  'desk/recordExtra': cameIn(orderId),
  'desk/rejectClaim': reasoned,
  'desk/startProcessing': step,
  'desk/preparePayout': step,
  'desk/approvePayout': step,
  'desk/sendBackPayout': reasoned,
  'desk/withdrawPayout': step,
  'desk/recordSent': wasSent(orderId, 'BANK-0001'),
  'desk/fail': reasoned,
  'desk/cancel': reasoned,
  'desk/prepareReturn': { ...step, movementId: orderId, reasonCode: 'order_stopped' },
  'desk/approveReturn': step,
  'desk/declineReturn': step,
  'desk/recordReturned': wasSent(orderId, 'BANK-0001'),
  'desk/prepareUndo': {
    ...step,
    proposalId: orderId,
    reasonCode: 'never_sent',
    evidence: 'The account shows no line.',
  },
  'desk/undoPayIn': { ...step, movementId: orderId, ...takingOff },
  ...soundBankLines(orderId),
  ...{ 'unassigned/list': {}, 'unassigned/lookAfter': { movementId: orderId } },
  'unassigned/record': ofNobody(),
  'unassigned/attach': { movementId: orderId, reference: 'ABCD-234', amount: '20000', note: '' },
  'unassigned/prepareReturn': { movementId: orderId, reasonCode: 'paid_twice', note: '' },
  'unassigned/decide': { movementId: orderId, decision: 'approve', note: '' },
  'unassigned/recordReturned': {
    movementId: orderId,
    reference: 'BANK-0001',
    movedOn: '2026-11-20',
    movedTime: '',
    note: '',
  },
  'unassigned/undoReturn': {
    ...{ movementId: orderId, proposalId: randomUUID(), reasonCode: 'never_sent', note: '' },
    evidence: 'The account shows no such line.',
  },
  'desk/approveUndo': step,
  'desk/declineUndo': step,
  'desk/hold': reasoned,
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
  'identity/reject': judged,
  'identity/askMore': judged,
  'identity/customers': {},
  'identity/customer': customer,
  'identity/customerOrders': { ...customer, before: randomUUID() },
  'identity/addNote': { ...customer, note: 'x' },
  'identity/links': customer,
  'identity/decideLink': { ...customer, otherId: randomUUID(), decision: 'join', note: 'x' },
};
const forStaff =
  /^(approvals|audit|authoring|bankLines|cardsDesk|classesDesk|compliance|desk|enrollmentDesk|launchesDesk|letters|news|paymentsDesk|projectsDesk|risk|roles|scamDesk|screening|settings|system|unassigned|workshopsDesk)\/|^(prices\/acceptJump|appropriateness\/(record|waive)|certificates\/(ofCustomer|setStanding))$|^identity\/(?!own$|submit(Tier|Enh))/;
const aboutSomebody = /^(appropriateness|certificates|compliance|enrollmentDesk|identity|risk)\//;
/** Public questions that change nothing. */
const harmless: readonly string[] = ['prices/list', 'prices/history', 'documents/link'];
/** For staff, and about a customer by id: `userId` is their own field. */
const ofCustomer: readonly string[] = [
  'accounts/customerSessions',
  'accounts/endCustomerSessions',
  'accounts/unfreeze',
];

const withInput = commands.filter(({ input }) => input).map(({ path }) => path);

/** Everything that could have changed, as one word. */
async function fingerprint(): Promise<string> {
  const tables = [
    ...moneyTables,
    ...offeredTables,
    'order_events',
    'proposals',
    'transaction_alerts',
    'cases',
    'alert_snoozes',
    'str_reports',
    ...['customer_reviews', 'setting_versions', 'letter_versions', 'news'],
    ...['user_roles', 'quotes', 'sell_drafts'],
    'kyc_submissions',
    'kyc_items',
    'customer_notes',
    'risk_drafts',
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

test('everything that takes input is tried', () => {
  expect([...Object.keys(sound), ...harmless, ...ofCustomer].sort()).toEqual(withInput.sort());
});

test.each(Object.entries(sound))('%s refuses whatever it did not ask for, and changes nothing', async (path, body) => {
  const staff = /report/i.test(path) ? scene.cookies.compliance : scene.cookies.admin;
  const cookie = forStaff.test(path) ? staff : scene.cookies.owner;
  const before = await fingerprint();
  const taken: string[] = [];
  for (const [name, value] of Object.entries(coveted)) {
    if (path === 'trading/list' && name === 'status') continue; // Its own filter.
    if (path === 'identity/queue' && name === 'tier') continue; // Its own filter.
    if (aboutSomebody.test(path) && Object.hasOwn(body, name)) continue;
    if (path === 'screening/hits' && name === 'userId') continue; // Whom it is about.
    if (path === 'roles/propose' && name === 'role') continue; // What it is about.
    const answer = await call<{ code: string }>(path, { ...body, [name]: value }, cookie);
    if (answer.status !== 400 || answer.body.code !== 'BAD_REQUEST') taken.push(`${name}: ${answer.status}`);
  }
  expect(taken).toEqual([]);
  expect(await fingerprint()).toBe(before);
});

test('a setting cannot carry more than its shape', async () => {
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
