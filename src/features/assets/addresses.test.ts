import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { base58, base58xrp, createBase58check } from '@scure/base';
import fc from 'fast-check';
import { classicAddressToXAddress, encodeAccountID } from 'ripple-address-codec';
import { describe, expect, it } from 'vitest';
import { getCpuMicros } from '../../../test/cpu-time.ts';
import { getTokenAccount } from '../../../test/token-account.ts';
import { toChecksumAddress } from './address-families.ts';
import { checkAddress, checkWallet, mergeTags, parseTag } from './addresses.ts';
import { type Network, networkIds } from './networks.ts';
import { isPatterned } from './unowned-addresses.ts';

const bytes = (length: number): fc.Arbitrary<Uint8Array> =>
  fc.uint8Array({ minLength: length, maxLength: length }).filter((key) => !isPatterned('', bytesToHex(key)));
const base58check = createBase58check(sha256);
const refused = (network: Network, text: string): string => {
  const check = checkAddress(network, text);
  return check.ok ? 'ok' : check.reason;
};

const xrp = 'rLHzPsX6oXkzU2qL12kHCH8G8cnZv1rBJh';
const evm = '0x52908400098527886E0F7030069857D2E4169EE7';
const tron = base58check.encode(Uint8Array.from([0x41, ...sha256(Uint8Array.of(7)).subarray(0, 20)]));

describe('Bitcoin addresses', () => {
  it.each([
    '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    'bc1qwjgyu6rkwgzfccydsmq7ghj6hlkj7xlvlhkf7g',
    'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
    'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
  ])('%s is accepted unchanged', (address) => {
    expect(checkAddress('bitcoin', ` ${address}\n`)).toEqual({ ok: true, address });
  });

  it('in capitals, as in QR codes, become lower case', () => {
    expect(checkAddress('bitcoin', 'BC1QWJGYU6RKWGZFCCYDSMQ7GHJ6HLKJ7XLVLHKF7G')).toEqual({
      ok: true,
      address: 'bc1qwjgyu6rkwgzfccydsmq7ghj6hlkj7xlvlhkf7g',
    });
  });

  it.each([
    ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3', 'checksum'],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', 'checksum'],
    ['bc1qW508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'malformed'],
    ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'test_network'],
    ['mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'test_network'],
    ['2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc', 'test_network'],
    ['bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', 'test_network'],
    ['1111111111111111111114oLvT2', 'burn_address'],
    ['bc1pfeessrawgf', 'malformed'],
    [evm, 'other_network'],
  ])('%s is refused: %s', (address, reason) => expect(refused('bitcoin', address)).toBe(reason));
});

describe('Ethereum and BEP20 addresses', () => {
  // Examples from EIP-55.
  it.each([
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
    evm,
  ])('%s gets its checksum from any letter case', (address) => {
    for (const text of [address, address.toLowerCase(), `0x${address.slice(2).toUpperCase()}`]) {
      expect(checkAddress('erc20', text)).toEqual({ ok: true, address });
      expect(checkAddress('bep20', text)).toEqual({ ok: true, address });
    }
  });

  it('with one letter in the wrong case are refused', () => {
    expect(refused('erc20', '0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).toBe('checksum');
  });

  it.each([
    ['0x0000000000000000000000000000000000000000', 'burn_address'],
    ['0x000000000000000000000000000000000000dEaD', 'burn_address'],
    ['0x0000000000000000000000000000000000000001', 'burn_address'],
    ['0xdac17f958d2ee523a2206206994597c13d831ec7', 'token_contract'],
    ['0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d', 'token_contract'],
    ['0x52908400098527886E0F7030069857D2E4169EE', 'malformed'],
    ['52908400098527886E0F7030069857D2E4169EE7', 'malformed'],
    ['0x52908400098527886E0F7030069857D2E4169EEg', 'malformed'],
    ['bc1qwjgyu6rkwgzfccydsmq7ghj6hlkj7xlvlhkf7g', 'other_network'],
  ])('%s is refused: %s', (address, reason) => {
    expect(refused('erc20', address)).toBe(reason);
    expect(refused('bep20', address)).toBe(reason);
  });

  it('keep their checksum when checked twice', () => {
    fc.assert(
      fc.property(bytes(20), (key) => {
        const address = toChecksumAddress(
          `0x${Array.from(key, (byte) => byte.toString(16).padStart(2, '0')).join('')}`,
        );
        expect(checkAddress('erc20', address)).toEqual({ ok: true, address });
      }),
    );
  });
});

describe('TRON addresses', () => {
  it('are accepted with the right prefix and checksum', () => {
    expect(checkAddress('trc20', tron)).toEqual({ ok: true, address: tron });
    expect(tron.startsWith('T')).toBe(true);
  });

  it.each([
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'token_contract'],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u', 'checksum'],
    [base58check.encode(Uint8Array.from([0x41, ...new Uint8Array(20)])), 'burn_address'],
    [base58check.encode(Uint8Array.from([0xa0, ...new Uint8Array(20).fill(7)])), 'test_network'],
    ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'other_network'],
    [evm, 'other_network'],
  ])('%s is refused: %s', (address, reason) => expect(refused('trc20', address)).toBe(reason));
});

