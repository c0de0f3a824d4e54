import { randomBytes } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type FakeMode, startFakeProviders } from '../../fakes/prices/fake-provider.ts';
import { priceContext } from '../../src/features/prices/api.ts';
import { pricesJobs } from '../../src/features/prices/jobs.ts';
import { after, minutes } from '../../src/kernel/clock.ts';
import { credentialKey } from '../credential-keys.ts';
import { serverUnderTest } from '../worker.ts';
import { orderFrom } from './customer.ts';

/** A whole second, as exact as providers tell their time. */
const start = new Date(Math.floor(Date.now() / 1_000) * 1_000);
let moment = start;
const providers = await startFakeProviders(0, () => moment);
afterAll(() => providers.stop());
const names = ['coingecko', 'kraken', 'coinbase'] as const;

/** As in production: no recorded prices stand in when nobody answers. */
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
const all = (mode: FakeMode) => {
  for (const name of names) providers.setMode(name, mode);
};
type Price = { symbol: string; priceUsd: string; stale: boolean; demo: boolean; source: string };
const prices = async () => (await server.call<Price[]>('prices/list', {})).body;
const bitcoin = async () => (await prices()).find(({ symbol }) => symbol === 'BTC');
const refresh = () => server.call<{ code?: string; count?: number }>('prices/refresh');
const quote = () =>
  server.call<{ id: string; code?: string }>(
    'trading/quoteBuy',
    { network: 'bitcoin', symbol: 'BTC', currency: 'JMD', amount: '500' },
    customer,
  );
const place = (id: string) => server.call('trading/placeBuyOrder', orderFrom(id), customer);
/** What the timetable runs each quarter of an hour. */
const job = () => pricesJobs(priceContext(server.services))[0]?.run({});
const orders = async () => (await server.owner.query('select count(*)::int n from transactions')).rows[0]?.n;

beforeEach(async () => {
  all('ok');
  setTime(start);
  await server.owner.query('delete from price_refreshes; delete from crypto_prices; delete from price_checks');
  await job();
});

describe.each(['failing', 'garbage', 'throttled', 'flood'] as const)('while every provider is %s', (mode) => {
  test('the old prices stand, the button says that it failed, and trading goes on', async () => {
    const before = await prices();
    expect(before.length).toBeGreaterThan(5);
    all(mode);
    setTime(after(start, minutes(2)));
    expect(await refresh()).toMatchObject({ status: 503, body: { code: 'prices.fetch_failed' } });
    await expect(job()).rejects.toThrow('no provider gave a usable price');
    const now = await prices();
    const figures = (list: Price[]) => list.map(({ symbol, priceUsd, source }) => ({ symbol, priceUsd, source }));
    expect(figures(now)).toEqual(figures(before));
    expect((await quote()).status).toBe(200);
  });
});

test('a price of exactly twenty minutes is traded on, an older one is not', async () => {
  all('failing');
  setTime(after(start, minutes(20)));
  expect((await quote()).status).toBe(200);
  setTime(after(start, minutes(20) + 1));
  expect(await quote()).toMatchObject({ status: 503, body: { code: 'trading.prices_unavailable' } });
  expect(await bitcoin()).toMatchObject({ stale: true, demo: false });
});

test('an offer is not taken once its price is too old, and nothing is written', async () => {
  setTime(after(start, minutes(19)));
  all('failing');
  const offered = await quote();
  setTime(after(start, minutes(20) + 1_000));
  const before = await orders();
  expect(await place(offered.body.id)).toMatchObject({ body: { code: 'trading.prices_unavailable' } });
  expect(await orders()).toBe(before);
});

test('once the providers are back the next job brings prices, and trading goes on', async () => {
  all('failing');
  setTime(after(start, minutes(30)));
  expect((await quote()).status).toBe(503);
  all('ok');
  await job();
  expect(await bitcoin()).toMatchObject({ stale: false, demo: false });
  const offered = await quote();
  expect((await place(offered.body.id)).status).toBe(200);
});

test('a provider that lies is outvoted, whichever it is', async () => {
  const honest = await bitcoin();
  for (const liar of names) {
    all('ok');
    providers.setMode(liar, 'lying');
    await job();
    expect(await bitcoin()).toMatchObject({ priceUsd: honest?.priceUsd });
    expect((await bitcoin())?.source).not.toBe(liar);
  }
});

test('one provider that hangs does not keep the others from being heard', async () => {
  providers.setMode('coingecko', 'slow');
  setTime(after(start, minutes(5)));
  await job();
  expect(await bitcoin()).toMatchObject({ stale: false });
  expect((await bitcoin())?.source).not.toBe('coingecko');
});
