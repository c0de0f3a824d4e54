import { hours, minutes } from '../../kernel/clock.ts';
import type { Due } from '../jobs/jobs.ts';

/** Limits at which an operator must act. Orders stop much earlier. */
export const limits = {
  prices: minutes(45),
  /** Default for recurring jobs. `slowJobs` have long retries. */
  timetable: minutes(30),
  slowJobs: { 'screening.lists': hours(26), 'prices.refresh': hours(2) } as Readonly<Record<string, number>>,
  maxWaitMs: hours(2),
  maxWaiting: 5_000,
  disk: 500_000_000,
} as const;

export type ReadinessFacts = {
  readonly migrated: boolean;
  readonly pricesFrom: Date | null;
  readonly listsDown: readonly string[];
  readonly due: readonly Due[];
  readonly work: { readonly waiting: number; readonly since: Date | null };
  readonly freeBytes: number;
};

export type Parts = Readonly<Record<'migrated' | 'prices' | 'lists' | 'timetable' | 'mail' | 'disk', boolean>>;

const isWithin = (moment: Date | null, now: Date, maxMs: number): boolean =>
  moment !== null && Math.abs(now.getTime() - moment.getTime()) <= maxMs;

export const findLate = (due: readonly Due[], now: Date): Due[] =>
  due.filter(({ name, since }) => now.getTime() - since.getTime() > (limits.slowJobs[name] ?? limits.timetable));

/** Assesses each part. A time in the future counts as outdated, because it comes from a wrong clock. */
export const assessReadiness = (
  { migrated, pricesFrom, listsDown, due, work, freeBytes }: ReadinessFacts,
  now: Date,
): Parts => ({
  migrated,
  prices: isWithin(pricesFrom, now, limits.prices),
  lists: listsDown.length === 0,
  timetable: findLate(due, now).length === 0,
  mail: work.waiting <= limits.maxWaiting && (work.since === null || isWithin(work.since, now, limits.maxWaitMs)),
  disk: freeBytes >= limits.disk,
});
