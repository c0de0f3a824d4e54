import { after, hours } from '../../kernel/clock.ts';

/**
 * What raises an alert, how urgent it is, and how long a person may take to look at it [001 §9 Risk scoring, decision
 * B4].
 */
export const alertTypes = {
  high_risk: 'High risk score',
  transaction_blocked: 'Order stopped by its score',
  wallet_blocked: 'Wallet on a list',
  wallet_watched: 'Wallet to be looked at more closely',
  wallet_not_screened: 'Wallet could not be screened',
  name_match: 'Name like a listed one',
  account_activity: 'Activity of the account',
  charged_back: 'Card payment charged back',
  cash_over_ceiling: 'Cash above the legal ceiling',
  manual: 'Raised by staff',
} as const;
export type AlertType = keyof typeof alertTypes;
export const alertTypeCodes = Object.keys(alertTypes) as AlertType[];

export const riskLevels = ['low', 'medium', 'high', 'critical'] as const;
export type RiskLevel = (typeof riskLevels)[number];

export const alertPriorities = ['urgent', 'high', 'medium', 'low'] as const;
export type AlertPriority = (typeof alertPriorities)[number];

const priorityOfLevel: Readonly<Record<RiskLevel, AlertPriority>> = {
  critical: 'urgent',
  high: 'high',
  medium: 'medium',
  low: 'low',
};

/** Priority: 'critical urgent, high high, medium medium, else low' [001 §9 Risk scoring]. */
export const priorityOf = (level: RiskLevel): AlertPriority => priorityOfLevel[level];

/** SLA deadline: half an hour for critical and high, 24 hours otherwise [001 §9 Risk scoring], ms. */
export const timeToLook = (priority: AlertPriority): number =>
  priority === 'urgent' || priority === 'high' ? hours(0.5) : hours(24);

/** The SLA deadline: until when a person must have closed an alert that was raised at a moment. */
export const slaDeadline = (priority: AlertPriority, raisedAt: Date): Date => after(raisedAt, timeToLook(priority));

export const alertStates = ['open', 'taken', 'closed'] as const;
export type AlertState = (typeof alertStates)[number];

/** How an alert ends. None of them condemns anybody: that takes a case (decision A8). */
export const alertOutcomes = {
  false_positive: 'Nothing in it: the rule spoke without cause',
  explained: 'Explained: documents or the customer’s history account for it',
  case_opened: 'Goes on in a case',
  duplicate: 'The same as another alert',
  tested: 'A test of ours',
} as const;
export type AlertOutcome = keyof typeof alertOutcomes;
export const alertOutcomeCodes = Object.keys(alertOutcomes) as AlertOutcome[];

export type AlertClock = { readonly state: AlertState; readonly deadline: Date };

/** Where the clock of an alert stands: closed ones have none. Overdue is from the very moment on. */
export function clockOf({ state, deadline }: AlertClock, now: Date): 'closed' | 'overdue' | 'due_soon' | 'due' {
  if (state === 'closed') return 'closed';
  const left = deadline.getTime() - now.getTime();
  if (left <= 0) return 'overdue';
  return left <= dueSoon ? 'due_soon' : 'due';
}
const dueSoon = hours(0.25);

/** Rules that may never be quiet: lists, and orders that were stopped. */
const neverSnoozed: readonly string[] = [
  'wallet_blocked',
  'transaction_blocked',
  'name_match',
  'sanctions',
  'shared_identity',
];

/** How long a rule may be quiet for a customer, days. */
export const longestSnooze = 90;

export const maySnooze = (rule: string): boolean => !neverSnoozed.includes(rule);

/** Whether an alert of these rules is raised although some of them are quiet: one that speaks is enough. */
export const speaks = (rules: readonly string[], quiet: readonly string[]): boolean =>
  rules.length === 0 || rules.some((rule) => !quiet.includes(rule));
