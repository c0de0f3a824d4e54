import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { api } from '../../src/api.ts';
import { bitcoinAddress, pixel, sellFields, upload } from '../orders.ts';
import { type Answer, serverUnderTest } from '../worker.ts';
import { type Actor, actors, canaries, nameOf, type OrderWish, openScene, sessionFor } from './actors.ts';

const server = await serverUnderTest();
const scene = await openScene(server);
const { call, owner: database } = server;

/** `yes`: an answer of 2xx, or a refusal of the business that has nothing to do with who asks. */
type Verdict = 'yes' | 401 | 403 | 404;
type Row = Readonly<Record<Actor, Verdict>>;

const strangers = { visitor: 401, expired: 401, signedOut: 401 } as const;
const all = (verdict: Verdict): Row => Object.fromEntries(actors.map((actor) => [actor, verdict])) as Row;
const everybody = all('yes');
const anySession: Row = { ...everybody, ...strangers };
/** The customer alone, on their own order. For another customer it does not exist. */
const ownerOnly = (staff: 403 | 404): Row => ({
  ...all(staff),
  owner: 'yes',
  staffOwner: 'yes',
  other: 404,
  ...strangers,
});
const ownerOrStaff: Row = { ...all('yes'), other: 404, ...strangers };
/** Staff with one of these roles; nobody acts as staff on their own order. */
const desk = (allowed: readonly Actor[], own: Verdict = 403): Row =>
  ({
    ...all(403),
    ...Object.fromEntries([...allowed, 'admin'].map((actor) => [actor, 'yes'])),
    staffOwner: own,
    ...strangers,
  }) as Row;
const anyStaff = ['finance', 'compliance', 'support'] as const;

type Line = { row: Row; input?: (actor: Actor) => Promise<unknown> };
const lasting = ['owner', 'other', 'support', 'compliance', 'finance', 'admin', 'staffOwner'] as const;

/** The cookie to knock with: a session of its own where the act would end it. */
const cookieOf = (actor: Actor, path: string) =>
  path === 'accounts/signOut' && lasting.some((name) => name === actor)
    ? sessionFor(server, nameOf(actor))
    : scene.cookies[actor];
const line = (row: Row, input?: Line['input']): Line => ({ row, ...(input && { input }) });

/** The order that an act is tried on: the owner's, or their own for the member of staff who is a customer. */
const orderFor = (actor: Actor, wish: OrderWish) =>
  scene.order({ ...wish, of: actor === 'staffOwner' ? 'staffOwner' : 'owner' });
const on =
  (wish: OrderWish, more: object = {}) =>
  async (actor: Actor) => ({ orderId: await orderFor(actor, wish), ...more });
const reasoned = (wish: OrderWish, reasonCode: string) => on(wish, { reasonCode });
const inHand = { status: 'processing', payIn: 'received' } as const;
const stopped = { status: 'failed', payIn: 'received' } as const;
const prepared = { ...inHand, payOut: 'prepared' } as const;

/** A payout that waits for a second person, prepared by somebody else or, to be withdrawn, by whoever asks. */
const onPrepared =
  (by: 'somebody else' | 'the actor', more: object = {}) =>
  async (actor: Actor) => {
    const orderId = await orderFor(actor, prepared);
    await scene.prepared(orderId, by === 'the actor' ? await idOf(actor) : scene.ids.preparer);
    return { orderId, ...more };
  };

/** The return of a stopped order's money, laid before a second person by somebody else. */
const onReturn = async (actor: Actor) => {
  const orderId = await orderFor(actor, stopped);
  await scene.prepared(orderId, scene.ids.preparer, 'return');
  return { orderId };
};

async function idOf(actor: Actor): Promise<string> {
  const { body } = await call<{ id?: string }>('accounts/viewer', undefined, scene.cookies[actor]);
  return body.id ?? scene.ids.preparer;
}

const quoted = async (actor: Actor, side: 'Buy' | 'Sell') => {
  const input =
    side === 'Buy' ? { symbol: 'BTC', currency: 'JMD', amount: '3000' } : { symbol: 'BTC', amount: '0.001' };
  const { body } = await call<{ id?: string }>(`trading/quote${side}`, input, scene.cookies[actor]);
  return body.id ?? randomUUID();
};
const proofOf = async (actor: Actor) => {
  const cookie = scene.cookies[actor];
  if (cookie === undefined) return scene.proof;
  return (await upload(server, cookie)).body.id ?? scene.proof;
};
const noFunds = { sourceOfFunds: null, sourceOfFundsFile: null, another: true };
const proposedSetting = async () => {
  await database.query(`delete from proposals where kind = 'setting'`);
  const { rows } = await database.query<{ id: string }>(
    `insert into proposals (kind, subject, payload, proposed_by) values ('setting', 'fee', '{"basisPoints": 800}', $1)
     returning id`,
    [scene.ids.preparer],
  );
  return rows[0]?.id;
};

