import { afterEach, expect, test } from 'vitest';
import { demoAddresses } from '../../../../fakes/screening/demo-list.ts';
import { bitcoinAddress, buildPayIn, buy, evmAddress, placePaidBuy, sell } from '../../../../test/orders.ts';
import { createSession } from '../../../../test/security/actors.ts';
import { applySetting } from '../../../../test/settings.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { serverUnderTest } from '../../../../test/worker.ts';
import { after, hours } from '../../../kernel/clock.ts';
import { setPassword } from '../../accounts/session-store.ts';
import { maxPayees } from '../wallets/payee-store.ts';

const server = await serverUnderTest();
const { call, owner, signIn } = server;
const [finance, admin] = await Promise.all(['finance', 'admin'].map(signIn));
afterEach(() => {
  server.setTime(null);
  expect(server.faults.splice(0)).toEqual([]);
});

type Payees = {
  wallets: { id: string; label: string; network: string; address: string; waitsUntil: string | null }[];
  trusted: { network: string; address: string }[];
  accounts: { id: string; accountNumber: string; waitsUntil: string | null }[];
};
const loadPayees = async (cookie: string) => (await call<Payees>('trading/payees', undefined, cookie)).body;
const buildWallet = (change: object = {}) => ({
  label: 'My Ledger',
  network: 'bitcoin',
  walletAddress: ` ${bitcoinAddress.toUpperCase()}`,
  destinationTag: '',
  ...change,
});
const buildAccount = (change: object = {}) => ({
  label: 'NCB savings',
  bankName: 'National Commercial Bank',
  accountNumber: '123 456-789',
  accountHolderName: 'Ina Brown',
  routingNumber: 'Half Way Tree',
  ...change,
});
const save = (cookie: string, change: object = {}) =>
  call<{ id: string; code?: string }>('trading/saveWallet', buildWallet(change), cookie);
const saveAccount = (cookie: string, change: object = {}) =>
  call<{ id: string; code?: string }>('trading/saveAccount', buildAccount(change), cookie);

test('a saved wallet is normalized, audited without its address, mailed and listed', async () => {
  const { id, email, cookie } = await newCustomer(server);
  const { status, body } = await save(cookie);
  expect(status).toBe(200);
  expect((await loadPayees(cookie)).wallets).toMatchObject([
    { id: body.id, label: 'My Ledger', network: 'bitcoin', address: bitcoinAddress },
  ]);
  const { rows } = await owner.query('select action, after from audit_log where actor_id = $1', [id]);
  expect(rows).toEqual([{ action: 'trading.payee_saved', after: { payeeId: body.id, kind: 'bitcoin' } }]);
  const mails = await owner.query(
    `select data ->> 'about' about from pgboss.job where name = 'accounts.send_email' and data ->> 'email' = $1`,
    [email],
  );
  expect(mails.rows).toEqual([{ about: 'payee_saved' }]);
});

test('a wallet that no order could use is refused and not stored', async () => {
  const { cookie } = await newCustomer(server);
  const refused = async (change: object) => (await save(cookie, change)).body.code;
  expect(await refused({ network: 'erc20' })).toBe('trading.address_other_network');
  expect(
    await refused({ network: 'xrp', walletAddress: 'rLHzPsX6oXkzU2qL12kHCH8G8cnZv1rBJh', destinationTag: 'x' }),
  ).toBe('trading.tag_malformed');
  expect(await refused({ label: ' ' })).toBe('BAD_REQUEST');
  expect((await loadPayees(cookie)).wallets).toEqual([]);
});

test('a wallet on a sanctions list is refused, and each day has one alert', async () => {
  const { id, cookie } = await newCustomer(server);
  const change = { walletAddress: demoAddresses.sanctioned[0] };
  for (let n = 0; n < 2; n++) expect((await save(cookie, change)).body.code).toBe('trading.wallet_blocked');
  const alerts = await owner.query('select alert_type from transaction_alerts where user_id = $1', [id]);
  expect(alerts.rows).toEqual([{ alert_type: 'wallet_blocked' }]);
});

test('an account must be in the customer’s name and is stored as digits', async () => {
  const { cookie } = await newCustomer(server, 'Ina Brown');
  expect((await saveAccount(cookie, { accountHolderName: 'Tamara Grant' })).body.code).toBe('trading.name_mismatch');
  expect((await saveAccount(cookie)).status).toBe(200);
  expect((await loadPayees(cookie)).accounts).toMatchObject([{ accountNumber: '123456789' }]);
});

test('the same wallet or account twice, and one above the maximum, are refused', async () => {
  const { cookie } = await newCustomer(server, 'Ina Brown');
  expect((await save(cookie)).status).toBe(200);
  expect((await save(cookie, { label: 'Again' })).body.code).toBe('trading.payee_known');
  expect((await saveAccount(cookie)).status).toBe(200);
  expect((await saveAccount(cookie, { accountNumber: '123456789' })).body.code).toBe('trading.payee_known');
  for (let n = 2; n < maxPayees; n++)
    expect((await save(cookie, { network: 'erc20', walletAddress: evmAddress(n) })).status).toBe(200);
  const last = await save(cookie, { network: 'erc20', walletAddress: evmAddress(99) });
  expect(last.body.code).toBe('trading.too_many_payees');
});

