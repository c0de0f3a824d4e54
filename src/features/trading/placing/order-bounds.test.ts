import { randomInt, randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { createOrderTools } from '../../../../test/order-tools.ts';
import { bitcoinAddress, buy, newPicture, placePaidBuy, sell, sellFields, upload } from '../../../../test/orders.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { demoSettings } from '../../settings/demo-settings.ts';

const server = await serverWithoutFaults();
const { call, signIn, owner } = server;
const findRows = async (sql: string, values: unknown[] = []) => (await owner.query(sql, values)).rows;
const { order_limits, order_sizes } = demoSettings;
const saveSetting = (key: string, value: object) =>
  owner.query('insert into setting_versions (key, value) values ($1, $2)', [key, value]);

beforeAll(async () => {
  await saveSetting('order_limits', order_limits);
  await saveSetting('order_sizes', {
    ...order_sizes,
    networkCost: { ...order_sizes.networkCost, bitcoin: 250, bep20: 300 },
  });
});

test('a hundred sells of US$1,194 without a tier stop at the third, with a case for compliance', async () => {
  const cookie = await signIn('visitor');
  const codes: unknown[] = [];
  for (let n = 0; n < 5; n += 1)
    codes.push((await sell(server, cookie, { amount: '0.0101', holder: 'Vivienne Brown' })).body.code);
  expect(codes).toEqual([undefined, undefined, undefined, 'trading.too_many_open', 'trading.too_many_open']);
  const held = `select hold_reason from transactions t join profiles p on p.id = user_id
    where p.email = 'visitor@demo.test' and held`;
  expect(await findRows(held)).toEqual(Array(3).fill({ hold_reason: 'limit_exceeded_after_sending' }));
  const alerts = await findRows(`select a.alert_type from transaction_alerts a join profiles p on p.id = a.user_id
    where p.email = 'visitor@demo.test'`);
  expect(alerts).toHaveLength(3);
  const cases = await findRows(`select kind from cases c join profiles p on p.id = c.user_id
    where p.email = 'visitor@demo.test'`);
  expect(cases).toEqual([{ kind: 'held_order' }]);
});

test('frozen customers and tiny sells reach the same count limits', async () => {
  const [frozen, small] = [await newCustomer(server), await newCustomer(server)];
  const freeze = { userId: frozen.id, reason: 'An authority asks for it' };
  expect((await call('compliance/freeze', freeze, await signIn('compliance'))).status).toBe(200);
  for (const [{ id, cookie }, amount, holdReason] of [
    [frozen, '0.0001', 'customer_stopped'],
    [small, '0.00001', 'limit_exceeded_after_sending'],
  ] as const) {
    const accountNumber = String(randomInt(100_000_000, 999_999_999));
    const codes: unknown[] = [];
    for (let n = 0; n < 4; n += 1)
      codes.push((await sell(server, cookie, { amount, holder: 'Ina Brown', accountNumber })).body.code);
    expect(codes).toEqual([undefined, undefined, undefined, 'trading.too_many_open']);
    const waiting = await findRows('select hold_reason from transactions where user_id = $1 and awaits_staff', [id]);
    expect(waiting).toEqual(Array(3).fill({ hold_reason: holdReason }));
  }
});

test('our wallet is hidden at the count limit', async () => {
  const input = { symbol: 'BTC', amount: '0.0001', network: 'bitcoin', senderWalletAddress: bitcoinAddress };
  const { body } = await call<{ code: string }>('trading/sellWallet', input, await signIn('visitor'));
  expect(body.code).toBe('trading.too_many_open');
});

test('one picture proves one order, for a sell, a claim and other customers', async () => {
  const cookie = await signIn('tier2');
  const { body: file } = await upload(server, cookie);
  const order = async () => {
    const { body } = await call<{ id: string }>('trading/quoteSell', { symbol: 'BTC', amount: '0.001' }, cookie);
    const rest = { proofFile: file.id, sourceOfFunds: null, sourceOfFundsFile: null, another: true };
    return call(
      'trading/placeSellOrder',
      { key: randomUUID(), quoteId: body.id, ...rest, ...sellFields('Tamara Grant') },
      cookie,
    );
  };
  expect((await order()).status).toBe(200);
  expect(await order()).toMatchObject({ status: 422, body: { code: 'trading.proof_used' } });
  const { body: funds } = await upload(server, cookie, 'source-of-funds');
  expect((await sell(server, cookie, { proofFile: funds.id })).body.code).toBe('trading.wallet_proof_missing');
  const { body: bought } = await buy(server, cookie);
  const claim = (proofFile: string) => call('trading/claimPayment', { orderId: bought.orderId, proofFile }, cookie);
  expect(await claim(file.id)).toMatchObject({ status: 422, body: { code: 'trading.proof_used' } });

  const otherCookie = await signIn('tier1');
  const { body: copy } = await upload(server, otherCookie);
  await owner.query('update files set sha256 = (select sha256 from files where id = $1) where id = $2', [
    file.id,
    copy.id,
  ]);
  const { body: other } = await buy(server, otherCookie);
  expect(await call('trading/claimPayment', { orderId: other.orderId, proofFile: copy.id }, otherCookie)).toMatchObject(
    {
      body: { code: 'trading.proof_used' },
    },
  );

  await saveSetting('order_limits', { ...order_limits, perPicture: 2 });
  expect((await claim(file.id)).status).toBe(200);
});

test('a rejected proof can be shown again for the same order', async () => {
  const cookie = await signIn('enhanced');
  const { orderId } = await placePaidBuy(server, cookie);
  const rejected = { orderId, reasonCode: 'not_arrived', note: '' };
  expect((await call('desk/rejectClaim', rejected, await signIn('finance'))).status).toBe(200);
  const [row] = await findRows('select proof_file from transactions where id = $1', [orderId]);
  expect((await call('trading/claimPayment', { orderId, proofFile: row.proof_file }, cookie)).status).toBe(200);
});

test('the smallest order is a setting, shown in the quote and enforced when placing', async () => {
  const cookie = await signIn('enhanced');
  const input = { symbol: 'BTC', currency: 'JMD', amount: '999.99', network: 'bitcoin' };
  expect((await call('trading/quoteBuy', input, cookie)).body).toMatchObject({ refusal: { code: 'too_small' } });
  expect((await buy(server, cookie, { amount: '999.99' })).body).toMatchObject({
    code: 'trading.too_small',
    data: { smallest: 'J$1,000' },
  });
  expect((await buy(server, cookie, { amount: '1000' })).status).toBe(200);
  expect((await call('trading/quoteBuy', { ...input, amount: '2' }, cookie)).body).toMatchObject({
    code: 'trading.buys_nothing',
  });
});

test('the network cost is taken once and shown in quote, order and receipt', async () => {
  const cookie = await signIn('enhanced');
  type Quoted = { coins: string; net: { minor: unknown }; networkCost: { minor: unknown }; id: string };
  const quote = (network: string | null) =>
    call<Quoted>('trading/quoteBuy', { symbol: 'BTC', currency: 'JMD', amount: '20000', network }, cookie);
  const [without, over, dearer] = [
    (await quote(null)).body,
    (await quote('bitcoin')).body,
    (await quote('bep20')).body,
  ];
  expect(String(over.networkCost.minor)).toBe('25000');
  expect(without).toMatchObject({ coins: over.coins, networkCost: over.networkCost, net: over.net });
  expect(Number(over.coins) / Number(dearer.coins)).toBeCloseTo(18_150 / 18_100, 4);

  expect((await buy(server, cookie, { quoteId: dearer.id })).body.code).toBe('trading.quote_lapsed');
  const { body: placed } = await buy(server, cookie, { quoteId: over.id });
  const [row] = await findRows('select * from transactions where id = $1', [placed.orderId]);
  expect(row).toMatchObject({ network_cost_jmd: '250.00', fee_amount_jmd: '1600.00', net_jmd_amount: '18400.00' });
  expect(row.receipt).toMatchObject({ network_cost_jmd: '250.00' });
  const { body: receipt } = await call<{ parts: unknown }>('trading/receipt', { orderId: placed.orderId }, cookie);
  expect(JSON.stringify(receipt.parts)).toContain('J$250.00');
});

test('the daily limit excludes cancelled orders', async () => {
  const cookie = await signIn('enhanced');
  await saveSetting('order_limits', { ...order_limits, unpaid: 1000, perDay: 1 });
  expect((await buy(server, cookie, { amount: '2000' })).body.code).toBe('trading.too_many_today');
  const person = `(select id from profiles where email = 'enhanced@demo.test')`;
  await owner.query(`update transactions set status = 'cancelled' where user_id = ${person}`);
  expect((await buy(server, cookie, { amount: '2000' })).status).toBe(200);
});

test('a cancelled order counts as unpaid until its price expires', async () => {
  await saveSetting('order_limits', order_limits);
  const [cookie, person] = [await signIn('returning'), `(select id from profiles where email = 'returning@demo.test')`];
  const place = async () => (await buy(server, cookie, { amount: '1000' })).body;
  const placed: string[] = [];
  for (let n = 0; n < order_limits.unpaid; n += 1) {
    const { orderId } = await place();
    placed.push(orderId);
    expect((await call('trading/cancelOwn', { orderId }, cookie)).status).toBe(200);
  }
  expect((await place()).code).toBe('trading.too_many_unpaid');
  const input = { symbol: 'BTC', currency: 'JMD', amount: '1000', network: 'bitcoin' };
  expect((await call('trading/quoteBuy', input, cookie)).body).toMatchObject({ refusal: { code: 'too_many_unpaid' } });

  // A claim is not a payment (A3), on a cancelled order either.
  const { body: file } = await upload(server, cookie);
  const claim = { orderId: placed[0], proofFile: file.id };
  expect((await call('trading/claimPayment', claim, cookie)).status).toBe(200);
  expect((await place()).code).toBe('trading.too_many_unpaid');

  await owner.query(`update transactions set lapsed = true where id = $1`, [placed[1]]);
  expect((await place()).code).toBe('trading.too_many_unpaid');
  await owner.query(`update transactions set price_holds_until = now() where id = $1`, [placed[1]]);
  expect((await place()).code).toBeUndefined();
  expect((await place()).code).toBe('trading.too_many_unpaid');
  await owner.query(`update transactions set pay_in = 'received' where id = $1`, [placed[0]]);
  expect((await place()).code).toBeUndefined();
  const sold = await call('trading/quoteSell', { symbol: 'BTC', amount: '0.001' }, cookie);
  expect(sold.body).not.toMatchObject({ refusal: { code: 'too_many_unpaid' } });
  expect(
    await findRows(`select count(*)::int n from transactions where user_id = ${person} and status = 'cancelled'`),
  ).toEqual([{ n: 3 }]);
});

test('sells without coins are limited by the prices they hold', async () => {
  const cookie = await signIn('enhanced');
  await saveSetting('order_limits', { ...order_limits, perDay: 1000, unpaid: 1 });
  const place = async () => (await sell(server, cookie, { holder: 'Enid Morgan' })).body;
  expect((await place()).code).toBeUndefined();
  expect((await place()).code).toBe('trading.too_many_unpaid');
  const input = { symbol: 'BTC', amount: '0.001', network: 'bitcoin', senderWalletAddress: bitcoinAddress };
  expect((await call<{ code: string }>('trading/sellWallet', input, cookie)).body.code).toBe('trading.too_many_unpaid');
});

test('coins sent while their coin is paused make an order held for compliance', async () => {
  await saveSetting('asset_switches', { paused: [{ side: 'sell', symbol: 'BTC', network: null }] });
  const { id, cookie } = await newCustomer(server);
  expect((await sell(server, cookie, { amount: '0.0001', holder: 'Ina Brown' })).status).toBe(200);
  const held = await findRows('select held, hold_reason from transactions where user_id = $1', [id]);
  expect(held).toEqual([{ held: true, hold_reason: 'paused_when_sent' }]);
  await saveSetting('asset_switches', { paused: [] });
});

const { loadQuote, placeSell, uploadAs } = createOrderTools(server);
const provedBy = async (files: readonly string[]) =>
  (await owner.query('select 1 from transactions where proof_file = any ($1::uuid[])', [files])).rowCount;

test('one picture proves one order, for a sell and a claim in parallel', async () => {
  await saveSetting('order_limits', {
    ...order_limits,
    ...{ unpaid: 50, perDay: 500, open: { none: 90, tier1: 90, tier2: 90 } },
  });
  const cookie = await signIn('tier2');
  for (let round = 0; round < 6; round += 1) {
    const proofFile = await uploadAs(cookie, newPicture());
    const { orderId } = (await buy(server, cookie, { amount: '3000' })).body;
    const { id: quoteId } = await loadQuote(cookie, 'Sell');
    await Promise.all([
      placeSell(cookie, { holder: 'Tamara Grant', quoteId, proofFile }),
      call('trading/claimPayment', { orderId, proofFile }, cookie),
    ]);
    expect(await provedBy([proofFile])).toBe(1);
  }
});

test('one picture proves one order, for two customers in parallel', async () => {
  const people = [
    [await signIn('tier2'), 'Tamara Grant'],
    [await signIn('enhanced'), 'Enid Morgan'],
  ] as const;
  for (let round = 0; round < 6; round += 1) {
    const picture = newPicture();
    const files = [await uploadAs(people[0][0], picture), await uploadAs(people[1][0], picture)] as const;
    const quotes = [await loadQuote(people[0][0], 'Sell'), await loadQuote(people[1][0], 'Sell')] as const;
    const [one, two] = await Promise.all(
      [0, 1].map((n) => {
        const [cookie, holder] = people[n as 0 | 1];
        return placeSell(cookie, { holder, quoteId: quotes[n as 0 | 1].id, proofFile: files[n as 0 | 1] });
      }),
    );
    expect([one?.status, two?.status].sort(), JSON.stringify([one?.body, two?.body])).toEqual([200, 422]);
  }
});

test('files of another purpose or person prove no order', async () => {
  const [ownCookie, otherCookie] = [await signIn('tier1'), await signIn('tier2')];
  const { orderId } = (await buy(server, ownCookie, { amount: '3000' })).body;
  const files = [
    await uploadAs(ownCookie, newPicture(), 'source-of-funds'),
    await uploadAs(ownCookie, newPicture(), 'subscription-proof'),
    await uploadAs(otherCookie, newPicture()),
  ];
  for (const proofFile of files)
    expect((await call('trading/claimPayment', { orderId, proofFile }, ownCookie)).body).toMatchObject({
      code: 'trading.proof_missing',
    });
  const { id: quoteId } = await loadQuote(ownCookie, 'Sell');
  for (const proofFile of files)
    expect((await placeSell(ownCookie, { holder: 'Andre Clarke', quoteId, proofFile })).body.code).toMatch(
      /proof_missing|name_mismatch/,
    );
});
