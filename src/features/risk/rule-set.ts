import { z } from 'zod';

/** The levels: how much care an order asks for [001 §9 Risk scoring]. */
export const levels = ['low', 'medium', 'high', 'critical'] as const;
export type Level = (typeof levels)[number];

/**
 * What the factors look at: amount, monthly total, hour, jurisdiction, politically exposed, sanctions, wallet [001 §9
 * Risk scoring]. Each in the unit that its threshold has.
 */
export const factKinds = {
  amount: { unit: 'JMD', name: 'This order' },
  reachesThreshold: { unit: 'yes or no', name: 'US$1,000 or more' },
  monthTotal: { unit: 'JMD a month', name: "This month's orders with this one" },
  ordersThisMonth: { unit: 'orders a month', name: "This month's orders with this one" },
  hour: { unit: 'hour in Jamaica', name: 'Hour of the day' },
  highRiskJurisdiction: { unit: 'yes or no', name: 'High-risk jurisdiction' },
  pep: { unit: 'yes or no', name: 'Politically exposed' },
  sanctions: { unit: 'result', name: 'Sanctions result' },
  dueDiligence: { unit: 'yes or no', name: 'Enhanced due diligence required' },
  walletScore: { unit: 'points', name: "The screened wallet's own score" },
} as const;

/** Money and counts are exact decimal text of at most two places. */
const Threshold = z.string().regex(/^\d{1,13}(\.\d{1,2})?$/, 'Enter a number such as 175000 or 10');
const Hour = z.number().int().min(0).max(23);
const Words = z.string().trim().min(1, 'Required').max(200);

const said = {
  code: z.string().regex(/^[a-z_]{1,40}$/),
  /** What it belongs to: how somebody behaves, who they are, or the wallet. */
  kind: z.enum(['behaviour', 'customer', 'wallet']),
  unit: z.string().max(40),
  points: z.number().int().min(0).max(100),
  /** What staff read when the factor counts. */
  reason: Words,
};

const Measured = z.strictObject({
  ...said,
  fact: z.enum(['amount', 'monthTotal', 'ordersThisMonth']),
  comparison: z.enum(['above', 'at_least']),
  threshold: Threshold,
});
/** Counts only where an income was declared. */
const AboveIncome = z.strictObject({
  ...said,
  fact: z.literal('monthTotal'),
  comparison: z.literal('above_declared_income'),
  threshold: z.null(),
});
const Between = z.strictObject({
  ...said,
  fact: z.literal('hour'),
  comparison: z.literal('between'),
  threshold: z
    .strictObject({ from: Hour, until: Hour })
    .refine(({ from, until }) => from <= until, 'From before until'),
});
const IsSo = z.strictObject({
  ...said,
  fact: z.enum(['reachesThreshold', 'highRiskJurisdiction', 'pep', 'dueDiligence']),
  comparison: z.literal('is_so'),
  threshold: z.null(),
});
const OneOf = z.strictObject({
  ...said,
  fact: z.literal('sanctions'),
  comparison: z.literal('one_of'),
  threshold: z.array(z.enum(['flagged', 'high_risk'])).min(1),
});
/** Adds the wallet's own score, at most `points`. */
const OwnScore = z.strictObject({
  ...said,
  fact: z.literal('walletScore'),
  comparison: z.literal('own_score'),
  threshold: z.null(),
});

export const Rule = z.discriminatedUnion('comparison', [Measured, AboveIncome, Between, IsSo, OneOf, OwnScore]);
export type Rule = z.infer<typeof Rule>;

const Score = z.number().int().min(0).max(100);

/**
 * A whole way of judging orders, as data: the documented factors, points and levels [001 §9 Risk scoring, decision B3]
 * are the first, written by `db/migrations/0011_risk.sql`, in force as `0027_one_threshold.sql` follows it. Never
 * changed once in force: another one follows it.
 */
export const RuleSet = z
  .strictObject({
    rules: z.array(Rule).min(1).max(30),
    /** No score is higher. */
    cap: Score,
    /** From which score on a level holds; below the last it is low. */
    levels: z.strictObject({ critical: Score, high: Score, medium: Score }),
    /** From this score on an order is stopped (decision B4). */
    blockAt: Score,
    /** Staff are alerted at one of these levels, or from this score on (decision B4). */
    alert: z.strictObject({ levels: z.array(z.enum(levels)), score: Score }),
  })
  .refine(({ levels: l }) => l.critical >= l.high && l.high >= l.medium, {
    path: ['levels'],
    message: 'Critical begins above high, and high above medium',
  })
  .refine(({ rules }) => new Set(rules.map(({ code }) => code)).size === rules.length, {
    path: ['rules'],
    message: 'Each factor once',
  });
export type RuleSet = z.infer<typeof RuleSet>;