test('a customer neither sees nor removes the payee of another', async () => {
  const [customer, otherCustomer] = [await newCustomer(server), await newCustomer(server)];
  const { body } = await save(customer.cookie);
  expect((await loadPayees(otherCustomer.cookie)).wallets).toEqual([]);
  const remove = (cookie: string) => call('trading/removePayee', { payeeId: body.id }, cookie);
  expect((await remove(otherCustomer.cookie)).body).toMatchObject({ code: 'trading.payee_not_found' });
  expect((await remove(customer.cookie)).status).toBe(200);
  expect((await loadPayees(customer.cookie)).wallets).toEqual([]);
});

test('saving without a sign-in in the last ten minutes is refused', async () => {
  const { id, cookie } = await newCustomer(server);
  await owner.query(`update auth.session set confirmed_at = now() - interval '11 minutes' where "userId" = $1`, [id]);
  expect((await save(cookie)).body.code).toBe('accounts.confirm_needed');
  expect((await saveAccount(cookie)).body.code).toBe('accounts.confirm_needed');
});

test('the payee of the latest order comes first', async () => {
  const { cookie } = await newCustomer(server);
  await save(cookie);
  await save(cookie, { label: 'Newer', network: 'erc20', walletAddress: evmAddress(1) });
  expect((await loadPayees(cookie)).wallets.map(({ label }) => label)).toEqual(['Newer', 'My Ledger']);
  await buy(server, cookie, { amount: '2000' });
  expect((await loadPayees(cookie)).wallets.map(({ label }) => label)).toEqual(['My Ledger', 'Newer']);
});

test('a saved wallet counts as a known address', async () => {
  const { cookie } = await newCustomer(server);
  const query = { network: 'bitcoin', walletAddress: bitcoinAddress, destinationTag: '' };
  const isKnown = async () => (await call<{ used: boolean }>('trading/addressUsed', query, cookie)).body.used;
  expect(await isKnown()).toBe(false);
  await save(cookie);
  expect(await isKnown()).toBe(true);
});

const trust = (id: string, status: string, { address = bitcoinAddress, symbol = 'BTC', network = 'bitcoin' } = {}) =>
  owner.query(
    `insert into kyc_submissions (user_id, tier, status, data, created_at)
     values ($1, 3, $2, jsonb_build_object('trusted_wallets', jsonb_build_array(jsonb_build_object(
       'cryptoSymbol', $4::text, 'network', $5::text, 'walletAddress', $3::text))), now())`,
    [id, status, address, symbol, network],
  );

test('the trusted wallets of approved Enhanced KYC are listed until a newer submission replaces them', async () => {
  const { id, cookie } = await newCustomer(server);
  await trust(id, 'approved');
  expect((await loadPayees(cookie)).trusted).toEqual([{ symbol: 'BTC', network: 'bitcoin', address: bitcoinAddress }]);
  await save(cookie);
  expect((await loadPayees(cookie)).trusted).toEqual([]);
  await trust(id, 'pending');
  const { wallets } = await loadPayees(cookie);
  await call('trading/removePayee', { payeeId: wallets[0]?.id }, cookie);
  expect((await loadPayees(cookie)).trusted).toEqual([]);
});

const lowerLargeAmount = () => applySetting(server, 'payee_wait', { from: 20_000 });

const preparePayout = async (orderId: string) =>
  (await call<{ code?: string }>('desk/preparePayout', { orderId, note: '' }, finance)).body.code ?? 'done';
async function confirmAndPreparePayout(orderId: string, amount = '20000'): Promise<string> {
  await call('desk/confirmReceived', buildPayIn(orderId, { amount }), finance);
  await call('desk/startProcessing', { orderId, note: '' }, finance);
  return preparePayout(orderId);
}
const loadWait = async (orderId: string, cookie: string) =>
  (await call<{ payeeWaitUntil: string | null }>('trading/show', { orderId }, cookie)).body.payeeWaitUntil;

test('a large payout to a new wallet waits a day, and the customer sees until when', async () => {
  await lowerLargeAmount();
  const cookie = await createSession(server, 'tier2');
  const { orderId } = await placePaidBuy(server, cookie, {
    walletAddress: evmAddress(7),
    network: 'erc20',
    symbol: 'ETH',
  });
  const { rows } = await owner.query<{ at: Date }>('select created_at at from transactions where id = $1', [orderId]);
  const until = after(rows[0]?.at ?? new Date(0), hours(24));
  expect(new Date((await loadWait(orderId, cookie)) ?? 0)).toEqual(until);
  expect(await confirmAndPreparePayout(orderId)).toBe('desk.payee_new');
  server.setTime(after(until, 1));
  expect(await preparePayout(orderId)).toBe('done');
  expect((await call('desk/approvePayout', { orderId, note: '' }, admin)).status).toBe(200);
});

