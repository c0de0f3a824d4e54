import fc from 'fast-check';
import { expect, test } from 'vitest';
import { days, hours, after as later } from '../../kernel/clock.ts';
import { formatBaseUnits } from '../../kernel/coins.ts';
import { decimal, formatDecimal, pow10 } from '../../kernel/decimal.ts';
import { jmd } from '../../kernel/money.ts';
import { type Amount, formatPlainAmount, minorUnitsOf, replaceUnits } from '../ledger/amount.ts';
import { demoSettings } from '../settings/demo-settings.ts';
import { convertToMahoni, isMahoniAccepted, parseMahoni, quoteMahoni } from './mahoni.ts';
import { formatWalletName, mahoniWallets } from './mahoni-wallets.ts';
import { calculateShare, getFullShare, getWorth } from './partial-refund.ts';
import {
  canMove,
  endings,
  getExpiry,
  getNextAction,
  getSearchDeadline,
  isAwaitingStaff,
  move,
  type PaymentCommand,
  type PaymentState,
  payIns,
  paymentCommands,
} from './payment.ts';
import { paymentReasons } from './reasons.ts';

const started: PaymentState = { payIn: 'awaiting', ended: null };
const states = fc.record({ payIn: fc.constantFrom(...payIns), ended: fc.constantFrom(null, ...endings) });
const after = (...commands: PaymentCommand[]): PaymentState =>
  commands.reduce<PaymentState>((state, command) => {
    const result = move(state, command);
    if (!result.ok) throw new Error(`${command}: ${result.reason}`);
    return result.state;
  }, started);

test('money of a payment comes in once, whether claimed or not', () => {
  expect(after('claim', 'receive')).toEqual({ payIn: 'received', ended: null });
  expect(move(after('claim', 'receive'), 'receive')).toEqual({ ok: false, reason: 'money_already_here' });
  expect(move(after('receive'), 'claim')).toEqual({ ok: false, reason: 'money_already_here' });
});

test('late money is attached to an ended payment and refunded', () => {
  expect(after('lapse', 'claim', 'attachLate', 'returnMoney')).toEqual({ payIn: 'returned', ended: 'lapsed' });
  expect(move(after('lapse'), 'receive')).toEqual({ ok: false, reason: 'payment_ended' });
  expect(getNextAction(after('lapse', 'claim'))).toBe('check_late_payment');
  expect(getNextAction(after('lapse', 'attachLate'))).toBe('return_money');
});

test('releasing a reservation keeps the search and refunds what is found', () => {
  expect(getNextAction(after('claim', 'release'))).toBe('check_late_payment');
  expect(after('claim', 'release', 'attachLate', 'returnMoney')).toEqual({ payIn: 'returned', ended: 'lapsed' });
  expect(move(after('claim', 'release'), 'receive')).toEqual({ ok: false, reason: 'payment_ended' });
});

test('a claimed payment that was not found expires and can be claimed again', () => {
  expect(after('claim', 'lapse')).toEqual({ payIn: 'awaiting', ended: 'lapsed' });
  expect(getNextAction(after('claim', 'lapse'))).toBeNull();
  expect(canMove(after('claim', 'lapse'), 'claim')).toBe(true);
});

test('releasing an unclaimed payment is refused', () => {
  expect(move(started, 'release')).toEqual({ ok: false, reason: 'payment_not_claimed' });
  expect(move(after('claim', 'rejectClaim'), 'release')).toEqual({ ok: false, reason: 'payment_not_claimed' });
});

test('refunding needs an ended payment', () => {
  expect(move(after('receive'), 'returnMoney')).toEqual({ ok: false, reason: 'payment_not_ended' });
  expect(after('receive', 'refund', 'returnMoney')).toEqual({ payIn: 'returned', ended: 'refunded' });
});

test('cancelling a claimed payment is refused', () =>
  expect(move(after('claim'), 'callOff')).toEqual({ ok: false, reason: 'payment_already_claimed' }));

test('any sequence of moves keeps received money and final ends', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...paymentCommands), { maxLength: 20 }), (commands) => {
      let state: PaymentState = started;
      for (const command of commands) {
        const result = move(state, command);
        if (!result.ok) continue;
        if (state.ended !== null) expect(result.state.ended).toBe(state.ended);
        if (state.payIn === 'received' && result.state.payIn !== 'received') expect(command).toBe('returnMoney');
        state = result.state;
      }
      if (state.payIn === 'received' && state.ended !== null) expect(isAwaitingStaff(state)).toBe(true);
    }),
  );
});

test('every state allows at most one way to receive money', () => {
  fc.assert(
    fc.property(states, (state) => {
      expect(['receive', 'attachLate'].filter((command) => canMove(state, command as PaymentCommand)).length < 2).toBe(
        true,
      );
    }),
  );
});

