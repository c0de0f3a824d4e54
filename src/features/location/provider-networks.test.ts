import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createSession } from '../../../test/security/actors.ts';
import { serverUnderTest, serverWithoutFaults } from '../../../test/worker.ts';
import { locate } from './finder.ts';
import { renewNetworks } from './jobs.ts';
import { composeList, getAgeDays, loadNewestList, sourceFiles, storeRenewedList } from './network-files.ts';
import { findProvider, hidesPlace, parseNetwork, sortNetworks } from './provider-networks.ts';

const readNetworks = (text: string) => sortNetworks(text.split('\n').map(parseNetwork));
const v4 = (text: string) => ({ text, version: 4 }) as const;
const list = readNetworks(`# networks of an operator
198.51.100.0/24   Island Broadband
198.51.100.64/26  Example Cloud Hosting
203.0.113.0/24
203.0.113.8/32, Quiet Office
nonsense here
2001:db8::/32 Example VPN
`);

test('an address belongs to the smallest network that contains it', () => {
  expect(findProvider(list, v4('198.51.100.1'))).toBe('Island Broadband');
  expect(findProvider(list, v4('198.51.100.70'))).toBe('Example Cloud Hosting');
  expect(findProvider(list, v4('198.51.100.200'))).toBe('Island Broadband');
  expect(findProvider(list, v4('203.0.113.8'))).toBe('Quiet Office');
  expect(findProvider(list, { text: '2001:db8::5', version: 6 })).toBe('Example VPN');
});

test('an address outside all networks has no provider', () => {
  for (const text of ['198.51.99.255', '198.51.101.0', '1.0.0.0', '223.255.255.255'])
    expect(findProvider(list, v4(text))).toBeNull();
  expect(findProvider(readNetworks(''), v4('198.51.100.1'))).toBeNull();
});

test('a network without a name counts as hosting or VPN', () => {
  expect(hidesPlace(findProvider(list, v4('203.0.113.9')))).toBe(true);
});

test.each(['NordVPN', 'Some PROXY Ltd', 'Datacenter 4', 'Web Hosting', 'Cloudy', 'Servers R Us'])(
  '"%s" suggests a VPN or proxy',
  (provider) => expect(hidesPlace(provider)).toBe(true),
);

test('a home provider or none suggests no VPN', () => {
  expect(hidesPlace('Flow Jamaica')).toBe(false);
  expect(hidesPlace(null)).toBe(false);
});

