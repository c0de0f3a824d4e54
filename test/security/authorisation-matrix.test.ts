import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { demoPassword } from '../../fakes/people.ts';
import { askedForChoice, bitcoinAddress, cameIn, jumpedPrice, sellFields, upload, wasSent } from '../orders.ts';
import { newCustomer } from '../submissions.ts';
import { serverWithoutFaults } from '../worker.ts';
import { type Actor, actors, nameOf, openScene, sessionFor } from './actors.ts';
import { commands } from './commands.ts';
import { moneyInLines } from './matrix-bank-lines.ts';
import { complianceLines, reportLines } from './matrix-compliance.ts';
import { identityLines } from './matrix-identity.ts';
import { agreeing, inHand, mattersOn, noFunds, ordersOn, person, someHash, stopped, undoing } from './matrix-inputs.ts';
import { letterLines } from './matrix-letters.ts';
import { moneyLines } from './matrix-money.ts';
import { riskLines } from './matrix-risk.ts';
import { screeningLines } from './matrix-screening.ts';
import { houseLines } from './matrix-system.ts';
import {
  all,
  anySession,
  everybody,
  judge,
  leak,
  type Outcome,
  ownerOnly,
  ownerOrStaff,
  printed,
  type Row,
  staffRow,
  strangers,
} from './verdicts.ts';

const server = await serverWithoutFaults();
const scene = await openScene(server);
const { call, owner: database } = server;

/** What a command is tried on. Who may is its row; of staff's that is made from the table of acts, but for `own`. */
type Line = { row?: Row; own?: Outcome; input?: (actor: Actor) => Promise<unknown> };
const lasting = ['owner', 'other', 'support', 'compliance', 'finance', 'admin', 'staffOwner'] as const;

/** The cookie to knock with: a session of its own where the act would end it. */
const cookieOf = (actor: Actor, path: string) =>
  path === 'accounts/signOut' && lasting.some((name) => name === actor)
    ? sessionFor(server, nameOf(actor))
    : scene.cookies[actor];
const line = (row: Row, input?: Line['input']): Line => ({ row, ...(input && { input }) });
const staff = (own: Outcome, input?: Line['input']): Line => ({ own, ...(input && { input }) });

const { on, onApproved, onPrepared, onReturn, onUndoing, orderFor, reasoned } = ordersOn(server, scene);
const { alertOf, newRole, proofOf, proposedRole, proposedSetting, quoted } = mattersOn(server, scene);

