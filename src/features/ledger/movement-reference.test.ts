import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { networkIds } from '../assets/networks.ts';
import { parseEvidenceMoment } from './evidence.ts';
import { parseMovementReference, type Rail } from './movement-reference.ts';

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
