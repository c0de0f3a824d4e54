import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { sell, upload } from '../../../test/orders.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { atHour, isBusinessDay, jamaicaDay } from '../../kernel/calendar.ts';
import { jmd } from '../../kernel/money.ts';
import { networkIds } from '../assets/networks.ts';
import { jamaicanHolidays } from '../trading/lifecycle/holidays.ts';
import { parseEvidenceMoment } from './evidence.ts';
import { parseMovementReference, type Rail } from './movement-reference.ts';
import { getFullName, holderMatches, isNameOf } from './names.ts';
import { bankRails, getBankRail, getCreditDeadline, isBranchMissing } from './payout-rail.ts';

const digits = (alphabet: string, length: number) =>
  fc.array(fc.constantFrom(...alphabet), { minLength: length, maxLength: length }).map((letters) => letters.join(''));
const hex = digits('0123456789abcdef', 64);
const base58 = digits('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz', 88);
const hexRails = ['bitcoin', 'erc20', 'bep20', 'trc20', 'xrp'] as const;
const spellings: readonly ((hash: string) => string)[] = [
  (hash) => hash,
  (hash) => ` ${hash}.`,
  (hash) => `https://explorer.example/tx/${hash}`,
  (hash) => `https://explorer.example/#/transaction/${hash}/?cluster=mainnet`,
];
const hexSpellings: readonly ((hash: string) => string)[] = [
  ...spellings,
  (hash) => hash.toUpperCase(),
  (hash) => `0x${hash}`,
  (hash) => `0X${hash.toUpperCase()}.`,
];
const parseKey = (rail: Rail, typed: string) => {
  const check = parseMovementReference(rail, typed);
  return check.ok ? check.key : check.fault;
};

describe('a reference', () => {
  it('of a hexadecimal hash is the same in every spelling', () => {
    fc.assert(
      fc.property(fc.constantFrom(...hexRails), hex, fc.constantFrom(...hexSpellings), (rail, hash, format) => {
        expect(parseKey(rail, format(hash))).toBe(parseKey(rail, hash));
      }),
    );
  });

  it('of Solana keeps its capitals', () => {
    fc.assert(
      fc.property(base58, fc.constantFrom(...spellings), (hash, format) => {
        expect(parseKey('solana', format(hash))).toBe(hash);
      }),
    );
  });

  it('of a bank ignores blanks, punctuation and case', () => {
    const sign = fc.constantFrom('', ' ', '-', '.', '/', ' - ');
    const parts = fc.array(digits('ABCXYZ0189', 4), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(parts, sign, fc.boolean(), (words, between, small) => {
        const typed = words.join(between);
        expect(parseKey('bank', `${small ? typed.toLowerCase() : typed}.`)).toBe(words.join(''));
      }),
    );
  });

  it('is parsed to itself again', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('bank' as const, ...networkIds),
        fc.oneof(fc.string(), hex, base58),
        (rail, typed) => {
          const check = parseMovementReference(rail, typed);
          if (check.ok) expect(parseMovementReference(rail, check.key)).toEqual(check);
        },
      ),
    );
  });

  it('that is invalid is refused', () => {
    expect(parseKey('bank', '--1.2')).toBe('reference_short');
    expect(parseKey('bitcoin', 'a'.repeat(63))).toBe('reference_no_hash');
    expect(parseKey('erc20', '0xde0B295669a9FD93d5F28D9Ec85E40f4cb697BAe')).toBe('reference_no_hash');
    expect(parseKey('solana', 'a'.repeat(64))).toBe('reference_no_hash');
    expect(parseKey('xrp', `${'a'.repeat(64)} ${'b'.repeat(64)}`)).toBe('reference_two_hashes');
  });
});

describe('time of the evidence', () => {
  const now = new Date('2026-11-22T01:30:00Z');

  test('bank times are in Jamaica time', () => {
    expect(parseEvidenceMoment('2026-11-21', '18:05', now)).toEqual({
      ok: true,
      movedAt: new Date('2026-11-21T23:05:00Z'),
      dayOnly: false,
    });
  });

  test('a day without a time counts as its end, and today as now', () => {
    const yesterday = { ok: true, movedAt: new Date('2026-11-21T04:59:59.999Z'), dayOnly: true };
    expect(parseEvidenceMoment('2026-11-20', '', now)).toEqual(yesterday);
    expect(parseEvidenceMoment('2026-11-21', '', now)).toEqual({ ok: true, movedAt: now, dayOnly: true });
  });

  test('future moments and invalid days and times are refused', () => {
    expect(parseEvidenceMoment('2026-11-22', '', now)).toEqual({ ok: false, fault: 'moment_ahead' });
    expect(parseEvidenceMoment('2026-11-21', '20:31', now)).toEqual({ ok: false, fault: 'moment_ahead' });
    for (const [day, time] of [
      ['2026-02-30', ''],
      ['9999-99-99', ''],
      ['2019-12-31', ''],
      ['2026-11-20', '24:00'],
    ] as const)
      expect(parseEvidenceMoment(day, time, now)).toEqual({ ok: false, fault: 'moment_unreadable' });
  });

  test('parsing never throws, and results are on that day and not in the future', () => {
    const time = fc.oneof(fc.constant(''), fc.constantFrom('00:00', '23:59', '12:30'), fc.string());
    const day = fc.oneof(
      fc.date({ min: new Date('2020-01-02'), max: now, noInvalidDate: true }).map(jamaicaDay),
      fc.string(),
    );
    fc.assert(
      fc.property(day, time, (dayText, at) => {
        const read = parseEvidenceMoment(dayText, at, now);
        if (!read.ok) return;
        expect(jamaicaDay(read.movedAt)).toBe(dayText);
        expect(read.movedAt.getTime()).toBeLessThanOrEqual(now.getTime());
      }),
    );
  });
});