const fromWallet = { symbol: 'BTC', amount: '0.001', network: 'bitcoin', senderWalletAddress: bitcoinAddress };
const once = { password: 'Canary-Pass-2026!', token: 'x'.repeat(24) };
const signed = { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' };
const noPasskey = { id: 'AAAA', ...signed, userHandle: null };
/** What it is tried on is nobody's. */
const nothingOfTheirs: Row = { ...all(404), ...strangers };
/** Every procedure of the product. A new one that is not in here fails the first test. */
const tried: Readonly<Record<string, Line>> = {
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
  'documents/testStorage': staff('yes'),
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
  'accounts/customerSessions': staff('yes', async () => ({
    userId: scene.ids.preparer,
  })),
  'accounts/endCustomerSessions': staff('yes', async () => ({
    userId: (await newCustomer(server)).id,
  })),
  'accounts/unfreeze': staff('yes', async () => ({
    userId: scene.ids.preparer,
    reasonCode: 'owner_proved',
  })),
  'accountPages/overview': line(anySession),
  'accountPages/profile': line(anySession),
  'accountPages/subscription': line(anySession),
  'accountPages/portfolio': line(anySession),
  'accountPages/updateProfile': line(anySession, async () => ({ avatarUrl: 'https://example.com/me.png' })),
  'prices/list': line(everybody, async () => ({})),
  'prices/history': line(everybody, async () => ({ symbol: 'BTC', range: '24h' })),
  'prices/jumps': staff('yes'),
  'prices/acceptJump': staff('yes', () => jumpedPrice(database)),
  'prices/refresh': line(everybody),
  'prices/test': line(everybody),
  ...houseLines(server),
  'roles/list': staff('yes'),
  'roles/propose': staff('yes', newRole),
  'roles/decide': staff('yes', async () => ({ proposalId: await proposedRole(), decision: 'approve' })),
  ...letterLines(server, scene),
  'settings/publicTerms': line(everybody),
  'settings/list': staff('yes'),
  'settings/history': staff('yes', async () => ({ key: 'fee' })),
  'settings/propose': staff('yes', async () => {
    await database.query(`delete from proposals where kind = 'setting'`);
    return { key: 'fee', value: { basisPoints: 700 } };
  }),
  'settings/decide': staff('yes', async () => ({
    proposalId: await proposedSetting(),
    decision: 'approve',
  })),
  ...complianceLines(server, scene),
  ...reportLines(server, scene),
  ...riskLines(server, scene),
  ...screeningLines(server, scene),
  ...moneyLines(server, scene),
  ...moneyInLines(server, scene),
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
  'trading/addressUsed': line(anySession, async () => ({ network: 'bitcoin', walletAddress: bitcoinAddress })),
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
  'desk/queue': staff('yes', async () => ({})),
  'desk/order': staff(404, on({ payIn: 'claimed' })),
  'desk/wallet': staff(404, on({ payIn: 'claimed' })),
  'desk/confirmReceived': staff(403, async (actor) =>
    cameIn(await orderFor(actor, { payIn: 'claimed' }), { reference: `BANK-${randomUUID()}` }),
  ),
  'desk/recordExtra': staff(403, async (actor) =>
    cameIn(await orderFor(actor, inHand), { reference: `BANK-${randomUUID()}` }),
  ),
  'desk/rejectClaim': staff(403, reasoned({ payIn: 'claimed' }, 'unreadable')),
  'desk/startProcessing': staff(403, on({ payIn: 'received' })),
  'desk/preparePayout': staff(403, on(inHand)),
  'desk/approvePayout': staff(403, onPrepared('somebody else')),
  'desk/sendBackPayout': staff(403, onPrepared('somebody else', { reasonCode: 'amount_wrong' })),
  'desk/withdrawPayout': staff(403, onPrepared('the actor')),
  'desk/recordSent': staff(
    403,
    onApproved('payout', (orderId) => wasSent(orderId, someHash())),
  ),
  'desk/fail': staff(403, reasoned(inHand, 'our_mistake')),
  'desk/cancel': staff(403, reasoned({ payIn: 'claimed' }, 'duplicate')),
  'desk/prepareReturn': staff(403, async (actor) => {
    const orderId = await orderFor(actor, stopped);
    return { orderId, movementId: orderId, reasonCode: 'order_stopped' };
  }),
  'desk/approveReturn': staff(403, onReturn),
  'desk/declineReturn': staff(403, onReturn),
  'desk/recordReturned': staff(
    403,
    onApproved('return', (orderId) => wasSent(orderId, `BACK-${randomUUID()}`)),
  ),
  'desk/prepareUndo': staff(
    403,
    onApproved('payout', (orderId, proposalId) => ({ orderId, ...undoing(proposalId) })),
  ),
  'desk/approveUndo': staff(403, onUndoing),
  'desk/declineUndo': staff(403, onUndoing),
  'desk/hold': staff(403, reasoned({ payIn: 'claimed' }, 'unusual_pattern')),
  'desk/release': staff(403, on({ payIn: 'claimed', held: true })),
  'desk/note': staff(403, on({ payIn: 'claimed' }, { note: 'Called about it' })),
  ...identityLines(server, scene),
  'accounts/signOut': line(everybody),
};

const paths = commands.map(({ path }) => path);
test('every command and question of the product is tried, and nothing else', () => {
  expect(Object.keys(tried).sort()).toEqual([...paths].sort());
});

const rows = new Map(commands.map(({ path, act }) => [path, act]));
const matrix = Object.entries(tried).map(([path, { row, own, input }]) => {
  const act = rows.get(path);
  const made = act && own !== undefined ? staffRow(act, own) : row;
  if (!made || (act && !act.owner && row)) throw new Error(`${path} has no row, or two`);
  return { path, act, row: made, input };
});

test('the matrix is what it was: whoever changes who may do what changes it here too', () =>
  expect(printed(matrix)).toMatchFileSnapshot('authorisation-matrix.txt'));

test.each(matrix)('$path answers everybody as the matrix says', async ({ path, row, input }) => {
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
    const shape = commands.find((command) => command.path === path)?.input;
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