describe('Solana addresses', () => {
  it('on the curve are accepted, program addresses with a warning', () => {
    const wallet = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV';
    expect(checkAddress('solana', wallet)).toMatchObject({ ok: true, address: wallet });
    const seen = new Set<string | undefined>();
    fc.assert(
      fc.property(bytes(32), (key) => {
        const check = checkAddress('solana', base58.encode(key));
        expect(check).toMatchObject({ ok: true, address: base58.encode(key) });
        if (check.ok) seen.add(check.warning);
      }),
    );
    expect(seen).toEqual(new Set([undefined, 'off_curve']));
  });

  it('are accepted as a wallet only with a private key', () => {
    const wallet = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV';
    expect(checkWallet('solana', wallet)).toEqual({ ok: true, address: wallet });
    const own = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((secret) => ed25519.getPublicKey(secret));
    fc.assert(
      fc.property(own, (key) => {
        expect(checkWallet('solana', base58.encode(key)).ok).toBe(true);
      }),
    );
    const [usdc, none] = ['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', { ok: false, reason: 'token_account' }];
    expect(checkWallet('solana', getTokenAccount(wallet, usdc))).toEqual(none);
  });

  it.each([
    ['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 'token_contract'],
    ['So11111111111111111111111111111111111111112', 'token_contract'],
    ['11111111111111111111111111111111', 'burn_address'],
    [base58.encode(new Uint8Array(31).fill(9)), 'malformed'],
    [base58.encode(new Uint8Array(33).fill(9)), 'malformed'],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'other_network'],
    [xrp, 'other_network'],
  ])('%s is refused: %s', (address, reason) => expect(refused('solana', address)).toBe(reason));
});

describe('XRP addresses', () => {
  it('are accepted in the classic form', () => {
    expect(checkAddress('xrp', xrp)).toEqual({ ok: true, address: xrp });
  });

  it('in X form yield the classic address and its tag', () => {
    const tags = fc.oneof(fc.constant(false as const), fc.integer({ min: 0, max: 0xffff_ffff }));
    fc.assert(
      fc.property(bytes(20), tags, (id, tag) => {
        const address = encodeAccountID(id);
        const expected = tag === false ? { ok: true, address } : { ok: true, address, tag };
        expect(checkAddress('xrp', classicAddressToXAddress(address, tag, false))).toEqual(expected);
        expect(refused('xrp', classicAddressToXAddress(address, tag, true))).toBe('test_network');
      }),
    );
  });

  it.each([
    ['rrrrrrrrrrrrrrrrrrrrrhoLvTp', 'burn_address'],
    ['rrrrrrrrrrrrrrrrrrrrBZbvji', 'burn_address'],
    ['rLHzPsX6oXkzU2qL12kHCH8G8cnZv1rBJi', 'checksum'],
    [`X${'1'.repeat(46)}`, 'checksum'],
    [base58xrp.encode(new Uint8Array(25).fill(3)), 'malformed'],
    ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'other_network'],
  ])('%s is refused: %s', (address, reason) => expect(refused('xrp', address)).toBe(reason));
});

