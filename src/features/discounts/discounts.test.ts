import { ed25519 } from '@noble/curves/ed25519.js';
import { base58, base64 } from '@scure/base';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { publishTestCourse } from '../../../test/courses.ts';
import { buildPayIn, buy as buyAny, sell } from '../../../test/orders.ts';
import { createSession } from '../../../test/security/actors.ts';
import { createPolicyTools } from '../../../test/security/row-policies.ts';
import { applySetting } from '../../../test/settings.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { after, days, minutes } from '../../kernel/clock.ts';

const server = await serverWithoutFaults();
const { call, owner, signIn } = server;
const { outcome, rowsFor } = createPolicyTools(server);
const [finance, admin, support] = await Promise.all(['finance', 'admin', 'support'].map(signIn));
const setState = (state: 'open' | 'closed') => applySetting(server, 'discounts', { state });

beforeAll(async () => {
  await applySetting(server, 'first_order', { lesson: 'not_asked' });
  await applySetting(server, 'caps', { none: 1000 });
});
beforeEach(async () => {
  await setState('open');
  await owner.query('truncate rate_limits');
});
afterEach(() => server.setTime(null));

const act = async (path: string, input: object, cookie?: string) => {
  const { status, body } = await call<{ code?: string }>(path, input, cookie);
  return status === 200 ? 'done' : (body.code ?? String(status));
};

const today = new Date();
const dayFromNow = (count: number) => after(today, days(count)).toISOString().slice(0, 10);
let count = 0;
async function createCode(change: object = {}): Promise<{ id: string; code: string }> {
  count += 1;
  const input = {
    ...{ code: `summer-26 ${count}`, percent: '50', reason: 'Independence week' },
    ...{ startsOn: dayFromNow(-2), endsOn: dayFromNow(5), maxUses: '100' },
    ...change,
  };
  const { status, body } = await call<{ id: string; code?: string }>('discountsDesk/createCode', input, finance);
  expect([status, body.code]).toEqual([200, undefined]);
  return { id: body.id, code: input.code };
}
const enter = (code: string, cookie: string) => act('discounts/enterCode', { code }, cookie);

type Quote = { id: string; feeBasisPoints: string; discount: string | null };
const quoteInput = { symbol: 'BTC', currency: 'JMD', amount: '4000', network: 'bitcoin' };
const buy = (cookie: string, quoteId?: string) =>
  buyAny(server, cookie, { amount: '4000', ...(quoteId && { quoteId }) });
const quote = async (cookie: string) => (await call<Quote>('trading/quoteBuy', quoteInput, cookie)).body;
const findOrder = async (id: string) =>
  (
    await owner.query(
      `select fee_percent, fee_amount_jmd, net_jmd_amount, d.percent, d.reason, d.standard_fee_percent, d.promo_code_id
         from transactions t left join order_discounts d on d.order_id = t.id where t.id = $1`,
      [id],
    )
  ).rows[0];

const buildWallet = () => {
  const { secretKey, publicKey } = ed25519.keygen();
  const sign = (text: string) => base58.encode(ed25519.sign(Buffer.from(text), secretKey));
  return { walletAddress: base58.encode(publicKey), sign };
};
type Wallet = ReturnType<typeof buildWallet>;
const start = async ({ walletAddress }: Pick<Wallet, 'walletAddress'>, cookie: string) =>
  (await call<{ text: string }>('discounts/startProof', { walletAddress }, cookie)).body.text;
const prove = (signature: string, cookie: string) => act('discounts/proveWallet', { signature }, cookie);
const proveOwn = async (wallet: Wallet, cookie: string) => prove(wallet.sign(await start(wallet, cookie)), cookie);
const check = (userId: string, address: string, change: object = {}) =>
  act(
    'discountsDesk/checkHolding',
    { userId, address, amount: '50,000,000', heldSince: dayFromNow(-40), ...change },
    finance,
  );
type Own = { isOpen: boolean; discounts: { percent: number; reason: string }[] };
const loadOwn = async (cookie: string) => (await call<Own>('discounts/own', undefined, cookie)).body;

async function newSilver() {
  const customer = await newCustomer(server);
  const wallet = buildWallet();
  expect(await proveOwn(wallet, customer.cookie)).toBe('done');
  expect(await check(customer.id, wallet.walletAddress)).toBe('done');
  return { ...customer, wallet };
}