const once = { password: 'Canary-Pass-2026!', token: 'x'.repeat(24) };
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
  'prices/list': line(everybody, async () => ({})),
  'prices/history': line(everybody, async () => ({ symbol: 'BTC', range: '24h' })),
  'prices/refresh': line(everybody),
  'prices/test': line(everybody),
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
  'trading/limits': line(anySession),
  'trading/quoteBuy': line(anySession, async () => ({ symbol: 'BTC', currency: 'JMD', amount: '3000' })),
  'trading/quoteSell': line(anySession, async () => ({ symbol: 'BTC', amount: '0.001' })),
  'trading/placeBuyOrder': line(anySession, async (actor) => ({
    key: randomUUID(),
    quoteId: await quoted(actor, 'Buy'),
    network: 'bitcoin',
    walletAddress: bitcoinAddress,
    ...noFunds,
  })),
  'trading/sellWallet': line(anySession, async () => ({ symbol: 'BTC', amount: '0.001', network: 'bitcoin' })),
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
  'desk/queue': line(desk(anyStaff, 'yes'), async () => ({})),
  'desk/order': line(desk(anyStaff, 404), on({ payIn: 'claimed' })),
  'desk/confirmReceived': line(desk(['finance']), async (actor) => ({
    orderId: await orderFor(actor, { payIn: 'claimed' }),
    reference: `BANK-${randomUUID()}`,
    amount: '20000',
  })),
  'desk/rejectClaim': line(desk(['finance']), reasoned({ payIn: 'claimed' }, 'unreadable')),
  'desk/startProcessing': line(desk(['finance']), on({ payIn: 'received' })),
  'desk/preparePayout': line(desk(['finance']), async (actor) => ({
    orderId: await orderFor(actor, inHand),
    reference: `PAY-${randomUUID()}`,
  })),
  'desk/approvePayout': line(desk(['finance']), onPrepared('somebody else')),
  'desk/sendBackPayout': line(desk(['finance']), onPrepared('somebody else', { reasonCode: 'amount_wrong' })),
  'desk/withdrawPayout': line(desk(['finance']), onPrepared('the actor')),
  'desk/payoutFailed': line(desk(['finance']), on({ ...inHand, payOut: 'approved' })),
  'desk/complete': line(desk(['finance']), on({ ...inHand, payOut: 'approved' })),
  'desk/fail': line(desk(['finance']), reasoned(inHand, 'our_mistake')),
  'desk/cancel': line(desk(['finance']), reasoned({ payIn: 'claimed' }, 'duplicate')),
  'desk/prepareReturn': line(desk(['finance']), async (actor) => ({
    orderId: await orderFor(actor, stopped),
    reference: `BACK-${randomUUID()}`,
    reasonCode: 'order_stopped',
  })),
  'desk/approveReturn': line(desk(['finance']), onReturn),
  'desk/declineReturn': line(desk(['finance']), onReturn),
  'desk/hold': line(desk(['compliance']), reasoned({ payIn: 'claimed' }, 'unusual_pattern')),
  'desk/release': line(desk(['compliance']), on({ payIn: 'claimed', held: true })),
  'desk/note': line(desk(anyStaff), on({ payIn: 'claimed' }, { note: 'Called about it' })),
  'accounts/signOut': line(everybody),
};

/** Allowed cells whose refusal is a matter of the figures: nothing to succeed with in this scene. */
const mayFail: readonly string[] = [
  'accounts/verifyEmail', // The word is nobody's.
  'accounts/signIn', // The address is nobody's.
  'accounts/resetPassword', // The word is nobody's.
  'prices/refresh', // One a minute, for all together.
  'prices/test', // No provider is configured here: it says so, with 503.
  'settings/decide', // The fee is what it was.
  'trading/placeBuyOrder', // Limits of whoever asks.
  'trading/placeSellOrder', // The account is in somebody's name.
  'trading/sellWallet', // Limits of whoever asks.
];

const paths = Object.entries(api).flatMap(([feature, procedures]) =>
  Object.keys(procedures).map((name) => `${feature}/${name}`),
);
const mayReadOwners: readonly Actor[] = ['owner', 'support', 'compliance', 'finance', 'admin', 'staffOwner'];

function judge(answer: Pick<Answer, 'status'> & { text: string }, verdict: Verdict, path: string): string | null {
  const { status, text } = answer;
  if (verdict !== 'yes') return status === verdict ? null : `expected ${verdict}, got ${status}: ${text.slice(0, 160)}`;
  const refusal = [409, 422, 429, 503].includes(status);
  if (status < 300 || (refusal && mayFail.includes(path))) return null;
  return `expected success, got ${status}: ${text.slice(0, 160)}`;
}

