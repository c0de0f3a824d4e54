import type { RiskLevel } from './alerts.ts';

/** Maximum months until the next review. */
const reviewMonths: Readonly<Record<RiskLevel, number>> = { critical: 3, high: 6, medium: 12, low: 24 };

export const getReviewMonths = (level: RiskLevel): number => reviewMonths[level];

/** Adds months. Returns the last day of a month that is too short. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return `${first.toISOString().slice(0, 8)}${String(Math.min(date, last)).padStart(2, '0')}`;
}

export const isPossibleReviewDay = (day: string, level: RiskLevel, today: string): boolean =>
  day > today && day <= addMonths(today, reviewMonths[level]);

export type ReviewStatus = {
  readonly level: RiskLevel;
  readonly pep: boolean;
  /** YYYY-MM-DD; null before the first review. */
  readonly nextReviewOn: string | null;
};

/** True if the review day has come, or a risky customer was never reviewed. */
export function isReviewDue({ level, pep, nextReviewOn }: ReviewStatus, today: string): boolean {
  if (nextReviewOn !== null) return nextReviewOn <= today;
  return pep || level === 'high' || level === 'critical';
}