test('a code lowers the fee on quote, order and receipt, and its use is audited', async () => {
  const { id, cookie } = await newCustomer(server);
  const { id: promoCodeId, code } = await createCode();
  expect(await enter(code.toLowerCase(), cookie)).toBe('done');
  expect(await quote(cookie)).toMatchObject({
    feeBasisPoints: '400',
    discount: expect.stringContaining('less 50%'),
  });
  const { body } = await buy(cookie);
  expect(await findOrder(body.orderId)).toEqual({
    ...{ fee_percent: '4.00', fee_amount_jmd: '160.00', net_jmd_amount: '3840.00', percent: 50 },
    ...{ reason: 'Independence week', standard_fee_percent: '8.00', promo_code_id: promoCodeId },
  });
  const { orderId } = body;
  const shown = await call<{ order: object }>('trading/show', { orderId }, cookie);
  expect(shown.body.order).toMatchObject({
    feePercent: '4.00',
    discount: expect.stringMatching(/^8% less 50%: Independence week, until /),
  });
  const receipt = JSON.stringify((await call('trading/receipt', { orderId }, cookie)).body);
  expect(receipt).toContain('8% less 50%: Independence week, until');
  const { rows } = await owner.query('select action from audit_log where actor_id = $1 order by id', [id]);
  expect(rows.map(({ action }) => action)).toEqual(['discounts.code_entered', 'trading.order_placed']);
});

test('discounts are off until two people switch them on', async () => {
  await setState('closed');
  const { cookie } = await newCustomer(server);
  const { code } = await createCode();
  expect(await enter(code, cookie)).toBe('discounts.closed');
  const propose = { key: 'discounts', value: { state: 'open' } };
  const { body } = await call<{ proposalId: string }>('settings/propose', propose, finance);
  const approve = { proposalId: body.proposalId, decision: 'approve' };
  expect(await act('settings/decide', approve, finance)).toBe('approvals.second_person_needed');
  expect((await loadOwn(cookie)).isOpen).toBe(false);
  expect(await act('settings/decide', approve, admin)).toBe('done');
  expect(await enter(code, cookie)).toBe('done');
  await setState('closed');
  expect(await quote(cookie)).toMatchObject({ feeBasisPoints: '800', discount: null });
});

test('a code applies to one order of a person, and a cancelled order gives it back', async () => {
  const [one, other] = [await newCustomer(server), await newCustomer(server)];
  await owner.query('insert into merged_accounts (user_id, person_id) values ($1, $1), ($2, $1)', [one.id, other.id]);
  const { code } = await createCode();
  expect([await enter(code, one.cookie), await enter(code, other.cookie)]).toEqual(['done', 'done']);
  const late = await quote(other.cookie);
  const first = await buy(one.cookie);
  expect((await quote(one.cookie)).discount).toBeNull();
  expect(await enter(code, one.cookie)).toBe('discounts.code_used');
  expect((await buy(other.cookie, late.id)).body).toMatchObject({ code: 'trading.quote_lapsed' });
  expect(await act('trading/cancelOwn', { orderId: first.body.orderId }, one.cookie)).toBe('done');
  expect((await quote(one.cookie)).discount).toContain('less 50%');
});

test('a code ends with its number of orders, also when they are placed at the same time', async () => {
  const customers = await Promise.all([1, 2, 3].map(() => newCustomer(server)));
  const { code } = await createCode({ maxUses: '1' });
  for (const { cookie } of customers) expect(await enter(code, cookie)).toBe('done');
  const quotes = await Promise.all(customers.map(({ cookie }) => quote(cookie)));
  const placed = await Promise.all(customers.map(({ cookie }, at) => buy(cookie, quotes[at]?.id)));
  expect(placed.map(({ body }) => body.code ?? 'placed').sort()).toEqual([
    'placed',
    'trading.quote_lapsed',
    'trading.quote_lapsed',
  ]);
  expect(await enter(code, (await newCustomer(server)).cookie)).toBe('discounts.code_used_up');
});

