import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type FakeMode,
  type FakeName,
  type FakeProviders,
  startFakeProviders,
} from '../../../fakes/prices/fake-provider.ts';
import { recordedHistory, recordedReadings } from '../../../fakes/prices/recorded.ts';
import { after, days, hours, minutes } from '../../kernel/clock.ts';
import { decimal, formatDecimal } from '../../kernel/decimal.ts';
import { quotedSymbols } from '../assets/assets.ts';
import { coinMarketCap } from './coinmarketcap-gateway.ts';
import { crossCheck, isOffPeg } from './cross-check.ts';
import { type PriceProvider, ProviderFailure, parseExactJson, plainDecimal } from './provider.ts';
import { createProviderChain, providerNames, queryProviders } from './provider-chain.ts';

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

const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
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
    ['redirect', 'refused'],
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
  const stopped = await startFakeProviders();
  await stopped.stop();
  const fetching = coinMarketCap({ baseUrl: stopped.urls.coinmarketcap, key, clock }).fetch(['BTC'], timeoutMs());
  expect(await failureOf(fetching)).toMatchObject({ reason: 'unreachable' });
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

describe('exact numbers in JSON', () => {
  test('a number in JSON keeps every digit that a float would lose', () => {
    expect(parseExactJson('{"usd":118412.570000000000000001}')).toEqual({ usd: '118412.570000000000000001' });
    expect(parseExactJson('[9007199254740993, 0.1]')).toEqual(['9007199254740993', '0.1']);
  });

  test('a price with an exponent is parsed exactly', () => {
    expect(parseExactJson('{"price":6.8e-05}')).toEqual({ price: '0.000068' });
  });

  test.each([
    ['1e3', '1000'],
    ['1.25E+2', '125'],
    ['12.5e1', '125'],
    ['-1.50', '-1.5'],
    ['0.000', '0'],
    ['-0', '0'],
    ['0e5', '0'],
    ['123e-2', '1.23'],
    ['1e29', `1${'0'.repeat(29)}`],
  ])('%s is %s', (source, plain) => {
    expect(plainDecimal(source)).toBe(plain);
  });

  test.each(['', '1e400', '1e-31', '1e999', 'NaN', 'Infinity', '0x10', '1,5', '1e', '.5', '5.', '9'.repeat(31)])(
    '%s is not a figure',
    (source) => {
      expect(plainDecimal(source)).toBeNull();
    },
  );

  test('strings, booleans and null pass through unchanged', () => {
    expect(parseExactJson('{"a":"1e3","b":true,"c":null,"d":[]}')).toEqual({ a: '1e3', b: true, c: null, d: [] });
  });

  test('moving the point with an exponent never changes the value', () => {
    const digits = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n });
    fc.assert(
      fc.property(digits, fc.integer({ min: 0, max: 15 }), (units, scale) => {
        const direct = formatDecimal({ units, scale });
        expect(plainDecimal(`${units}e-${scale}`)).toBe(plainDecimal(direct));
        expect(plainDecimal(`${direct}e${scale}`)).toBe(units.toString());
      }),
    );
  });

  test('the result is always a valid decimal', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        const plain = plainDecimal(JSON.stringify(number));
        if (plain === null) return;
        expect(Number(formatDecimal(decimal(plain)))).toBe(number + 0);
      }),
    );
  });
});

describe('recorded prices', () => {
  const now = new Date('2026-11-20T15:07:00Z');
  const history = recordedHistory(after(now, -days(30)), now);

  test('the recorded set has every coin and an hourly price for 30 days', () => {
    expect(recordedReadings(now).map((reading) => reading.symbol)).toEqual([...quotedSymbols]);
    expect(history).toHaveLength(30 * 24 * quotedSymbols.length);
  });

  test('the same time always has the same price, also in the history', () => {
    expect(recordedHistory(after(now, -days(30)), now)).toEqual(history);
    const hour = new Date('2026-11-20T15:00:00Z');
    const expectedPoints = recordedReadings(hour).map(({ symbol, priceUsd }) => ({ symbol, at: hour, priceUsd }));
    expect(history.slice(-quotedSymbols.length)).toEqual(expectedPoints);
  });

  test('recorded prices move near their figure, and stablecoins stay on their peg', () => {
    for (const symbol of quotedSymbols) {
      const units = history.filter((one) => one.symbol === symbol).map((one) => decimal(one.priceUsd).units);
      const [low, high] = [units.reduce((a, b) => (a < b ? a : b)), units.reduce((a, b) => (a > b ? a : b))];
      expect(low < high).toBe(true);
      expect(high * 100n < low * 115n).toBe(true);
    }
    expect(history.filter((one) => isOffPeg(one.symbol, one.priceUsd))).toEqual([]);
  });

  test('continuing the history repeats and omits nothing', () => {
    const middle = after(now, -hours(100) - minutes(13));
    const continued = [...recordedHistory(after(now, -days(30)), middle), ...recordedHistory(middle, now)];
    expect(continued).toEqual(history);
  });
});
