import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { demoPassword } from '../../fakes/people.ts';
import { api } from '../../src/api.ts';
import { askedForChoice, bitcoinAddress, cameIn, jumpedPrice, sellFields, upload, wasSent } from '../orders.ts';
import { serverUnderTest } from '../worker.ts';
import { type Actor, actors, nameOf, openScene, sessionFor } from './actors.ts';
import { complianceLines, reportLines } from './matrix-compliance.ts';
import { identityLines } from './matrix-identity.ts';
import { agreeing, inHand, mattersOn, noFunds, ordersOn, someHash, stopped, undoing } from './matrix-inputs.ts';
import { moneyLines } from './matrix-money.ts';
import { riskLines } from './matrix-risk.ts';
import { screeningLines } from './matrix-screening.ts';
import {
  all,
  anySession,
  anyStaff,
  desk,
  everybody,
  judge,
  leak,
  ownerOnly,
  ownerOrStaff,
  type Row,
  strangers,
} from './verdicts.ts';

const server = await serverUnderTest();
const scene = await openScene(server);
const { call, owner: database } = server;

type Line = { row: Row; input?: (actor: Actor) => Promise<unknown> };
const lasting = ['owner', 'other', 'support', 'compliance', 'finance', 'admin', 'staffOwner'] as const;

/** The cookie to knock with: a session of its own where the act would end it. */
const cookieOf = (actor: Actor, path: string) =>
  path === 'accounts/signOut' && lasting.some((name) => name === actor)
    ? sessionFor(server, nameOf(actor))
    : scene.cookies[actor];
const line = (row: Row, input?: Line['input']): Line => ({ row, ...(input && { input }) });

const { on, onApproved, onPrepared, onReturn, onUndoing, orderFor, reasoned } = ordersOn(server, scene);
const { alertOf, newRole, proofOf, proposedRole, proposedSetting, quoted } = mattersOn(server, scene);

