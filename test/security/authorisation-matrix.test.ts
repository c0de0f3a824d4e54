import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { demoPassword } from '../../fakes/people.ts';
import { bitcoinAddress, buildPayIn, buildSent, jumpPrice, requestChoice, sellFields, upload } from '../orders.ts';
import { applySetting } from '../settings.ts';
import { newCustomer } from '../submissions.ts';
import { serverWithoutFaults } from '../worker.ts';
import { type Actor, actors, createScene, createSession, getDemoName } from './actors.ts';
import { commands } from './commands.ts';
import { buildIncomingRows } from './matrix-bank-lines.ts';
import { buildComplianceRows, buildReportRows } from './matrix-compliance.ts';
import { buildIdentityRows } from './matrix-identity.ts';
import {
  agreeInput,
  buildReversalInput,
  createInputs,
  createOrderInputs,
  generateHash,
  noFunds,
  person,
  receivedOrder,
  stoppedOrder,
} from './matrix-inputs.ts';
import { buildMoneyRows } from './matrix-money.ts';
import { buildNewsRows } from './matrix-news.ts';
import { buildRiskRows } from './matrix-risk.ts';
import { buildScreeningRows } from './matrix-screening.ts';
import { sessionRows } from './matrix-session.ts';
import { buildSystemRows } from './matrix-system.ts';
import {
  anyActor,
  anySession,
  findFault,
  findLeak,
  formatMatrix,
  missingForAll,
  type Outcome,
  ownerOnly,
  ownerOrStaff,
  type Row,
  staffRow,
} from './outcomes.ts';

const server = await serverWithoutFaults();
// The orders of one customer are large together.
await applySetting(server, 'payee_wait', { hours: 0 });
const scene = await createScene(server);
const { call, owner: database } = server;

/** `row` has the expected outcome per actor. Staff commands derive it from their permission and `own` instead. */
type MatrixCase = { row?: Row; own?: Outcome; input?: (actor: Actor) => Promise<unknown> };
const signedInActors = ['owner', 'other', 'support', 'compliance', 'finance', 'admin', 'staffOwner'] as const;

/** Cookie of the actor; a new session for commands that end it. */
const getActorCookie = (actor: Actor, path: string) =>
  path === 'accounts/signOut' && signedInActors.some((name) => name === actor)
    ? createSession(server, getDemoName(actor))
    : scene.cookies[actor];
