import fc from 'fast-check';
import { classicAddressToXAddress, encodeAccountID } from 'ripple-address-codec';
import { describe, expect, test } from 'vitest';
import { after, days, hours } from '../../kernel/clock.ts';
import { entriesOf, type SanctionsIndex } from './address-index.ts';
import type { Category } from './party.ts';
import type { ProviderAnswer } from './provider.ts';
import { screenAddress, screeningResults } from './screen-wallet.ts';
import { type Source, stateOf } from './sources.ts';
import { comparableAddress } from './wallet-address.ts';
import { withProviders } from './wallet-providers.ts';

const now = new Date('2026-11-21T12:00:00Z');
const list = { source: 'ofac', listId: 'a', publishedOn: '2026-11-20' } as const;
const ofac: Source = { source: 'ofac', needed: true, allowedHours: 72, list, asOf: after(now, -hours(5)) };
const un: Source = { ...ofac, source: 'un', list: { ...list, source: 'un', listId: 'b' } };

const indexOf = (addresses: readonly string[], category: Category = 'sanctioned', sources: Source[] = [ofac, un]) => {
  const entry = {
    source: 'ofac',
    partyRef: '1',
    party: 'Somebody',
    category,
    programmes: [],
    tag: 'XBT',
  } as const;
  const entries = entriesOf(addresses.map((address) => ({ ...entry, address: comparableAddress(address) })));
  return { version: '1', sources, entries } satisfies SanctionsIndex;
};
const screen = (index: SanctionsIndex, address: string, at = now) =>
  screenAddress(index, { address, network: 'erc20', symbol: 'ETH' }, at);

const hex = (letters: number) =>
  fc.array(fc.constantFrom(...'0123456789abcdef'), { minLength: letters, maxLength: letters });
const evm = hex(40).map((letters) => `0x${letters.join('')}`);
const words = '023456789acdefghjklmnpqrstuvwxyz';
const bech32 = fc
  .array(fc.constantFrom(...words), { minLength: 38, maxLength: 58 })
  .map((all) => `bc1q${all.join('')}`);
const account = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => encodeAccountID(bytes));
const base58 = fc
  .array(fc.constantFrom(...'123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'), {
    minLength: 26,
    maxLength: 44,
  })
  .map((all) => `1${all.join('')}`);

/** The same letters in any mixture of cases. */
const recased = (text: string, flips: readonly boolean[]) =>
  Array.from(text, (letter, at) => (flips[at % flips.length] ? letter.toUpperCase() : letter.toLowerCase())).join('');

