import { randomBytes } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type Mood, moods, startFakeProvider } from '../../../fakes/screening/provider.ts';
import { after } from '../../kernel/clock.ts';
import { readConfig } from '../../platform/config.ts';
import { breaker } from './breaker.ts';
import { askNameProviders } from './name-providers.ts';
import { ProviderDown } from './provider.ts';
import { askWalletProviders, providerViews } from './wallet-providers.ts';

const nothing = { identifications: [] };
const listed = {
  identifications: [{ category: 'sanctions', name: 'SANCTIONS: Somebody', description: 'Invented', url: 'https://x' }],
};
const matches = (...results: unknown[]) => ({ responses: { q: { status: 200, results } } });
const somebody = {
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
  first.asked.length = 0;
});

const wallet = { address: '0x4507317ae38adc06e22070f75afdb3130cbbc454', network: 'erc20', symbol: 'ETH' };
const environment = { DATA_DIR: '/tmp', AUTH_SECRET: 'x', FILE_KEYS: `a:${randomBytes(32).toString('base64')}` };
const both = {
  CHAINALYSIS_KEY: 'key-one',
  CHAINALYSIS_URL: first.url,
  OPENSANCTIONS_URL: second.url,
  OPENSANCTIONS_KEY: 'key-two',
  SCREENING_TIMEOUT_MS: '200',
};
/** Each call is a process of its own, with breakers that have seen nothing yet. */
const asking = (more: Record<string, string> = both) => {
  let now = new Date('2026-11-21T12:00:00Z');
  const clock = () => now;
  const wait = (ms: number) => {
    now = after(now, ms);
  };
  return { config: readConfig({ ...environment, ...more }), clock, wait };
};

test('nobody is asked by default', async () => {
  const process = asking({});
  expect(await askWalletProviders(process, wallet)).toEqual([]);
  expect(await askNameProviders(process, { names: ['Zoltran Quistmeyer'], births: [], countries: [] })).toEqual([]);
  expect(providerViews(process).map(({ state }) => state)).toEqual(['off', 'off']);
  expect(first.asked).toEqual([]);
});

describe('wallets', () => {
  test('an address that nobody knows is clear to both; keys go in headers, never in the address', async () => {
    const answers = await askWalletProviders(asking(), wallet);
    expect(answers.map(({ provider, result }) => [provider, result])).toEqual([
      ['Chainalysis', 'clear'],
      ['OpenSanctions', 'clear'],
    ]);
    expect(first.asked[0]?.headers['x-api-key']).toBe('key-one');
    expect(first.asked[0]?.path).toBe(`/api/v1/address/${wallet.address}`);
    expect(second.asked.at(-1)?.headers.authorization).toBe('ApiKey key-two');
    expect([...first.asked, ...second.asked].some(({ path }) => path.includes('key-'))).toBe(false);
  });

  test('sanctioned is flagged, otherwise identified is of high risk, doubtful is looked at deeper', async () => {
    first.setAnswer(listed);
    second.setAnswer(matches({ ...somebody, score: 0.55, match: false }));
    expect(await askWalletProviders(asking(), wallet)).toMatchObject([
      { result: 'flagged', riskScore: 100, categories: ['sanctions'] },
      { result: 'clear', deeper: true },
    ]);
    first.setAnswer({ identifications: [{ category: 'scam' }] });
    second.setAnswer(matches(somebody));
    expect(await askWalletProviders(asking(), wallet)).toMatchObject([
      { result: 'high_risk', riskScore: 75 },
      { result: 'flagged', riskScore: 100 },
    ]);
  });

  test.each(moods.filter((mood) => mood !== 'ok'))(
    'a company that is %s makes the address unknown, never clear',
    async (mood) => {
      first.setMood(mood);
      const [answer] = await askWalletProviders(asking(), wallet);
      expect(answer).toMatchObject({ provider: 'Chainalysis', result: 'error', riskScore: 0 });
      expect(first.asked.filter(({ path }) => path === '/elsewhere')).toEqual([]);
      expect(JSON.stringify(answer)).not.toContain('key-one');
    },
  );

  test('one that cannot be reached at all makes it unknown too', async () => {
    const process = asking({ ...both, CHAINALYSIS_URL: 'http://127.0.0.1:9' });
    expect((await askWalletProviders(process, wallet))[0]?.result).toBe('error');
  });

  test('after three failures it is left alone for half a minute, then one order tries it again', async () => {
    const process = asking();
    first.setMood('failing');
    for (let time = 0; time < 5; time++) await askWalletProviders(process, wallet);
    expect(first.asked).toHaveLength(3);
    expect(providerViews(process)).toMatchObject([{ state: 'down' }, { state: 'working' }]);
    first.setMood('ok');
    expect((await askWalletProviders(process, wallet))[0]?.result).toBe('error');
    process.wait(30_001);
    expect((await askWalletProviders(process, wallet))[0]?.result).toBe('clear');
    expect(providerViews(process)[0]?.state).toBe('working');
  });
});

test('after its rest one caller tries, and the others wait for what comes of it', async () => {
  let now = 0;
  const guard = breaker(() => new Date(now));
  const fails = () => Promise.reject(new Error('down'));
  for (let time = 0; time < 3; time++)
    await expect(guard.run(fails, () => new Error('resting'))).rejects.toThrow('down');
  now = 30_001;
  const tries = Array.from({ length: 5 }, () => guard.run(fails, () => new Error('resting')));
  const ends = (await Promise.allSettled(tries)).map((one) => (one.status === 'rejected' ? one.reason.message : 'ok'));
  expect(ends).toEqual(['down', 'resting', 'resting', 'resting', 'resting']);
});

test('a rest that began when a clock ran ahead is over when the clock is right again', async () => {
  const ahead = 35 * 24 * 3_600_000;
  let now = ahead;
  const guard = breaker(() => new Date(now));
  const fails = () => Promise.reject(new Error('down'));
  for (let time = 0; time < 3; time++)
    await expect(guard.run(fails, () => new Error('resting'))).rejects.toThrow('down');
  expect(guard.isResting()).toBe(true);
  now = 0;
  expect(guard.isResting()).toBe(false);
  await expect(
    guard.run(
      async () => 'clear',
      () => new Error('resting'),
    ),
  ).resolves.toBe('clear');
});

describe('names', () => {
  const customer = { names: ['Zoltran Quistmeyer'], births: ['1971-03-14'], countries: ['JM', 'other'] };

  test('a person like the customer comes with what speaks for and against', async () => {
    second.setAnswer(matches(somebody, { ...somebody, id: 'NK-2', score: 0.4, match: false }));
    const found = await askNameProviders(asking(), customer);
    expect(found).toMatchObject([
      {
        source: 'opensanctions',
        partyRef: 'NK-1',
        party: { category: 'sanctioned', aliases: ['The Invented One'] },
        match: { score: 93, birth: 'same', country: 'same' },
      },
    ]);
    expect(JSON.parse(second.asked.at(-1)?.body ?? '{}').queries.q.properties).toEqual({
      name: ['Zoltran Quistmeyer'],
      birthDate: ['1971-03-14'],
      nationality: ['jm'],
    });
  });

  test.each(moods.filter((mood): mood is Mood => mood !== 'ok'))(
    'a company that is %s fails the job, which is tried again: it never counts as nobody',
    async (mood) => {
      second.setMood(mood);
      await expect(askNameProviders(asking(), customer)).rejects.toThrow(ProviderDown);
    },
  );
});
