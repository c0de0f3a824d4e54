import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { networkIds } from '../coins/networks.ts';
import { movementReference, type Rail } from './movement-reference.ts';

const digits = (alphabet: string, length: number) =>
  fc.array(fc.constantFrom(...alphabet), { minLength: length, maxLength: length }).map((letters) => letters.join(''));
const hex = digits('0123456789abcdef', 64);
const base58 = digits('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz', 88);
const hexRails = ['bitcoin', 'erc20', 'bep20', 'trc20', 'xrp'] as const;

/** The ways in which people hand on one hash. */
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
const keyOf = (rail: Rail, typed: string) => {
  const check = movementReference(rail, typed);
  return check.ok ? check.key : check.fault;
};

describe('a reference', () => {
  it('of a hexadecimal hash is one, however it is written', () => {
    fc.assert(
      fc.property(fc.constantFrom(...hexRails), hex, fc.constantFrom(...hexSpellings), (rail, hash, spell) => {
        expect(keyOf(rail, spell(hash))).toBe(keyOf(rail, hash));
      }),
    );
  });

  it('of Solana keeps its capitals', () => {
    fc.assert(
      fc.property(base58, fc.constantFrom(...spellings), (hash, spell) => {
        expect(keyOf('solana', spell(hash))).toBe(hash);
      }),
    );
  });

  it('of a bank is one with other blanks, signs and capitals', () => {
    const sign = fc.constantFrom('', ' ', '-', '.', '/', ' - ');
    const parts = fc.array(digits('ABCXYZ0189', 4), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(parts, sign, fc.boolean(), (words, between, small) => {
        const typed = words.join(between);
        expect(keyOf('bank', `${small ? typed.toLowerCase() : typed}.`)).toBe(words.join(''));
      }),
    );
  });

  it('that was read is read again as the same', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('bank' as const, ...networkIds),
        fc.oneof(fc.string(), hex, base58),
        (rail, typed) => {
          const check = movementReference(rail, typed);
          if (check.ok) expect(movementReference(rail, check.key)).toEqual(check);
        },
      ),
    );
  });

  it('that is none is refused', () => {
    expect(keyOf('bank', '--1.2')).toBe('reference_short');
    expect(keyOf('bitcoin', 'a'.repeat(63))).toBe('reference_no_hash');
    expect(keyOf('erc20', '0xde0B295669a9FD93d5F28D9Ec85E40f4cb697BAe')).toBe('reference_no_hash');
    expect(keyOf('solana', 'a'.repeat(64))).toBe('reference_no_hash');
    expect(keyOf('xrp', `${'a'.repeat(64)} ${'b'.repeat(64)}`)).toBe('reference_two_hashes');
  });
});
