import { formatAge, formatDateTime, formatDay, formatTime } from '../../../ui/format.ts';
import type { SystemNow } from './data.ts';

export const readinessLabels: Readonly<Record<keyof SystemNow['ready'], string>> = {
  migrated: 'Database is up to date',
  prices: 'Prices are up to date',
  lists: 'Required lists are up to date',
  timetable: 'Scheduled jobs are running',
  mail: 'Mails and jobs are on time',
  disk: 'Enough disk space',
};

export function formatSince(time: Date, now: Date): string {
  const age = formatAge(time, now);
  return `${formatDateTime(time, { year: true })}, ${age === 'just now' ? age : `${age} ago`}`;
}

export const formatWaitingSince = (time: Date, now: Date): string =>
  `since ${formatDay(time) === formatDay(now) ? formatTime(time) : formatDateTime(time, { year: true })}`;
