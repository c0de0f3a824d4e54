import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type InventedParty, inventedOfac } from '../../../fakes/screening/official-lists.ts';
import { type Mode, modes, startFakeProvider } from '../../../fakes/screening/provider.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { after } from '../../kernel/clock.ts';
import { readConfig } from '../../platform/config/config.ts';
import { withSystem } from '../../platform/database/database.ts';
import { checkAddress } from '../assets/addresses.ts';
import { networkIds } from '../assets/networks.ts';
import { loadIndex } from './index-store.ts';
import { readChunks } from './list-file.ts';
import { ProviderDown } from './provider.ts';
import { queryNameProviders } from './provider-quota.ts';
import { readOfac } from './read-ofac.ts';
import { screenAddress } from './screen-wallet.ts';
import { createBreaker, getProviderViews, queryWalletProviders } from './wallet-providers.ts';

const server = await serverUnderTest();
const { services } = server;

const nothing = { identifications: [] };
const listed = {
  identifications: [{ category: 'sanctions', name: 'SANCTIONS: Jane Doe', description: 'Invented', url: 'https://x' }],
};
const matches = (...results: unknown[]) => ({ responses: { q: { status: 200, results } } });
const listedPerson = {
  id: 'NK-1',
  caption: 'Zoltran Quistmeyer',
  score: 0.93,
  match: true,
  properties: { topics: ['sanction'], birthDate: ['1971-03-14'], country: ['jm'], alias: ['The Invented One'] },
};

const first = await startFakeProvider(nothing);
const second = await startFakeProvider(matches());
afterAll(() => Promise.all([first.stop(), second.stop()]));
beforeEach(() => {
  for (const fake of [first, second]) fake.setMode('ok');
  first.setAnswer(nothing);
  second.setAnswer(matches());
  first.requests.length = 0;
});

const wallet = { address: '0x4507317ae38adc06e22070f75afdb3130cbbc454', network: 'erc20', symbol: 'ETH' };
const environment = { DATA_DIR: '/tmp', AUTH_SECRET: 'x', FILE_KEYS: `a:${randomBytes(32).toString('base64')}` };
const bothProviders = {
  CHAINALYSIS_KEY: 'key-one',
  CHAINALYSIS_URL: first.url,
  OPENSANCTIONS_URL: second.url,
  OPENSANCTIONS_KEY: 'key-two',
  SCREENING_TIMEOUT_MS: '200',
};
const createServices = (overrides: Record<string, string> = bothProviders) => {
  let now = new Date('2026-11-21T12:00:00Z');
  const clock = () => now;
  const wait = (ms: number) => {
    now = after(now, ms);
  };
  return { config: readConfig({ ...environment, ...overrides }), clock, wait };
};

test('no provider is queried by default', async () => {
  const process = createServices({});
  expect(await queryWalletProviders(process, wallet)).toEqual([]);
  expect(await queryNameProviders(process, { names: ['Zoltran Quistmeyer'], births: [], countries: [] })).toEqual([]);
  expect(getProviderViews(process).map(({ state }) => state)).toEqual(['off', 'off']);
  expect(first.requests).toEqual([]);
});

