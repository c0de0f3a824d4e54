import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shippedRuleSet } from '../../../test/shipped-rules.ts';
import { formatMinorUnits } from '../../kernel/money.ts';
import { levels, RuleSet } from './rule-set.ts';
import { computeScore, getLevel, type Inputs, isAlerted, isBlocked } from './score.ts';

const quiet: Inputs = {
  amount: '1000.00',
  reachesThreshold: false,
  monthTotal: '1000.00',
  monthlyIncome: '300000.00',
  ordersThisMonth: 1,
  hour: 12,
  highRiskJurisdiction: false,
  pep: false,
  sanctions: 'clear',
  dueDiligence: false,
  walletScore: 0,
};
const pointsOf = (changed: Partial<Inputs>) => computeScore(shippedRuleSet, { ...quiet, ...changed }).score;

describe('each factor counts from its threshold on', () => {
  it.each([
    ['this month is a cent below the income', { monthTotal: '299999.99' }, 0],
    ['this month is the income', { monthTotal: '300000.00' }, 0],
    ['this month is a cent above the income', { monthTotal: '300000.01' }, 30],
    ['no income was declared', { monthlyIncome: null, monthTotal: '9000000.00' }, 0],
    ['an income of nothing was declared', { monthlyIncome: '0.00' }, 30],
    ['the order reaches US$1,000', { reachesThreshold: true }, 15],
    ['the order is a cent below J$500,000', { amount: '499999.99' }, 0],
    ['the order is J$500,000', { amount: '500000.00' }, 0],
    ['the order is a cent above J$500,000', { amount: '500000.01' }, 25],
    ['it is 11 pm', { hour: 23 }, 0],
    ['it is midnight', { hour: 0 }, 10],
    ['it is 5 am', { hour: 5 }, 10],
    ['it is 6 am', { hour: 6 }, 0],
    ['it is the ninth order', { ordersThisMonth: 9 }, 0],
    ['it is the tenth order', { ordersThisMonth: 10 }, 0],
    ['it is the eleventh order', { ordersThisMonth: 11 }, 20],
    ['the jurisdiction is high-risk', { highRiskJurisdiction: true }, 50],
    ['the customer is politically exposed', { pep: true }, 40],
    ['sanctions say clear', { sanctions: 'clear' }, 0],
    ['sanctions are not known', { sanctions: 'unknown' }, 0],
    ['sanctions say flagged', { sanctions: 'flagged' }, 50],
    ['sanctions say high risk', { sanctions: 'high_risk' }, 50],
    ['due diligence is required', { dueDiligence: true }, 20],
    ['the wallet has no score', { walletScore: 0 }, 0],
    ['the wallet has a score of 1', { walletScore: 1 }, 1],
    ['the wallet has a score of 99', { walletScore: 99 }, 99],
    ['the wallet has a score of 100', { walletScore: 100 }, 100],
  ] as const)('%s', (_, changed, points) => expect(pointsOf(changed)).toBe(points));

  it('adds them together and stops at 100', () => {
    expect(pointsOf({ pep: true, dueDiligence: true })).toBe(60);
    expect(pointsOf({ pep: true, highRiskJurisdiction: true, dueDiligence: true })).toBe(100);
  });
});

describe('what follows from a score', () => {
  it.each([
    [24, 'low'],
    [25, 'medium'],
    [49, 'medium'],
    [50, 'high'],
    [79, 'high'],
    [80, 'critical'],
  ] as const)('%i is %s', (score, level) => expect(getLevel(shippedRuleSet, score)).toBe(level));

  it('stops at 80, and alerts at high or critical or from 70 on', () => {
    expect([79, 80].map((score) => isBlocked(shippedRuleSet, { score }))).toEqual([false, true]);
    expect(
      [49, 50].map((score) => isAlerted(shippedRuleSet, { score, level: getLevel(shippedRuleSet, score) })),
    ).toEqual([false, true]);
    // If `high` starts above 70, alerts still start at 70.
    const late = { ...shippedRuleSet, levels: { critical: 90, high: 80, medium: 25 } };
    expect([69, 70].map((score) => isAlerted(late, { score, level: getLevel(late, score) }))).toEqual([false, true]);
  });

  it('names each factor with its points, and what of it is behaviour', () => {
    const { factors, flags } = computeScore(shippedRuleSet, { ...quiet, hour: 3, pep: true });
    expect(factors.map(({ code, points }) => [code, points])).toEqual([
      ['night', 10],
      ['politically_exposed', 40],
    ]);
    expect(factors.every(({ reason }) => reason.endsWith('.'))).toBe(true);
    expect(flags).toEqual(['night']);
  });
});