test('unknown, planned and ended codes look the same, and guesses are limited', async () => {
  const { cookie } = await newCustomer(server);
  const planned = await createCode({ startsOn: dayFromNow(2) });
  const ended = await createCode();
  expect(await act('discountsDesk/endCode', { promoCodeId: ended.id }, admin)).toBe('done');
  expect(await act('discountsDesk/endCode', { promoCodeId: ended.id }, admin)).toBe('discounts.code_over');
  const guesses = [planned.code, ended.code, ...Array.from({ length: 8 }, (_, n) => `GUESS${n}0`)];
  for (const guess of guesses) expect(await enter(guess, cookie)).toBe('discounts.code_unknown');
  const { code } = await createCode();
  expect(await enter(code, cookie)).toBe('discounts.too_many_tries');
  expect(await enter(code, finance ?? ''), 'its author').toBe('discounts.code_unknown');
  expect(await enter(code, (await newCustomer(server)).cookie)).toBe('done');
});

test('the code of a campaign serves any number of customers behind one address', async () => {
  const { code } = await createCode();
  for (let n = 0; n < 101; n++) expect(await enter(code, (await newCustomer(server)).cookie)).toBe('done');
});

test('an order keeps its fee when it is repriced and after the code ended', async () => {
  const { cookie } = await newCustomer(server);
  const { id, code } = await createCode({ percent: '33' });
  await enter(code, cookie);
  const { orderId } = (await buy(cookie)).body;
  await owner.query(`update transactions set price_holds_until = now() - interval '1 hour' where id = $1`, [orderId]);
  await act('discountsDesk/endCode', { promoCodeId: id }, finance);
  await owner.query(`update crypto_prices set price_usd = price_usd * 0.9 where symbol = 'BTC'`);
  expect(await act('desk/confirmReceived', buildPayIn(orderId, { amount: '4000' }), finance)).toBe('done');
  await owner.query(`update crypto_prices set price_usd = price_usd / 0.9 where symbol = 'BTC'`);
  expect(await findOrder(orderId)).toMatchObject({ fee_percent: '5.36', fee_amount_jmd: '214.40', percent: 33 });
});

test('a proven wallet and a check of 50 million MHI make Silver, which ends by itself', async () => {
  const { id, cookie, wallet } = await newSilver();
  expect(await quote(cookie)).toMatchObject({
    feeBasisPoints: '600',
    discount: expect.stringContaining('less 25%: Silver tier'),
  });
  const sold = await sell(server, cookie, { holder: 'Ina Brown' });
  expect(await findOrder(sold.body.orderId)).toMatchObject({ fee_percent: '6.00', reason: 'Silver tier' });
  server.setTime(after(new Date(), days(29)));
  expect((await loadOwn(await createSession(server, (await emailOf(id)) ?? ''))).discounts).toHaveLength(1);
  server.setTime(after(new Date(), days(31)));
  expect((await loadOwn(await createSession(server, (await emailOf(id)) ?? ''))).discounts).toEqual([]);
  server.setTime(null);
  expect(await check(id, wallet.walletAddress, { amount: '10' })).toBe('done');
  expect((await loadOwn(cookie)).discounts).toEqual([]);
});
const emailOf = async (id: string) =>
  (await owner.query<{ email: string }>('select email from profiles where id = $1', [id])).rows[0]?.email;

test('only the greatest of tier and codes applies', async () => {
  const { cookie } = await newSilver();
  const [small, large] = [await createCode({ percent: '10' }), await createCode({ percent: '40' })];
  await enter(small.code, cookie);
  expect((await quote(cookie)).discount).toContain('less 25%: Silver tier');
  await enter(large.code, cookie);
  expect((await quote(cookie)).discount).toContain('less 40%');
});

test('a text proves a wallet once, in time, and only by the signature of that wallet', async () => {
  const { id, cookie } = await newCustomer(server);
  const [wallet, foreign] = [buildWallet(), buildWallet()];
  expect(await prove(wallet.sign('nothing'), cookie)).toBe('discounts.proof_expired');
  const text = await start(wallet, cookie);
  expect(text).toContain(await emailOf(id));
  expect(await prove(foreign.sign(text), cookie)).toBe('discounts.signature_wrong');
  const signature = base64.encode(base58.decode(wallet.sign(text)));
  server.setTime(after(new Date(), minutes(16)));
  expect(await prove(signature, cookie)).toBe('discounts.proof_expired');
  server.setTime(null);
  expect(await prove(signature, cookie)).toBe('done');
  expect(await prove(signature, cookie)).toBe('discounts.proof_expired');
  expect(await proveOwn(wallet, (await newCustomer(server)).cookie)).toBe('discounts.wallet_taken');
  expect(await act('discounts/startProof', { walletAddress: 'MahoniDemo1' }, cookie)).toBe('discounts.wallet_invalid');
});

