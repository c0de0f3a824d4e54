import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Reading } from '../../src/features/prices/provider.ts';
import { decimal, decimalText } from '../../src/kernel/decimal.ts';
import { recordedReadings } from './recorded.ts';

/**
 * How a fake provider behaves: `slow` never answers, `lying` tells three times the price, `elsewhere` redirects,
 * `flood` never ends its answer.
 */
export type FakeMode = 'ok' | 'slow' | 'garbage' | 'throttled' | 'failing' | 'lying' | 'elsewhere' | 'flood';

const names = ['coinmarketcap', 'coingecko', 'kraken', 'coinbase'] as const;
export type FakeName = (typeof names)[number];

/** The readings a fake answers with, by coin. */
type Readings = Record<string, Reading>;

const tripled = (reading: Reading): Reading => {
  const { units, scale } = decimal(reading.priceUsd);
  return { ...reading, priceUsd: decimalText({ units: units * 3n, scale }) };
};

const list = (query: URLSearchParams, name: string): string[] => (query.get(name) ?? '').split(',').filter(Boolean);

// Figures are put into the text of the answers as they are: JSON.stringify would need floating-point numbers.
const cmcIds: Record<string, string> = { 1: 'BTC', 1027: 'ETH', 52: 'XRP', 825: 'USDT', 3408: 'USDC', 5426: 'SOL' };
const asCoinMarketCap = (told: Readings, url: URL): string => {
  const assets = list(url.searchParams, 'id').flatMap((id) => {
    const one = told[cmcIds[id] ?? ''];
    if (!one) return [];
    const usd = `"price":${one.priceUsd},"volume_24h":${one.volume24hUsd},"percent_change_24h":${one.change24h}`;
    const quote = `{"USD":{${usd},"last_updated":"${one.observedAt.toISOString()}"}}`;
    return [`{"id":${id},"symbol":"${one.symbol}","quote":${quote}}`];
  });
  return `{"status":{"error_code":0,"credit_count":1},"data":[${assets.join(',')}]}`;
};

const geckoIds: Record<string, string> = {
  bitcoin: 'BTC',
  ethereum: 'ETH',
  ripple: 'XRP',
  tether: 'USDT',
  'usd-coin': 'USDC',
  solana: 'SOL',
};
const asCoinGecko = (told: Readings, url: URL): string => {
  const coins = list(url.searchParams, 'ids').flatMap((id) => {
    const one = told[geckoIds[id] ?? ''];
    if (!one) return [];
    const seconds = Math.floor(one.observedAt.getTime() / 1_000);
    const day = `"usd_24h_vol":${one.volume24hUsd},"usd_24h_change":${one.change24h}`;
    return [`"${id}":{"usd":${one.priceUsd},${day},"last_updated_at":${seconds}}`];
  });
  return `{${coins.join(',')}}`;
};

const krakenKeys: Record<string, readonly [string, string]> = {
  XBTUSD: ['XXBTZUSD', 'BTC'],
  ETHUSD: ['XETHZUSD', 'ETH'],
  XRPUSD: ['XXRPZUSD', 'XRP'],
  USDTUSD: ['USDTZUSD', 'USDT'],
  USDCUSD: ['USDCUSD', 'USDC'],
  SOLUSD: ['SOLUSD', 'SOL'],
};
const asKraken = (told: Readings, url: URL): string => {
  const pairs = list(url.searchParams, 'pair').flatMap((pair) => {
    const [key, symbol] = krakenKeys[pair] ?? ['', ''];
    const price = told[symbol]?.priceUsd;
    return price ? [`"${key}":{"c":["${price}","0.1"],"v":["10.5","20.5"],"p":["${price}","${price}"]}`] : [];
  });
  return `{"error":[],"result":{${pairs.join(',')}}}`;
};

const asCoinbase = (told: Readings, url: URL): string | null => {
  const [, symbol = '', what] = /^\/products\/([A-Z]+)-USD\/(ticker|stats)$/.exec(url.pathname) ?? [];
  const one = told[symbol];
  if (!one || symbol === 'USDC') return null;
  if (what === 'stats') return `{"open":"${one.priceUsd}","last":"${one.priceUsd}","volume":"20.5"}`;
  return `{"price":"${one.priceUsd}","volume":"20.5","time":"${one.observedAt.toISOString()}"}`;
};

const answers = { coinmarketcap: asCoinMarketCap, coingecko: asCoinGecko, kraken: asKraken, coinbase: asCoinbase };

function flood(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const pour = () => {
    while (!response.destroyed && response.write('0'.repeat(65_536)));
  };
  response.on('drain', pour);
  pour();
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
  response.end(body);
}

export type FakeProviders = {
  /** Where each provider is to be found: what the configuration calls `urls`. */
  readonly urls: Readonly<Record<FakeName, string>>;
  /** Every request so far, as `name path?query`, and the headers of the newest. */
  readonly requests: string[];
  lastHeaders(): IncomingMessage['headers'];
  setMode(name: FakeName, mode: FakeMode): void;
  stop(): Promise<void>;
};

/**
 * Starts all four price providers on one port (0: any free one), each below its own path, telling the recorded
 * prices of `now()`, or others. Used by tests and by development without network.
 */
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
    const known = names.find((one) => one === name);
    if (!known) return send(response, 404, '{}');
    requests.push(`${name} ${path}`);
    headers = request.headers;
    const mode = modes.get(name) ?? 'ok';
    if (mode === 'slow') return;
    if (mode === 'garbage') return send(response, 200, '<html>Please wait</html>');
    if (mode === 'throttled') return send(response, 429, '{"status":{"error_code":1008}}');
    if (mode === 'failing') return send(response, 500, '{"message":"out of order"}');
    if (mode === 'flood') return flood(response);
    if (mode === 'elsewhere') {
      response.writeHead(302, { location: `/${name}/stolen` });
      return response.end();
    }
    const readings = readingsAt(now()).map((one) => (mode === 'lying' ? tripled(one) : one));
    const told = Object.fromEntries(readings.map((one) => [one.symbol, one]));
    const body = answers[known](told, new URL(path, 'http://localhost'));
    return body === null ? send(response, 404, '{"message":"NotFound"}') : send(response, 200, body);
  };

  const server = createServer(answer);
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const urlOf = (name: FakeName) => `${base}/${name}`;
  return {
    urls: {
      coinmarketcap: urlOf('coinmarketcap'),
      coingecko: urlOf('coingecko'),
      kraken: urlOf('kraken'),
      coinbase: urlOf('coinbase'),
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
