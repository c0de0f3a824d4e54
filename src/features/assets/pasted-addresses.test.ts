import { randomBytes } from 'node:crypto';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { Address, NETWORK } from '@scure/btc-signer';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { stripInvisible } from '../../kernel/strip-invisible.ts';
import { toChecksumAddress } from './address-families.ts';
import { checkAddress, findUnownedReason } from './addresses.ts';
import { getPastedAddress, getPastedChain, isTestNetworkLink } from './explorer-link.ts';
import { isOtherEvmChain, type Network } from './networks.ts';
import { getAddressForms, getSameKeyAddresses, getWrappedAddress } from './same-key.ts';
import { isPatterned, unownedAddresses } from './unowned-addresses.ts';

const refused = (network: Network, text: string): string => {
  const check = checkAddress(network, text);
  return check.ok ? 'ok' : check.reason;
};

test.each([
  ['bitcoin', '1BitcoinEaterAddressDontSendf59kuE', 'burn_address'],
  ['bitcoin', '1CounterpartyXXXXXXXXXXXXXXXUWLpVr', 'burn_address'],
  ['bitcoin', '1HT7xU2Ngenf7D4yocz2SAcnNLW7rK8d4E', 'burn_address'],
  ['bitcoin', '1QLbz7JHiBTspS962RLKV8GndWFwi5j6Qr', 'burn_address'],
  ['erc20', '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', 'burn_address'],
  ['erc20', '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee', 'burn_address'],
  ['erc20', '0xffffffffffffffffffffffffffffffffffffffff', 'burn_address'],
  ['erc20', '0xdeaddeaddeaddeaddeaddeaddeaddeaddeaddead', 'burn_address'],
  ['erc20', '0x1234567890123456789012345678901234567890', 'burn_address'],
  ['erc20', '0x0123456789abcdef0123456789abcdef01234567', 'burn_address'],
  ['erc20', '0x000102030405060708090a0b0c0d0e0f10111213', 'burn_address'],
  ['erc20', '0xdead000000000000000042069420694206942069', 'burn_address'],
  ['erc20', '0x4200000000000000000000000000000000000006', 'burn_address'],
  ['erc20', '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2', 'token_contract'],
  ['trc20', 'TNUC9Qb1rRpS5CbWLmNMxXBjyFoydXjWFR', 'token_contract'],
  ['trc20', 'TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy', 'burn_address'],
  ['trc20', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', 'burn_address'],
  ['solana', 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB', 'token_contract'],
  ['solana', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'token_contract'],
  ['solana', 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL', 'token_contract'],
  ['solana', 'SysvarC1ock11111111111111111111111111111111', 'burn_address'],
  ['solana', 'SysvarRent111111111111111111111111111111111', 'burn_address'],
  ['solana', 'Stake11111111111111111111111111111111111111', 'burn_address'],
  ['solana', 'ComputeBudget111111111111111111111111111111', 'burn_address'],
  ['solana', '1nc1nerator11111111111111111111111111111111', 'burn_address'],
  ['xrp', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', 'burn_address'],
  ['xrp', 'rrrrrrrrrrrrrrrrrNAMEtxvNvQ', 'burn_address'],
  ['xrp', 'rrrrrrrrrrrrrrrrrrrn5RM1rHd', 'burn_address'],
] as const)('an address on %s that no person owns is refused: %s as %s', (network, address, reason) =>
  expect(refused(network, address)).toBe(reason),
);

describe('the maintained list of addresses without an owner', () => {
  it('writes EVM addresses with their checksum', () => {
    for (const address of [...unownedAddresses.evm.burn_address, ...unownedAddresses.evm.token_contract]) {
      expect(toChecksumAddress(address)).toBe(address);
      expect(findUnownedReason(address, '')).not.toBeNull();
    }
  });

  it('treats no random key as a pattern', () => {
    const random = (length: number) => Uint8Array.from(sha256(Uint8Array.of(length, ...seed())).subarray(0, length));
    let count = 0;
    const seed = () => [count >> 8, count++ & 255];
    for (let n = 0; n < 2_000; n++)
      for (const length of [20, 32]) {
        const key = random(length);
        expect(isPatterned(base58.encode(key), bytesToHex(key))).toBe(false);
      }
  });
});

describe('addresses of one key', () => {
  const bitcoin = Address(NETWORK);
  const toHex = (hash: Uint8Array) => `0x${Buffer.from(hash).toString('hex')}`;

  test('every address of a key gives the same forms', () => {
    for (let n = 0; n < 100; n++) {
      const hash = n === 0 ? new Uint8Array(20) : new Uint8Array(randomBytes(20));
      const own = bitcoin.encode({ type: 'pkh', hash });
      const wallets = [own, bitcoin.encode({ type: 'wpkh', hash }), getWrappedAddress(own)];
      for (const address of wallets.slice(0, 2))
        expect(getAddressForms(address ?? '')?.toSorted()).toEqual(wallets.toSorted());
      const accounts = [toHex(hash), getSameKeyAddresses(toHex(hash))[0] ?? ''];
      for (const address of accounts) expect(getAddressForms(address)?.toSorted()).toEqual(accounts.toSorted());
    }
  });

  test('a script address and the address that wraps it are forms of each other', () => {
    const hash = new Uint8Array(randomBytes(32));
    const script = bitcoin.encode({ type: 'wsh', hash });
    const program = concatBytes(Uint8Array.of(0, 32), hash);
    const wrapping = bitcoin.encode({ type: 'sh', hash: ripemd160(sha256(program)) });
    expect(getAddressForms(script)).toEqual([script, wrapping]);
  });

  test('the first form is the address itself, in lower case for EVM', () => {
    expect(getAddressForms('0x52908400098527886E0F7030069857D2E4169EE7')?.[0]).toBe(
      '0x52908400098527886e0f7030069857d2e4169ee7',
    );
  });

  test('the wrapping address is the same from each form of the key', () => {
    const hash = new Uint8Array(randomBytes(20));
    const [own, native] = [bitcoin.encode({ type: 'pkh', hash }), bitcoin.encode({ type: 'wpkh', hash })];
    expect(getWrappedAddress(native)).toBe(getWrappedAddress(own));
    expect(getSameKeyAddresses(getWrappedAddress(own) ?? '')).toEqual([]);
  });

  test.each([
    '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5',
    'TJRabPrwbZy45sbavfcjinPJC18kjpRTv9',
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    'rLHzPsX6oXkzU2qL12kHCH8G8cnZv1rBJh',
    'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
    '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4LWLs4gDB4T',
    'without owner',
    '',
  ])('%s has no other form', (address) => {
    expect(getSameKeyAddresses(address)).toEqual([]);
    expect(getAddressForms(address)).toBeNull();
  });
});

const evm = '0x52908400098527886E0F7030069857D2E4169EE7';
const btc = 'bc1qlgt6q2vxdjfz34jc6zhtp6jwh8jdkmkq5t2z8l';
const sol = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV';

describe('a pasted explorer page', () => {
  it.each([
    `https://etherscan.io/address/${evm}`,
    `https://www.etherscan.io/address/${evm}#tokentxns`,
    `http://bscscan.com/address/${evm}/`,
    `https://polygonscan.com/address/${evm}?a=1`,
    `https://snowtrace.io/address/${evm}`,
    `https://ftmscan.com/address/${evm}`,
    `https://arbiscan.io/address/${evm}`,
    `https://optimistic.etherscan.io/address/${evm}`,
    `HTTPS://BaseScan.org/address/${evm}`,
    `  etherscan.io/address/${evm}\n`,
  ])('%s is reduced to its address', (link) => expect(getPastedAddress(link)).toBe(evm));

  it.each([
    `https://solscan.io/account/${sol}`,
    `https://explorer.solana.com/address/${sol}?cluster=mainnet-beta`,
    `https://solana.fm/address/${sol}`,
  ])('%s is reduced to its account', (link) => expect(getPastedAddress(link)).toBe(sol));

  it.each([
    `https://etherscan.io.example.com/address/${evm}`,
    `https://etherscan.io@example.com/address/${evm}`,
    `https://user:pass@etherscan.io/address/${evm}`,
    `https://etherscan.io:8443/address/${evm}`,
    `https://evil-etherscan.io/address/${evm}`,
    `https://xn--etherscn-1za.io/address/${evm}`,
    `https://etherscan.io/tx/${evm}`,
    `https://etherscan.io/token/${evm}?a=${evm}`,
    `https://etherscan.io/account/${evm}`,
    'https://etherscan.io/address/',
    'https://etherscan.io/address/%2e%2e',
    `javascript:etherscan.io/address/${evm}`,
    `ftp://etherscan.io/address/${evm}`,
  ])('%s stays unchanged', (link) => expect(getPastedAddress(link)).toBe(link));

  it('only trims text that is no explorer link', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200, unit: 'grapheme' }), (text) => {
        expect(getPastedAddress(text)).toBe(stripInvisible(text).trim());
      }),
    );
    fc.assert(
      fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (link) => {
        expect(getPastedAddress(link)).toBe(link);
      }),
    );
  });

  it('does not parse a link of a megabyte', () => {
    const long = `https://etherscan.io/address/${evm}?${'a'.repeat(1_000_000)}`;
    expect(getPastedAddress(long)).toBe(long);
  });
});

