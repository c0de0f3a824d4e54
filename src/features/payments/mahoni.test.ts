import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coinsText } from '../../kernel/coins.ts';
import { decimal, decimalText, pow10 } from '../../kernel/decimal.ts';
import { jmd } from '../../kernel/money.ts';
import { demoSettings } from '../settings/demo-settings.ts';
import { mahoniDue, mahoniFor, takesMahoni } from './mahoni.ts';
import { mahoniWalletName, mahoniWallets } from './mahoni-wallets.ts';

const house = { rate: '175', priceUsd: '0.000068' };
const inMahoni = (minor: bigint, terms = house): string => coinsText(mahoniFor(jmd(minor), terms));

test('J$5,000 are 420,168.067227 MHI: by the house rate and the token price, rounded up to six places', () => {
  expect(inMahoni(500_000n)).toBe('420168.067227');
  expect(inMahoni(600_000n)).toBe('504201.680673');
  expect(inMahoni(700_000n)).toBe('588235.294118');
  expect(inMahoni(400_000n)).toBe('336134.453782');
  // What divides without a rest is not rounded.
  expect(inMahoni(17_500n, { rate: '175', priceUsd: '1' })).toBe('1.000000');
});

const terms = fc.record({
  rate: fc.integer({ min: 1, max: 9_999_999 }).map((units) => decimalText({ units: BigInt(units), scale: 4 })),
  priceUsd: fc.integer({ min: 1, max: 999_999_999 }).map((units) => decimalText({ units: BigInt(units), scale: 12 })),
});
const prices = fc.bigInt({ min: 1n, max: 1_000_000_000n });

/** Both sides of "what it is worth in cents, times what was divided by": whole numbers, nothing rounded. */
const worth = (base: bigint, { rate, priceUsd }: typeof house): bigint =>
  base * 100n * decimal(rate).units * decimal(priceUsd).units;
const wanted = (minor: bigint, { rate, priceUsd }: typeof house): bigint =>
  minor * pow10(6 + decimal(rate).scale + decimal(priceUsd).scale);

test('it is never worth less than the price, and never by a whole millionth of a token more', () => {
  fc.assert(
    fc.property(prices, terms, (minor, by) => {
      const { base } = mahoniFor(jmd(minor), by);
      expect(worth(base, by)).toBeGreaterThanOrEqual(wanted(minor, by));
      expect(worth(base - 1n, by)).toBeLessThan(wanted(minor, by));
    }),
  );
});

test('a higher price is never less Mahoni, and a dearer token or dollar never more', () => {
  fc.assert(
    fc.property(prices, prices, terms, terms, (one, other, by, dearer) => {
      const [low, high] = one < other ? [one, other] : [other, one];
      expect(mahoniFor(jmd(low), by).base).toBeLessThanOrEqual(mahoniFor(jmd(high), by).base);
      const rise = (text: string, more: string) => {
        const [a, b] = [decimal(text), decimal(more)];
        return decimalText({ units: a.units + b.units, scale: a.scale });
      };
      const risen = { rate: rise(by.rate, dearer.rate), priceUsd: rise(by.priceUsd, dearer.priceUsd) };
      expect(mahoniFor(jmd(low), risen).base).toBeLessThanOrEqual(mahoniFor(jmd(low), by).base);
    }),
  );
});

test('it is settled by the settings of the moment, with where it goes', () => {
  expect(mahoniDue(jmd(500_000n), demoSettings)).toEqual({
    amount: { symbol: 'MHI', base: 420_168_067_227n, decimals: 6 },
    address: demoSettings.company_wallets.solana.address,
    ...house,
  });
});

test('it is open where we have a sound wallet and taking Mahoni in is not paused', () => {
  expect(takesMahoni(demoSettings)).toBe(true);
  const solana = { address: 'REPLACE', tag: null };
  const company_wallets = { ...demoSettings.company_wallets, solana };
  expect(takesMahoni({ ...demoSettings, company_wallets })).toBe(false);
  const paused = (line: (typeof demoSettings.asset_switches.paused)[number]) =>
    takesMahoni({ ...demoSettings, asset_switches: { paused: [line] } });
  expect(paused({ side: 'sell', symbol: 'MHI', network: null })).toBe(false);
  expect(paused({ side: 'sell', symbol: 'MHI', network: 'solana' })).toBe(false);
  expect(paused({ side: 'buy', symbol: 'MHI', network: null })).toBe(true);
  expect(paused({ side: 'sell', symbol: 'SOL', network: 'solana' })).toBe(true);
});

test('the wallets are those of the document, by their names, and what was written stands as it was', () => {
  expect(mahoniWallets.map(mahoniWalletName)).toEqual([
    'Phantom Wallet',
    'Solflare Wallet',
    'Backpack Wallet',
    'Coinbase Wallet',
    'Trust Wallet',
    'MetaMask (Solana)',
    'Other',
  ]);
  expect(mahoniWalletName('Glow')).toBe('Glow');
});
