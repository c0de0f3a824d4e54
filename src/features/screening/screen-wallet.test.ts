import fc from 'fast-check';
import { classicAddressToXAddress, encodeAccountID } from 'ripple-address-codec';
import { describe, expect, test } from 'vitest';
import { after, days, hours } from '../../kernel/clock.ts';
import { getWrappedAddress } from '../assets/same-key.ts';
import { getComparableAddress, indexEntries, type ListedEntry, type SanctionsIndex } from './address-index.ts';
import type { Category } from './party.ts';
import type { ProviderAnswer } from './provider.ts';
import { screenAddress, screeningResults } from './screen-wallet.ts';
import { getSourceState, type Source } from './sources.ts';
import { withProviders } from './wallet-providers.ts';

const now = new Date('2026-11-21T12:00:00Z');
const list = { source: 'ofac', listId: 'a', publishedOn: '2026-11-20' } as const;
const ofac: Source = { source: 'ofac', needed: true, allowedHours: 72, list, asOf: after(now, -hours(5)) };
const un: Source = { ...ofac, source: 'un', list: { ...list, source: 'un', listId: 'b' } };

const buildIndex = (
  addresses: readonly string[],
  category: Category = 'sanctioned',
  sources: Source[] = [ofac, un],
) => {
  const entry = {
    source: 'ofac',
    partyRef: '1',
    party: 'Jane Doe',
    category,
    programmes: [],
    tag: 'XBT',
  } as const;
  const entries = indexEntries(addresses.map((address) => ({ ...entry, address: getComparableAddress(address) })));
  return { version: '1', sources, entries } satisfies SanctionsIndex;
};
const screen = (index: SanctionsIndex, address: string, at = now) =>
  screenAddress(index, { address, network: 'erc20', symbol: 'ETH' }, at);

const hex = (letters: number) =>
  fc.array(fc.constantFrom(...'0123456789abcdef'), { minLength: letters, maxLength: letters });
const evm = hex(40).map((letters) => `0x${letters.join('')}`);
const bech32Letters = '023456789acdefghjklmnpqrstuvwxyz';
const bech32 = fc
  .array(fc.constantFrom(...bech32Letters), { minLength: 38, maxLength: 58 })
  .map((letters) => `bc1q${letters.join('')}`);
const account = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => encodeAccountID(bytes));
const base58 = fc
  .array(fc.constantFrom(...'123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'), {
    minLength: 26,
    maxLength: 44,
  })
  .map((letters) => `1${letters.join('')}`);

const mixCase = (text: string, flips: readonly boolean[]) =>
  Array.from(text, (letter, at) => (flips[at % flips.length] ? letter.toUpperCase() : letter.toLowerCase())).join('');