test('bank transfer and Mahoni have 72 hours to pay, card one hour', () => {
  const at = new Date('2026-11-22T12:00:00Z');
  expect(getExpiry(at, 'bank_transfer')).toEqual(new Date('2026-11-25T12:00:00Z'));
  expect(getExpiry(at, 'crypto')).toEqual(new Date('2026-11-25T12:00:00Z'));
  expect(getExpiry(at, 'card')).toEqual(new Date('2026-11-22T13:00:00Z'));
});

test('a claimed payment is searched for some days after the time to pay', () => {
  const at = new Date('2026-11-22T12:00:00Z');
  expect(getSearchDeadline(at, 'bank_transfer', 14)).toEqual(later(at, hours(72) + days(14)));
  expect(getSearchDeadline(at, 'crypto', 1)).toEqual(later(at, hours(72) + days(1)));
  expect(getSearchDeadline(at, 'card', 2)).toEqual(later(at, hours(1) + days(2)));
});

test('reason codes are unique across decisions', () => {
  const codes = Object.values(paymentReasons).flatMap((reasons) => reasons.map(({ code }) => code));
  expect(new Set(codes).size).toBe(codes.length);
});

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

const price = jmd(600_000n);
const tokenTerms = { priceUsd: '0.000068', rate: '175' };

const buildDue = (amount = price, its = tokenTerms) => ({
  amount,
  coins: { ...its, amount: convertToMahoni(amount, its), address: 'ours' },
});

test('a share of money is the requested amount, and the rest is the whole', () => {
  const byBank = { amount: price, coins: null };
  expect(calculateShare(byBank, price, jmd(200_000n))).toEqual({ amount: jmd(200_000n), kept: jmd(400_000n) });
  expect(calculateShare(byBank, jmd(400_000n), jmd(400_000n))).toEqual(getFullShare(jmd(400_000n)));
  expect(calculateShare(byBank, jmd(400_000n), jmd(400_001n))).toBeNull();
  expect(calculateShare(byBank, price, jmd(0n))).toBeNull();
});

test('a share of crypto is proportional and rounded down', () => {
  const due = buildDue();
  const received: Amount = due.coins.amount;
  expect(formatPlainAmount(received)).toBe('504201.680673');
  const share = calculateShare(due, received, jmd(100_000n));
  // Exactly one sixth would be 84,033.6134455.
  expect(share && [formatPlainAmount(share.amount), formatPlainAmount(share.kept)]).toEqual([
    '84033.613445',
    '420168.067228',
  ]);
  expect(share && getWorth(due, share.kept)).toEqual(jmd(500_000n));
});

test('a share below one unit of the token is refused', () => {
  const due = {
    ...buildDue(jmd(1_000_000n)),
    coins: { ...tokenTerms, amount: parseMahoni('0.000100'), address: 'ours' },
  };
  expect(calculateShare(due, due.coins.amount, jmd(1n))).toBeNull();
});

test('shares in any order never exceed the received amount, and the last one refunds every unit', () => {
  const cents = fc.bigInt({ min: 100n, max: 5_000_000n });
  const prices = fc.record({
    amount: cents.map(jmd),
    priceUsd: fc.bigInt({ min: 1n, max: 10n ** 9n }).map((units) => `0.${String(units).padStart(12, '0')}`),
  });
  const requests = fc.array(fc.bigInt({ min: 1n, max: 2_000_000n }), { maxLength: 30 });
  fc.assert(
    fc.property(prices, requests, fc.boolean(), ({ amount, priceUsd }, asked, byBank) => {
      const due = byBank ? { amount, coins: null } : buildDue(amount, { priceUsd, rate: '175' });
      const received: Amount = due.coins?.amount ?? amount;
      let [left, requested] = [received, 0n];
      for (const minor of asked) {
        const share = calculateShare(due, left, jmd(minor));
        if (share === null) {
          expect(minor > getWorth(due, left).minor || minorUnitsOf(received) < amount.minor).toBe(true);
          continue;
        }
        requested += minor;
        expect(minorUnitsOf(share.amount) + minorUnitsOf(share.kept)).toBe(minorUnitsOf(left));
        expect(minorUnitsOf(share.kept) >= 0n).toBe(true);
        left = share.kept;
        // The refund never exceeds its J$ value, and rounding loses less than one base unit.
        const exact = minorUnitsOf(received) * requested;
        const refunded = (minorUnitsOf(received) - minorUnitsOf(left)) * amount.minor;
        if (minorUnitsOf(left) > 0n)
          expect(refunded <= exact && exact - refunded < BigInt(asked.length) * amount.minor).toBe(true);
        if (minorUnitsOf(left) > 0n && minorUnitsOf(received) > 30n * amount.minor)
          expect(getWorth(due, left)).toEqual(jmd(amount.minor - requested));
        if (minorUnitsOf(left) === 0n) return;
      }
      expect(calculateShare(due, left, getWorth(due, left))).toEqual({ amount: left, kept: replaceUnits(left, 0n) });
    }),
    { numRuns: 500 },
  );
});