const leak = (actor: Actor, text: string) =>
  mayReadOwners.includes(actor) ? undefined : canaries.find((canary) => text.includes(canary));

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
    const known = { orderId: randomUUID(), reasonCode: 'duplicate', note: 'x', reference: 'ABCD', amount: '1' };
    const fitting = Object.fromEntries(Object.entries(known).filter(([field]) => fields.includes(field)));
    expect([path, (await call(path, fitting, scene.cookies.admin)).status]).toEqual([path, 404]);
    expect([path, (await call(path, fitting, scene.cookies.other)).status]).toEqual([path, 403]);
  }
});

test('a foreign quote, file or order id is as good as none in every command that takes one', async () => {
  const [theirs, mine] = [scene.cookies.owner ?? '', scene.cookies.other ?? ''];
  const orderId = await scene.order();
  const quote = { symbol: 'BTC', currency: 'JMD', amount: '3000' };
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

/** The plain routes, beside the procedures. `/api/live` never ends and has its own test in headers.test.ts. */
const routes: Readonly<Record<string, { row: Row; method: 'GET' | 'PUT'; url: (actor: Actor) => Promise<string> }>> = {
  '/healthz': { row: everybody, method: 'GET', url: async () => '/healthz' },
  '/readyz': { row: everybody, method: 'GET', url: async () => '/readyz' },
  '/dev/mailbox': { row: everybody, method: 'GET', url: async () => '/dev/mailbox' },
  '/dev/mailbox.json': { row: everybody, method: 'GET', url: async () => '/dev/mailbox.json' },
  '/api/prices': { row: everybody, method: 'GET', url: async () => '/api/prices' },
  '/api/home': { row: everybody, method: 'GET', url: async () => '/api/home' },
  '/robots.txt': { row: everybody, method: 'GET', url: async () => '/robots.txt' },
  '/sitemap.xml': { row: everybody, method: 'GET', url: async () => '/sitemap.xml' },
  '/api/files': { row: anySession, method: 'PUT', url: async () => '/api/files?purpose=transaction-proof' },
  '/api/files/:id': {
    row: { ...everybody, other: 404, ...strangers },
    method: 'GET',
    url: async () => `/api/files/${scene.proof}`,
  },
  '/api/receipts/:file': {
    row: ownerOrStaff,
    method: 'GET',
    url: async (actor) =>
      `/api/receipts/${await orderFor(actor, { status: 'completed', payIn: 'received', payOut: 'sent' })}.pdf`,
  },
  '/api/transactions.csv': {
    row: anySession,
    method: 'GET',
    url: async () => '/api/transactions.csv?from=2026-01-01&until=2026-12-31',
  },
};
const tested = new Set(['/api/live', '*']);

/** The routes that the server really has, out of its own drawing of them: a branch stands under its stem. */
function mountedRoutes(): string[] {
  const stems: string[] = [];
  const drawn = server.app.printRoutes({ commonPrefix: false }).split('\n');
  return drawn.flatMap((line) => {
    const found = /^(.*?)[├└]── (\S+)( \(.*\))?$/.exec(line);
    if (!found) return [];
    const depth = (found[1] ?? '').length / 4;
    stems.splice(depth, stems.length, found[2] ?? '');
    return found[3] ? [stems.join('')] : [];
  });
}

test('every plain route of the server stands in the matrix too', () => {
  const mounted = mountedRoutes().filter((path) => !tested.has(path));
  expect(mounted.length).toBeGreaterThan(5);
  expect([...new Set(mounted)].sort()).toEqual(Object.keys(routes).sort());
});

test.each(Object.entries(routes))('%s answers everybody as the matrix says', async (_name, { row, method, url }) => {
  const wrong: string[] = [];
  for (const actor of actors) {
    const cookie = scene.cookies[actor];
    const type = { 'content-type': 'application/octet-stream' };
    const answer = await server.app.inject({
      method,
      url: await url(actor),
      headers: { ...(method === 'PUT' && type), ...(cookie && { cookie }) },
      ...(method === 'PUT' && { payload: pixel }),
    });
    const fault = judge({ status: answer.statusCode, text: answer.body }, row[actor], '');
    if (fault) wrong.push(`${actor}: ${fault}`);
    const found = leak(actor, answer.body);
    if (found) wrong.push(`${actor} reads "${found}" of the owner`);
  }
  expect(wrong).toEqual([]);
});

test('no cell of the matrix was a fault', () => expect(server.faults).toEqual([]));
