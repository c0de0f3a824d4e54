import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatBaseUnits } from '../../kernel/coins.ts';
import { decimal, formatDecimal, pow10 } from '../../kernel/decimal.ts';
import { jmd } from '../../kernel/money.ts';
import { demoSettings } from '../settings/demo-settings.ts';
import { convertToMahoni, isMahoniAccepted, quoteMahoni } from './mahoni.ts';
import { formatWalletName, mahoniWallets } from './mahoni-wallets.ts';

const ourTerms = { rate: '175', priceUsd: '0.000068' };
const inMahoni = (minor: bigint, terms = ourTerms): string => formatBaseUnits(convertToMahoni(jmd(minor), terms));

test('converting J$5,000 gives 420,168.067227 MHI, rounded up to six places', () => {
  expect(inMahoni(500_000n)).toBe('420168.067227');
  expect(inMahoni(600_000n)).toBe('504201.680673');
  expect(inMahoni(700_000n)).toBe('588235.294118');
  expect(inMahoni(400_000n)).toBe('336134.453782');
  expect(inMahoni(17_500n, { rate: '175', priceUsd: '1' })).toBe('1.000000');
});

const terms = fc.record({
  rate: fc.integer({ min: 1, max: 9_999_999 }).map((units) => formatDecimal({ units: BigInt(units), scale: 4 })),
  priceUsd: fc.integer({ min: 1, max: 999_999_999 }).map((units) => formatDecimal({ units: BigInt(units), scale: 12 })),
});
const prices = fc.bigInt({ min: 1n, max: 1_000_000_000n });

/** Scales both values to integers, so that the comparison has no rounding. */
const worth = (base: bigint, { rate, priceUsd }: typeof ourTerms): bigint =>
  base * 100n * decimal(rate).units * decimal(priceUsd).units;
const getRequired = (minor: bigint, { rate, priceUsd }: typeof ourTerms): bigint =>
  minor * pow10(6 + decimal(rate).scale + decimal(priceUsd).scale);

test('the amount is worth at least the price, and less than one more millionth of a token', () => {
  fc.assert(
    fc.property(prices, terms, (minor, by) => {
      const { base } = convertToMahoni(jmd(minor), by);
      expect(worth(base, by)).toBeGreaterThanOrEqual(getRequired(minor, by));
      expect(worth(base - 1n, by)).toBeLessThan(getRequired(minor, by));
    }),
  );
});

test('a higher price never costs less Mahoni, and a dearer token or dollar never more', () => {
  fc.assert(
    fc.property(prices, prices, terms, terms, (one, other, by, dearer) => {
      const [low, high] = one < other ? [one, other] : [other, one];
      expect(convertToMahoni(jmd(low), by).base).toBeLessThanOrEqual(convertToMahoni(jmd(high), by).base);
      const rise = (text: string, more: string) => {
        const [a, b] = [decimal(text), decimal(more)];
        return formatDecimal({ units: a.units + b.units, scale: a.scale });
      };
      const risen = { rate: rise(by.rate, dearer.rate), priceUsd: rise(by.priceUsd, dearer.priceUsd) };
      expect(convertToMahoni(jmd(low), risen).base).toBeLessThanOrEqual(convertToMahoni(jmd(low), by).base);
    }),
  );
});

test('quoting uses the current settings and wallet', () => {
  expect(quoteMahoni(jmd(500_000n), demoSettings)).toEqual({
    amount: { symbol: 'MHI', base: 420_168_067_227n, decimals: 6 },
    address: demoSettings.company_wallets.solana.address,
    ...ourTerms,
  });
});

test('Mahoni is accepted with a valid wallet and without a pause', () => {
  expect(isMahoniAccepted(demoSettings)).toBe(true);
  const solana = { address: 'REPLACE', tag: null };
  const company_wallets = { ...demoSettings.company_wallets, solana };
  expect(isMahoniAccepted({ ...demoSettings, company_wallets })).toBe(false);
  const paused = (line: (typeof demoSettings.asset_switches.paused)[number]) =>
    isMahoniAccepted({ ...demoSettings, asset_switches: { paused: [line] } });
  expect(paused({ side: 'sell', symbol: 'MHI', network: null })).toBe(false);
  expect(paused({ side: 'sell', symbol: 'MHI', network: 'solana' })).toBe(false);
  expect(paused({ side: 'buy', symbol: 'MHI', network: null })).toBe(true);
  expect(paused({ side: 'sell', symbol: 'SOL', network: 'solana' })).toBe(true);
});

test('wallets have the documented names, and other names stay as typed', () => {
  expect(mahoniWallets.map(formatWalletName)).toEqual([
    'Phantom Wallet',
    'Solflare Wallet',
    'Backpack Wallet',
    'Coinbase Wallet',
    'Trust Wallet',
    'MetaMask (Solana)',
    'Other',
  ]);
  expect(formatWalletName('Glow')).toBe('Glow');
});