test('a large payout to a wallet saved a day ago does not wait, nor does a smaller order', async () => {
  await lowerLargeAmount();
  const cookie = await createSession(server, 'tier2');
  await save(cookie, { network: 'erc20', walletAddress: evmAddress(8) });
  await owner.query(`update payees set known_from = now() - interval '24 hours'`);
  const to = { walletAddress: evmAddress(8), network: 'erc20', symbol: 'ETH' };
  const { orderId } = await placePaidBuy(server, cookie, to);
  expect(await confirmAndPreparePayout(orderId)).toBe('done');
  const other = await createSession(server, 'enhanced');
  const small = await buy(server, other, {
    amount: '19999',
    walletAddress: evmAddress(9),
    network: 'erc20',
    symbol: 'ETH',
  });
  expect(await loadWait(small.body.orderId, other)).toBeNull();
});

test('a large payout to a trusted wallet does not wait', async () => {
  await lowerLargeAmount();
  const { id, cookie } = await newCustomer(server);
  await trust(id, 'approved');
  const { orderId } = (await buy(server, cookie, { amount: '4000' })).body;
  await applySetting(server, 'payee_wait', { from: 4_000 });
  expect(await loadWait(orderId, cookie)).toBeNull();
});

test('a large payout to another tag at a trusted address waits, and the address is not known', async () => {
  const { id, cookie } = await newCustomer(server);
  const exchange = 'rLHzPsX6oXkzU2qL12kHCH8G8cnZv1rBJh';
  await trust(id, 'approved', { address: exchange, symbol: 'XRP', network: 'xrp' });
  const to = { network: 'xrp', walletAddress: exchange, destinationTag: '7' };
  expect((await call('trading/addressUsed', to, cookie)).body).toMatchObject({ used: false });
  await applySetting(server, 'payee_wait', { from: 4_000 });
  const { body } = await buy(server, cookie, { symbol: 'XRP', amount: '4000', ...to });
  expect(await loadWait(body.orderId, cookie)).not.toBeNull();
});

test('an order that is split over new wallets waits when its paid parts are large together', async () => {
  await applySetting(server, 'payee_wait', { from: 4_000 });
  const { cookie } = await newCustomer(server);
  const place = async (n: number) => {
    const to = { walletAddress: evmAddress(n), network: 'erc20', symbol: 'ETH', amount: '2000' };
    return (await placePaidBuy(server, cookie, to)).orderId;
  };
  const [first, second] = [await place(21), await place(22)];
  expect(await loadWait(second, cookie)).toBeNull();
  expect(await confirmAndPreparePayout(first, '2000')).toBe('done');
  expect(await confirmAndPreparePayout(second, '2000')).toBe('desk.payee_new');
  expect(await loadWait(second, cookie)).not.toBeNull();
});

test('a large sell waits unless an earlier sell to the bank account was completed', async () => {
  await applySetting(server, 'payee_wait', { from: 1_000 });
  const cookie = await createSession(server, 'tier2');
  const place = async () => (await sell(server, cookie, { accountNumber: '5566778899' })).body.orderId;
  const earlier = await place();
  expect(await loadWait(earlier, cookie)).not.toBeNull();
  const change = (fields: string) => owner.query(`update transactions set ${fields} where id = $1`, [earlier]);
  await change(`created_at = created_at - interval '25 hours'`);
  expect(await loadWait(await place(), cookie)).not.toBeNull();
  await change(`status = 'completed', pay_in = 'received', pay_out = 'sent', closed_at = now()`);
  expect(await loadWait(await place(), cookie)).toBeNull();
});

test('a new password pauses recurring buys and restarts the wait of payees, unlike an end of sessions', async () => {
  const { id, cookie } = await newCustomer(server, 'Ina Brown');
  const wallet = { network: 'bitcoin', walletAddress: bitcoinAddress, destinationTag: '' };
  expect((await save(cookie)).status).toBe(200);
  const plan = { ...wallet, symbol: 'BTC', currency: 'JMD', amount: '1,000', every: 'week', day: '3' };
  expect((await call('trading/setRecurringBuy', plan, cookie)).status).toBe(200);
  await owner.query(`update payees set known_from = now() - interval '3 days' where user_id = $1`, [id]);
  const load = async () =>
    (
      await owner.query(
        `select b.paused_for "pausedFor", p.known_from > now() - interval '1 hour' "isRestarted"
           from payees p join recurring_buys b using (user_id) where user_id = $1`,
        [id],
      )
    ).rows;
  expect((await call('accounts/endCustomerSessions', { userId: id }, admin)).status).toBe(200);
  expect(await load()).toEqual([{ pausedFor: null, isRestarted: false }]);
  await server.services.authDb.transaction().execute((tx) => setPassword(tx, id, null));
  expect(await load()).toEqual([{ pausedFor: 'password', isRestarted: true }]);
});
