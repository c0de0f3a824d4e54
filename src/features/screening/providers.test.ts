import { randomBytes } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type Mood, moods, startFakeProvider } from '../../../fakes/screening/provider.ts';
import { after } from '../../kernel/clock.ts';
import { readConfig } from '../../platform/config/config.ts';
import { ProviderDown } from './provider.ts';
import { queryNameProviders } from './provider-quota.ts';
import { createBreaker, getProviderViews, queryWalletProviders } from './wallet-providers.ts';

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
  for (const fake of [first, second]) fake.setMood('ok');
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

  test.each(moods.filter((mood) => mood !== 'ok'))('a provider that is %s makes the address unknown', async (mood) => {
    first.setMood(mood);
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
    first.setMood('failing');
    for (let time = 0; time < 5; time++) await queryWalletProviders(process, wallet);
    expect(first.requests).toHaveLength(3);
    expect(getProviderViews(process)).toMatchObject([{ state: 'down' }, { state: 'working' }]);
    first.setMood('ok');
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

  test.each(moods.filter((mood): mood is Mood => mood !== 'ok'))(
    'a provider that is %s fails the job, which is retried',
    async (mood) => {
      second.setMood(mood);
      await expect(queryNameProviders(createServices(), customer)).rejects.toThrow(ProviderDown);
    },
  );
});
