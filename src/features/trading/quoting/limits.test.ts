import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal } from '../../../kernel/decimal.ts';
import { jmd, type Money, usd } from '../../../kernel/money.ts';
import { orderStatuses } from '../order/order.ts';
import {
  type Caps,
  checkLimits,
  computeStanding,
  declaredIncome,
  getLargestBuy,
  getLimitUse,
  type KycSubmission,
  type KycTier,
  meetsThreshold,
  monthlyLimit,
  type Tier,
} from './limits.ts';

const buyRate = decimal('175');
const thresholdUsd = usd(100_000n);
const now = new Date('2026-11-20T15:00:00Z');
const caps: Caps = { none: usd(2_500n), tier1: usd(150_000n), tier2: null };
const none = jmd(0n);

const getLimit = (tier: Tier, usedNet: Money = none, heldNet: Money = none) =>
  monthlyLimit({ tier, capUsd: caps[tier], buyRate, usedNet, heldNet }, now);
const buyOf = (minor: bigint) => ({ side: 'buy', gross: jmd(minor) }) as const;
type Month = { enhanced?: boolean; used?: Money; held?: Money };
const buildLimits = (tier: Tier, { enhanced = false, used = none, held = none }: Month = {}) => ({
  limit: getLimit(tier, used, held),
  enhanced,
  buyRate,
  thresholdUsd,
  smallest: none,
  counts: { open: { now: 0, most: 1 }, unpaid: { now: 0, most: 1 }, today: { now: 0, most: 1 } },
  stopped: false,
});

let time = 0;
const submit = (tier: KycTier, status: KycSubmission['status']): KycSubmission => {
  time += 1;
  return { tier, status, submittedAt: new Date(time) };
};

describe('the declared income of a customer', () => {
  const declared = (tier: KycTier, status: KycSubmission['status'], income: string | null) => ({
    ...submit(tier, status),
    income,
  });

  it('is that of the newest accepted declaration, in any order', () => {
    const older = declared(2, 'approved', '100000.00');
    const newer = declared(3, 'approved', '250000.00');
    expect(declaredIncome([older, newer])).toBe('250000.00');
    expect(declaredIncome([newer, older])).toBe('250000.00');
  });

  it('is the lower one while a newer declaration is not accepted, and ignores tier 1', () => {
    const earlier = declared(3, 'rejected', '2.00');
    const accepted = declared(2, 'approved', '100000.00');
    const higher = [declared(3, 'rejected', '900000.00'), declared(3, 'pending', '200000.00')];
    expect(declaredIncome([accepted, ...higher, declared(1, 'approved', '3.00')])).toBe('100000.00');
    expect(declaredIncome([earlier, ...higher, accepted])).toBe('100000.00');
    expect(declaredIncome([accepted, ...higher, declared(3, 'pending', '1.50')])).toBe('1.50');
  });

  it('counts from the first declaration on', () => {
    expect(declaredIncome([declared(2, 'pending', '5.00'), declared(3, 'rejected', '4.00')])).toBe('4.00');
    expect(declaredIncome([declared(1, 'approved', '3.00')])).toBeNull();
  });

  it('is never raised by a declaration that was not accepted', () => {
    const status = fc.constantFrom('pending', 'rejected', 'approved');
    const one = fc.record({ tier: fc.constantFrom(2, 3), status, cents: fc.integer({ min: 0, max: 10_000_000 }) });
    fc.assert(
      fc.property(fc.array(one), fc.array(one), (before, more) => {
        const all = [...before, ...more.map((it) => ({ ...it, status: 'pending' }))].map((it, at) => ({
          tier: it.tier as KycTier,
          status: it.status as KycSubmission['status'],
          submittedAt: new Date(at),
          income: (it.cents / 100).toFixed(2),
        }));
        const counted = (list: typeof all) => declaredIncome(list);
        const [incomeBefore, incomeAfter] = [counted(all.slice(0, before.length)), counted(all)];
        if (incomeBefore !== null) expect(Number(incomeAfter)).toBeLessThanOrEqual(Number(incomeBefore));
      }),
    );
  });

  it('is unknown when the newest accepted declaration names none', () => {
    expect(declaredIncome([declared(2, 'approved', '100000.00'), declared(3, 'approved', null)])).toBeNull();
  });
});

