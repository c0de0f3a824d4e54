import { expect, test } from 'vitest';
import { parseWallets } from './wallets.ts';

const noneOfOurs = { wallets: new Set<string>(), tokens: new Set<string>() };

test('an address that no customer can own is refused', () => {
  const named = {
    cryptoSymbol: 'USDC',
    network: 'solana',
    walletProvider: 'phantom',
    customWalletProvider: '',
  } as const;
  const [mint, own] = ['7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV', 'J26MDCCB4sxii3ctBUgSLrgMj1nViAqgDkpEzxoVZBw4'];
  const ours = { wallets: new Set([own]), tokens: new Set([mint]) };
  for (const [walletAddress, fault] of [
    [mint, 'token_contract'],
    [own, 'excluded'],
    ['Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB', 'token_contract'],
    ['SysvarC1ock11111111111111111111111111111111', 'burn_address'],
    [`https://solscan.io/account/${mint}?cluster=devnet`, 'test_network'],
  ] as const)
    expect(parseWallets([{ ...named, walletAddress }], ours)).toEqual({ number: 1, fault });
});

test('an address is stored in canonical form', () => {
  const wallet = {
    cryptoSymbol: 'ETH',
    network: 'erc20',
    walletProvider: 'metamask',
    customWalletProvider: '',
    walletAddress: ' 0x52908400098527886e0f7030069857d2e4169ee7 ',
  } as const;
  expect(parseWallets([wallet], noneOfOurs)).toEqual({
    wallets: [{ ...wallet, walletAddress: '0x52908400098527886E0F7030069857D2E4169EE7' }],
  });
  const linked = { ...wallet, walletAddress: `https://polygonscan.com/address/${wallet.walletAddress.trim()}` };
  expect(parseWallets([linked], noneOfOurs)).toEqual(parseWallets([wallet], noneOfOurs));
  const many = Array.from({ length: 7 }, () => wallet);
  expect(parseWallets(many, noneOfOurs)).toEqual({ number: 7, fault: 'too_many' });
});
