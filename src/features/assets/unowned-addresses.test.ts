import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { describe, expect, it, test } from 'vitest';
import { checkAddress, toChecksumAddress } from './addresses.ts';
import type { Network } from './networks.ts';
import { findUnownedReason, isPatterned, unownedAddresses } from './unowned-addresses.ts';

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
  const sampleNetwork = { bitcoin: 'bitcoin', evm: 'erc20', tron: 'trc20', solana: 'solana', xrp: 'xrp' } as const;
  const rows = Object.entries(unownedAddresses).flatMap(([family, { burn_address, token_contract }]) =>
    Object.entries({ burn_address, token_contract }).flatMap(([reason, addresses]) =>
      addresses.map((address) => [sampleNetwork[family as keyof typeof sampleNetwork], reason, address] as const),
    ),
  );

  it.each(rows)('holds a valid address on %s, refused as %s: %s', (network, reason, address) => {
    expect(refused(network, address)).toBe(reason);
    expect(findUnownedReason(address, '')).toBe(reason);
    if (network === 'erc20') expect(toChecksumAddress(address)).toBe(address);
  });

  it('names the source and date for each network', () => {
    for (const { source, checkedOn } of Object.values(unownedAddresses)) {
      expect(source).not.toBe('');
      expect(checkedOn).toMatch(/^\d{4}-\d\d-\d\d$/);
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
