import type { BadgeKind } from '../../../../ui/badge.tsx';
import type { RiskLevel } from '../../alerts.ts';

type Word = { readonly kind: BadgeKind; readonly text: string };

export const levelWords: Readonly<Record<RiskLevel, Word>> = {
  low: { kind: 'approved', text: 'Low' },
  medium: { kind: 'pending', text: 'Medium' },
  high: { kind: 'rejected', text: 'High' },
  critical: { kind: 'rejected', text: 'Critical' },
};

export const reviewFilters = [
  { view: 'all', name: 'All', none: 'No customers yet' },
  { view: 'due', name: 'Review due', none: 'No review is due' },
  { view: 'high', name: 'High and critical', none: 'Nobody is high or critical' },
  { view: 'pep', name: 'Politically exposed', none: 'Nobody is politically exposed' },
  { view: 'alerts', name: 'Open alerts', none: 'Nobody has open alerts' },
] as const;

/** Months until a customer of a level is looked at again, as the form proposes it. */
const monthsUntil: Readonly<Record<RiskLevel, number>> = { critical: 3, high: 6, medium: 12, low: 24 };

/** The day so many months after another, `YYYY-MM-DD`; the last of a month stays a last day. */
export function dayAfterMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(date, last));
  return first.toISOString().slice(0, 10);
}

export const proposedReview = (level: RiskLevel, today: string): string => dayAfterMonths(today, monthsUntil[level]);