const sameKeyAddresses = [
  '1FvyAqqELFiQyaEWdhFbWF8MZapKPZS8J7',
  'bc1q50rtrmj2f8vl9tem8qpfw36ylw5jg9j29e5za5',
  '35kMD7vNoJHfEJXQmWx1QeSVz6bbxbh2oK',
];
const sameAccountAddresses = ['0xa614f803b6fd780986a42c78ec9c7f77e6ded13c', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'];
const pairs = [sameKeyAddresses, sameAccountAddresses].flatMap((letters) =>
  letters.flatMap((listed) => letters.filter((other) => other !== listed).map((address) => [listed, address] as const)),
);

test.each(pairs)('an address listed as %s is found by %s of the same key', (listed, address) => {
  const { result, matches } = screen(buildIndex([listed]), address);
  expect(result).toBe('flagged');
  expect(matches).toEqual([expect.stringContaining(`listed as ${listed}, which has the same key`)]);
  expect(screen(buildIndex(['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2']), address).result).toBe('clear');
});

describe('address forms', () => {
  test('an EVM address is found in any case', () => {
    fc.assert(
      fc.property(evm, fc.array(fc.boolean(), { minLength: 1, maxLength: 42 }), (address, flips) => {
        const written = `0x${mixCase(address.slice(2), flips)}`;
        expect(screen(buildIndex([address]), written).result).toBe('flagged');
        expect(screen(buildIndex([written]), address).result).toBe('flagged');
      }),
    );
  });

  test('a bech32 address is found in upper case, as used by QR codes', () => {
    fc.assert(
      fc.property(bech32, (address) => {
        expect(screen(buildIndex([address]), address.toUpperCase()).result).toBe('flagged');
      }),
    );
  });

  test('an XRP address is found as an X-address with any tag', () => {
    fc.assert(
      fc.property(account, fc.option(fc.integer({ min: 0, max: 0xffff_ffff })), (classic, tag) => {
        const packed = classicAddressToXAddress(classic, tag ?? false, false);
        expect(screen(buildIndex([classic]), packed).result).toBe('flagged');
        expect(screen(buildIndex([packed]), classic).result).toBe('flagged');
      }),
    );
  });

  test('a base58 address is found in its exact case only', () => {
    fc.assert(
      fc.property(base58, fc.nat(), (address, at) => {
        const letters = [...address];
        const index = at % letters.length;
        const letter = letters[index] ?? '';
        letters[index] = letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase();
        expect(screen(buildIndex([address]), ` ${address}\n`).result).toBe('flagged');
        expect(screen(buildIndex([address]), letters.join('')).result).toBe(
          letter === letters[index] ? 'flagged' : 'clear',
        );
      }),
    );
  });

  test('an address is found for any asset, regardless of the tag', () => {
    const index = buildIndex(['0x00000000000000000000000000000000000abcde']);
    for (const [network, symbol] of [
      ['bep20', 'BTC'],
      ['erc20', 'USDT'],
      ['xrp', 'XRP'],
    ] as const)
      expect(
        screenAddress(index, { address: '0x00000000000000000000000000000000000ABCDE', network, symbol }, now).result,
      ).toBe('flagged');
  });

  test('the comparable form is stable', () => {
    fc.assert(
      fc.property(fc.oneof(evm, bech32, account, base58, fc.string()), (text) => {
        expect(getComparableAddress(getComparableAddress(text))).toBe(getComparableAddress(text));
      }),
    );
  });
});

describe('categories of listed addresses', () => {
  test.each([
    ['sanctioned', 'flagged', 100, false],
    ['high_risk', 'high_risk', 75, false],
    ['watch', 'clear', 30, true],
  ] as const)('%s gives %s with a score of %i', (category, result, riskScore, deeper) => {
    const index = buildIndex(['rListed'], category);
    expect(screen(index, 'rListed')).toMatchObject({ result, riskScore, deeper, categories: [category] });
    expect(screen(index, 'rOther')).toMatchObject({ result: 'clear', riskScore: 0, deeper: false, categories: [] });
  });

  test('the result contains lists and evidence', () => {
    const found = screen(buildIndex(['rListed']), 'rListed');
    expect(found.lists.map(({ source, publishedOn }) => [source, publishedOn])).toEqual([
      ['ofac', '2026-11-20'],
      ['un', '2026-11-20'],
    ]);
    expect(found.evidence).toMatchObject({ compared: 'rListed', hits: [{ party: 'Jane Doe', tag: 'XBT' }] });
  });
});

describe('an unavailable list never clears an address (A4)', () => {
  const absent: Source = { ...un, list: null, asOf: null };
  const stale: Source = { ...un, asOf: after(now, -hours(72) - 1) };
  const outdated: Source = { ...un, list: { ...list, source: 'un', publishedOn: '2026-08-01' } };

  test.each([
    ['absent', absent],
    ['older than the allowed age', stale],
    ['confirmed as new with a version of months ago', outdated],
  ])('%s', (_, broken) => {
    expect(screen(buildIndex(['rListed'], 'sanctioned', [ofac, broken]), 'rOther').result).toBe('error');
  });

  test('a list at its age limit is fresh, and a millisecond later it is stale', () => {
    const edge: Source = { ...un, asOf: after(now, -hours(72)) };
    expect(getSourceState(edge, now)).toBe('fresh');
    expect(getSourceState(edge, after(now, 1))).toBe('stale');
  });

  test("a list that isn't required may be missing", () => {
    const optional = { ...absent, needed: false };
    expect(screen(buildIndex([], 'sanctioned', [ofac, optional]), 'rOther').result).toBe('clear');
  });

  test('without required lists nothing is clear', () => {
    const none = [ofac, un].map((source) => ({ ...source, needed: false }));
    expect(screen(buildIndex([], 'sanctioned', none), 'rOther').result).toBe('error');
  });

  test('an address on an outdated list stays blocked', () => {
    expect(screen(buildIndex(['rListed'], 'sanctioned', [ofac, stale]), 'rListed').result).toBe('flagged');
    expect(screen(buildIndex(['rListed'], 'watch', [ofac, stale]), 'rListed').result).toBe('error');
  });

  test('an address is clear only when each required list is fresh', () => {
    const ages = fc.integer({ min: 0, max: days(10) });
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), fc.option(ages)), { minLength: 1, maxLength: 4 }), (generated) => {
        const sources = generated.map(
          ([needed, age]): Source =>
            age === null ? { ...absent, needed } : { ...ofac, needed, asOf: after(now, -age) },
        );
        const needed = sources.filter((source) => source.needed);
        const isFresh = needed.length > 0 && needed.every(({ asOf }) => asOf !== null && after(asOf, hours(72)) >= now);
        expect(screen(buildIndex([], 'sanctioned', sources), 'rOther').result).toBe(isFresh ? 'clear' : 'error');
      }),
    );
  });
});