describe('a wallet QR code', () => {
  it.each([
    [`bitcoin:${btc}?amount=0.01&label=Kerry`, btc],
    [`BITCOIN:${btc.toUpperCase()}?amount=0.01`, btc.toUpperCase()],
    [`ethereum:${evm}`, evm],
    [`ethereum:${evm}?value=2.5e18&gas=21000`, evm],
    [`ethereum:pay-${evm}@56?value=1e18`, evm],
    [`ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7@1/transfer?address=${evm}&uint256=1e6`, evm],
    [`solana:${sol}?amount=1&spl-token=x`, sol],
    [`ripple:rLHzPsX6oXkzU2qL12kHCH8G8cnZv1rBJh?amount=5&label=Kerry`, 'rLHzPsX6oXkzU2qL12kHCH8G8cnZv1rBJh'],
  ])('%s is reduced to its address', (link, address) => expect(getPastedAddress(link)).toBe(address));

  it.each([
    'ripple:rLHzPsX6oXkzU2qL12kHCH8G8cnZv1rBJh?dt=17',
    `ethereum:${evm}/approve?address=${evm}`,
    `mailto:${btc}`,
    'bitcoin:',
    'ripple:rLHzPsX6oXkzU2qL12kHCH8G8cnZv1rBJh?tag=17',
    'xrp:rLHzPsX6oXkzU2qL12kHCH8G8cnZv1rBJh?amount=5&DT=17',
    'xrp:rLHzPsX6oXkzU2qL12kHCH8G8cnZv1rBJh?destinationTag=17',
    `solana:${sol}?MEMO=17`,
    `bitcoin:${btc}?amount=1&req-somethingnew=50`,
  ])('%s stays unchanged: its tag would be lost, or it is not a payment', (link) =>
    expect(getPastedAddress(link)).toBe(link),
  );
});

