import { after, hours } from '../../kernel/clock.ts';

export const alertViews = ['open', 'overdue', 'mine', 'unassigned', 'closed'] as const;

/** Alert types, priorities and deadlines [001 §9 Risk scoring, decision B4]. */
export const alertTypes = {
  high_risk: 'High risk score',
  transaction_blocked: 'Order blocked by its score',
  wallet_blocked: 'Wallet on a list',
  wallet_watched: 'Wallet on the watch list',
  wallet_not_screened: 'Wallet not screened',
  name_match: 'Possible name match',
  account_activity: 'Account activity',
  charged_back: 'Card payment charged back',
  cash_over_ceiling: 'Cash above the legal limit',
  manual: 'Raised by staff',
} as const;
export type AlertType = keyof typeof alertTypes;
export const alertTypeCodes = Object.keys(alertTypes) as AlertType[];

export const riskLevels = ['low', 'medium', 'high', 'critical'] as const;
export type RiskLevel = (typeof riskLevels)[number];

export const alertPriorities = ['urgent', 'high', 'medium', 'low'] as const;
export type AlertPriority = (typeof alertPriorities)[number];

const priorityByLevel: Readonly<Record<RiskLevel, AlertPriority>> = {
  critical: 'urgent',
  high: 'high',
  medium: 'medium',
  low: 'low',
};

/** Returns the alert priority of a risk level [001 §9 Risk scoring]. */
export const getAlertPriority = (level: RiskLevel): AlertPriority => priorityByLevel[level];

/** Returns the ms to close an alert: 30 minutes for urgent and high, else 24 hours [001 §9 Risk scoring]. */
export const getTimeLimitMs = (priority: AlertPriority): number =>
  priority === 'urgent' || priority === 'high' ? hours(0.5) : hours(24);

export const slaDeadline = (priority: AlertPriority, raisedAt: Date): Date => after(raisedAt, getTimeLimitMs(priority));

export const alertStates = ['open', 'taken', 'closed'] as const;
export type AlertState = (typeof alertStates)[number];

/** No outcome confirms a suspicion. Only a case can (decision A8). */
export const alertOutcomes = {
  false_positive: 'False positive',
  explained: 'Explained by documents or the customer’s history',
  case_opened: 'Moved to a case',
  duplicate: 'Duplicate of another alert',
  tested: 'Internal test',
} as const;
export type AlertOutcome = keyof typeof alertOutcomes;
export const alertOutcomeCodes = Object.keys(alertOutcomes) as AlertOutcome[];

export type AlertClock = { readonly state: AlertState; readonly deadline: Date };

export function getAlertClock({ state, deadline }: AlertClock, now: Date): 'closed' | 'overdue' | 'due_soon' | 'due' {
  if (state === 'closed') return 'closed';
  const leftMs = deadline.getTime() - now.getTime();
  if (leftMs <= 0) return 'overdue';
  return leftMs <= dueSoonMs ? 'due_soon' : 'due';
}
const dueSoonMs = hours(0.25);

const unsnoozableRules: readonly string[] = [
  'wallet_blocked',
  'transaction_blocked',
  'name_match',
  'sanctions',
  'shared_identity',
];

export const maxSnoozeDays = 90;

export const canSnooze = (rule: string): boolean => !unsnoozableRules.includes(rule);

export const shouldRaise = (rules: readonly string[], snoozed: readonly string[]): boolean =>
  rules.length === 0 || rules.some((rule) => !snoozed.includes(rule));

/** Maximum months until the next review of a customer. */
export const reviewMonths: Readonly<Record<RiskLevel, number>> = { critical: 3, high: 6, medium: 12, low: 24 };

/** Adds months to a `YYYY-MM-DD` day. Returns the last day of a month that is too short. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(date, last));
  return first.toISOString().slice(0, 10);
}

/** Latest possible day of the next review, which the form proposes. */
export const getReviewLimit = (level: RiskLevel, today: string): string => addMonths(today, reviewMonths[level]);