describe('provider answers', () => {
  const answer = (result: ProviderAnswer['result'], riskScore = 0): ProviderAnswer => ({
    provider: 'Other',
    result,
    riskScore,
    categories: [],
    deeper: false,
    evidence: {},
  });
  const rank = { clear: 0, error: 1, high_risk: 2, flagged: 3 } as const;

  test('only worsen our own result', () => {
    const results = fc.constantFrom(...screeningResults);
    fc.assert(
      fc.property(results, fc.array(fc.tuple(results, fc.integer({ min: 0, max: 100 }))), (ownResult, answers) => {
        const ownScreening = { ...screen(buildIndex([]), 'rOther'), result: ownResult, riskScore: 50 };
        const combined = withProviders(
          ownScreening,
          answers.map(([result, score]) => answer(result, score)),
        );
        expect(rank[combined.result]).toBe(Math.max(rank[ownResult], ...answers.map(([result]) => rank[result])));
        expect(combined.riskScore).toBe(Math.max(50, ...answers.map(([, score]) => score)));
      }),
    );
  });

  test('a provider that is down makes an address unknown', () => {
    expect(withProviders(screen(buildIndex([]), 'rOther'), [answer('clear'), answer('error')]).result).toBe('error');
  });
});

describe('wrapped keys', () => {
  /** Two addresses of one key. OFAC lists the `3...` address that wraps the key. */
  const ownAddress = 'bc1q50rtrmj2f8vl9tem8qpfw36ylw5jg9j29e5za5';
  const wrappedAddress = '35kMD7vNoJHfEJXQmWx1QeSVz6bbxbh2oK';

  const now = new Date('2026-11-27T12:00:00Z');
  const list = { source: 'ofac', listId: 'a', publishedOn: '2026-11-26' } as const;
  const ofac: Source = { source: 'ofac', needed: true, allowedHours: 72, list, asOf: after(now, -hours(5)) };

  const createEntry = (overrides: Pick<ListedEntry, 'address' | 'source' | 'category'>): ListedEntry => ({
    ...{ partyRef: '1', party: 'Jane Doe', programmes: [], tag: 'XBT' },
    ...overrides,
  });
  const buildIndex = (...listed: ListedEntry[]): SanctionsIndex => ({
    version: '1',
    sources: [ofac],
    entries: indexEntries(listed),
  });
  const screen = (index: SanctionsIndex) =>
    screenAddress(index, { address: ownAddress, network: 'bitcoin', symbol: 'BTC' }, now).result;

  test('an address listed by its wrapping stays blocked when our own list watches the other address', () => {
    const sanctioned = createEntry({ address: wrappedAddress, source: 'ofac', category: 'sanctioned' });
    expect(screen(buildIndex(sanctioned))).toBe('flagged');
    // One person may add to our own list. An addition never weakens another list.
    const watched = createEntry({ address: ownAddress, source: 'local', category: 'watch' });
    expect(screen(buildIndex(sanctioned, watched))).toBe('flagged');
  });

  test('a listed script address blocks the address that wraps it, and the reverse', () => {
    const script = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3';
    const wrapping = getWrappedAddress(script) ?? '';
    for (const [listed, address] of [
      [script, wrapping],
      [wrapping, script],
    ] as const) {
      const index = buildIndex(createEntry({ address: listed, source: 'ofac', category: 'sanctioned' }));
      expect(screenAddress(index, { address, network: 'bitcoin', symbol: 'BTC' }, now).result).toBe('flagged');
    }
  });
});
