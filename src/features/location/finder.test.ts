import { open } from 'maxmind';
import { expect, test } from 'vitest';
import { getCityFiles, loadCityDataDate, readBuildDate } from './city-files.ts';
import { getFinder } from './finder.ts';

const jamaica = '72.27.0.1';
const noList = { networks: undefined, networksUrl: undefined, renewedNetworks: '/nowhere/at-all.gz' };
const start = new Date('2026-11-20T17:00:00Z');

test('an address is looked up once an hour, and a missing data file is not cached', async () => {
  const find = getFinder({ databases: undefined, ...noList, demoAddress: undefined });
  const [one, same, later] = [
    await find(jamaica, start),
    await find(jamaica, new Date(start.getTime() + 3_599_000)),
    await find(jamaica, new Date(start.getTime() + 3_600_000)),
  ];
  const placeIn = (found: Awaited<ReturnType<typeof find>>) => ('place' in found ? found.place : null);
  expect(placeIn(one)?.city).toBe('Kingston');
  expect(placeIn(same)).toBe(placeIn(one));
  expect(placeIn(later)).not.toBe(placeIn(one));
  const lost = getFinder({ databases: ['/nowhere/at-all.mmdb'], ...noList, demoAddress: undefined });
  for (const _ of [1, 2]) await expect(lost(jamaica, start)).rejects.toThrow();
});

test('the demo replaces private addresses by a sample address and reports it', async () => {
  const find = getFinder({ databases: undefined, ...noList, demoAddress: '63.143.64.1' });
  expect(await find('127.0.0.1', start)).toMatchObject({ demo: true, place: { city: 'Montego Bay' } });
  expect(await find(jamaica, start)).toMatchObject({ demo: false, place: { city: 'Kingston' } });
});

test('the build date comes from the end of a city file; another file has none', async () => {
  const [ipv4 = ''] = getCityFiles({ databases: undefined });
  expect(await readBuildDate(ipv4)).toEqual((await open(ipv4)).metadata.buildEpoch);
  const at = (...databases: string[]) => loadCityDataDate({ ...noList, databases, demoAddress: undefined });
  expect(await at(ipv4)).toBeInstanceOf(Date);
  expect(await at(ipv4, '/nowhere/at-all.mmdb')).toBeNull();
  expect(await at('package.json')).toBeNull();
});
