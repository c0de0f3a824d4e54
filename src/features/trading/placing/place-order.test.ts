import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createOrderTools } from '../../../../test/order-tools.ts';
import { bitcoinAddress, buy, newPicture, sell, upload } from '../../../../test/orders.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { demoSettings } from '../../settings/demo-settings.ts';

const server = await serverWithoutFaults();
const { call, signIn, owner } = server;
const findRows = async (sql: string, values: unknown[] = []) => (await owner.query(sql, values)).rows;

test('an order takes over its quote and leaves one timeline event and audit entry', async () => {
  const cookie = await signIn('tier1');
  const placed = await buy(server, cookie, { amount: '20000' });
  expect(placed.status).toBe(200);
  const { orderId, reference } = placed.body;
  expect(reference).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{3}$/);
  const [row] = await findRows('select * from transactions where id = $1', [orderId]);
  expect(row).toMatchObject({
    status: 'pending',
    pay_in: 'awaiting',
    jmd_amount: '20000.00',
    fee_amount_jmd: '1600.00',
    net_jmd_amount: '18400.00',
  });
  const { body } = await call('trading/show', { orderId }, cookie);
  expect(body.story).toMatchObject([{ event: 'placed', by: 'you', reason: null }]);
  expect(await findRows(`select action from audit_log where subject_id = $1`, [orderId])).toEqual([
    { action: 'trading.order_placed' },
  ]);
});

test('the same key and body get the first answer; another body is refused', async () => {
  const cookie = await signIn('tier1');
  const { body: quote } = await call<{ id: string }>(
    'trading/quoteBuy',
    { network: 'bitcoin', symbol: 'BTC', currency: 'JMD', amount: '9000' },
    cookie,
  );
  const wishes = { key: randomUUID(), quoteId: quote.id };
  const answers = await Promise.all(Array.from({ length: 6 }, () => buy(server, cookie, wishes)));
  expect(new Set(answers.map((answer) => `${answer.status} ${answer.body.orderId}`)).size).toBe(1);
  expect(answers[0]?.status).toBe(200);
  expect(await buy(server, cookie, { ...wishes, network: 'bep20' })).toMatchObject({
    status: 409,
    body: { code: 'general.key_reused' },
  });
});

test('the same order from a second tab opens the first one', async () => {
  const cookie = await signIn('tier1');
  const first = await buy(server, cookie, { amount: '7777', another: false });
  const second = await buy(server, cookie, { amount: '7777', another: false });
  expect(first.status).toBe(200);
  expect(second).toMatchObject({
    status: 409,
    body: { code: 'trading.same_order_just_placed', data: { reference: first.body.reference } },
  });
});

test('prices older than 20 minutes stop quotes with the documented text', async () => {
  const cookie = await signIn('tier1');
  server.setTime(new Date(Date.now() + 21 * 60_000));
  const answer = await call(
    'trading/quoteBuy',
    { network: 'bitcoin', symbol: 'BTC', currency: 'JMD', amount: '8000' },
    cookie,
  );
  const message = { text: 'Failed to fetch current crypto prices' };
  expect(answer).toMatchObject({ status: 503, body: { code: 'trading.prices_unavailable', data: { said: message } } });
});

test('without an identity check US$25 a month is the limit', async () => {
  const cookie = await signIn('visitor');
  expect((await buy(server, cookie, { amount: '4375.01' })).body).toMatchObject({
    code: 'trading.monthly_limit_no_tier',
    data: { cap: '25' },
  });
  expect((await buy(server, cookie, { amount: '4375' })).status).toBe(200);
  expect((await buy(server, cookie, { amount: '1000' })).body.code).toBe('trading.monthly_limit_no_tier');
});

