import { parseMinorUnits } from '../../kernel/money.ts';
import type { Level, Rule, RuleSet } from './rule-set.ts';

/** Inputs of a score. They are stored, so that the score can be recomputed later. Amounts are J$ as text. */
export type Inputs = {
  /** Amount of this order before the fee. */
  readonly amount: string;
  /** True from US$1,000, by the J$ amount or by the US$ value (E5): the travel rule applies. */
  readonly reachesThreshold: boolean;
  /** Total of this month's orders before fees, including this order (decision B3). */
  readonly monthTotal: string;
  /** Declared monthly income that staff accepted, compared with `monthTotal` (decision B3); else null. */
  readonly monthlyIncome: string | null;
  /** Number of orders this month, including this order, for the rule 'more than 10' (decision B3). */
  readonly ordersThisMonth: number;
  /** Hour in Jamaica, 0 to 23 (decision B3). */
  readonly hour: number;
  readonly highRiskJurisdiction: boolean;
  readonly pep: boolean;
  /** Worse result of the customer's and the wallet's screening. */
  readonly sanctions: 'clear' | 'flagged' | 'high_risk' | 'unknown';
  readonly dueDiligence: boolean;
  /** 0 to 100. */
  readonly walletScore: number;
};

export type Factor = { readonly code: string; readonly points: number; readonly reason: string };

export type Score = {
  readonly score: number;
  readonly level: Level;
  readonly factors: readonly Factor[];
  /** Codes of the factors about behaviour. */
  readonly flags: readonly string[];
};

function computePoints(rule: Rule, inputs: Inputs): number {
  switch (rule.comparison) {
    case 'above':
      return toMinorUnits(inputs[rule.fact]) > parseMinorUnits(rule.threshold) ? rule.points : 0;
    case 'at_least':
      return toMinorUnits(inputs[rule.fact]) >= parseMinorUnits(rule.threshold) ? rule.points : 0;
    case 'above_declared_income':
      return inputs.monthlyIncome !== null && toMinorUnits(inputs.monthTotal) > toMinorUnits(inputs.monthlyIncome)
        ? rule.points
        : 0;
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

/** Cents, or hundredths of a count. */
const toMinorUnits = (figure: string | number): bigint => parseMinorUnits(String(figure));

/** In the specification: critical from 80, high from 50, medium from 25 [001 §9 Risk scoring]. */
export function getLevel({ levels }: Pick<RuleSet, 'levels'>, score: number): Level {
  if (score >= levels.critical) return 'critical';
  if (score >= levels.high) return 'high';
  return score >= levels.medium ? 'medium' : 'low';
}

/** Adds points up to the cap, and finds the level [001 §4 Pre-creation checks, §9 Risk scoring]. */
export function computeScore(ruleSet: RuleSet, inputs: Inputs): Score {
  const counted = ruleSet.rules
    .map((rule) => ({ rule, points: computePoints(rule, inputs) }))
    .filter(({ points }) => points > 0);
  const sum = counted.reduce((total, { points }) => total + points, 0);
  const score = Math.min(ruleSet.cap, sum);
  return {
    score,
    level: getLevel(ruleSet, score),
    factors: counted.map(({ rule: { code, reason }, points }) => ({ code, points, reason })),
    flags: counted.filter(({ rule }) => rule.kind === 'behaviour').map(({ rule: { code } }) => code),
  };
}

/** True if the score stops the order: 'Transaction Blocked' (decision B4) [001 §4 Pre-creation checks]. */
export const isBlocked = ({ blockAt }: RuleSet, { score }: Pick<Score, 'score'>): boolean => score >= blockAt;

/** True if staff get an alert (decision B4) [001 §4 Pre-creation checks, §9 Risk scoring]. */
export const isAlerted = ({ alert }: RuleSet, { score, level }: Pick<Score, 'score' | 'level'>): boolean =>
  alert.levels.includes(level) || score >= alert.score;