type Listed = { number: number; bits: number };
const textOf = (number: number) => [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join('.');
const block = ({ number, bits }: Listed) => Math.floor(number / 2 ** (32 - bits));

test('the search finds the same network as a full scan', () => {
  const number = fc.integer({ min: 2 ** 24, max: 2 ** 26 - 1 });
  const network = fc.record({ number, bits: fc.integer({ min: 8, max: 32 }) });
  const networks = fc.uniqueArray(network, {
    maxLength: 40,
    selector: (listed) => `${block(listed)}/${listed.bits}`,
  });
  fc.assert(
    fc.property(networks, number, (listed, queried) => {
      const text = listed.map((one, index) => `${textOf(one.number)}/${one.bits} n${index}`).join('\n');
      const holding = listed
        .map((one, index) => ({ ...one, name: `n${index}` }))
        .filter((one) => block(one) === block({ number: queried, bits: one.bits }))
        .sort((a, b) => b.bits - a.bits);
      expect(findProvider(readNetworks(text), v4(textOf(queried)))).toBe(holding[0]?.name ?? null);
    }),
  );
});

describe('shipped networks', async () => {
  const server = await serverWithoutFaults({ GEO_DEMO_ADDRESS: '72.27.0.1' });
  type Own = { hidden: boolean; place: { provider: string | null } | null };

  async function seenFrom(remoteAddress: string): Promise<Own> {
    const cookie = await createSession(server, 'tier1');
    const call = async (path: string, input?: unknown) => {
      const headers = { 'content-type': 'application/json', cookie };
      const url = `/api/rpc/location/${path}`;
      const payload = JSON.stringify({ json: input });
      return (await server.app.inject({ method: 'POST', url, remoteAddress, headers, payload })).json().json as Own;
    };
    await call('consent', { allow: true });
    return call('own');
  }

  test.each([
    ['a known VPN', '2.26.157.9', 'VPN service'],
    ['a known VPN over IPv6', '2001:978:2305::1', 'VPN service'],
    ['a datacenter', '8.8.8.8', 'Datacenter or hosting'],
    ['a datacenter over IPv6', '2607:f8b0:4004:800::200e', 'Datacenter or hosting'],
  ])('%s causes a warning without any setting', async (_, address, provider) => {
    expect(await seenFrom(address)).toMatchObject({ hidden: true, place: { provider } });
  });

  test.each([
    ['a home in Kingston', '72.27.0.1', null],
    ['a home in Montego Bay', '63.143.64.1', null],
    ['the demo on one machine', '127.0.0.1', null],
    ['a relay that many phones use by themselves', '104.28.28.1', 'Apple Private Relay'],
  ])('%s causes no warning', async (_, address, provider) => {
    expect(await seenFrom(address)).toMatchObject({ hidden: false, place: { provider } });
  });
});

const shippedLines = gunzipSync(readFileSync('src/features/location/networks/networks.txt.gz'))
  .toString()
  .split('\n')
  .slice(1);
const published = () =>
  new Map(
    sourceFiles.map(({ path, provider }) => {
      const version = path.includes('ipv6') ? 6 : 4;
      const own = shippedLines.filter((line) => line.endsWith(provider) && line.includes(':') === (version === 6));
      return [`/main/${path}`, own.map((line) => line.slice(0, line.indexOf(' ')))];
    }),
  );
let files = published();
let status = 200;
const publisher = createServer((request, response) => {
  response.statusCode = status;
  if (status === 302) response.setHeader('location', `/elsewhere${request.url}`);
  if (request.url?.startsWith('/elsewhere')) response.statusCode = 200;
  response.end(`# networks\n${files.get(request.url?.replace('/elsewhere', '') ?? '')?.join('\n')}\n`);
}).listen(0);
afterAll(() => publisher.close());

const url = `http://127.0.0.1:${(publisher.address() as AddressInfo).port}/main`;
const server = await serverUnderTest({ GEO_NETWORKS_URL: url });
const { services } = server;
const { geo, dataDir } = services.config;
const start = new Date('2026-11-20T17:00:00Z');
const vpn = '/main/output/vpn/ipv4.txt';
const mayPen = '208.131.160.1';
let hour = 0;
const providerOf = async (ip: string) => {
  hour += 2;
  server.setTime(new Date(start.getTime() + hour * 3_600_000));
  const found = await locate(services, ip);
  return 'place' in found ? found.place.isp : found;
};
const renewalError = async () => {
  try {
    await renewNetworks(services);
  } catch (error) {
    return `${(error as Error).message}: ${((error as Error).cause as Error).message}`;
  }
  throw new Error('it was renewed');
};

beforeEach(() => {
  [files, status] = [published(), 200];
  server.setTime(start);
});

test('a silent or wrong publisher keeps the current list, and the error names its age', async () => {
  status = 500;
  const prefix = 'the list of provider networks, 90 days old, could not be renewed: ';
  expect(await renewalError()).toBe(`${prefix}the publisher answered 500`);
  status = 302;
  expect(await renewalError()).toBe(`${prefix}the publisher answered 302`);
  status = 200;
  files.set(vpn, ['<!doctype html>', '<p>Gone fishing</p>']);
  expect(await renewalError()).toBe(`${prefix}it has a line without a network`);
  files.set(vpn, [...(published().get(vpn) ?? []), '0.0.0.0/0']);
  expect(await renewalError()).toBe(`${prefix}it has a network that is too large`);
  for (const path of ['/main/output/datacenter/ipv4.txt', vpn, '/main/input/vpn/ips/apple.txt']) {
    files = published();
    const content = files.get(path) ?? [];
    files.set(path, content.slice(0, content.length * 0.7));
    expect(await renewalError()).toBe(`${prefix}it lost a fifth of its networks`);
  }
  expect(readdirSync(dataDir)).not.toContain('networks.txt.gz');
  expect(await providerOf('2.26.157.9')).toBe('VPN service');
  expect(await providerOf(mayPen)).toBeNull();
});

test('a complete list replaces the old one and leaves no temporary file', async () => {
  expect(await providerOf(mayPen)).toBeNull();
  files.get(vpn)?.push('208.131.160.0/24');
  await renewNetworks(services);
  expect(await providerOf(mayPen)).toBe('VPN service');
  expect(await providerOf('2.26.157.9')).toBe('VPN service');
  expect(await providerOf('104.28.28.1')).toBe('Apple Private Relay');
  expect(await providerOf('72.27.0.1')).toBeNull();
  expect(readdirSync(dataDir).filter((name) => name.startsWith('networks'))).toEqual(['networks.txt.gz']);
  expect(getAgeDays(await loadNewestList(geo), start)).toBe(0);
});

test('the shipped list wins over an older renewed one', async () => {
  await storeRenewedList(geo, composeList(['', '', '208.131.160.0/24'], '2026-08-21'));
  expect(await providerOf(mayPen)).toBeNull();
  expect(await providerOf('8.8.8.8')).toBe('Datacenter or hosting');
});

test('a list without renewal is logged once it is half a year old', async () => {
  const warnings: unknown[] = [];
  const log = { ...services.log, warn: (fields: object, text: string) => void warnings.push([fields, text]) };
  const config = { ...services.config, geo: { ...geo, networksUrl: undefined } };
  for (const day of ['2027-02-18T12:00:00Z', '2027-02-19T12:00:00Z'])
    await renewNetworks({ ...services, config, log, clock: () => new Date(day) });
  expect(warnings).toEqual([[{ days: 181 }, 'the list of provider networks is outdated']]);
});
