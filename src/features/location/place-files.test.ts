import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { cityFiles } from '../../../test/environment.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { days } from '../../kernel/clock.ts';
import { locate } from './finder.ts';
import { renewPlaces } from './jobs.ts';
import { loadPlaceDataDate, readBuildDate } from './place-files.ts';

const [ipv4 = ''] = cityFiles;
const jamaica = '72.27.0.1';
const published = {
  '/city-2026-11.mmdb': readFileSync(ipv4),
  '/city-2026-11.mmdb.gz': gzipSync(readFileSync(ipv4), { level: 1 }),
};
let [file, status]: [Buffer | undefined, number] = [undefined, 200];
const requestedUrls: string[] = [];
const publisher = createServer(({ url = '' }, response) => {
  requestedUrls.push(url);
  response.writeHead(status).end(file ?? published[url as keyof typeof published] ?? 'Not found');
});
await new Promise<void>((done) => publisher.listen(0, '127.0.0.1', done));
const at = `http://127.0.0.1:${(publisher.address() as AddressInfo).port}`;

const dataDir = mkdtempSync(join(tmpdir(), 'places-'));
const server = await serverUnderTest({
  GEO_DATABASE: '',
  GEO_DATABASE_URL: `${at}/city-{month}.mmdb.gz`,
  DATA_DIR: dataDir,
});
const { services } = server;
const { geo } = services.config;
let today = new Date('2026-11-01T17:00:00Z');
server.setTime(today);
const placeFiles = () => readdirSync(dataDir).filter((name) => name.startsWith('places'));
afterAll(() => {
  publisher.close();
  rmSync(dataDir, { recursive: true, force: true });
});

beforeEach(() => {
  [file, status] = [undefined, 200];
  requestedUrls.length = 0;
  rmSync(geo.renewedPlaces, { force: true });
});

/** Place of a customer a day later, because a place is cached for an hour. */
const place = async () => {
  today = new Date(today.getTime() + days(1));
  server.setTime(today);
  const found = await locate(services, jamaica);
  return 'place' in found ? found.place : found.failure;
};
const renewalError = async () => {
  try {
    await renewPlaces(services);
  } catch (error) {
    return `${(error as Error).message}: ${((error as Error).cause as Error).message}`;
  }
  return null;
};

test('the shipped file knows countries without cities and points, and has a date', async () => {
  expect(await place()).toMatchObject({ country: 'Jamaica', city: null, region: null, lat: null });
  expect(await loadPlaceDataDate(geo)).toEqual(new Date('2026-06-01T20:32:58.000Z'));
});

test.each(['.mmdb.gz', '.mmdb'])(
  'a downloaded city file %s replaces the shipped one without a restart',
  async (suffix) => {
    expect(await place()).toMatchObject({ city: null });
    const config = { ...services.config, geo: { ...geo, placesUrl: `${at}/city-{month}${suffix}` } };
    await renewPlaces({ ...services, config });
    expect(requestedUrls).toEqual([`/city-2026-11${suffix}`]);
    expect(await place()).toMatchObject({ city: 'Kingston' });
    expect(await loadPlaceDataDate(geo)).toEqual(await readBuildDate(ipv4));
    expect(placeFiles()).toEqual(['places.mmdb']);
  },
);

test('a city file is downloaded again only once it is 31 days old, and an equal one is not taken', async () => {
  await renewPlaces(services);
  const builtAt = (await readBuildDate(ipv4)) ?? today;
  for (const age of [0, 30, 32]) {
    server.setTime(new Date(builtAt.getTime() + days(age)));
    file = published['/city-2026-11.mmdb.gz'];
    expect(await renewalError()).toBeNull();
  }
  expect(requestedUrls).toHaveLength(2);
});

test('a silent or wrong publisher keeps the current file, and the error names its date', async () => {
  const prefix = 'the city file of 2026-06-01 could not be renewed: ';
  status = 404;
  expect(await renewalError()).toBe(`${prefix}the publisher answered 404`);
  status = 302;
  expect(await renewalError()).toBe(`${prefix}the publisher answered 302`);
  status = 200;
  file = gzipSync('<!doctype html><p>Gone fishing</p>');
  expect(await renewalError()).toBe(`${prefix}it is not an .mmdb file`);
  file = gzipSync(readFileSync(cityFiles.at(-1) ?? ''), { level: 1 });
  expect(await renewalError()).toMatch(/it does not know that 72\.27\.0\.1 is in JM|not an \.mmdb/);
  file = (published['/city-2026-11.mmdb.gz'] ?? Buffer.of()).subarray(0, 1_000_000);
  expect(await renewalError()).toMatch(/unexpected end of file/);
  expect(placeFiles()).toEqual([]);
  expect(await place()).toMatchObject({ country: 'Jamaica' });
});

test('a city file with a future date is not taken, as it would stop the renewals', async () => {
  const builtAt = (await readBuildDate(ipv4)) ?? today;
  server.setTime(new Date(builtAt.getTime() - days(2)));
  file = published['/city-2026-11.mmdb.gz'];
  expect(await renewalError()).toMatch(/its date is in the future$/);
  expect(placeFiles()).toEqual([]);
});

test('without an address nothing is downloaded', async () => {
  await renewPlaces({ ...services, config: { ...services.config, geo: { ...geo, placesUrl: undefined } } });
  expect(requestedUrls).toEqual([]);
});