const allow = (row: Row, input?: MatrixCase['input']): MatrixCase => ({ row, ...(input && { input }) });
const staff = (own: Outcome, input?: MatrixCase['input']): MatrixCase => ({ own, ...(input && { input }) });
const { withOrder, withApproved, withPrepared, withRefund, withReversal, copyOrderFor, withReason } = createOrderInputs(
  server,
  scene,
);
const { insertAlert, buildRole, uploadProof, proposeRole, proposeSetting, requestQuote } = createInputs(server, scene);
const buyInput = { network: 'bitcoin', symbol: 'BTC', currency: 'JMD', amount: '3000' };
const walletInput = { symbol: 'BTC', amount: '0.001', network: 'bitcoin', senderWalletAddress: bitcoinAddress };
const credentials = { password: 'Canary-Pass-2026!', token: 'x'.repeat(24) };
const assertion = { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' };
const unknownPasskey = { id: 'AAAA', ...assertion, userHandle: null };
/** Every procedure of the API. The first test fails when one is missing. */
const cases: Readonly<Record<string, MatrixCase>> = {
  ...sessionRows,
  'accounts/signUp': allow(anyActor, async () => person()),
  'accounts/verifyEmail': allow(anyActor, async () => ({ token: credentials.token })),
  'accounts/resendVerification': allow(anyActor, async () => ({ email: `${randomUUID()}@matrix.test` })),
  'accounts/signIn': allow(anyActor, async () => ({
    email: `${randomUUID()}@matrix.test`,
    password: credentials.password,
  })),
  'accounts/requestPasswordReset': allow(anyActor, async () => ({ email: `${randomUUID()}@matrix.test` })),
  'accounts/resetPassword': allow(anyActor, async () => credentials),
  'accounts/signInOptions': allow(anyActor),
  'documents/link': allow(ownerOrStaff, async () => ({ fileId: scene.proof })),
  'documents/testStorage': staff('yes'),
  'accounts/secondStep': allow(anyActor),
  'accounts/confirmSignIn': allow(anyActor, async () => ({ code: '000000' })),
  'accounts/passkeyOptions': allow(anyActor),
  'accounts/signInWithPasskey': allow(anyActor, async () => ({ passkey: unknownPasskey })),
  'accounts/thisWasNotMe': allow(anyActor, async () => ({ token: credentials.token })),
  'accounts/reauthenticate': allow(anySession, async () => ({ password: demoPassword })),
  'accounts/endSession': allow(missingForAll, async () => ({ id: randomUUID() })),
  'accounts/confirmAuthenticator': allow(anySession, async () => ({ code: '000000' })),
  'accounts/registerPasskey': allow(anySession, async () => ({
    name: 'Laptop',
    answer: { id: 'AAAA', clientDataJSON: 'AAAA', attestationObject: 'AAAA', transports: [] },
  })),
  'accounts/renamePasskey': allow(missingForAll, async () => ({ id: randomUUID(), name: 'Laptop' })),
  'accounts/removePasskey': allow(missingForAll, async () => ({ id: randomUUID() })),
  'accounts/changePassword': allow(anySession, async () => ({
    email: 'unknown@matrix.test',
    currentPassword: credentials.password,
    newPassword: credentials.password,
  })),
  'accounts/closeAccount': allow(anySession, async () => ({
    email: 'unknown@matrix.test',
    password: credentials.password,
    confirmed: true,
  })),
  'accounts/customerSessions': staff('yes', async () => ({ userId: scene.ids.preparer })),
  'accounts/endCustomerSessions': staff('yes', async () => ({ userId: (await newCustomer(server)).id })),
  'accounts/unfreeze': staff('yes', async () => ({ userId: scene.ids.preparer, reasonCode: 'owner_proved' })),
  'accountPages/updateProfile': allow(anySession, async () => ({ avatarUrl: 'https://example.com/me.png' })),
  'prices/list': allow(anyActor, async () => ({})),
  'prices/history': allow(anyActor, async () => ({ symbol: 'BTC', range: '24h' })),
  'prices/jumps': staff('yes'),
  'prices/acceptJump': staff('yes', () => jumpPrice(database)),
  'prices/refresh': allow(anyActor),
  'prices/test': allow(anyActor),
  ...buildSystemRows(server),
  'roles/list': staff('yes'),
  'roles/propose': staff('yes', buildRole),
  'roles/decide': staff('yes', async () => ({ proposalId: await proposeRole(), decision: 'approve' })),
  ...buildNewsRows(server, scene),
  'settings/publicTerms': allow(anyActor),
  'settings/list': staff('yes'),
  'settings/history': staff('yes', async () => ({ key: 'fee' })),
  'settings/propose': staff('yes', async () => {
    await database.query(`delete from proposals where kind = 'setting'`);
    return { key: 'fee', value: { basisPoints: 700 } };
  }),
  'settings/decide': staff('yes', async () => ({ proposalId: await proposeSetting(), decision: 'approve' })),
  ...buildComplianceRows(server, scene),
  ...buildReportRows(server, scene),
  ...buildRiskRows(server, scene),
  ...buildScreeningRows(server, scene),
  ...buildMoneyRows(server, scene),
  ...buildIncomingRows(server, scene),
  'trading/quoteBuy': allow(anySession, async () => buyInput),
  'trading/quoteSell': allow(anySession, async () => ({ symbol: 'BTC', amount: '0.001' })),
  'trading/placeBuyOrder': allow(anySession, async (actor) => ({
    key: randomUUID(),
    quoteId: await requestQuote(actor, 'Buy'),
    network: 'bitcoin',
    walletAddress: bitcoinAddress,
    ...noFunds,
  })),
  'trading/addressUsed': allow(anySession, async () => ({ network: 'bitcoin', walletAddress: bitcoinAddress })),
  'trading/sellWallet': allow(anySession, async () => walletInput),
  'trading/placeSellOrder': allow(anySession, async (actor) => ({
    key: randomUUID(),
    quoteId: await requestQuote(actor, 'Sell'),
    proofFile: await uploadProof(actor),
    ...noFunds,
    ...sellFields('Tamara Grant'),
  })),
  'trading/saveSellDraft': allow(anySession, async () => ({ data: { bankName: 'Half a name' } })),
  'trading/list': allow(anySession, async () => ({})),
  'trading/show': allow(ownerOnly(404), withOrder({ payIn: 'received' })),
  'trading/receipt': allow(
    ownerOrStaff,
    withOrder({ status: 'completed', payIn: 'received', payOut: 'sent', side: 'sell' }),
  ),
  'trading/claimPayment': allow(ownerOnly(403), async (actor) => ({
    orderId: await copyOrderFor(actor, {}),
    proofFile: await uploadProof(actor),
  })),
  'trading/cancelOwn': allow(ownerOnly(403), withOrder({})),
  'trading/choosePrice': allow(ownerOnly(403), async (actor) => {
    const { orderId } = (await withOrder({})(actor)) as { orderId: string };
    return requestChoice(server, orderId);
  }),
  'agreements/agree': allow(anySession, async () => agreeInput),
  'location/consent': allow(anySession, async () => ({ allow: true })),
  'location/detect': allow(anySession, async () => {
    await database.query('update profiles set location_consent = true, location_asked_at = now()');
    return undefined;
  }),
  'location/dismissAlert': allow(ownerOnly(404), async (actor) => ({ id: await insertAlert(actor) })),
  'desk/queue': staff('yes', async () => ({})),
  'desk/order': staff(404, withOrder({ payIn: 'claimed' })),
  'desk/wallet': staff(404, withOrder({ payIn: 'claimed' })),
  'desk/confirmReceived': staff(403, async (actor) =>
    buildPayIn(await copyOrderFor(actor, { payIn: 'claimed' }), { reference: `BANK-${randomUUID()}` }),
  ),
  'desk/recordExtra': staff(403, async (actor) =>
    buildPayIn(await copyOrderFor(actor, receivedOrder), { reference: `BANK-${randomUUID()}` }),
  ),
  'desk/rejectClaim': staff(403, withReason({ payIn: 'claimed' }, 'unreadable')),
  'desk/startProcessing': staff(403, withOrder({ payIn: 'received' })),
  'desk/preparePayout': staff(403, withOrder(receivedOrder)),
  'desk/approvePayout': staff(403, withPrepared('another user')),
  'desk/sendBackPayout': staff(403, withPrepared('another user', { reasonCode: 'amount_wrong' })),
  'desk/withdrawPayout': staff(403, withPrepared('the actor')),
  'desk/recordSent': staff(
    403,
    withApproved('payout', (orderId) => buildSent(orderId, generateHash())),
  ),
  'desk/fail': staff(403, withReason(receivedOrder, 'our_mistake')),
  'desk/cancel': staff(403, withReason({ payIn: 'claimed' }, 'duplicate')),
  'desk/prepareReturn': staff(403, async (actor) => {
    const orderId = await copyOrderFor(actor, stoppedOrder);
    return { orderId, movementId: orderId, reasonCode: 'order_stopped' };
  }),
  'desk/approveReturn': staff(403, withRefund),
  'desk/declineReturn': staff(403, withRefund),
  'desk/recordReturned': staff(
    403,
    withApproved('return', (orderId) => buildSent(orderId, `BACK-${randomUUID()}`)),
  ),
  'desk/prepareUndo': staff(
    403,
    withApproved('payout', (orderId, proposalId) => ({ orderId, ...buildReversalInput(proposalId) })),
  ),
  'desk/approveUndo': staff(403, withReversal),
  'desk/declineUndo': staff(403, withReversal),
  'desk/hold': staff(403, withReason({ payIn: 'claimed' }, 'unusual_pattern')),
  'desk/release': staff(403, withOrder({ payIn: 'claimed', held: true })),
  'desk/note': staff(403, withOrder({ payIn: 'claimed' }, { note: 'Called about it' })),
  ...buildIdentityRows(server, scene),
  'accounts/signOut': allow(anyActor),
};

const paths = commands.map(({ path }) => path);
test('the matrix lists every command and query, and nothing else', () => {
  expect(Object.keys(cases).sort()).toEqual([...paths].sort());
});

const permissions = new Map(commands.map(({ path, act }) => [path, act]));
const matrix = Object.entries(cases).map(([path, { row, own, input }]) => {
  const act = permissions.get(path);
  const expectedRow = act && own !== undefined ? staffRow(act, own) : row;
  if (!expectedRow || (act && !act.owner && row)) throw new Error(`${path} has no row, or two`);
  return { path, act, row: expectedRow, input };
});

test('the authorisation matrix matches its snapshot', () =>
  expect(formatMatrix(matrix)).toMatchFileSnapshot('authorisation-matrix.txt'));

test.each(matrix)('$path answers every actor as the matrix says', async ({ path, row, input }) => {
  const faults: string[] = [];
  for (const actor of actors) {
    const cookie = await getActorCookie(actor, path);
    const answer = await call(path, await input?.(actor), cookie);
    const text = JSON.stringify([answer.body, answer.headers]);
    const fault = findFault({ status: answer.status, text }, row[actor], path);
    if (fault) faults.push(`${actor}: ${fault}`);
    const canary = findLeak(actor, text);
    if (canary) faults.push(`${actor} reads "${canary}" of the owner`);
  }
  expect(faults).toEqual([]);
});

test('a staff command on a missing order answers 404 to staff and 403 to customers', async () => {
  for (const path of paths.filter((name) => name.startsWith('desk/') && name !== 'desk/queue')) {
    const shape = commands.find((command) => command.path === path)?.input;
    const fields = Object.keys((shape as { shape: object }).shape);
    const [orderId, other] = [randomUUID(), randomUUID()];
    const common = { movementId: other, reasonCode: 'duplicate', note: 'x' };
    const allFields = { ...buildPayIn(orderId), ...buildReversalInput(other), ...common };
    const input = Object.fromEntries(Object.entries(allFields).filter(([field]) => fields.includes(field)));
    expect([path, (await call(path, input, scene.cookies.admin)).status]).toEqual([path, 404]);
    expect([path, (await call(path, input, scene.cookies.other)).status]).toEqual([path, 403]);
  }
});

test('a command with the quote, file or order id of another customer treats it as missing', async () => {
  const [otherCookie, ownCookie] = [scene.cookies.owner ?? '', scene.cookies.other ?? ''];
  const orderId = await scene.order();
  const { body: own } = await call<{ id: string }>('trading/quoteBuy', buyInput, otherCookie);
  const orderInput = { key: randomUUID(), network: 'bitcoin', walletAddress: bitcoinAddress, ...noFunds };
  const answer = await call('trading/placeBuyOrder', { ...orderInput, quoteId: own.id }, ownCookie);
  expect(answer).toMatchObject({ status: 409, body: { code: 'trading.quote_lapsed' } });
  expect((await call('trading/claimPayment', { orderId, proofFile: scene.proof }, ownCookie)).status).toBe(404);
  const foreignProof = { orderId: await scene.order(), proofFile: (await upload(server, ownCookie)).body.id };
  const claim = await call('trading/claimPayment', foreignProof, otherCookie);
  expect(claim.body).toMatchObject({ code: 'trading.proof_missing' });
  const { body: page } = await call<{ orders: { id: string }[] }>('trading/list', { before: orderId }, ownCookie);
  expect(JSON.stringify(page)).not.toContain(scene.ids.owner);
});

test('staff do not see in the queue that their own order is held', async () => {
  const id = await scene.order({ of: 'staffOwner', payIn: 'claimed', held: true });
  const { body } = await call<{ lines: { id: string }[] }>('desk/queue', { filter: 'held' }, scene.cookies.staffOwner);
  expect(body.lines.map((entry) => entry.id)).not.toContain(id);
});