describe('the tier of a customer', () => {
  it('is none without an approval', () => {
    expect(computeStanding([])).toEqual({
      tier: 'none',
      enhanced: false,
      statusOf: { 1: 'not_submitted', 2: 'not_submitted', 3: 'not_submitted' },
      waitsForCustomer: [],
    });
    expect(computeStanding([submit(1, 'pending'), submit(2, 'rejected')]).tier).toBe('none');
  });

  it('is the highest approved tier of 1 and 2', () => {
    expect(computeStanding([submit(1, 'approved')]).tier).toBe('tier1');
    expect(computeStanding([submit(1, 'approved'), submit(2, 'pending')]).tier).toBe('tier1');
    expect(computeStanding([submit(1, 'approved'), submit(2, 'approved')]).tier).toBe('tier2');
  });

  it('follows the newest submission of each tier, in any order', () => {
    const approved = submit(1, 'approved');
    const rejected = submit(1, 'rejected');
    expect(computeStanding([rejected, approved]).tier).toBe('none');
    expect(computeStanding([approved, rejected]).statusOf[1]).toBe('rejected');
    expect(computeStanding([rejected, submit(1, 'approved')]).tier).toBe('tier1');
  });

  it('waits for the customer while the newest submission asks for more', () => {
    const awaitingCustomer = { ...submit(1, 'pending'), waitsForCustomer: true };
    const rejected = { ...submit(2, 'rejected'), waitsForCustomer: true };
    expect(computeStanding([awaitingCustomer, rejected]).waitsForCustomer).toEqual([1]);
    expect(computeStanding([awaitingCustomer, submit(1, 'pending')]).waitsForCustomer).toEqual([]);
  });

  it('is not raised by Enhanced KYC, which only opens the gate', () => {
    const standing = computeStanding([submit(1, 'approved'), submit(3, 'approved')]);
    expect(standing).toMatchObject({ tier: 'tier1', enhanced: true });
    expect(computeStanding([submit(3, 'approved'), submit(3, 'pending')]).enhanced).toBe(false);
  });
});

describe('the month', () => {
  it('counts completed and processing as used, pending as held, others not at all', () => {
    expect(orderStatuses.map((status) => [status, getLimitUse(status)])).toEqual([
      ['pending', 'held'],
      ['processing', 'used'],
      ['completed', 'used'],
      ['failed', null],
      ['cancelled', null],
    ]);
  });

  it('shows the cap in J$, the remainder, and the reset at midnight UTC', () => {
    const limit = getLimit('tier1', jmd(5_000_000n), jmd(1_000_000n));
    expect(limit.capJmd).toEqual(jmd(26_250_000n));
    expect(limit.remaining).toEqual(jmd(20_250_000n));
    expect(limit.resetsAt).toEqual(new Date('2026-12-01T00:00:00Z'));
  });

  it('never shows a negative remainder, and none for an unlimited tier', () => {
    expect(getLimit('none', jmd(99_999_999n)).remaining).toEqual(jmd(0n));
    expect(getLimit('tier2', jmd(99_999_999n))).toMatchObject({ capJmd: null, remaining: null });
  });
});

describe('the gate at US$1,000', () => {
  it('applies to a buy from exactly J$175,000', () => {
    expect(meetsThreshold(buyOf(17_500_000n), buyRate, thresholdUsd)).toBe(true);
    expect(meetsThreshold(buyOf(17_499_999n), buyRate, thresholdUsd)).toBe(false);
    expect(checkLimits(buyOf(17_500_000n), buildLimits('tier2'))).toEqual({ code: 'enhanced_kyc_required' });
    expect(checkLimits(buyOf(17_499_999n), buildLimits('tier2'))).toBeNull();
    expect(checkLimits(buyOf(17_500_000n), buildLimits('tier2', { enhanced: true }))).toBeNull();
  });

  it('applies to a sell worth US$1,000, though its J$ at 150 are below 175,000', () => {
    const sell = (usdValue: string) =>
      ({ side: 'sell', gross: jmd(15_000_000n), usdValue: decimal(usdValue) }) as const;
    expect(meetsThreshold(sell('1000'), buyRate, thresholdUsd)).toBe(true);
    expect(meetsThreshold(sell('1000.000000'), buyRate, thresholdUsd)).toBe(true);
    expect(meetsThreshold(sell('999.99999999'), buyRate, thresholdUsd)).toBe(false);
  });

  it('applies to a sell by its J$ when the sell rate is higher', () => {
    const size = { side: 'sell', gross: jmd(17_500_000n), usdValue: decimal('990') } as const;
    expect(meetsThreshold(size, buyRate, thresholdUsd)).toBe(true);
  });

  it('is checked before the cap', () => {
    expect(checkLimits(buyOf(99_000_000n), buildLimits('none'))).toEqual({ code: 'enhanced_kyc_required' });
  });
});