/** Three addresses of one Bitcoin key, and two of one account on Ethereum and on TRON. */
const ofOneKey = [
  '1FvyAqqELFiQyaEWdhFbWF8MZapKPZS8J7',
  'bc1q50rtrmj2f8vl9tem8qpfw36ylw5jg9j29e5za5',
  '35kMD7vNoJHfEJXQmWx1QeSVz6bbxbh2oK',
];
const ofOneAccount = ['0xa614f803b6fd780986a42c78ec9c7f77e6ded13c', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'];
const pairs = [ofOneKey, ofOneAccount].flatMap((all) =>
  all.flatMap((listed) => all.filter((other) => other !== listed).map((given) => [listed, given] as const)),
);

test.each(pairs)('whoever is listed by %s is found by %s, which opens with the same key', (listed, given) => {
  const { result, matches } = screen(indexOf([listed]), given);
  expect(result).toBe('flagged');
  expect(matches).toEqual([expect.stringContaining(`listed as ${listed}, which has the same key`)]);
  expect(screen(indexOf(['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2']), given).result).toBe('clear');
});

describe('an address is found however it is written', () => {
  test('EVM: in any case of its letters', () => {
    fc.assert(
      fc.property(evm, fc.array(fc.boolean(), { minLength: 1, maxLength: 42 }), (address, flips) => {
        const written = `0x${recased(address.slice(2), flips)}`;
        expect(screen(indexOf([address]), written).result).toBe('flagged');
        expect(screen(indexOf([written]), address).result).toBe('flagged');
      }),
    );
  });

  test('bech32: in upper case, which a QR code uses, as in lower case', () => {
    fc.assert(
      fc.property(bech32, (address) => {
        expect(screen(indexOf([address]), address.toUpperCase()).result).toBe('flagged');
      }),
    );
  });

  test('XRP: as an X-address with any tag, on either side', () => {
    fc.assert(
      fc.property(account, fc.option(fc.integer({ min: 0, max: 0xffff_ffff })), (classic, tag) => {
        const packed = classicAddressToXAddress(classic, tag ?? false, false);
        expect(screen(indexOf([classic]), packed).result).toBe('flagged');
        expect(screen(indexOf([packed]), classic).result).toBe('flagged');
      }),
    );
  });

  test('base58: exactly; one letter in another case is another address', () => {
    fc.assert(
      fc.property(base58, fc.nat(), (address, at) => {
        const letters = [...address];
        const place = at % letters.length;
        const letter = letters[place] ?? '';
        letters[place] = letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase();
        expect(screen(indexOf([address]), ` ${address}\n`).result).toBe('flagged');
        expect(screen(indexOf([address]), letters.join('')).result).toBe(
          letter === letters[place] ? 'flagged' : 'clear',
        );
      }),
    );
  });

  test('whatever the asset it was observed with: the tag is not asked', () => {
    const index = indexOf(['0x00000000000000000000000000000000000abcde']);
    for (const [network, symbol] of [
      ['bep20', 'BTC'],
      ['erc20', 'USDT'],
      ['xrp', 'XRP'],
    ] as const)
      expect(
        screenAddress(index, { address: '0x00000000000000000000000000000000000ABCDE', network, symbol }, now).result,
      ).toBe('flagged');
  });

  test('and writing it in the way we compare changes nothing any more', () => {
    fc.assert(
      fc.property(fc.oneof(evm, bech32, account, base58, fc.string()), (text) => {
        expect(comparableAddress(comparableAddress(text))).toBe(comparableAddress(text));
      }),
    );
  });
});

describe('what a listed address means', () => {
  test.each([
    ['sanctioned', 'flagged', 100, false],
    ['high_risk', 'high_risk', 75, false],
    ['watch', 'clear', 30, true],
  ] as const)('%s: %s, with a score of %i', (category, result, riskScore, deeper) => {
    const index = indexOf(['rListed'], category);
    expect(screen(index, 'rListed')).toMatchObject({ result, riskScore, deeper, categories: [category] });
    expect(screen(index, 'rOther')).toMatchObject({ result: 'clear', riskScore: 0, deeper: false, categories: [] });
  });

  test('the result names the lists it rests on, and the evidence', () => {
    const found = screen(indexOf(['rListed']), 'rListed');
    expect(found.lists.map(({ source, publishedOn }) => [source, publishedOn])).toEqual([
      ['ofac', '2026-11-20'],
      ['un', '2026-11-20'],
    ]);
    expect(found.evidence).toMatchObject({ compared: 'rListed', hits: [{ party: 'Somebody', tag: 'XBT' }] });
  });
});

describe('a list that is down never makes an address clear (A4)', () => {
  const absent: Source = { ...un, list: null, asOf: null };
  const stale: Source = { ...un, asOf: after(now, -hours(72) - 1) };
  const silent: Source = { ...un, list: { ...list, source: 'un', publishedOn: '2026-08-01' } };

  test.each([
    ['absent', absent],
    ['older than the allowed age', stale],
    ['said to be new, with a version of months ago', silent],
  ])('%s', (_, broken) => {
    expect(screen(indexOf(['rListed'], 'sanctioned', [ofac, broken]), 'rOther').result).toBe('error');
  });

  test('of the allowed age to the millisecond it still counts, a moment later it does not', () => {
    const edge: Source = { ...un, asOf: after(now, -hours(72)) };
    expect(stateOf(edge, now)).toBe('fresh');
    expect(stateOf(edge, after(now, 1))).toBe('stale');
  });

  test('a list that is not needed may be missing', () => {
    const optional = { ...absent, needed: false };
    expect(screen(indexOf([], 'sanctioned', [ofac, optional]), 'rOther').result).toBe('clear');
  });

  test('where nobody said which lists are needed, nothing is clear', () => {
    const none = [ofac, un].map((source) => ({ ...source, needed: false }));
    expect(screen(indexOf([], 'sanctioned', none), 'rOther').result).toBe('error');
  });

  test('what stands on an old list is still blocked', () => {
    expect(screen(indexOf(['rListed'], 'sanctioned', [ofac, stale]), 'rListed').result).toBe('flagged');
    expect(screen(indexOf(['rListed'], 'watch', [ofac, stale]), 'rListed').result).toBe('error');
  });

  test('whatever the lists are like: clear only when each needed one is fresh', () => {
    const ages = fc.integer({ min: 0, max: days(10) });
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), fc.option(ages)), { minLength: 1, maxLength: 4 }), (made) => {
        const sources = made.map(
          ([needed, age]): Source =>
            age === null ? { ...absent, needed } : { ...ofac, needed, asOf: after(now, -age) },
        );
        const needed = sources.filter((source) => source.needed);
        const sound = needed.length > 0 && needed.every(({ asOf }) => asOf !== null && after(asOf, hours(72)) >= now);
        expect(screen(indexOf([], 'sanctioned', sources), 'rOther').result).toBe(sound ? 'clear' : 'error');
      }),
    );
  });
});

describe('what other companies say', () => {
  const answer = (result: ProviderAnswer['result'], riskScore = 0): ProviderAnswer => ({
    provider: 'Other',
    result,
    riskScore,
    categories: [],
    deeper: false,
    evidence: {},
  });
  const rank = { clear: 0, error: 1, high_risk: 2, flagged: 3 } as const;

  test('can only worsen our own result', () => {
    const results = fc.constantFrom(...screeningResults);
    fc.assert(
      fc.property(results, fc.array(fc.tuple(results, fc.integer({ min: 0, max: 100 }))), (mine, others) => {
        const own = { ...screen(indexOf([]), 'rOther'), result: mine, riskScore: 50 };
        const both = withProviders(
          own,
          others.map(([result, score]) => answer(result, score)),
        );
        expect(rank[both.result]).toBe(Math.max(rank[mine], ...others.map(([result]) => rank[result])));
        expect(both.riskScore).toBe(Math.max(50, ...others.map(([, score]) => score)));
      }),
    );
  });

  test('one that is switched on and down makes an address unknown, not clear', () => {
    expect(withProviders(screen(indexOf([]), 'rOther'), [answer('clear'), answer('error')]).result).toBe('error');
  });
});