const marlon = { firstName: 'Marlon André', lastName: "O'Grant-Smith", displayName: 'DJ Marlon' };
const unnamed = { firstName: null, lastName: ' ', displayName: '' };

describe('the holder of the bank account', () => {
  it.each([
    "Marlon André O'Grant-Smith",
    "  marlon ANDRÉ o'grant-smith  ",
    "O'Grant-Smith Marlon André",
    'OGRANT SMITH, MARLON ANDRE',
    'Marlon Andre\u0301  O’Grant Smith',
    'O GRANT-SMITH MARLON ANDRE MR',
    'O´GRANT SMITH, MARLON ANDRE',
    'Kerry-Ann Brown & Marlon André O’Grant-Smith',
  ])('%s is the customer', (holder) => expect(holderMatches(holder, marlon)).toBe(true));

  it.each([
    'Marlon Grant',
    'Marlon André',
    "Marlon A. O'Grant-Smith",
    "Marlon André O'Grant-Smith Jr",
    'DJ Marlon',
    'Kerry-Ann Brown',
    "MarlonAndré O'Grant-Smith",
    '',
    '---',
  ])('%j is another person', (holder) => expect(holderMatches(holder, marlon)).toBe(false));

  it('is compared with the display name only if the profile has no other', () => {
    const withDisplayName = { firstName: '', lastName: null, displayName: ' Tanya Lewis ' };
    expect(getFullName(withDisplayName)).toBe('Tanya Lewis');
    expect(holderMatches('lewis tanya', withDisplayName)).toBe(true);
    expect(getFullName({ ...withDisplayName, lastName: 'Lewis' })).toBe('Lewis');
  });

  it('matches any holder if the profile has no name', () => {
    expect(getFullName(unnamed)).toBe('');
    expect(holderMatches('Any Name', unnamed)).toBe(true);
  });

  it('does not match every holder if a name has no letters', () => {
    expect(holderMatches('Any Name', { ...unnamed, displayName: '---' })).toBe(false);
    expect(holderMatches('---', { ...unnamed, displayName: '---' })).toBe(true);
    expect(holderMatches('李小龙', { ...unnamed, displayName: '李小龙' })).toBe(true);
  });

  it('matches in any order and case, and never with an additional word', () => {
    const word = fc.constantFrom('Ann', 'Brown', 'Chloé', 'Dwayne', 'Écija', 'Ñame');
    fc.assert(
      fc.property(fc.array(word, { minLength: 2, maxLength: 4 }), fc.nat({ max: 3 }), (words, rotation) => {
        const profile = { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '', displayName: null };
        const rotated = [...words.slice(rotation), ...words.slice(0, rotation)].join('  ').toUpperCase();
        expect(holderMatches(rotated, profile)).toBe(true);
        expect(holderMatches(`${rotated} Ann`, profile)).toBe(false);
      }),
    );
  });
});