describe('count and size limits', () => {
  const large = buildLimits('tier2', { enhanced: true });

  it('refuse an order below the smallest one, before gate and cap', () => {
    const limits = { ...large, smallest: jmd(100_000n) };
    expect(checkLimits(buyOf(99_999n), limits)).toEqual({ code: 'too_small', smallest: jmd(100_000n) });
    expect(checkLimits(buyOf(100_000n), limits)).toBeNull();
  });

  it('refuse one order above the open, unpaid or daily limit, of any size', () => {
    const counted = (open: number, unpaid: number, today: number) =>
      checkLimits(buyOf(1n), {
        ...large,
        counts: { open: { now: open, most: 3 }, unpaid: { now: unpaid, most: 2 }, today: { now: today, most: 5 } },
      });
    expect(counted(2, 1, 4)).toBeNull();
    expect(counted(3, 2, 4)).toEqual({ code: 'too_many_open', most: 3 });
    expect(counted(2, 2, 5)).toEqual({ code: 'too_many_unpaid', most: 2 });
    expect(counted(2, 1, 5)).toEqual({ code: 'too_many_today', most: 5 });
  });

  it('refuse by count first, for frozen customers and tiny orders too', () => {
    const few = { now: 0, most: 3 };
    const counts = { open: { now: 3, most: 3 }, unpaid: few, today: few };
    const tiny = { ...large, smallest: jmd(100_000n) };
    const many = { code: 'too_many_open', most: 3 };
    expect(checkLimits(buyOf(1n), { ...tiny, counts })).toEqual(many);
    expect(checkLimits(buyOf(1n), { ...tiny, counts, stopped: true })).toEqual(many);
    expect(checkLimits(buyOf(1n), { ...tiny, stopped: true })).toEqual({ code: 'not_possible' });
  });
});

describe('the cap', () => {
  it('lets a new customer buy for exactly J$4,375 and not a cent more', () => {
    expect(checkLimits(buyOf(437_500n), buildLimits('none'))).toBeNull();
    expect(checkLimits(buyOf(437_501n), buildLimits('none'))).toEqual({
      code: 'monthly_limit_reached',
      capUsd: usd(2_500n),
      tier: 'none',
      remaining: jmd(437_500n),
    });
  });

  it('of tier 1 is J$262,500 and counts used and held', () => {
    const used = jmd(20_000_000n);
    const held = jmd(5_000_000n);
    expect(checkLimits(buyOf(1_250_000n), buildLimits('tier1', { enhanced: true, used, held }))).toBeNull();
    expect(checkLimits(buyOf(1_250_001n), buildLimits('tier1', { enhanced: true, used, held }))).toMatchObject({
      code: 'monthly_limit_reached',
      remaining: jmd(1_250_000n),
    });
  });

  it('of tier 1 applies with Enhanced KYC too', () => {
    expect(checkLimits(buyOf(26_250_000n), buildLimits('tier1', { enhanced: true }))).toBeNull();
    expect(checkLimits(buyOf(26_250_001n), buildLimits('tier1', { enhanced: true }))).toMatchObject({ tier: 'tier1' });
  });

  it('refuses exactly the orders above the remainder', () => {
    const amounts = fc.bigInt({ min: 0n, max: 40_000_000n });
    fc.assert(
      fc.property(fc.constantFrom<Tier>('none', 'tier1'), amounts, amounts, amounts, (tier, used, held, gross) => {
        const limits = buildLimits(tier, { enhanced: true, used: jmd(used), held: jmd(held) });
        const left = limits.limit.remaining?.minor ?? 0n;
        fc.pre(gross > 0n);
        expect(checkLimits(buyOf(gross), limits) === null).toBe(gross <= left);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('the largest buy', () => {
  const largestOf = (tier: Tier, { enhanced = false, used = none }: Month = {}) =>
    getLargestBuy(getLimit(tier, used), { enhanced, buyRate, thresholdUsd });

  it.each([
    ['without a tier is the cap of US$25', largestOf('none'), 4_375],
    ['is what is left of the month, without cents', largestOf('none', { used: jmd(100_050n) }), 3_374],
    ['stays below the gate without Enhanced KYC', largestOf('tier2'), 174_999],
    ['has no limit with Enhanced KYC', largestOf('tier2', { enhanced: true }), null],
    ['is 0 when the month is used up', largestOf('none', { used: jmd(500_000n) }), 0],
  ])('%s', (_, largest, expected) => expect(largest).toBe(expected));
});
