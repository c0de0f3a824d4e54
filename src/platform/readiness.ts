import { hours, minutes } from '../kernel/clock.ts';
import type { Due } from './jobs.ts';

/**
 * From when on a part is bad. The figures stay in the log: whoever asks from outside is told names of parts alone.
 * Orders stop by themselves much earlier where they must; this is when somebody should be woken.
 */
export const limits = {
  /** The newest price is so old, milliseconds. Nothing is traded on one older than 20 minutes. */
  prices: minutes(45),
  /** So long after it was due, a job of the timetable has not ran; those with patience of their own have more. */
  timetable: minutes(30),
  patient: { 'screening.lists': hours(26), 'prices.refresh': hours(2) } as Readonly<Record<string, number>>,
  /** Letters and other work that was asked for: the oldest that waits, milliseconds, and how many may. */
  oldest: hours(2),
  waiting: 5_000,
  /** Bytes that must be free where files lie. */
  disk: 500_000_000,
} as const;

/** What was found, each part as it is. */
export type Found = {
  readonly migrated: boolean;
  readonly pricesFrom: Date | null;
  readonly listsDown: readonly string[];
  readonly due: readonly Due[];
  readonly work: { readonly waiting: number; readonly since: Date | null };
  readonly freeBytes: number;
};

export type Parts = Readonly<Record<'migrated' | 'prices' | 'lists' | 'timetable' | 'mail' | 'disk', boolean>>;

const within = (moment: Date | null, now: Date, most: number): boolean =>
  moment !== null && Math.abs(now.getTime() - moment.getTime()) <= most;

/** What of the timetable is later than it may be. */
export const late = (due: readonly Due[], now: Date): Due[] =>
  due.filter(({ name, since }) => now.getTime() - since.getTime() > (limits.patient[name] ?? limits.timetable));

/** Which parts are as they should be. A moment far in the future is as bad as one long past: a clock was wrong. */
export const judge = ({ migrated, pricesFrom, listsDown, due, work, freeBytes }: Found, now: Date): Parts => ({
  migrated,
  prices: within(pricesFrom, now, limits.prices),
  lists: listsDown.length === 0,
  timetable: late(due, now).length === 0,
  mail: work.waiting <= limits.waiting && (work.since === null || within(work.since, now, limits.oldest)),
  disk: freeBytes >= limits.disk,
});
