import { randomBytes } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type FakeMode, startFakeProviders } from '../../fakes/prices/fake-provider.ts';
import { createPriceContext } from '../../src/features/prices/api.ts';
import { pricesJobs } from '../../src/features/prices/jobs.ts';
import { after, minutes } from '../../src/kernel/clock.ts';
import { credentialKey } from '../credential-keys.ts';
import { serverUnderTest } from '../worker.ts';
import { buildOrder } from './customer.ts';

const start = new Date(Math.floor(Date.now() / 1_000) * 1_000);
let moment = start;
const providers = await startFakeProviders(0, () => moment);
afterAll(() => providers.stop());
const names = ['coingecko', 'kraken', 'coinbase'] as const;

const server = await serverUnderTest({
  MODE: 'production',
  CLAMD_ADDRESS: 'none',
  DATABASE_URL: 'postgres://said.elsewhere.example/x?sslmode=verify-full',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'no-reply@cryptocommerce.example',
  FILE_KEYS: `2026a:${randomBytes(32).toString('base64')}`,
  CREDENTIAL_KEYS: credentialKey(),
  PUBLIC_ORIGIN: 'http://localhost:3000',
  SETTINGS_FILE: 'package.json',
  PRICE_PROVIDERS: names.join(','),
  COINGECKO_URL: providers.urls.coingecko,
  KRAKEN_URL: providers.urls.kraken,
  COINBASE_URL: providers.urls.coinbase,
});
const customer = await server.signIn('tier2');

const setTime = (at: Date) => {
  moment = at;
  server.setTime(at);
};
const listPrices = (mode: FakeMode) => {
  for (const name of names) providers.setMode(name, mode);
};
type Price = { symbol: string; priceUsd: string; stale: boolean; demo: boolean; source: string };
const loadPrices = async () => (await server.call<Price[]>('prices/list', {})).body;
const loadBitcoin = async () => (await loadPrices()).find(({ symbol }) => symbol === 'BTC');
const refresh = () => server.call<{ code?: string; count?: number }>('prices/refresh');
const requestQuote = () =>
  server.call<{ id: string; code?: string }>(
    'trading/quoteBuy',
    { network: 'bitcoin', symbol: 'BTC', currency: 'JMD', amount: '500' },
    customer,
  );
const place = (id: string) => server.call('trading/placeBuyOrder', buildOrder(id), customer);
const job = () => pricesJobs(createPriceContext(server.services))[0]?.run({});
const countOrders = async () => (await server.owner.query('select count(*)::int n from transactions')).rows[0]?.n;

beforeEach(async () => {
  listPrices('ok');
  setTime(start);
  await server.owner.query('delete from price_refreshes; delete from crypto_prices; delete from price_checks');
  await job();
});

describe.each(['failing', 'garbage', 'throttled', 'flood'] as const)('while every provider is %s', (mode) => {
  test('old prices are shown, refreshing reports an error, and trading continues', async () => {
    const before = await loadPrices();
    expect(before.length).toBeGreaterThan(5);
    listPrices(mode);
    setTime(after(start, minutes(2)));
    expect(await refresh()).toMatchObject({ status: 503, body: { code: 'prices.fetch_failed' } });
    await expect(job()).rejects.toThrow('no provider gave a usable price');
    const now = await loadPrices();
    const figures = (list: Price[]) => list.map(({ symbol, priceUsd, source }) => ({ symbol, priceUsd, source }));
    expect(figures(now)).toEqual(figures(before));
    expect((await requestQuote()).status).toBe(200);
  });
});

test('a price of exactly twenty minutes is traded, an older one is not', async () => {
  listPrices('failing');
  setTime(after(start, minutes(20)));
  expect((await requestQuote()).status).toBe(200);
  setTime(after(start, minutes(20) + 1));
  expect(await requestQuote()).toMatchObject({ status: 503, body: { code: 'trading.prices_unavailable' } });
  expect(await loadBitcoin()).toMatchObject({ stale: true, demo: false });
});

test('a quote is refused once its price is too old, and nothing is written', async () => {
  setTime(after(start, minutes(19)));
  listPrices('failing');
  const offered = await requestQuote();
  setTime(after(start, minutes(20) + 1_000));
  const before = await countOrders();
  expect(await place(offered.body.id)).toMatchObject({ body: { code: 'trading.prices_unavailable' } });
  expect(await countOrders()).toBe(before);
});

test('new prices arrive with the next job after the providers recover, and trading continues', async () => {
  listPrices('failing');
  setTime(after(start, minutes(30)));
  expect((await requestQuote()).status).toBe(503);
  listPrices('ok');
  await job();
  expect(await loadBitcoin()).toMatchObject({ stale: false, demo: false });
  const offered = await requestQuote();
  expect((await place(offered.body.id)).status).toBe(200);
});

test('any single provider that lies is outvoted', async () => {
  const honest = await loadBitcoin();
  for (const liar of names) {
    listPrices('ok');
    providers.setMode(liar, 'lying');
    await job();
    expect(await loadBitcoin()).toMatchObject({ priceUsd: honest?.priceUsd });
    expect((await loadBitcoin())?.source).not.toBe(liar);
  }
});

test('a provider that hangs does not block the others', async () => {
  providers.setMode('coingecko', 'slow');
  setTime(after(start, minutes(5)));
  await job();
  expect(await loadBitcoin()).toMatchObject({ stale: false });
  expect((await loadBitcoin())?.source).not.toBe('coingecko');
});
