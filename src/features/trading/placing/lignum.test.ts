import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { buy, sellFields, upload } from '../../../../test/orders.ts';
import { solanaAddress } from '../../../../test/payments.ts';
import { serverUnderTest } from '../../../../test/worker.ts';

const server = await serverUnderTest();
const { call, signIn, owner } = server;
const customer = await signIn('tier2');
const [finance, admin] = [await signIn('finance'), await signIn('admin')];

const quoteInput = { symbol: 'LGM', currency: 'JMD', amount: '5000', network: 'solana' };
const sellInput = { symbol: 'LGM', amount: '2000000' };
const quoteBuy = async (side: 'Buy' | 'Sell') =>
  (await call(`trading/quote${side}`, side === 'Buy' ? quoteInput : sellInput, customer)).body;
type Line = { symbol: string; priceUsd: string; priceJmd: string; source: string; setByCompany: boolean };
const findListed = async () =>
  (await call<Line[]>('prices/list', { order: 'symbol' })).body.filter(({ symbol }) => symbol === 'LGM');

const propose = async (LGM: unknown, cookie = finance) =>
  (
    await call<{ proposalId: string; code?: string }>(
      'settings/propose',
      { key: 'token_prices', value: { MHI: '0.000068', LGM } },
      cookie,
    )
  ).body;
const decide = (proposalId: string, cookie: string) =>
  call('settings/decide', { proposalId, decision: 'approve' }, cookie);
async function setPrice(LGM: string | null): Promise<void> {
  const { proposalId } = await propose(LGM);
  expect(await decide(proposalId, admin)).toMatchObject({ status: 200 });
}

const orderLignum = async (id: string) =>
  (
    await owner.query(
      `select type, crypto_symbol, crypto_amount::text, price_usd_used::text, jmd_amount::text, network,
          receipt ->> 'price_source' source from transactions where id = $1`,
      [id],
    )
  ).rows[0];

test('without a price Lignum is in no list and can be neither bought nor sold', async () => {
  expect(await findListed()).toEqual([]);
  for (const side of ['Buy', 'Sell'] as const)
    expect(await quoteBuy(side)).toMatchObject({ code: 'trading.lignum_is_free' });
  const sale = { ...sellInput, network: 'solana', senderWalletAddress: solanaAddress() };
  expect((await call('trading/sellWallet', sale, customer)).body).toMatchObject({ code: 'trading.lignum_is_free' });
});

test('an old setting without a Lignum price reads as no price', async () => {
  await owner.query(`insert into setting_versions (key, value) values ('token_prices', '{"MHI": "0.000068"}')`);
  const { body } = await call<{ settings: { token_prices: object } }>('settings/list', undefined, finance);
  expect(body.settings.token_prices).toEqual({ MHI: '0.000068', LGM: null });
  expect(await quoteBuy('Buy')).toMatchObject({ code: 'trading.lignum_is_free' });
});

test('one person alone cannot set a Lignum price, and invalid prices are refused', async () => {
  for (const price of ['0', '-1', 'much', 5]) expect(await propose(price)).toMatchObject({ code: 'settings.invalid' });
  const { proposalId } = await propose('0.0001');
  expect((await decide(proposalId, finance)).status).not.toBe(200);
  expect(await findListed()).toEqual([]);
  expect(await decide(proposalId, admin)).toMatchObject({ status: 200 });
  expect(await findListed()).toMatchObject([
    { priceUsd: '0.0001', priceJmd: '0.0175', source: 'company', setByCompany: true },
  ]);
});

test('Lignum is bought at the company price with the usual fee', async () => {
  expect(await quoteBuy('Buy')).toMatchObject({
    priceUsd: '0.0001',
    priceSource: 'company',
    coins: '262857.142857',
    refusal: null,
    demo: false,
  });
  const placed = await buy(server, customer, { ...quoteInput, walletAddress: solanaAddress() });
  expect(placed).toMatchObject({ status: 200 });
  expect(await orderLignum(placed.body.orderId)).toMatchObject({
    type: 'buy',
    crypto_symbol: 'LGM',
    price_usd_used: '0.0001',
    jmd_amount: '5000.00',
    network: 'solana',
  });
});

test('Lignum is sold at that price after our wallet was shown', async () => {
  const senderWalletAddress = solanaAddress();
  expect(await quoteBuy('Sell')).toMatchObject({
    priceSource: 'company',
    gross: { minor: '3000000' },
    net: { minor: '2760000' },
  });
  const wallet = await call<{ address: string }>(
    'trading/sellWallet',
    { ...sellInput, network: 'solana', senderWalletAddress },
    customer,
  );
  expect(wallet.body).toMatchObject({ demo: true, needsSourceOfFunds: false });
  const quote = await quoteBuy('Sell');
  const { body: file } = await upload(server, customer);
  const order = {
    ...{ key: randomUUID(), quoteId: quote.id, proofFile: file.id, custody: 'self', another: true },
    ...{ sourceOfFunds: null, sourceOfFundsFile: null },
    ...sellFields('Tamara Grant'),
    ...{ network: 'solana', senderWalletAddress },
  };
  const placed = await call<{ orderId: string }>('trading/placeSellOrder', order, customer);
  expect(placed).toMatchObject({ status: 200 });
  expect(await orderLignum(placed.body.orderId)).toMatchObject({ type: 'sell', crypto_symbol: 'LGM' });
});

