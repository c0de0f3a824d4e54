import { ageText, dayText, momentText, timeText } from '../../../ui/format.ts';
import type { SystemNow } from './data.ts';

/** The parts of readiness, as staff read them. */
export const partWords: Readonly<Record<keyof SystemNow['ready'], string>> = {
  migrated: 'Database is up to date',
  prices: 'Prices are fresh',
  lists: 'Lists that are needed are fresh',
  timetable: 'Jobs run by the clock',
  mail: 'Letters and other work leave in time',
  disk: 'Room on the disk',
};

/** `23 Nov 2026, 14:05, 3 d ago`. */
export function sinceText(moment: Date, now: Date): string {
  const age = ageText(moment, now);
  return `${momentText(moment, { year: true })}, ${age === 'just now' ? age : `${age} ago`}`;
}

/** `since 14:05`, or with its day where that is another. */
export const waitsText = (moment: Date, now: Date): string =>
  `since ${dayText(moment) === dayText(now) ? timeText(moment) : momentText(moment, { year: true })}`;
