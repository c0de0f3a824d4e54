import { jamaicaDay } from '../../kernel/calendar.ts';
import { formatDateTime, formatTime } from '../../ui/format.ts';

/** Formats a range in Jamaican time, such as `Sat 28 Nov 2026, 5:00 pm to 7:00 pm`. */
export const formatTimes = (startAt: Date, endAt: Date): string =>
  `${formatDateTime(startAt, { year: true })} to ${
    jamaicaDay(startAt) === jamaicaDay(endAt) ? formatTime(endAt) : formatDateTime(endAt)
  }`;
