import { endOfDay } from '../../kernel/calendar.ts';
import { after, days } from '../../kernel/clock.ts';
import type { OwnCourse } from '../learning/views.ts';

export type CustomerCourse = Omit<OwnCourse, 'next' | 'reviewsDue'> & {
  readonly id: string;
  readonly grantedBy: 'free' | 'plan' | 'payment' | 'staff';
  readonly since: Date | null;
  /** The last change by staff: who and why. */
  readonly by: string | null;
  readonly reason: string | null;
  readonly revokedAt: Date | null;
};

/** Longest grant with an end. */
const maxGrantMs = days(5 * 365);

/**
 * End of a grant, exclusive, from its last day in Jamaica. Null without an end, 'invalid' for a past or distant day.
 */
export function getGrantEnd(day: string | null, now: Date): Date | null | 'invalid' {
  if (day === null) return null;
  const end = after(endOfDay(day), 1);
  return end > now && end <= after(now, maxGrantMs) ? end : 'invalid';
}

type Grant = { readonly until: Date | null; readonly revokedAt: Date | null };

/** A revoked grant cannot be extended, only granted again. */
export const isLaterEnd = ({ until, revokedAt }: Grant, wanted: Date | null): boolean =>
  revokedAt === null && until !== null && (wanted === null || wanted > until);

export const isGrantActive = ({ until }: Grant, now: Date): boolean => until === null || until > now;