test('without a price Lignum is free again, and placed orders keep their terms', async () => {
  const { body: order } = await buy(server, customer, {
    ...quoteInput,
    amount: '6000',
    walletAddress: solanaAddress(),
  });
  const agreed = await orderLignum(order.orderId);
  await setPrice(null);
  expect(await findListed()).toEqual([]);
  for (const side of ['Buy', 'Sell'] as const)
    expect(await quoteBuy(side)).toMatchObject({ code: 'trading.lignum_is_free' });
  expect(await orderLignum(order.orderId)).toEqual(agreed);
  const mhi = { ...quoteInput, symbol: 'MHI' };
  expect((await call('trading/quoteBuy', mhi, customer)).body).toMatchObject({ priceUsd: '0.000068' });
});

test('an expired order price is not replaced by a moment without a price', async () => {
  await setPrice('0.0001');
  const { body: order } = await buy(server, customer, {
    ...quoteInput,
    amount: '7000',
    walletAddress: solanaAddress(),
  });
  await setPrice(null);
  await owner.query(`update transactions set reprice_choice_until = now() + interval '1 hour' where id = $1`, [
    order.orderId,
  ]);
  const choice = { orderId: order.orderId, seen: '1' };
  expect((await call('trading/choosePrice', choice, customer)).body).toMatchObject({
    code: 'trading.prices_unavailable',
  });
  expect(await call('trading/choosePrice', { ...choice, seen: null }, customer)).toMatchObject({ status: 200 });
});

describe('a price that changes meanwhile', () => {
  type Proposed = { proposalId: string; code?: string };
  const propose = async (value: object, more: object = {}) =>
    (await call<Proposed>('settings/propose', { key: 'token_prices', value, ...more }, finance)).body;
  const approve = (proposalId: string) => call('settings/decide', { proposalId, decision: 'approve' }, admin);
  async function setPrice(LGM: string | null) {
    const { proposalId } = await propose({ MHI: '0.000068', LGM }, { sure: true });
    expect(await approve(proposalId)).toMatchObject({ status: 200 });
  }
  const findActive = async () =>
    (await owner.query(`select value from setting_versions where key = 'token_prices' order by id desc limit 1`))
      .rows[0]?.value;

  test('a price that pages cannot show exactly is not proposed', async () => {
    for (const LGM of ['0.0000004', '0.0000024', '1.00001', '250.123'])
      expect(await propose({ MHI: '0.000068', LGM }, { sure: true })).toMatchObject({ code: 'settings.invalid' });
    for (const LGM of ['0.000002', '1.0001', '250.12', '0.50']) {
      const { proposalId } = await propose({ MHI: '0.000068', LGM }, { sure: true });
      expect(proposalId).toBeDefined();
      await call('settings/decide', { proposalId, decision: 'withdraw' }, finance);
    }
  });

  test('doubling or halving our price needs a second confirmation', async () => {
    expect(await propose({ MHI: '0.00068', LGM: null })).toMatchObject({ code: 'settings.far_off' });
    await setPrice('0.0001');
    expect(await propose({ MHI: '0.000068', LGM: '0.00005' })).toMatchObject({ code: 'settings.far_off' });
  });

  test('a proposal from before Lignum could have a price leaves its price unchanged', async () => {
    const { proposalId } = await propose({ MHI: '0.00007', LGM: '0.0001' });
    await owner.query(
      `alter table proposals disable trigger user;
     update proposals set payload = payload - 'LGM', subject_snapshot = subject_snapshot - 'LGM' where id = '${proposalId}';
     alter table proposals enable trigger user`,
    );
    const before = await findActive();
    expect((await approve(proposalId)).status).not.toBe(200);
    expect(await findActive()).toEqual(before);
    await call('settings/decide', { proposalId, decision: 'withdraw' }, finance);
  });

  test('a quote binds us until it expires, even after Lignum became free', async () => {
    const { body: quote } = await call<{ id: string; coins: string }>('trading/quoteBuy', quoteInput, customer);
    await setPrice(null);
    const placed = await call<{ orderId: string }>(
      'trading/placeBuyOrder',
      {
        ...{ key: randomUUID(), quoteId: quote.id, network: 'solana', walletAddress: solanaAddress() },
        ...{ destinationTag: '', paymentMethod: 'bank_transfer', custody: 'self', another: true },
        ...{ sourceOfFunds: null, sourceOfFundsFile: null },
      },
      customer,
    );
    expect(placed).toMatchObject({ status: 200 });
    expect((await call('trading/quoteBuy', quoteInput, customer)).body).toMatchObject({
      code: 'trading.lignum_is_free',
    });
  });
});