describe('a name in another spelling', () => {
  it.each([
    ['MC DONALD IAN', 'Ian', 'McDonald'],
    ['Ian MacDonald', 'Ian', 'Mac Donald'],
    ['LUKASZ OSTERGARD', 'Łukasz', 'Østergård'],
    ['Anders Groessner', 'Anders', 'Grœßner'],
    ['AERO STRASSER', 'Ærø', 'Straßer'],
    ['SIR JOHN BROWN', 'John', 'Brown'],
    ['JOHN AND MARY BROWN', 'John', 'Brown'],
    ["MARY O'BRIEN-GREEN / JOHN BROWN", 'John', 'Brown'],
    ['Brown, John + Dr. Mary Green', 'John', 'Brown'],
    ['MARY CHURCH & JOHN BROWN', 'John', 'Brown'],
    ['JOHN AND/OR MARY BROWN', 'John', 'Brown'],
    ['BROWN JOHN AND/OR BROWN MARY', 'Mary', 'Brown'],
    ['Or Cohen', 'Or', 'Cohen'],
    ['MILLER MAC', 'Mac', 'Miller'],
  ])('%s is %s %s', (holder, firstName, lastName) =>
    expect(holderMatches(holder, { firstName, lastName, displayName: null })).toBe(true),
  );

  it.each([
    'JOHN BROWN & SONS LTD',
    'John Brown and Co.',
    'John Brown & Associates',
    'Western Union / John Brown',
    'Estate of Carl Reid and John Brown',
    'PAYPAL + JOHN BROWN',
    'WESTERN EXCHANGE / JOHN BROWN',
    'REMITLY/JOHN BROWN/UK',
    'WISE / JOHN BROWN',
    'QUICK CASH + JOHN BROWN',
    'JOHN BROWN / LOTTERY 7',
    'JOHN BROWN / FIRST GLOBAL BANK',
    'JOHN BROWN & SUPREME VENTURES',
    'MONEYGRAM AND JOHN BROWN',
  ])('%s is not John Brown', (holder) =>
    expect(holderMatches(holder, { firstName: 'John', lastName: 'Brown', displayName: null })).toBe(false),
  );

  it('of a joint account is not the customer alone', () => {
    const mary = { firstName: 'Mary', lastName: 'Brown', displayName: null };
    expect(isNameOf('JOHN AND MARY BROWN', mary)).toBe(false);
    expect(holderMatches('JOHN AND MARIA BROWN', mary)).toBe(false);
    expect(holderMatches('JOHN BROWN SR', { ...mary, firstName: 'John' })).toBe(false);
  });
});

const holidays = jamaicanHolidays(2026, 2028);
const friday = '2026-11-20';

test('transfers above J$1,000,000 use RTGS and need the branch, others ACH', () => {
  expect([getBankRail(jmd(100_000_000n)), getBankRail(jmd(100_000_001n))]).toEqual(['ach', 'rtgs']);
  expect([isBranchMissing(jmd(100_000_000n), ''), isBranchMissing(jmd(100_000_001n), ' ')]).toEqual([false, true]);
  expect(isBranchMissing(jmd(100_000_001n), 'Half Way Tree')).toBe(false);
});

test.each([
  ['ach', atHour(friday, 11), atHour('2026-11-23', 17)],
  ['ach', atHour(friday, 12), atHour('2026-11-24', 17)],
  ['ach', atHour('2026-11-21', 10), atHour('2026-11-24', 17)],
  ['rtgs', atHour(friday, 13), atHour(friday, 15)],
  ['rtgs', atHour(friday, 14), atHour('2026-11-23', 11)],
  // In 2026, Christmas is a Friday and Boxing Day a Saturday.
  ['rtgs', atHour('2026-12-24', 15), atHour('2026-12-28', 11)],
] as const)('%s sent at %s arrives by %s', (rail, sentAt, by) => {
  expect(getCreditDeadline(rail, sentAt, holidays)).toEqual(by);
});

test('arrival is always later and on a business day', () => {
  const moment = fc.date({
    min: new Date('2026-01-02T00:00:00Z'),
    max: new Date('2027-12-01T00:00:00Z'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(fc.constantFrom(...(Object.keys(bankRails) as (keyof typeof bankRails)[])), moment, (rail, sentAt) => {
      const by = getCreditDeadline(rail, sentAt, holidays);
      expect(by > sentAt).toBe(true);
      expect(isBusinessDay(jamaicaDay(by), holidays)).toBe(true);
    }),
  );
});

describe('rails of bank entries', async () => {
  const server = await serverWithoutFaults();
  const { owner, signIn, call } = server;
  const enhanced = await signIn('enhanced');
  const holder = (await owner.query(`select display_name "name" from profiles where email = 'enhanced@demo.test'`))
    .rows[0];
  type Shown = { bankWay: { rail: string; creditedBy: string | null }; order: { net: { minor: string } } };
  const loadOrder = async (orderId: string) => (await call<Shown>('trading/show', { orderId }, enhanced)).body;

  test('a small sale is paid by ACH, and one above J$1,000,000 by RTGS, which needs the branch', async () => {
    const sourceOfFunds = {
      sourceOfFunds: 'savings',
      sourceOfFundsFile: (await upload(server, enhanced, 'source-of-funds')).body.id,
    };
    const small = await sell(server, enhanced, { holder: holder.name });
    expect([small.status, small.body]).toMatchObject([200, {}]);
    expect((await loadOrder(small.body.orderId)).bankWay).toEqual({ rail: 'ach', creditedBy: null });
    const large = { amount: '0.2', holder: holder.name, ...sourceOfFunds };
    const refused = await sell(server, enhanced, { ...large, routingNumber: '' });
    expect(refused.body).toMatchObject({ code: 'trading.branch_needed' });
    const placed = await sell(server, enhanced, large);
    expect([placed.status, placed.body]).toMatchObject([200, {}]);
    expect((await loadOrder(placed.body.orderId)).bankWay).toEqual({ rail: 'rtgs', creditedBy: null });
  });
});