describe('the chain named by a pasted link', () => {
  it.each([
    [`https://bscscan.com/address/${evm}`, 'BSC (BEP20)'],
    [`https://polygonscan.com/address/${evm}`, 'Polygon'],
    [`https://optimistic.etherscan.io/address/${evm}`, 'Optimism'],
    [`ethereum:${evm}@0x38`, 'BSC (BEP20)'],
    [`ethereum:${evm}@137`, 'Polygon'],
    [`ethereum:${evm}@99999`, 'chain 99999'],
    [`ethereum:${evm}`, 'Ethereum (ERC20)'],
    [`eth:${evm}`, 'Ethereum (ERC20)'],
    [`BNB:${evm}`, 'BSC (BEP20)'],
    [`arb1:${evm}`, 'Arbitrum'],
    [`\u200b\u202ahttps://basescan.org/address/${evm}\u202c`, 'Base'],
  ])('%s is reduced to its address and names %s', (link, name) => {
    expect(getPastedAddress(link)).toBe(evm);
    expect(getPastedChain(link)).toBe(name);
  });

  it('causes a warning for another EVM network only', () => {
    expect(isOtherEvmChain('Polygon', 'erc20')).toBe(true);
    expect(isOtherEvmChain('Ethereum (ERC20)', 'bep20')).toBe(true);
    expect(isOtherEvmChain('Ethereum (ERC20)', 'erc20')).toBe(false);
    expect(isOtherEvmChain('', 'erc20')).toBe(false);
    expect(isOtherEvmChain('Polygon', 'solana')).toBe(false);
  });

  it.each([evm, `foo:${evm}`, `https://etherscan.io/tx/${evm}`])('is absent in %s', (text) =>
    expect(getPastedChain(text)).toBeNull(),
  );
});

describe('a test network link', () => {
  it.each([
    `https://sepolia.etherscan.io/address/${evm}`,
    `https://testnet.bscscan.com/address/${evm}`,
    `https://amoy.polygonscan.com/address/${evm}`,
    `https://sepolia-optimism.etherscan.io/address/${evm}`,
    `https://testnet.snowtrace.io/address/${evm}`,
    `https://snowtrace.io/address/${evm}?chainid=43113`,
    `https://explorer.solana.com/address/${sol}?cluster=devnet`,
    `https://solscan.io/account/${sol}?cluster=testnet`,
    `https://solana.fm/address/${sol}?cluster=devnet-solana`,
    `https://explorer.solana.com/address/${sol}?cluster=custom&customUrl=http%3A%2F%2Flocalhost%3A8899`,
    `sep:${evm}`,
    `ethereum:${evm}@11155111`,
  ])('%s is recognised and not reduced', (link) => {
    expect(isTestNetworkLink(link)).toBe(true);
    expect(getPastedAddress(link)).toBe(link);
    expect(getPastedChain(link)).toBeNull();
  });

  it.each([
    `https://explorer.solana.com/address/${sol}?cluster=mainnet-beta`,
    `https://solana.fm/address/${sol}?cluster=mainnet-alpha`,
    `https://sepolia.example.com/address/${evm}`,
    `https://optimistic.etherscan.io/address/${evm}`,
  ])('is not detected in %s', (link) => expect(isTestNetworkLink(link)).toBe(false));
});
