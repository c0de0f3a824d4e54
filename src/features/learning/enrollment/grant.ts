import { endOfDay } from '../../../kernel/calendar.ts';
import { after, days } from '../../../kernel/clock.ts';
import type { OwnCourse } from '../views.ts';

export type CustomerCourse = Omit<OwnCourse, 'next' | 'reviewsDue'> & {
  readonly id: string;
  readonly grantedBy: 'free' | 'plan' | 'payment' | 'staff';
  readonly since: Date | null;
  /** Staff member and reason of the last change. */
  readonly by: string | null;
  readonly reason: string | null;
  readonly revokedAt: Date | null;
};

/** Maximum duration of a grant that has an end. */
const maxGrantMs = days(5 * 365);

/**
 * Converts the last day in Jamaica to the exclusive end of a grant. Null means no end. Returns 'invalid' for a day in
 * the past or over five years away.
 */
export function getGrantEnd(day: string | null, now: Date): Date | null | 'invalid' {
  if (day === null) return null;
  const end = after(endOfDay(day), 1);
  return end > now && end <= after(now, maxGrantMs) ? end : 'invalid';
}

type Grant = { readonly until: Date | null; readonly revokedAt: Date | null };

/** True when `wanted` is later than the current end. A revoked grant cannot be extended. */
export const isLaterEnd = ({ until, revokedAt }: Grant, wanted: Date | null): boolean =>
  revokedAt === null && until !== null && (wanted === null || wanted > until);

export const isGrantActive = ({ until }: Grant, now: Date): boolean => until === null || until > now;