describe('wallets', () => {
  test('an unknown address is clear with both providers; keys are sent in headers only', async () => {
    const answers = await queryWalletProviders(createServices(), wallet);
    expect(answers.map(({ provider, result }) => [provider, result])).toEqual([
      ['Chainalysis', 'clear'],
      ['OpenSanctions', 'clear'],
    ]);
    expect(first.requests[0]?.headers['x-api-key']).toBe('key-one');
    expect(first.requests[0]?.path).toBe(`/api/v1/address/${wallet.address}`);
    expect(second.requests.at(-1)?.headers.authorization).toBe('ApiKey key-two');
    expect([...first.requests, ...second.requests].some(({ path }) => path.includes('key-'))).toBe(false);
  });

  test('a sanctioned address is flagged, another listed one is high risk, a weak match needs review', async () => {
    first.setAnswer(listed);
    second.setAnswer(matches({ ...listedPerson, score: 0.55, match: false }));
    expect(await queryWalletProviders(createServices(), wallet)).toMatchObject([
      { result: 'flagged', riskScore: 100, categories: ['sanctions'] },
      { result: 'clear', deeper: true },
    ]);
    first.setAnswer({ identifications: [{ category: 'scam' }] });
    second.setAnswer(matches(listedPerson));
    expect(await queryWalletProviders(createServices(), wallet)).toMatchObject([
      { result: 'high_risk', riskScore: 75 },
      { result: 'flagged', riskScore: 100 },
    ]);
  });

  test.each(modes.filter((mood) => mood !== 'ok'))('a provider that is %s makes the address unknown', async (mood) => {
    first.setMode(mood);
    const [answer] = await queryWalletProviders(createServices(), wallet);
    expect(answer).toMatchObject({ provider: 'Chainalysis', result: 'error', riskScore: 0 });
    expect(first.requests.filter(({ path }) => path === '/elsewhere')).toEqual([]);
    expect(JSON.stringify(answer)).not.toContain('key-one');
  });

  test('an unreachable provider makes the address unknown', async () => {
    const process = createServices({ ...bothProviders, CHAINALYSIS_URL: 'http://127.0.0.1:9' });
    expect((await queryWalletProviders(process, wallet))[0]?.result).toBe('error');
  });

  test('after three failures a provider is paused for 30 seconds, then one query tries it', async () => {
    const process = createServices();
    first.setMode('failing');
    for (let time = 0; time < 5; time++) await queryWalletProviders(process, wallet);
    expect(first.requests).toHaveLength(3);
    expect(getProviderViews(process)).toMatchObject([{ state: 'down' }, { state: 'working' }]);
    first.setMode('ok');
    expect((await queryWalletProviders(process, wallet))[0]?.result).toBe('error');
    process.wait(30_001);
    expect((await queryWalletProviders(process, wallet))[0]?.result).toBe('clear');
    expect(getProviderViews(process)[0]?.state).toBe('working');
  });
});

test('after the cooldown one caller tries and the others are refused', async () => {
  let now = 0;
  const guard = createBreaker(() => new Date(now));
  const fail = () => Promise.reject(new Error('down'));
  for (let time = 0; time < 3; time++) await expect(guard.run(fail, () => new Error('open'))).rejects.toThrow('down');
  now = 30_001;
  const tries = Array.from({ length: 5 }, () => guard.run(fail, () => new Error('open')));
  const ends = (await Promise.allSettled(tries)).map((result) =>
    result.status === 'rejected' ? result.reason.message : 'ok',
  );
  expect(ends).toEqual(['down', 'open', 'open', 'open', 'open']);
});

test('a cooldown from a clock that ran ahead ends when the clock is set back', async () => {
  const ahead = 35 * 24 * 3_600_000;
  let now = ahead;
  const guard = createBreaker(() => new Date(now));
  const fail = () => Promise.reject(new Error('down'));
  for (let time = 0; time < 3; time++) await expect(guard.run(fail, () => new Error('open'))).rejects.toThrow('down');
  expect(guard.isOpen()).toBe(true);
  now = 0;
  expect(guard.isOpen()).toBe(false);
  await expect(
    guard.run(
      async () => 'clear',
      () => new Error('open'),
    ),
  ).resolves.toBe('clear');
});

describe('names', () => {
  const customer = { names: ['Zoltran Quistmeyer'], births: ['1971-03-14'], countries: ['JM', 'other'] };

  test('a similar person is returned with evidence', async () => {
    second.setAnswer(matches(listedPerson, { ...listedPerson, id: 'NK-2', score: 0.4, match: false }));
    const found = await queryNameProviders(createServices(), customer);
    expect(found).toMatchObject([
      {
        source: 'opensanctions',
        partyRef: 'NK-1',
        party: { category: 'sanctioned', aliases: ['The Invented One'] },
        match: { score: 93, birth: 'same', country: 'same' },
      },
    ]);
    expect(JSON.parse(second.requests.at(-1)?.body ?? '{}').queries.q.properties).toEqual({
      name: ['Zoltran Quistmeyer'],
      birthDate: ['1971-03-14'],
      nationality: ['jm'],
    });
  });

  test.each(modes.filter((mood): mood is Mode => mood !== 'ok'))(
    'a provider that is %s fails the job, which is retried',
    async (mood) => {
      second.setMode(mood);
      await expect(queryNameProviders(createServices(), customer)).rejects.toThrow(ProviderDown);
    },
  );
});

const run = promisify(execFile);
const node = resolve('node_modules/.bin/node');

