import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { buy, sellFields, upload } from '../../../../test/orders.ts';
import { solanaAddress } from '../../../../test/payments.ts';
import { serverUnderTest } from '../../../../test/worker.ts';

/** Lignum is free until two people have set a price for it; then it is bought and sold like Mahoni (decision B11). */
const server = await serverUnderTest();
const { call, signIn, owner } = server;
const customer = await signIn('tier2');
const [finance, admin] = [await signIn('finance'), await signIn('admin')];

const asked = { symbol: 'LGM', currency: 'JMD', amount: '5000', network: 'solana' };
const sold = { symbol: 'LGM', amount: '2000000' };
const quoted = async (side: 'Buy' | 'Sell') =>
  (await call(`trading/quote${side}`, side === 'Buy' ? asked : sold, customer)).body;
type Line = { symbol: string; priceUsd: string; priceJmd: string; source: string; setByCompany: boolean };
const listed = async () =>
  (await call<Line[]>('prices/list', { order: 'symbol' })).body.filter(({ symbol }) => symbol === 'LGM');

const proposes = async (LGM: unknown, cookie = finance) =>
  (
    await call<{ proposalId: string; code?: string }>(
      'settings/propose',
      { key: 'token_prices', value: { MHI: '0.000068', LGM } },
      cookie,
    )
  ).body;
const decides = (proposalId: string, cookie: string) =>
  call('settings/decide', { proposalId, decision: 'approve' }, cookie);
async function sets(LGM: string | null): Promise<void> {
  const { proposalId } = await proposes(LGM);
  expect(await decides(proposalId, admin)).toMatchObject({ status: 200 });
}

const ordered = async (id: string) =>
  (
    await owner.query(
      `select type, crypto_symbol, crypto_amount::text, price_usd_used::text, jmd_amount::text, network,
          receipt ->> 'price_source' source from transactions where id = $1`,
      [id],
    )
  ).rows[0];

test('while nobody has set a price, Lignum is in no list, and neither bought nor sold', async () => {
  expect(await listed()).toEqual([]);
  for (const side of ['Buy', 'Sell'] as const)
    expect(await quoted(side)).toMatchObject({ code: 'trading.lignum_is_free' });
  const sale = { ...sold, network: 'solana', senderWalletAddress: solanaAddress() };
  expect((await call('trading/sellWallet', sale, customer)).body).toMatchObject({ code: 'trading.lignum_is_free' });
});

test('a value of the setting from before Lignum could have a price says that it has none', async () => {
  await owner.query(`insert into setting_versions (key, value) values ('token_prices', '{"MHI": "0.000068"}')`);
  const { body } = await call<{ settings: { token_prices: object } }>('settings/list', undefined, finance);
  expect(body.settings.token_prices).toEqual({ MHI: '0.000068', LGM: null });
  expect(await quoted('Buy')).toMatchObject({ code: 'trading.lignum_is_free' });
});

test('one person alone sets no price of Lignum, and nobody sets none that is no price', async () => {
  for (const odd of ['0', '-1', 'much', 5]) expect(await proposes(odd)).toMatchObject({ code: 'settings.invalid' });
  const { proposalId } = await proposes('0.0001');
  expect((await decides(proposalId, finance)).status).not.toBe(200);
  expect(await listed()).toEqual([]);
  expect(await decides(proposalId, admin)).toMatchObject({ status: 200 });
  expect(await listed()).toMatchObject([
    { priceUsd: '0.0001', priceJmd: '0.0175', source: 'company', setByCompany: true },
  ]);
});

test('Lignum is bought at the price that the company set, with fee and network cost like any coin', async () => {
  // J$5,000 less 8 % and J$5 for sending are J$4,595: US$26.257142... at 175, and 262,571.428571 LGM.
  expect(await quoted('Buy')).toMatchObject({
    priceUsd: '0.0001',
    priceSource: 'company',
    coins: '262571.428571',
    refusal: null,
    demo: false,
  });
  const placed = await buy(server, customer, { ...asked, walletAddress: solanaAddress() });
  expect(placed).toMatchObject({ status: 200 });
  expect(await ordered(placed.body.orderId)).toMatchObject({
    type: 'buy',
    crypto_symbol: 'LGM',
    price_usd_used: '0.0001',
    jmd_amount: '5000.00',
    network: 'solana',
  });
});

test('Lignum is sold at that price too, after our wallet was shown', async () => {
  const senderWalletAddress = solanaAddress();
  // 2,000,000 LGM are US$200 and J$30,000 at 150, less 8 %.
  expect(await quoted('Sell')).toMatchObject({
    priceSource: 'company',
    gross: { minor: '3000000' },
    net: { minor: '2760000' },
  });
  const wallet = await call<{ address: string }>(
    'trading/sellWallet',
    { ...sold, network: 'solana', senderWalletAddress },
    customer,
  );
  expect(wallet.body).toMatchObject({ demo: true, needsSourceOfFunds: false });
  const quote = await quoted('Sell');
  const { body: file } = await upload(server, customer);
  const order = {
    ...{ key: randomUUID(), quoteId: quote.id, proofFile: file.id, custody: 'self', another: true },
    ...{ sourceOfFunds: null, sourceOfFundsFile: null },
    ...sellFields('Tamara Grant'),
    ...{ network: 'solana', senderWalletAddress },
  };
  const placed = await call<{ orderId: string }>('trading/placeSellOrder', order, customer);
  expect(placed).toMatchObject({ status: 200 });
  expect(await ordered(placed.body.orderId)).toMatchObject({ type: 'sell', crypto_symbol: 'LGM' });
});

test('without its price Lignum is free again, and what was ordered keeps its terms', async () => {
  const { body: order } = await buy(server, customer, { ...asked, amount: '6000', walletAddress: solanaAddress() });
  const agreed = await ordered(order.orderId);
  await sets(null);
  expect(await listed()).toEqual([]);
  for (const side of ['Buy', 'Sell'] as const)
    expect(await quoted(side)).toMatchObject({ code: 'trading.lignum_is_free' });
  expect(await ordered(order.orderId)).toEqual(agreed);
  const mhi = { ...asked, symbol: 'MHI' };
  expect((await call('trading/quoteBuy', mhi, customer)).body).toMatchObject({ priceUsd: '0.000068' });
});

test('an order whose price has ended is given none by a moment at which Lignum had none', async () => {
  await sets('0.0001');
  const { body: order } = await buy(server, customer, { ...asked, amount: '7000', walletAddress: solanaAddress() });
  await sets(null);
  await owner.query(`update transactions set choose_until = now() + interval '1 hour' where id = $1`, [order.orderId]);
  const choice = { orderId: order.orderId, seen: '1' };
  expect((await call('trading/choosePrice', choice, customer)).body).toMatchObject({
    code: 'trading.prices_unavailable',
  });
  expect(await call('trading/choosePrice', { ...choice, seen: null }, customer)).toMatchObject({ status: 200 });
});
