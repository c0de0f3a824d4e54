import { minorUnits } from '../../kernel/money.ts';
import type { Level, Rule, RuleSet } from './rule-set.ts';

/**
 * What a score is made from, as it is stored: amounts in J$ as exact text, so that the same rule set gives the same
 * number from the same row years later.
 */
export type Inputs = {
  /** This order before the fee. */
  readonly amount: string;
  /** It reaches US$1,000 by either documented reading, as the gate has it (decision E5): the travel rule applies. */
  readonly reachesThreshold: boolean;
  /** This month's orders before the fee, with this one (decision B3). */
  readonly monthTotal: string;
  /**
   * What the customer declared to earn in a month, compared with the month (decision B3); null where nothing was
   * declared and accepted.
   */
  readonly monthlyIncome: string | null;
  /** This month's orders, with this one: 'more than 10' counts these (decision B3). */
  readonly ordersThisMonth: number;
  /** The hour in Jamaica, 0 to 23 (decision B3). */
  readonly hour: number;
  readonly highRiskJurisdiction: boolean;
  readonly pep: boolean;
  /** The worse of what was found about the customer and about the wallet. */
  readonly sanctions: 'clear' | 'flagged' | 'high_risk' | 'unknown';
  readonly dueDiligence: boolean;
  /** The screened wallet's own score, 0 to 100. */
  readonly walletScore: number;
};

export type Factor = { readonly code: string; readonly points: number; readonly reason: string };

export type Score = {
  readonly score: number;
  readonly level: Level;
  /** What counted, with the points it added. */
  readonly factors: readonly Factor[];
  /** Codes of those factors that are about how somebody behaves. */
  readonly flags: readonly string[];
};

/** The points that one rule adds. */
function pointsOf(rule: Rule, inputs: Inputs): number {
  switch (rule.comparison) {
    case 'above':
      return units(inputs[rule.fact]) > minorUnits(rule.threshold) ? rule.points : 0;
    case 'at_least':
      return units(inputs[rule.fact]) >= minorUnits(rule.threshold) ? rule.points : 0;
    case 'above_declared_income':
      return inputs.monthlyIncome !== null && units(inputs.monthTotal) > units(inputs.monthlyIncome) ? rule.points : 0;
    case 'between':
      return inputs.hour >= rule.threshold.from && inputs.hour <= rule.threshold.until ? rule.points : 0;
    case 'is_so':
      return inputs[rule.fact] ? rule.points : 0;
    case 'one_of':
      return rule.threshold.some((result) => result === inputs.sanctions) ? rule.points : 0;
    case 'own_score':
      return Math.min(inputs.walletScore, rule.points);
  }
}

/** Cents, or hundredths of a count: what a threshold is compared in. */
const units = (figure: string | number): bigint => minorUnits(String(figure));

/**
 * The level of a score by the rule set, as documented critical from 80, high from 50, medium from 25 [001 §9 Risk
 * scoring].
 */
export function levelOf({ levels }: Pick<RuleSet, 'levels'>, score: number): Level {
  if (score >= levels.critical) return 'critical';
  if (score >= levels.high) return 'high';
  return score >= levels.medium ? 'medium' : 'low';
}

/**
 * The risk score that a rule set makes of an order: points added together, capped at 100, and the level [001 §4
 * Pre-creation checks, §9 Risk scoring].
 */
export function scoreOf(ruleSet: RuleSet, inputs: Inputs): Score {
  const counted = ruleSet.rules
    .map((rule) => ({ rule, points: pointsOf(rule, inputs) }))
    .filter(({ points }) => points > 0);
  const sum = counted.reduce((total, { points }) => total + points, 0);
  const score = Math.min(ruleSet.cap, sum);
  return {
    score,
    level: levelOf(ruleSet, score),
    factors: counted.map(({ rule: { code, reason }, points }) => ({ code, points, reason })),
    flags: counted.filter(({ rule }) => rule.kind === 'behaviour').map(({ rule: { code } }) => code),
  };
}

/** Whether an order of this score is stopped: 'Transaction Blocked' (decision B4) [001 §4 Pre-creation checks]. */
export const blocks = ({ blockAt }: RuleSet, { score }: Pick<Score, 'score'>): boolean => score >= blockAt;

/**
 * Whether staff are alerted: by level, or by score alone, the documented 70 (decision B4) [001 §4 Pre-creation checks,
 * §9 Risk scoring].
 */
export const alerts = ({ alert }: RuleSet, { score, level }: Pick<Score, 'score' | 'level'>): boolean =>
  alert.levels.includes(level) || score >= alert.score;
