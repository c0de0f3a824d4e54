import { endOfDay } from '../../kernel/calendar.ts';
import { after, days } from '../../kernel/clock.ts';
import type { OwnCourse } from '../learning/shapes.ts';

/** A course of a customer, as the desk reads it. */
export type DeskCourse = Omit<OwnCourse, 'next' | 'reviewsDue'> & {
  readonly id: string;
  readonly grantedBy: 'free' | 'plan' | 'payment' | 'staff';
  readonly since: Date | null;
  /** Who of staff gave it last, moved its end or took it back, and why. */
  readonly by: string | null;
  readonly reason: string | null;
  readonly revokedAt: Date | null;
};

/** Longer than that nobody gives a course until a day; without one it is theirs. */
const longest = days(5 * 365);

/** Until when a course is given whose last day is this; null without an end, 'unfit' for a day that is none to give. */
export function givenUntil(day: string | null, now: Date): Date | null | 'unfit' {
  if (day === null) return null;
  const end = after(endOfDay(day), 1);
  return end > now && end <= after(now, longest) ? end : 'unfit';
}

type Given = { readonly until: Date | null; readonly revokedAt: Date | null };

/** Whether an end is later than the one that stands; what was taken back is given anew and not made longer. */
export const isLater = ({ until, revokedAt }: Given, wanted: Date | null): boolean =>
  revokedAt === null && until !== null && (wanted === null || wanted > until);

/** What can be taken back: what staff give still. */
export const isGivenStill = ({ until }: Given, now: Date): boolean => until === null || until > now;
