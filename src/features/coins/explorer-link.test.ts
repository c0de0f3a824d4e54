import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressFromPaste, namesOtherChain } from './explorer-link.ts';

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
  ])('%s is reduced to its address', (link) => expect(addressFromPaste(link)).toBe(evm));

  it.each([
    `https://solscan.io/account/${sol}`,
    `https://explorer.solana.com/address/${sol}?cluster=mainnet-beta`,
    `https://solana.fm/address/${sol}`,
  ])('%s is reduced to its account', (link) => expect(addressFromPaste(link)).toBe(sol));

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
  ])('%s is left as it is', (link) => expect(addressFromPaste(link)).toBe(link));

  it('leaves anything else alone but for the blanks around it', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200, unit: 'grapheme' }), (text) => {
        expect(addressFromPaste(text)).toBe(text.trim());
      }),
    );
    fc.assert(
      fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (link) => {
        expect(addressFromPaste(link)).toBe(link);
      }),
    );
  });

  it('does not read a link of a megabyte', () => {
    const long = `https://etherscan.io/address/${evm}?${'a'.repeat(1_000_000)}`;
    expect(addressFromPaste(long)).toBe(long);
  });
});

describe('what a wallet writes into its QR code', () => {
  it.each([
    [`bitcoin:${btc}?amount=0.01&label=Kerry`, btc],
    [`BITCOIN:${btc.toUpperCase()}?amount=0.01`, btc.toUpperCase()],
    [`ethereum:${evm}`, evm],
    [`ethereum:${evm}?value=2.5e18&gas=21000`, evm],
    [`ethereum:pay-${evm}@56?value=1e18`, evm],
    [`ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7@1/transfer?address=${evm}&uint256=1e6`, evm],
    [`solana:${sol}?amount=1&spl-token=x`, sol],
    [`ripple:rLHzPsX6oXkzU2qL12kHCH8G8cnZv1rBJh?amount=5&label=Kerry`, 'rLHzPsX6oXkzU2qL12kHCH8G8cnZv1rBJh'],
  ])('%s is reduced to its address', (link, address) => expect(addressFromPaste(link)).toBe(address));

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
  ])('%s is left as it is: its tag would be lost, or it is no payment', (link) =>
    expect(addressFromPaste(link)).toBe(link),
  );
});

describe('a chain that what was pasted names', () => {
  it.each([
    [`https://bscscan.com/address/${evm}`, 'erc20'],
    [`https://polygonscan.com/address/${evm}`, 'erc20'],
    [`ethereum:${evm}@0x38`, 'erc20'],
    [`ethereum:${evm}`, 'bep20'],
    [`bitcoin:${btc}?amount=1`, 'bep20'],
  ] as const)('%s is not reduced where %s was chosen', (link, network) => {
    expect(namesOtherChain(link, network)).toBe(true);
    expect(addressFromPaste(link, network)).toBe(link);
  });

  it.each([
    [`https://bscscan.com/address/${evm}`, 'bep20'],
    [`ethereum:${evm}@56`, 'bep20'],
    [`https://solscan.io/account/${sol}`, 'solana'],
    [evm, 'bep20'],
  ] as const)('%s is reduced where %s was chosen', (link, network) => {
    expect(namesOtherChain(link, network)).toBe(false);
    expect([evm, sol]).toContain(addressFromPaste(link, network));
  });
});
