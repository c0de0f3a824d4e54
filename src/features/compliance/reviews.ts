import type { RiskLevel } from './alerts.ts';

/** How often a customer is looked at as a whole, by the level of risk: months until the next time at the latest. */
const cycle: Readonly<Record<RiskLevel, number>> = { critical: 3, high: 6, medium: 12, low: 24 };

export const monthsUntilReview = (level: RiskLevel): number => cycle[level];

/** The day so many months after another; the last of the month where the month is shorter. */
export function monthsAfter(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return `${first.toISOString().slice(0, 8)}${String(Math.min(date, last)).padStart(2, '0')}`;
}

/** Whether a day will do for the next review: in the future, and not beyond the cycle of the level. */
export const mayBeNext = (day: string, level: RiskLevel, today: string): boolean =>
  day > today && day <= monthsAfter(today, cycle[level]);

export type Reviewed = {
  readonly level: RiskLevel;
  readonly pep: boolean;
  /** YYYY-MM-DD; null for whom nobody has reviewed yet. */
  readonly nextReviewOn: string | null;
};

/** Whether somebody should look at this customer now: their day has come, or they are risky and nobody ever has. */
export function isReviewDue({ level, pep, nextReviewOn }: Reviewed, today: string): boolean {
  if (nextReviewOn !== null) return nextReviewOn <= today;
  return pep || level === 'high' || level === 'critical';
}