/** Imports in a child process. Returns its CPU seconds and peak memory (MB). */
async function importInWorker(path: string) {
  const demo = { MODE: 'demo', DEMO_ON_PURPOSE: 'yes', DATABASE_URL: server.ownerUrl };
  const env = { ...process.env, ...demo, DATA_DIR: tmpdir() };
  const { stdout } = await run(node, ['tools/sanctions-import.ts', 'ofac', path], { env, timeout: 400_000 });
  const [, parties, addresses, seconds, megabytes] =
    /^(\d+) parties, \d+ names, (\d+) addresses; [\d.]+ s, ([\d.]+) s of CPU, (\d+) MB/.exec(stdout) ?? [];
  return {
    parties: Number(parties),
    addresses: Number(addresses),
    seconds: Number(seconds),
    megabytes: Number(megabytes),
  };
}

const createParty = (index: number): InventedParty => ({
  reference: String(index),
  firstName: `Vorn${index}`,
  lastName: `Teskal${index}`,
  birthDate: [1960 + (index % 40), 1 + (index % 12), 1 + (index % 28)],
  addresses: index % 20 === 0 ? [['XBT', `1InventedAddressOfNumber${index}XyzAbc`]] : [],
});

async function writeList(path: string, day: string, parties: number): Promise<void> {
  const template = inventedOfac(day, [createParty(0)]);
  const cut = template.indexOf('</DistinctParties>');
  const file = createWriteStream(path);
  file.write(template.slice(0, cut));
  for (let index = 1; index < parties; index++) {
    const list = inventedOfac(day, [createParty(index)]);
    const party = list.slice(list.indexOf('<DistinctParty '), list.indexOf('</DistinctParties>'));
    if (!file.write(party)) await once(file, 'drain');
  }
  file.end(template.slice(cut));
  await once(file, 'close');
}

test('importing a list forty times as long takes less than twice the memory', { timeout: 480_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lists-'));
  await writeList(join(folder, 'small.xml'), '2025-11-01', 500);
  await writeList(join(folder, 'large.xml'), '2025-11-02', 20_000);
  const small = await importInWorker(join(folder, 'small.xml'));
  const large = await importInWorker(join(folder, 'large.xml'));
  expect([small.parties, large.parties, large.addresses]).toEqual([500, 20_000, 1_000]);
  expect(large.megabytes).toBeLessThan(small.megabytes * 2);
});

const realListPath = resolve('../shared/data/ofac/sdn_advanced.xml.bz2');

describe.skipIf(!existsSync(realListPath))(
  'the real list of OFAC of 2025-11-19 (skipped when the file is missing)',
  () => {
    const addresses = new Set<string>();

    test('importing every party and address takes less than 20 s of CPU time and 200 MB', {
      timeout: 480_000,
    }, async () => {
      await server.owner.query(`
      update sanctions_sources set list_id = null, as_of = null where source = 'ofac';
      delete from sanctions_parties where source = 'ofac'; delete from sanctions_lists where source = 'ofac'`);
      const cost = await importInWorker(realListPath);
      console.info('real list', cost);
      expect(cost).toMatchObject({ parties: 18_367, addresses: 745 });
      expect(cost.seconds).toBeLessThan(20);
      expect(cost.megabytes).toBeLessThan(200);
    });

    test('each of the 745 addresses is flagged in every accepted form', {
      timeout: 120_000,
    }, async () => {
      const byTag = new Map<string, Set<string>>();
      for await (const found of readOfac(readChunks(realListPath))) {
        if (!('party' in found)) continue;
        for (const { tag, address } of found.party.addresses) {
          byTag.set(tag, (byTag.get(tag) ?? new Set()).add(address));
          addresses.add(address);
        }
      }
      expect(Object.fromEntries([...byTag].map(([tag, all]) => [tag, all.size]))).toMatchObject({
        ...{ XBT: 517, ETH: 77, USDT: 93, TRX: 29, USDC: 2, XRP: 1, SOL: 1, BSC: 1, ARB: 1, BNB: 1 },
      });
      expect(addresses.size).toBe(745);
      const index = await withSystem(services.pool, (tx) => loadIndex(tx, 'real'));
      const result = (address: string) =>
        screenAddress(index, { address, network: 'erc20', symbol: 'ETH' }, new Date('2026-11-21T00:00:00Z')).result;
      const missed: string[] = [];
      for (const address of addresses) {
        const forms = [address, ...networkIds.map((network) => checkAddress(network, address))].flatMap((form) =>
          typeof form === 'string' ? form : form.ok ? form.address : [],
        );
        const cases = /^(0x|bc1)/i.test(address) ? [address.toLowerCase(), address.toUpperCase()] : [];
        for (const form of [...forms, ...cases]) if (result(form) !== 'flagged') missed.push(form);
      }
      expect(missed).toEqual([]);
    });
  },
);
