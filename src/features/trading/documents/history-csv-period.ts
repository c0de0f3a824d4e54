import { addDays, atHour, type Day } from '../../../kernel/calendar.ts';
import type { CsvRefusal } from '../history-csv-messages.ts';

/** `from` is inclusive, `until` exclusive. `name` is part of the file name and shows the first and last day. */
export type Period = { readonly from: Date; readonly until: Date; readonly name: string };

const maxDays = 366;
const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

function isDay(text: unknown): text is Day {
  if (typeof text !== 'string' || !dayPattern.test(text)) return false;
  const moment = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text);
}

/** Returns a period of at most 366 days, or the refusal code. */
export function parsePeriod(from: unknown, until: unknown): Period | CsvRefusal {
  if (!isDay(from) || !isDay(until)) return 'trading.csv_dates';
  if (from > until) return 'trading.csv_order';
  if (until > addDays(from, maxDays - 1)) return 'trading.csv_long';
  return { from: atHour(from, 0), until: atHour(addDays(until, 1), 0), name: `${from}-to-${until}` };
}