const fromWallet = { symbol: 'BTC', amount: '0.001', network: 'bitcoin', senderWalletAddress: bitcoinAddress };
const once = { password: 'Canary-Pass-2026!', token: 'x'.repeat(24) };
const signed = { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' };
const noPasskey = { id: 'AAAA', ...signed, userHandle: null };
/** What it is tried on is nobody's. */
const nothingOfTheirs: Row = { ...all(404), ...strangers };
const person = () => ({
  email: `${randomUUID()}@matrix.test`,
  password: once.password,
  firstName: 'Ina',
  lastName: 'Brown',
  phoneNumber: '+18765550100',
  dateOfBirth: '1990-04-12',
  countryOfResidence: 'JM',
  nationality: 'JM',
  occupation: 'Teacher',
  isPep: false,
  agreed: true,
});

/** Who may do what: every procedure of the product. A new one that is not in here fails the first test. */
const matrix: Readonly<Record<string, Line>> = {
  'accounts/signUp': line(everybody, async () => person()),
  'accounts/verifyEmail': line(everybody, async () => ({ token: once.token })),
  'accounts/resendVerification': line(everybody, async () => ({ email: `${randomUUID()}@matrix.test` })),
  'accounts/signIn': line(everybody, async () => ({ email: `${randomUUID()}@matrix.test`, password: once.password })),
  'accounts/requestPasswordReset': line(everybody, async () => ({ email: `${randomUUID()}@matrix.test` })),
  'accounts/resetPassword': line(everybody, async () => once),
  'accounts/viewer': line(anySession),
  'accounts/demoPeople': line(everybody),
  'documents/link': line(ownerOrStaff, async () => ({ fileId: scene.proof })),
  'documents/testKycUpload': line(anySession),
  'documents/testStorage': line({ ...desk([]), staffOwner: 'yes' }),
  'accounts/secondStep': line(everybody),
  'accounts/confirmSignIn': line(everybody, async () => ({ code: '000000' })),
  'accounts/passkeyOptions': line(everybody),
  'accounts/signInWithPasskey': line(everybody, async () => ({ passkey: noPasskey })),
  'accounts/thisWasNotMe': line(everybody, async () => ({ token: once.token })),
  'accounts/confirmWays': line(anySession),
  'accounts/confirmAgain': line(anySession, async () => ({ password: demoPassword })),
  'accounts/security': line(anySession),
  'accounts/endSession': line(nothingOfTheirs, async () => ({ id: randomUUID() })),
  'accounts/endOtherSessions': line(anySession),
  'accounts/startAuthenticator': line(anySession),
  'accounts/confirmAuthenticator': line(anySession, async () => ({ code: '000000' })),
  'accounts/removeAuthenticator': line(anySession),
  'accounts/newCodes': line(anySession),
  'accounts/newPasskeyOptions': line(anySession),
  'accounts/registerPasskey': line(anySession, async () => ({
    name: 'Laptop',
    answer: { id: 'AAAA', clientDataJSON: 'AAAA', attestationObject: 'AAAA', transports: [] },
  })),
  'accounts/renamePasskey': line(nothingOfTheirs, async () => ({ id: randomUUID(), name: 'Laptop' })),
  'accounts/removePasskey': line(nothingOfTheirs, async () => ({ id: randomUUID() })),
  'accounts/changePassword': line(anySession, async () => ({
    email: 'nobody@matrix.test',
    currentPassword: once.password,
    newPassword: once.password,
  })),
  'accounts/closeAccount': line(anySession, async () => ({
    email: 'nobody@matrix.test',
    password: once.password,
    confirmed: true,
  })),
  'accounts/exportData': line(anySession),
  'accounts/customerSessions': line(desk(['support', 'compliance'], 'yes'), async () => ({
    userId: scene.ids.preparer,
  })),
  'accounts/endCustomerSessions': line(desk(['support', 'compliance'], 'yes'), async () => ({
    userId: scene.ids.preparer,
  })),
  'accounts/unfreeze': line(desk(['compliance'], 'yes'), async () => ({
    userId: scene.ids.preparer,
    reasonCode: 'owner_proved',
  })),
  'accountPages/overview': line(anySession),
  'accountPages/profile': line(anySession),
  'accountPages/subscription': line(anySession),
  'accountPages/updateProfile': line(anySession, async () => ({ avatarUrl: 'https://example.com/me.png' })),
  'prices/list': line(everybody, async () => ({})),
  'prices/history': line(everybody, async () => ({ symbol: 'BTC', range: '24h' })),
  'prices/jumps': line(desk(anyStaff, 'yes')),
  'prices/acceptJump': line(desk(['finance'], 'yes'), () => jumpedPrice(database)),
  'prices/refresh': line(everybody),
  'prices/test': line(everybody),
  'audit/list': line(desk(['compliance'], 'yes'), async () => ({})),
  'audit/about': line(desk(['compliance'], 'yes')),
  'roles/list': line(desk(['compliance'], 'yes')),
  'roles/propose': line(desk([], 'yes'), newRole),
  'roles/decide': line(desk(['compliance'], 'yes'), async () => ({
    proposalId: await proposedRole(),
    decision: 'approve',
  })),
  'settings/publicTerms': line(everybody),
  'settings/list': line(desk(anyStaff, 'yes')),
  'settings/history': line(desk(anyStaff, 'yes'), async () => ({ key: 'fee' })),
  'settings/propose': line(desk(['finance'], 'yes'), async () => {
    await database.query(`delete from proposals where kind = 'setting'`);
    return { key: 'fee', value: { basisPoints: 700 } };
  }),
  'settings/decide': line(desk(['finance'], 'yes'), async () => ({
    proposalId: await proposedSetting(),
    decision: 'approve',
  })),
  ...complianceLines(server, scene),
  ...reportLines(server, scene),
  ...riskLines(server, scene),
  ...screeningLines(server, scene),
  ...moneyLines(server, scene),
  'trading/limits': line(anySession),
  'trading/quoteBuy': line(anySession, async () => ({
    ...{ network: 'bitcoin', symbol: 'BTC', currency: 'JMD', amount: '3000' },
  })),
  'trading/quoteSell': line(anySession, async () => ({ symbol: 'BTC', amount: '0.001' })),
  'trading/placeBuyOrder': line(anySession, async (actor) => ({
    key: randomUUID(),
    quoteId: await quoted(actor, 'Buy'),
    network: 'bitcoin',
    walletAddress: bitcoinAddress,
    ...noFunds,
  })),
  'trading/sellWallet': line(anySession, async () => fromWallet),
  'trading/placeSellOrder': line(anySession, async (actor) => ({
    key: randomUUID(),
    quoteId: await quoted(actor, 'Sell'),
    proofFile: await proofOf(actor),
    ...noFunds,
    ...sellFields('Tamara Grant'),
  })),
  'trading/keepSellDraft': line(anySession, async () => ({ data: { bankName: 'Half a name' } })),
  'trading/sellDraft': line(anySession),
  'trading/list': line(anySession, async () => ({})),
  'trading/counts': line(anySession),
  'trading/show': line(ownerOnly(404), on({ payIn: 'received' })),
  'trading/receipt': line(ownerOrStaff, on({ status: 'completed', payIn: 'received', payOut: 'sent', side: 'sell' })),
  'trading/claimPayment': line(ownerOnly(403), async (actor) => ({
    orderId: await orderFor(actor, {}),
    proofFile: await proofOf(actor),
  })),
  'trading/cancelOwn': line(ownerOnly(403), on({})),
  'trading/choosePrice': line(ownerOnly(403), async (actor) => {
    const { orderId } = (await on({})(actor)) as { orderId: string };
    return askedForChoice(server, orderId);
  }),
  'agreements/due': line(anySession),
  'agreements/agree': line(anySession, async () => agreeing),
  'location/own': line(anySession),
  'location/consent': line(anySession, async () => ({ allow: true })),
  'location/detect': line(anySession, async () => {
    await database.query('update profiles set location_consent = true, location_asked_at = now()');
    return undefined;
  }),
  'location/dismissAlert': line(ownerOnly(404), async (actor) => ({ id: await alertOf(actor) })),
  'desk/queue': line(desk(anyStaff, 'yes'), async () => ({})),
  'desk/order': line(desk(anyStaff, 404), on({ payIn: 'claimed' })),
  'desk/wallet': line(desk(['compliance'], 404), on({ payIn: 'claimed' })),
  'desk/confirmReceived': line(desk(['finance']), async (actor) =>
    cameIn(await orderFor(actor, { payIn: 'claimed' }), { reference: `BANK-${randomUUID()}` }),
  ),
  'desk/recordExtra': line(desk(['finance']), async (actor) =>
    cameIn(await orderFor(actor, inHand), { reference: `BANK-${randomUUID()}` }),
  ),
  'desk/rejectClaim': line(desk(['finance']), reasoned({ payIn: 'claimed' }, 'unreadable')),
  'desk/startProcessing': line(desk(['finance']), on({ payIn: 'received' })),
  'desk/preparePayout': line(desk(['finance']), on(inHand)),
  'desk/approvePayout': line(desk(['finance']), onPrepared('somebody else')),
  'desk/sendBackPayout': line(desk(['finance']), onPrepared('somebody else', { reasonCode: 'amount_wrong' })),
  'desk/withdrawPayout': line(desk(['finance']), onPrepared('the actor')),
  'desk/recordSent': line(
    desk(['finance']),
    onApproved('payout', (orderId) => wasSent(orderId, someHash())),
  ),
  'desk/fail': line(desk(['finance']), reasoned(inHand, 'our_mistake')),
  'desk/cancel': line(desk(['finance']), reasoned({ payIn: 'claimed' }, 'duplicate')),
  'desk/prepareReturn': line(desk(['finance']), async (actor) => {
    const orderId = await orderFor(actor, stopped);
    return { orderId, movementId: orderId, reasonCode: 'order_stopped' };
  }),
  'desk/approveReturn': line(desk(['finance']), onReturn),
  'desk/declineReturn': line(desk(['finance']), onReturn),
  'desk/recordReturned': line(
    desk(['finance']),
    onApproved('return', (orderId) => wasSent(orderId, `BACK-${randomUUID()}`)),
  ),
  'desk/prepareUndo': line(
    desk(['finance']),
    onApproved('payout', (orderId, proposalId) => ({ orderId, ...undoing(proposalId) })),
  ),
  'desk/approveUndo': line(desk(['finance']), onUndoing),
  'desk/declineUndo': line(desk(['finance']), onUndoing),
  'desk/hold': line(desk(['compliance']), reasoned({ payIn: 'claimed' }, 'unusual_pattern')),
  'desk/release': line(desk(['compliance']), on({ payIn: 'claimed', held: true })),
  'desk/note': line(desk(anyStaff), on({ payIn: 'claimed' }, { note: 'Called about it' })),
  ...identityLines(server, scene),
  'accounts/signOut': line(everybody),
};

const paths = Object.entries(api).flatMap(([feature, procedures]) =>
  Object.keys(procedures).map((name) => `${feature}/${name}`),
);
test('every command and question of the product stands in the matrix, and nothing else', () => {
  expect(Object.keys(matrix).sort()).toEqual([...paths].sort());
});

test.each(Object.entries(matrix))('%s answers everybody as the matrix says', async (path, { row, input }) => {
  const wrong: string[] = [];
  for (const actor of actors) {
    const cookie = await cookieOf(actor, path);
    const answer = await call(path, await input?.(actor), cookie);
    const text = JSON.stringify([answer.body, answer.headers]);
    const fault = judge({ status: answer.status, text }, row[actor], path);
    if (fault) wrong.push(`${actor}: ${fault}`);
    const found = leak(actor, text);
    if (found) wrong.push(`${actor} reads "${found}" of the owner`);
  }
  expect(wrong).toEqual([]);
});

test('every act of the desk on an order that does not exist is a 404 for staff and a 403 for customers', async () => {
  for (const path of paths.filter((name) => name.startsWith('desk/') && name !== 'desk/queue')) {
    const [feature, name] = path.split('/') as [keyof typeof api, string];
    const shape = (api[feature] as Record<string, { '~orpc': { inputSchema?: unknown } }>)[name]?.['~orpc'].inputSchema;
    const fields = Object.keys((shape as { shape: object }).shape);
    const [orderId, other] = [randomUUID(), randomUUID()];
    const known = { ...cameIn(orderId), ...undoing(other), movementId: other, reasonCode: 'duplicate', note: 'x' };
    const fitting = Object.fromEntries(Object.entries(known).filter(([field]) => fields.includes(field)));
    expect([path, (await call(path, fitting, scene.cookies.admin)).status]).toEqual([path, 404]);
    expect([path, (await call(path, fitting, scene.cookies.other)).status]).toEqual([path, 403]);
  }
});

test('a foreign quote, file or order id is as good as none in every command that takes one', async () => {
  const [theirs, mine] = [scene.cookies.owner ?? '', scene.cookies.other ?? ''];
  const orderId = await scene.order();
  const quote = { network: 'bitcoin', symbol: 'BTC', currency: 'JMD', amount: '3000' };
  const { body: own } = await call<{ id: string }>('trading/quoteBuy', quote, theirs);
  const place = { key: randomUUID(), network: 'bitcoin', walletAddress: bitcoinAddress, ...noFunds };
  const used = await call('trading/placeBuyOrder', { ...place, quoteId: own.id }, mine);
  expect(used).toMatchObject({ status: 409, body: { code: 'trading.quote_lapsed' } });
  expect((await call('trading/claimPayment', { orderId, proofFile: scene.proof }, mine)).status).toBe(404);
  const foreignProof = { orderId: await scene.order(), proofFile: (await upload(server, mine)).body.id };
  expect((await call('trading/claimPayment', foreignProof, theirs)).body).toMatchObject({
    code: 'trading.proof_missing',
  });
  const { body: page } = await call<{ orders: { id: string }[] }>('trading/list', { before: orderId }, mine);
  expect(JSON.stringify(page)).not.toContain(scene.ids.owner);
});

test('staff do not see on the desk that their own order is held', async () => {
  const id = await scene.order({ of: 'staffOwner', payIn: 'claimed', held: true });
  const { body } = await call<{ lines: { id: string }[] }>('desk/queue', { filter: 'held' }, scene.cookies.staffOwner);
  expect(body.lines.map((entry) => entry.id)).not.toContain(id);
});

test('no cell of the matrix was a fault', () => expect(server.faults).toEqual([]));
