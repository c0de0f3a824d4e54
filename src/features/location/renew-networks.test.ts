import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { serverUnderTest } from '../../../test/worker.ts';
import { locate } from './finder.ts';
import { renewNetworks } from './jobs.ts';
import { composeList, getAgeDays, loadNewestList, sourceFiles, storeRenewedList } from './network-files.ts';

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
    const whole = files.get(path) ?? [];
    files.set(path, whole.slice(0, whole.length * 0.7));
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