describe('destination tags', () => {
  it.each([
    ['', null],
    [' 0 ', 0],
    ['0042', 42],
    ['4294967295', 4_294_967_295],
  ])('%j is parsed', (text, tag) => expect(parseTag(text)).toEqual({ ok: true, tag }));

  it.each([
    ['4294967296', 'tag_too_large'],
    ['9'.repeat(400), 'tag_too_large'],
    ['-1', 'tag_malformed'],
    ['1.5', 'tag_malformed'],
    ['1e3', 'tag_malformed'],
    ['my memo', 'tag_malformed'],
    ['٣', 'tag_malformed'],
  ])('%j is refused: %s', (text, reason) => expect(parseTag(text)).toEqual({ ok: false, reason }));

  it('of the X-address and the field must agree', () => {
    expect(mergeTags(7, '')).toEqual({ ok: true, tag: 7 });
    expect(mergeTags(7, '7')).toEqual({ ok: true, tag: 7 });
    expect(mergeTags(undefined, '7')).toEqual({ ok: true, tag: 7 });
    expect(mergeTags(7, '8')).toEqual({ ok: false, reason: 'tag_conflict' });
    expect(mergeTags(7, 'x')).toEqual({ ok: false, reason: 'tag_malformed' });
  });
});

describe('an address of any network', () => {
  it('of ours is refused when the caller passes our addresses', () => {
    const known = { wallets: new Set([evm]), tokens: new Set([xrp]) };
    expect(checkAddress('erc20', evm.toLowerCase(), known)).toEqual({ ok: false, reason: 'excluded', address: evm });
    expect(checkAddress('xrp', xrp, known)).toEqual({ ok: false, reason: 'token_contract' });
  });

  it('is checked without the surrounding link or invisible characters', () => {
    for (const text of [
      `eth:${evm}`,
      `https://polygonscan.com/address/${evm}`,
      `\u202a${evm}\u202c`,
      `\ufeff${evm}\u200b`,
    ])
      expect(checkAddress('erc20', text)).toEqual({ ok: true, address: evm });
  });

  it('from a test network link is refused as such', () => {
    for (const link of [`https://sepolia.etherscan.io/address/${evm}`, `sep:${evm}`])
      expect(refused('erc20', link)).toBe('test_network');
    const devnet = 'https://explorer.solana.com/address/7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV?cluster=devnet';
    expect(refused('solana', devnet)).toBe('test_network');
  });
});

describe('any address', () => {
  it('of another chain names that chain', () => {
    expect(checkAddress('erc20', tron)).toEqual({ ok: false, reason: 'other_network', belongsTo: 'tron' });
    expect(checkAddress('trc20', xrp)).toEqual({ ok: false, reason: 'other_network', belongsTo: 'xrp' });
  });

  it('that is missing is reported as empty', () => {
    for (const network of networkIds) expect(refused(network, ' \t\n ')).toBe('empty');
  });

  it('never throws for any text, and an accepted one is accepted again', () => {
    const alphabet = fc.constantFrom(...'123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0xrXT');
    const texts = fc.oneof(
      fc.string({ maxLength: 150 }),
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.string({ unit: alphabet, minLength: 20, maxLength: 60 }),
      fc.string({ unit: alphabet, maxLength: 45 }).map((rest) => `0x${rest}`),
      bytes(25).map((raw) => base58.encode(raw)),
    );
    fc.assert(
      fc.property(fc.constantFrom(...networkIds), texts, (network, text) => {
        const check = checkAddress(network, text);
        if (check.ok) expect(checkAddress(network, check.address).ok).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('of a megabyte is refused about as fast as one of a thousand characters', () => {
    const workOf = (text: string) => {
      const before = getCpuMicros();
      for (let n = 0; n < 50; n++) for (const network of networkIds) expect(refused(network, text)).toBe('malformed');
      return getCpuMicros() - before;
    };
    workOf('1');
    // Takes the fastest of several runs, to exclude garbage collection.
    const least = (length: number) => Math.min(...[1, 2, 3, 4, 5].map(() => workOf('1'.repeat(length))));
    expect(least(1_000_000)).toBeLessThan(20 * Math.max(1_000, least(1_000)));
  });

  it('with one changed letter never passes on a network with a checksum', () => {
    const sound: [Network, string][] = [
      ['bitcoin', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
      ['bitcoin', 'bc1qwjgyu6rkwgzfccydsmq7ghj6hlkj7xlvlhkf7g'],
      ['erc20', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
      ['trc20', tron],
      ['xrp', xrp],
    ];
    const letters = '23456789acdefhjkmnpqrtuvwxyzACDEFHJKMN';
    fc.assert(
      fc.property(fc.constantFrom(...sound), fc.nat(), fc.constantFrom(...letters), ([network, text], at, letter) => {
        const place = 3 + (at % (text.length - 3));
        fc.pre(text[place] !== letter);
        const changed = text.slice(0, place) + letter + text.slice(place + 1);
        expect(checkAddress(network, changed).ok).toBe(false);
      }),
      { numRuns: 1_000 },
    );
  });
});