test('from US$1,000 Enhanced KYC is required, then a source of funds with proof', async () => {
  expect((await buy(server, await signIn('tier2'), { amount: '175000' })).body.code).toBe(
    'trading.enhanced_kyc_required',
  );
  expect((await buy(server, await signIn('tier2'), { amount: '174999.99' })).status).toBe(200);
  const cookie = await signIn('enhanced');
  expect((await buy(server, cookie, { amount: '175000' })).body).toMatchObject({ code: 'trading.funds_missing' });
  const wishes = { amount: '175000', sourceOfFunds: 'employment_salary' };
  const { body: slip } = await upload(server, cookie, 'transaction-proof');
  expect((await buy(server, cookie, { ...wishes, sourceOfFundsFile: slip.id })).body.code).toBe(
    'trading.funds_missing',
  );
  const { body: foreign } = await upload(server, await signIn('tier2'), 'source-of-funds');
  expect((await buy(server, cookie, { ...wishes, sourceOfFundsFile: foreign.id })).body.code).toBe(
    'trading.funds_missing',
  );
  const { body: file } = await upload(server, cookie, 'source-of-funds');
  expect((await buy(server, cookie, { ...wishes, sourceOfFundsFile: file.id })).status).toBe(200);
});

test.each([
  ['bitcoin', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdx', 'trading.address_checksum'],
  ['bitcoin', 'nonsense', 'trading.address_malformed'],
  ['bitcoin', '0x52908400098527886E0F7030069857D2E4169EE7', 'trading.address_other_network'],
  ['bitcoin', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'trading.address_test_network'],
  ['bep20', '0x0000000000000000000000000000000000000000', 'trading.address_burn_address'],
  ['bep20', '0x55d398326f99059fF775485246999027B3197955', 'trading.address_token_contract'],
  ['bep20', '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2', 'trading.address_token_contract'],
  ['bep20', '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', 'trading.address_burn_address'],
  ['bitcoin', '1BitcoinEaterAddressDontSendf59kuE', 'trading.address_burn_address'],
  [
    'bep20',
    'https://testnet.bscscan.com/address/0x52908400098527886E0F7030069857D2E4169EE7',
    'trading.address_test_network',
  ],
  ['bitcoin', 'bc1qlgt6q2vxdjfz34jc6zhtp6jwh8jdkmkq5t2z8l', 'trading.address_excluded'],
  ['solana', bitcoinAddress, 'trading.network_unfit'],
])('an unusable address is refused with its reason: %s %s', async (network, walletAddress, code) => {
  expect(await buy(server, await signIn('tier2'), { network, walletAddress })).toMatchObject({
    status: 422,
    body: { code },
  });
});

test('twenty parallel orders just under the cap never exceed it', async () => {
  await owner.query(`delete from order_events`).catch(() => undefined);
  await owner.query(`delete from risk_assessments`);
  const person = (await findRows(`select id from profiles where email = 'visitor@demo.test'`))[0].id;
  await owner.query('delete from transactions where user_id = $1', [person]);
  const cookie = await signIn('visitor');
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => buy(server, cookie, { amount: `${4000 + n}` })),
  );
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  expect(new Set(answers.filter((answer) => answer.status !== 200).map((answer) => answer.body.code))).toEqual(
    new Set(['trading.monthly_limit_no_tier']),
  );
});

test("a sell is placed with its proof and paid to an account in the customer's name", async () => {
  const cookie = await signIn('tier2');
  expect((await sell(server, cookie, { holder: 'Other Person' })).body.code).toBe('trading.name_mismatch');
  expect((await sell(server, cookie, { proofFile: null })).body.code).toBe('trading.wallet_proof_missing');
  const placed = await sell(server, cookie, { holder: ' grant TAMARA ' });
  expect(placed.status).toBe(200);
  const [row] = await findRows('select * from transactions where id = $1', [placed.body.orderId]);
  expect(row).toMatchObject({
    type: 'sell',
    pay_in: 'claimed',
    held: false,
    account_number: '123456789',
    awaits_staff: true,
  });
});

test('coins sent above a limit make a held order, never a refusal', async () => {
  const cookie = await signIn('visitor');
  const wallet = await call(
    'trading/sellWallet',
    { symbol: 'BTC', amount: '0.002', network: 'bitcoin', senderWalletAddress: bitcoinAddress },
    cookie,
  );
  expect(wallet.body).toMatchObject({ code: 'trading.monthly_limit_no_tier' });
  const placed = await sell(server, cookie, { amount: '0.002', holder: 'Vivienne Brown' });
  expect(placed.status).toBe(200);
  const [row] = await findRows('select held, hold_reason from transactions where id = $1', [placed.body.orderId]);
  expect(row).toEqual({ held: true, hold_reason: 'limit_exceeded_after_sending' });
});