test('a tier belongs to the wallet that was checked', async () => {
  const { id, cookie, wallet } = await newSilver();
  expect(await proveOwn(buildWallet(), cookie)).toBe('done');
  expect((await loadOwn(cookie)).discounts).toEqual([]);
  expect(await check(id, wallet.walletAddress)).toBe('discounts.wallet_changed');
  expect(await proveOwn(wallet, cookie)).toBe('done');
  expect((await loadOwn(cookie)).discounts).toEqual([]);
  expect(await check(id, wallet.walletAddress)).toBe('done');
  expect((await loadOwn(cookie)).discounts).toMatchObject([{ percent: 25 }]);
});

test('one wallet does not change between two accounts with their old checks', async () => {
  const one = await newSilver();
  const other = await newCustomer(server);
  const swap = async (from: string, to: string) =>
    `${await proveOwn(buildWallet(), from)} ${await proveOwn(one.wallet, to)}`;
  expect(await swap(one.cookie, other.cookie)).toBe('done done');
  expect(await check(other.id, one.wallet.walletAddress)).toBe('done');
  expect(await swap(other.cookie, one.cookie)).toBe('done done');
  expect((await loadOwn(one.cookie)).discounts).toEqual([]);
  expect((await owner.query(`select app.has_active_plan($1, now()) has`, [one.id])).rows).toEqual([{ has: false }]);
});

test('staff check no holding of their own, and support checks none', async () => {
  const wallet = buildWallet();
  const staff = (await owner.query<{ id: string }>(`select id from profiles where email = 'finance@demo.test'`))
    .rows[0];
  expect(await proveOwn(wallet, finance ?? '')).toBe('done');
  expect(await check(staff?.id ?? '', wallet.walletAddress)).toBe('approvals.own_matter');
  const silver = await newSilver();
  const input = { userId: silver.id, address: silver.wallet.walletAddress, amount: '1', heldSince: dayFromNow(-1) };
  expect(await act('discountsDesk/checkHolding', input, support)).toBe('staff.not_allowed');
  expect(await check(silver.id, silver.wallet.walletAddress, { heldSince: dayFromNow(3) })).toBe(
    'discounts.since_future',
  );
});

test('customers read only codes that they entered, and neither add codes nor check holdings', async () => {
  const [one, other] = [await newCustomer(server), await newCustomer(server)];
  const { id, code } = await createCode();
  await enter(code, one.cookie);
  expect((await rowsFor({ user: one.id }, 'promo_codes')).map((row) => row['id'])).toEqual([id]);
  expect(await rowsFor({ user: other.id }, 'promo_codes')).toEqual([]);
  const insertOwnCode = `insert into promo_codes (code, percent, reason, starts_at, ends_at, max_uses, author_id, created_at)
    values ('FREEFEES', 100, 'Mine', now(), '2099-12-31', 5, $1, now())`;
  expect(await outcome({ user: one.id }, insertOwnCode, [one.id])).toBe('refused');
  const insertOwnCheck = `insert into holding_checks (user_id, address, amount, held_since, tier, ends_at, checked_by, checked_at)
    values ($1, 'x', 100000000, now(), 'gold', '2099-12-31', $1, now())`;
  expect(await outcome({ user: one.id }, insertOwnCheck, [one.id])).toBe('refused');
  expect(await outcome({ user: one.id, all: true, roles: 'admin' }, insertOwnCheck, [one.id])).toBe('refused');
});

test('Silver includes paid courses while the tier lasts', async () => {
  const { id, cookie } = await newSilver();
  await publishTestCourse(server, { courseId: 'dear', priceUsd: 4_000 });
  const plain = await newCustomer(server);
  expect(await act('enrollment/withPlan', { courseId: 'dear' }, plain.cookie)).toBe('enrollment.no_plan');
  expect(await act('enrollment/withPlan', { courseId: 'dear' }, cookie)).toBe('done');
  const loadState = async (own: string) =>
    (await call<{ state: string }>('learning/progress', { courseId: 'dear' }, own)).body.state;
  expect(await loadState(cookie)).toBe('active');
  server.setTime(after(new Date(), days(31)));
  expect(await loadState(await createSession(server, (await emailOf(id)) ?? ''))).toBe('paused');
});
