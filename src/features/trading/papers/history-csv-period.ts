import { atHour, type Day, shiftDay } from '../../../kernel/calendar.ts';
import type { CsvRefusal } from '../history-csv-messages.ts';

/** A period in Jamaican days, both included, and the moments that bound it: `from` inside, `until` just after. */
export type Period = { readonly from: Date; readonly until: Date; readonly name: string };

const mostDays = 366;
const shape = /^\d{4}-\d{2}-\d{2}$/;

/** A day that exists: 30 February does not. */
function isDay(text: unknown): text is Day {
  if (typeof text !== 'string' || !shape.test(text)) return false;
  const moment = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text);
}

/** Reads the two dates of a period, or says what is wrong with them. At most 366 days, so that a leap year fits. */
export function readPeriod(from: unknown, until: unknown): Period | CsvRefusal {
  if (!isDay(from) || !isDay(until)) return 'trading.csv_dates';
  if (from > until) return 'trading.csv_order';
  if (until > shiftDay(from, mostDays - 1)) return 'trading.csv_long';
  return { from: atHour(from, 0), until: atHour(shiftDay(until, 1), 0), name: `${from}-to-${until}` };
}
