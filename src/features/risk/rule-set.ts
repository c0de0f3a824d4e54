import { z } from 'zod';

/** Risk levels [001 §9 Risk scoring]. */
export const levels = ['low', 'medium', 'high', 'critical'] as const;
export type Level = (typeof levels)[number];

/** Inputs that rules can use, with their unit and name for staff [001 §9 Risk scoring]. */
export const factKinds = {
  amount: { unit: 'JMD', name: 'Order amount' },
  reachesThreshold: { unit: 'yes or no', name: 'US$1,000 or more' },
  monthTotal: { unit: 'JMD a month', name: "This month's total, including this order" },
  ordersThisMonth: { unit: 'orders a month', name: "This month's number of orders, including this order" },
  hour: { unit: 'hour in Jamaica', name: 'Hour of the day' },
  highRiskJurisdiction: { unit: 'yes or no', name: 'High-risk jurisdiction' },
  pep: { unit: 'yes or no', name: 'Politically exposed' },
  sanctions: { unit: 'result', name: 'Sanctions result' },
  dueDiligence: { unit: 'yes or no', name: 'Enhanced due diligence required' },
  walletScore: { unit: 'points', name: 'Wallet screening score' },
} as const;

const Threshold = z.string().regex(/^\d{1,13}(\.\d{1,2})?$/, 'Enter a number such as 175000 or 10');
const hourFault = 'Enter an hour from 0 to 23';
const Hour = z.number(hourFault).int(hourFault).min(0, hourFault).max(23, hourFault);
const scoreFault = 'Enter a whole number from 0 to 100';
const Score = z.number(scoreFault).int(scoreFault).min(0, scoreFault).max(100, scoreFault);
const RuleText = z.string().trim().min(1, 'Required').max(200, 'Use at most 200 characters');

const commonFields = {
  code: z.string().regex(/^[a-z_]{1,40}$/),
  kind: z.enum(['behaviour', 'customer', 'wallet']),
  unit: z.string().max(40),
  points: Score,
  reason: RuleText,
};

const Measured = z.strictObject({
  ...commonFields,
  fact: z.enum(['amount', 'monthTotal', 'ordersThisMonth']),
  comparison: z.enum(['above', 'at_least']),
  threshold: Threshold,
});
/** Applies only to customers who declared an income. */
const AboveIncome = z.strictObject({
  ...commonFields,
  fact: z.literal('monthTotal'),
  comparison: z.literal('above_declared_income'),
  threshold: z.null(),
});
const Between = z.strictObject({
  ...commonFields,
  fact: z.literal('hour'),
  comparison: z.literal('between'),
  threshold: z
    .strictObject({ from: Hour, until: Hour })
    .refine(({ from, until }) => from <= until, 'The first hour must not be after the last'),
});
const IsSo = z.strictObject({
  ...commonFields,
  fact: z.enum(['reachesThreshold', 'highRiskJurisdiction', 'pep', 'dueDiligence']),
  comparison: z.literal('is_so'),
  threshold: z.null(),
});
const OneOf = z.strictObject({
  ...commonFields,
  fact: z.literal('sanctions'),
  comparison: z.literal('one_of'),
  threshold: z.array(z.enum(['flagged', 'high_risk'])).min(1),
});
/** Adds the wallet's own score, at most `points`. */
const OwnScore = z.strictObject({
  ...commonFields,
  fact: z.literal('walletScore'),
  comparison: z.literal('own_score'),
  threshold: z.null(),
});

export const Rule = z.discriminatedUnion('comparison', [Measured, AboveIncome, Between, IsSo, OneOf, OwnScore]);
export type Rule = z.infer<typeof Rule>;

/** Rules as data. Version 1 is the specified table [001 §9 Risk scoring, decision B3]. Versions never change. */
export const RuleSet = z
  .strictObject({
    rules: z.array(Rule).min(1).max(30),
    cap: Score,
    /** Lowest score of each level; below `medium` the level is low. */
    levels: z.strictObject({ critical: Score, high: Score, medium: Score }),
    /** Lowest score that stops an order (decision B4). */
    blockAt: Score,
    /** Staff get an alert at these levels, and from this score (decision B4). */
    alert: z.strictObject({ levels: z.array(z.enum(levels, 'Use low, medium, high or critical')), score: Score }),
  })
  .refine(({ levels: l }) => l.critical >= l.high && l.high >= l.medium, {
    path: ['levels'],
    message: 'Critical must not start below high, nor high below medium',
  })
  .refine(({ rules }) => new Set(rules.map(({ code }) => code)).size === rules.length, {
    path: ['rules'],
    message: 'Use each factor only once',
  });
export type RuleSet = z.infer<typeof RuleSet>;
