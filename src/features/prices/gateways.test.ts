import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type FakeMode,
  type FakeName,
  type FakeProviders,
  startFakeProviders,
} from '../../../fakes/prices/fake-provider.ts';
import { recordedReadings } from '../../../fakes/prices/recorded.ts';
import { coinMarketCap } from './coinmarketcap-gateway.ts';
import { crossCheck } from './cross-check.ts';
import { type PriceProvider, ProviderFailure } from './provider.ts';
import { createProviderChain, providerNames, queryProviders } from './provider-chain.ts';
import { quotedSymbols } from './symbols.ts';

const now = new Date('2026-11-20T15:00:00Z');
const clock = () => now;
const key = 'a-key-that-must-stay-secret';
const config = { mode: 'production', providers: providerNames, coinMarketCapKey: key, timeoutMs: 1_000 } as const;
const places: readonly FakeName[] = providerNames;

let fake: FakeProviders;
beforeAll(async () => {
  fake = await startFakeProviders(0, clock);
});
afterAll(() => fake.stop());
beforeEach(() => {
  for (const name of places) fake.setMode(name, 'ok');
  fake.requests.length = 0;
});

const timeoutMs = () => AbortSignal.timeout(5_000);
const chain = (timeoutMs = 1_000): PriceProvider[] =>
  createProviderChain({ ...config, urls: fake.urls, timeoutMs }, clock);

function providerAt(index: number, timeoutMs?: number): PriceProvider {
  const provider = chain(timeoutMs)[index];
  if (!provider) throw new Error('no such provider');
  return provider;
}

const failureOf = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => 'no failure',
    (error: unknown) => error,
  );

describe.each(places.map((name, index) => ({ name, index })))('$name', ({ name, index }) => {
  test('returns exact prices and their times', async () => {
    const readings = await providerAt(index).fetch(quotedSymbols, timeoutMs());
    const known = recordedReadings(now).filter(({ symbol }) => name !== 'coinbase' || symbol !== 'USDC');
    expect(readings.map(({ symbol, priceUsd, observedAt }) => ({ symbol, priceUsd, observedAt }))).toEqual(
      known.map(({ symbol, priceUsd, observedAt }) => ({ symbol, priceUsd: trimmed(priceUsd), observedAt })),
    );
  });

  const failing: [FakeMode, string][] = [
    ['garbage', 'unreadable'],
    ['throttled', 'throttled'],
    ['failing', 'failing'],
    ['elsewhere', 'refused'],
    ['flood', 'unreadable'],
  ];
  test.each(failing)('that is %s counts as %s', async (mode, reason) => {
    fake.setMode(name, mode);
    const failure = await failureOf(providerAt(index).fetch(quotedSymbols, timeoutMs()));
    expect(failure).toBeInstanceOf(ProviderFailure);
    expect(failure).toMatchObject({ reason });
    expect(fake.requests.filter((request) => request.includes('stolen'))).toEqual([]);
  });

  test('that is slow times out', async () => {
    fake.setMode(name, 'slow');
    const failure = await failureOf(providerAt(index, 50).fetch(quotedSymbols, timeoutMs()));
    expect(failure).toMatchObject({ reason: 'timeout' });
  });
});

const trimmed = (text: string) => text.replace(/\.?0+$/, '');

test('a failure reveals no key, address or answer', async () => {
  fake.setMode('coinmarketcap', 'failing');
  const failure = await failureOf(providerAt(0).fetch(quotedSymbols, timeoutMs()));
  if (!(failure instanceof ProviderFailure)) throw new Error('it did not fail');
  const errorText = `${failure.message} ${failure.stack} ${JSON.stringify(failure)}`;
  expect(errorText).not.toContain(key);
  expect(errorText).not.toContain(fake.urls.coinmarketcap);
  expect(failure).not.toHaveProperty('cause');
});

test('CoinMarketCap gets its key in a header, one call for all coins', async () => {
  await providerAt(0).fetch(quotedSymbols, timeoutMs());
  expect(fake.lastHeaders()['x-cmc_pro_api_key']).toBe(key);
  expect(fake.requests).toHaveLength(1);
  expect(fake.requests[0]).not.toContain(key);
});

