import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stripInvisible } from '../../kernel/strip-invisible.ts';
import { getPastedAddress, getPastedChain, isTestNetworkLink } from './explorer-link.ts';
import { isOtherEvmChain } from './networks.ts';

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

  it('trims other text and leaves it unchanged', () => {
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