const cents = fc.bigInt(0n, 200_000_000n).map(formatMinorUnits);
const anyInputs: fc.Arbitrary<Inputs> = fc.record({
  amount: cents,
  reachesThreshold: fc.boolean(),
  monthTotal: cents,
  monthlyIncome: fc.option(cents),
  ordersThisMonth: fc.integer({ min: 1, max: 30 }),
  hour: fc.integer({ min: 0, max: 23 }),
  highRiskJurisdiction: fc.boolean(),
  pep: fc.boolean(),
  sanctions: fc.constantFrom('clear', 'unknown', 'flagged', 'high_risk'),
  dueDiligence: fc.boolean(),
  walletScore: fc.integer({ min: 0, max: 100 }),
});

describe('10,000 generated orders', () => {
  it('recompute to the same score from stored inputs, within 0 and 100', () => {
    const stored = RuleSet.parse(JSON.parse(JSON.stringify(shippedRuleSet)));
    fc.assert(
      fc.property(anyInputs, (inputs) => {
        const first = computeScore(shippedRuleSet, inputs);
        const again = computeScore(stored, JSON.parse(JSON.stringify(inputs)) as Inputs);
        expect(again).toEqual(first);
        expect(first.score).toBeGreaterThanOrEqual(0);
        expect(first.score).toBeLessThanOrEqual(100);
      }),
      { numRuns: 10_000 },
    );
  });

  it('score no less when one factor gets worse', () => {
    const more = (text: string) => formatMinorUnits(BigInt(text.replace('.', '')) + 1n);
    const worse: readonly ((inputs: Inputs) => Inputs)[] = [
      (inputs) => ({ ...inputs, amount: more(inputs.amount) }),
      (inputs) => ({ ...inputs, reachesThreshold: true }),
      (inputs) => ({ ...inputs, monthTotal: more(inputs.monthTotal) }),
      (inputs) => ({ ...inputs, monthlyIncome: inputs.monthlyIncome && '0.00' }),
      (inputs) => ({ ...inputs, ordersThisMonth: inputs.ordersThisMonth + 1 }),
      (inputs) => ({ ...inputs, hour: 3 }),
      (inputs) => ({ ...inputs, highRiskJurisdiction: true }),
      (inputs) => ({ ...inputs, pep: true }),
      (inputs) => ({ ...inputs, sanctions: inputs.sanctions === 'high_risk' ? 'high_risk' : 'flagged' }),
      (inputs) => ({ ...inputs, dueDiligence: true }),
      (inputs) => ({ ...inputs, walletScore: Math.min(100, inputs.walletScore + 1) }),
    ];
    fc.assert(
      fc.property(anyInputs, fc.constantFrom(...worse), (inputs, change) => {
        const [before, after] = [computeScore(shippedRuleSet, inputs), computeScore(shippedRuleSet, change(inputs))];
        expect(after.score).toBeGreaterThanOrEqual(before.score);
        expect(levels.indexOf(after.level)).toBeGreaterThanOrEqual(levels.indexOf(before.level));
      }),
      { numRuns: 10_000 },
    );
  });
});

describe('the rule set as data', () => {
  it('equals the rules of the baseline', () => {
    const baseline = '../../../db/migrations/0001_baseline/017_risk.sql';
    const migration = readFileSync(new URL(baseline, import.meta.url), 'utf8');
    const json = /'The documented table', '([\s\S]*?)'\);/.exec(migration)?.[1]?.replaceAll("''", "'");
    const first = JSON.parse(json ?? 'null') as { rules: { code: string }[] };
    const travel = JSON.parse(/rule \|\| '([\s\S]*?)'/.exec(migration)?.[1] ?? 'null') as object;
    const rules = first.rules.map((rule) => (rule.code === 'travel_rule' ? { ...rule, ...travel } : rule));
    expect({ ...first, rules }).toEqual(shippedRuleSet);
  });

  it('is refused with a factor twice, or levels out of order', () => {
    const twice = { ...shippedRuleSet, rules: [...shippedRuleSet.rules, shippedRuleSet.rules[0]] };
    expect(RuleSet.safeParse(twice).success).toBe(false);
    expect(RuleSet.safeParse({ ...shippedRuleSet, levels: { critical: 10, high: 50, medium: 25 } }).success).toBe(
      false,
    );
    expect(RuleSet.safeParse(shippedRuleSet).success).toBe(true);
  });
});