test('without a key CoinMarketCap is not in the chain', () => {
  const names = createProviderChain({ ...config, coinMarketCapKey: undefined, urls: fake.urls }, clock);
  expect(names.map((provider) => provider.name)).toEqual(['CoinGecko', 'Kraken', 'Coinbase']);
});

test('a closed port counts as unreachable', async () => {
  const gone = await startFakeProviders();
  await gone.stop();
  const asked = coinMarketCap({ baseUrl: gone.urls.coinmarketcap, key, clock }).fetch(['BTC'], timeoutMs());
  expect(await failureOf(asked)).toMatchObject({ reason: 'unreachable' });
});

const answering = (body: string) => {
  const fetchIt = async () => new Response(body);
  return coinMarketCap({ baseUrl: 'http://localhost', key, clock, fetch: fetchIt }).fetch(['BTC', 'ETH'], timeoutMs());
};
const quote = '"price":6.8e-05,"volume_24h":null,"percent_change_24h":-1.5,"last_updated":"2026-11-20T14:59:00.000Z"';
const exact = { symbol: 'BTC', priceUsd: '0.000068', change24h: '-1.5', volume24hUsd: null };

test.each([
  ['version 2 by number', `{"1":{"id":1,"quote":{"USD":{${quote}}}}}`],
  ['version 2 by ticker', `{"BTC":[{"id":1,"quote":{"USD":{${quote}}}},{"id":99,"quote":{"USD":{${quote}}}}]}`],
  ['version 3', `[{"id":1,"symbol":"BTC","quote":{"USD":{${quote}}}}]`],
  ['version 3 with a list of quotes', `[{"id":1,"symbol":"BTC","quote":[{"id":2781,"symbol":"USD",${quote}}]}]`],
])('CoinMarketCap in %s is parsed exactly, without namesakes', async (_, data) => {
  const readings = await answering(`{"status":{"error_code":0},"data":${data}}`);
  expect(readings).toEqual([{ ...exact, observedAt: new Date('2026-11-20T14:59:00Z') }]);
});

test.each([
  ['{"status":{"error_code":1008},"data":[]}', 'throttled'],
  ['{"status":{"error_code":"1001","error_message":"This API Key is invalid."}}', 'refused'],
  ['{"status":{"error_code":0},"data":[{"id":1,"quote":{"USD":{"price":0}}}]}', 'unreadable'],
  ['{"status":{"error_code":0},"data":[{"id":1,"quote":{"USD":{"price":-5}}}]}', 'unreadable'],
  ['{"status":{"error_code":0},"data":[{"id":1,"quote":{"USD":{"price":"abc"}}}]}', 'unreadable'],
  ['[]', 'unreadable'],
])('CoinMarketCap answering %s counts as %s', async (body, reason) => {
  expect(await failureOf(answering(body))).toMatchObject({ reason });
});

test('one unreadable coin does not affect the others', async () => {
  const good = `{"id":1,"quote":{"USD":{${quote}}}}`;
  const readings = await answering(`{"status":{"error_code":0},"data":[${good},{"id":1027,"quote":{}}]}`);
  expect(readings.map((reading) => reading.symbol)).toEqual(['BTC']);
});

test('a lying first provider is skipped for every coin', async () => {
  fake.setMode('coinmarketcap', 'lying');
  const { sources, failures } = await queryProviders(chain(), quotedSymbols, timeoutMs());
  const checks = crossCheck(quotedSymbols, sources, now);
  expect(failures).toEqual([]);
  expect(checks.map(({ verdict, chosen }) => [verdict, chosen?.source])).toEqual(
    quotedSymbols.map(() => ['agreed', 'CoinGecko']),
  );
});

test('failing providers are reported and do not delay the others', async () => {
  fake.setMode('coinmarketcap', 'throttled');
  fake.setMode('coingecko', 'slow');
  const { sources, failures } = await queryProviders(chain(200), quotedSymbols, timeoutMs());
  expect(sources.map((source) => source.name)).toEqual(['Kraken', 'Coinbase']);
  expect(failures).toEqual([
    { provider: 'CoinMarketCap', reason: 'throttled' },
    { provider: 'CoinGecko', reason: 'timeout' },
  ]);
});
