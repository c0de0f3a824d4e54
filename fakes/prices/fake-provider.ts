import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getMarket } from '../../src/features/assets/assets.ts';
import type { Reading } from '../../src/features/prices/provider.ts';
import { decimal, formatDecimal } from '../../src/kernel/decimal.ts';
import { recordedReadings } from './recorded.ts';

/** `slow` never responds, `lying` triples prices, `elsewhere` redirects, `flood` sends an endless response. */
export type FakeMode = 'ok' | 'slow' | 'garbage' | 'throttled' | 'failing' | 'lying' | 'redirect' | 'flood';

const names = ['coinmarketcap', 'coingecko', 'kraken', 'coinbase'] as const;
export type FakeName = (typeof names)[number];

type Readings = Record<string, Reading>;

const tripleReading = (reading: Reading): Reading => {
  const { units, scale } = decimal(reading.priceUsd);
  return { ...reading, priceUsd: formatDecimal({ units: units * 3n, scale }) };
};

const parseList = (query: URLSearchParams, name: string): string[] =>
  (query.get(name) ?? '').split(',').filter(Boolean);

type Market = NonNullable<ReturnType<typeof getMarket>>;
function findReading(bySymbol: Readings, isRequested: (market: Market) => boolean): Reading | undefined {
  return Object.values(bySymbol).find(({ symbol }) => {
    const market = getMarket(symbol);
    return market !== undefined && isRequested(market);
  });
}

// JSON is built as text, because JSON.stringify would need floating-point prices.
const renderCoinMarketCap = (bySymbol: Readings, url: URL): string => {
  const assets = parseList(url.searchParams, 'id').flatMap((id) => {
    const reading = findReading(bySymbol, (market) => market.coinMarketCap === id);
    if (!reading) return [];
    const usd = `"price":${reading.priceUsd},"volume_24h":${reading.volume24hUsd},"percent_change_24h":${reading.change24h}`;
    const quote = `{"USD":{${usd},"last_updated":"${reading.observedAt.toISOString()}"}}`;
    return [`{"id":${id},"symbol":"${reading.symbol}","quote":${quote}}`];
  });
  return `{"status":{"error_code":0,"credit_count":1},"data":[${assets.join(',')}]}`;
};

const renderCoinGecko = (bySymbol: Readings, url: URL): string => {
  const coins = parseList(url.searchParams, 'ids').flatMap((id) => {
    const reading = findReading(bySymbol, (market) => market.coinGecko === id);
    if (!reading) return [];
    const seconds = Math.floor(reading.observedAt.getTime() / 1_000);
    const day = `"usd_24h_vol":${reading.volume24hUsd},"usd_24h_change":${reading.change24h}`;
    return [`"${id}":{"usd":${reading.priceUsd},${day},"last_updated_at":${seconds}}`];
  });
  return `{${coins.join(',')}}`;
};

const renderKraken = (bySymbol: Readings, url: URL): string => {
  const pairs = parseList(url.searchParams, 'pair').flatMap((pair) => {
    const reading = findReading(bySymbol, (market) => market.kraken?.[0] === pair);
    const key = getMarket(reading?.symbol ?? '')?.kraken?.at(-1);
    const price = reading?.priceUsd;
    return price ? [`"${key}":{"c":["${price}","0.1"],"v":["10.5","20.5"],"p":["${price}","${price}"]}`] : [];
  });
  return `{"error":[],"result":{${pairs.join(',')}}}`;
};

const renderCoinbase = (bySymbol: Readings, url: URL): string | null => {
  const [, product, priceKind] = /^\/products\/([A-Z]+-USD)\/(ticker|stats)$/.exec(url.pathname) ?? [];
  const reading = product && findReading(bySymbol, (market) => market.coinbase === product);
  if (!reading) return null;
  if (priceKind === 'stats') return `{"open":"${reading.priceUsd}","last":"${reading.priceUsd}","volume":"20.5"}`;
  return `{"price":"${reading.priceUsd}","volume":"20.5","time":"${reading.observedAt.toISOString()}"}`;
};

const renderers = {
  coinmarketcap: renderCoinMarketCap,
  coingecko: renderCoinGecko,
  kraken: renderKraken,
  coinbase: renderCoinbase,
};

function sendEndlessly(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const writeMore = () => {
    while (!response.destroyed && response.write('0'.repeat(65_536)));
  };
  response.on('drain', writeMore);
  writeMore();
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
  response.end(body);
}

export type FakeProviders = {
  readonly urls: Readonly<Record<FakeName, string>>;
  readonly requests: string[];
  lastHeaders(): IncomingMessage['headers'];
  setMode(name: FakeName, mode: FakeMode): void;
  stop(): Promise<void>;
};

/** Starts fakes of all four price providers on one port (0 picks a free port), with the recorded prices at `now()`. */
export async function startFakeProviders(
  port = 0,
  now: () => Date = () => new Date(),
  readingsAt: (now: Date) => Reading[] = recordedReadings,
): Promise<FakeProviders> {
  const modes = new Map<string, FakeMode>();
  const requests: string[] = [];
  let headers: IncomingMessage['headers'] = {};

  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const [, name = '', path = ''] = /^\/([a-z]+)(\/.*)$/.exec(request.url ?? '') ?? [];
    const provider = names.find((reading) => reading === name);
    if (!provider) return send(response, 404, '{}');
    requests.push(`${name} ${path}`);
    headers = request.headers;
    const mode = modes.get(name) ?? 'ok';
    if (mode === 'slow') return;
    if (mode === 'garbage') return send(response, 200, '<html>Please wait</html>');
    if (mode === 'throttled') return send(response, 429, '{"status":{"error_code":1008}}');
    if (mode === 'failing') return send(response, 500, '{"message":"out of order"}');
    if (mode === 'flood') return sendEndlessly(response);
    if (mode === 'redirect') {
      response.writeHead(302, { location: `/${name}/stolen` });
      return response.end();
    }
    const readings = readingsAt(now()).map((reading) => (mode === 'lying' ? tripleReading(reading) : reading));
    const bySymbol = Object.fromEntries(readings.map((reading) => [reading.symbol, reading]));
    const body = renderers[provider](bySymbol, new URL(path, 'http://localhost'));
    return body === null ? send(response, 404, '{"message":"NotFound"}') : send(response, 200, body);
  };

  const server = createServer(answer);
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const getUrl = (name: FakeName) => `${base}/${name}`;
  return {
    urls: {
      coinmarketcap: getUrl('coinmarketcap'),
      coingecko: getUrl('coingecko'),
      kraken: getUrl('kraken'),
      coinbase: getUrl('coinbase'),
    },
    requests,
    lastHeaders: () => headers,
    setMode: (name, mode) => void modes.set(name, mode),
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}