test('a held order reveals nothing of the hold to its customer', async () => {
  const cookie = await signIn('visitor');
  const [row] = await findRows(`select id from transactions where held limit 1`);
  const { body } = await call('trading/show', { orderId: row.id }, cookie);
  expect(JSON.stringify(body, (_, value) => (typeof value === 'bigint' ? String(value) : value))).not.toMatch(
    /"held"|hold_?reason|"hold"|limit_exceeded/i,
  );
});

const { loadQuote, placeSell, uploadAs } = createOrderTools(server);

const invalidAmounts =
  '1e5 1E3 +5 -0 -1 0 00 0.000 .5. 1,5 1,00 1,0000 ,100 ١٠٠٠ １０００ 0x10 NaN Infinity 1_000 1.000.000 ½'
    .split(' ')
    .concat(['1 00', '1000\u0000', `${'9'.repeat(23)}`, `0.${'0'.repeat(21)}`, `1${'0'.repeat(5_000)}`]);

test('a quote makes one order under any keys, and none of the other side', async () => {
  const cookie = await signIn('tier2');
  const { id } = await loadQuote(cookie);
  const answers = await Promise.all(Array.from({ length: 6 }, () => buy(server, cookie, { quoteId: id })));
  const codes = answers.map(({ status, body }) => (status === 200 ? 'placed' : body.code)).sort();
  expect(codes).toEqual(['placed', ...Array(5).fill('trading.quote_lapsed')]);
  const placed = answers.find(({ status }) => status === 200)?.body.orderId;
  expect((await call('trading/cancelOwn', { orderId: placed }, cookie)).status).toBe(200);
  expect((await buy(server, cookie, { quoteId: id })).body.code).toBe('trading.quote_lapsed');
  const other = await loadQuote(cookie, 'Sell');
  expect((await buy(server, cookie, { quoteId: other.id })).body.code).toBe('trading.quote_lapsed');
  const bought = await loadQuote(cookie);
  const proofFile = await uploadAs(cookie, newPicture());
  const sold = await placeSell(cookie, { holder: 'Tamara Grant', quoteId: bought.id, proofFile });
  expect(sold.body.code).toBe('trading.quote_lapsed');
});

test("another customer's quote is refused, even with the same request and key", async () => {
  const [own, otherCookie] = [await signIn('tier1'), await signIn('tier2')];
  const { id } = await loadQuote(otherCookie);
  const key = randomUUID();
  expect((await buy(server, own, { quoteId: id, key })).body.code).toBe('trading.quote_lapsed');
  expect((await buy(server, otherCookie, { quoteId: id, key })).status).toBe(200);
  expect((await buy(server, own, { quoteId: id, key })).body.code).toBe('trading.quote_lapsed');
});

test('a quote is valid to its last millisecond', async () => {
  const cookie = await signIn('tier2');
  const { id, expiresAt } = await loadQuote(cookie);
  server.setTime(new Date(new Date(expiresAt).getTime() + 1));
  expect((await buy(server, cookie, { quoteId: id })).body.code).toBe('trading.quote_lapsed');
});

test.each(invalidAmounts)('an amount like %j never makes a different order', async (amount) => {
  const cookie = await signIn('tier1');
  const buyIt = { symbol: 'BTC', currency: 'JMD', amount, network: 'bitcoin' };
  const answers = [
    await call<{ gross?: unknown }>('trading/quoteBuy', buyIt, cookie),
    await call('trading/quoteSell', { symbol: 'BTC', amount }, cookie),
    await call(
      'trading/sellWallet',
      { symbol: 'BTC', amount, network: 'bitcoin', senderWalletAddress: bitcoinAddress },
      cookie,
    ),
  ];
  expect(answers.map(({ status }) => status).filter((status) => status !== 400 && status !== 422)).toEqual([]);
});

test('parallel requests never exceed the limit of unpaid orders', async () => {
  await owner.query(`insert into setting_versions (key, value) values ('order_limits', $1)`, [
    { ...demoSettings.order_limits, unpaid: 3 },
  ]);
  const cookie = await signIn('applicant');
  const quotes = await Promise.all(Array.from({ length: 8 }, () => loadQuote(cookie)));
  const answers = await Promise.all(quotes.map(({ id }) => buy(server, cookie, { quoteId: id })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
});
