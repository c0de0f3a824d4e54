/** Day, month and year as some lists write them: in three parts of which some may be missing. */
export type DateParts = { year?: string; month?: string; day?: string };

const two = (text: string) => text.padStart(2, '0');

/** As much of a date as is known: `1970`, `1970-05`, `1970-05-12`; null without a year. */
export function dayText({ year, month, day }: DateParts): string | null {
  if (!year || !/^\d{4}$/.test(year)) return null;
  if (!month || !/^\d{1,2}$/.test(month)) return year;
  return day && /^\d{1,2}$/.test(day) ? `${year}-${two(month)}-${two(day)}` : `${year}-${two(month)}`;
}

const lastDay = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();

/**
 * A period between two full days in its shortest true words: one day, a whole month, a whole year, or the years at
 * both ends (`1970/1975`).
 */
export function spanText(from: DateParts, until: DateParts): string | null {
  const [start, end] = [dayText(from), dayText(until)];
  if (!start || !end || start === end) return start ?? end;
  const [fromYear, untilYear] = [start.slice(0, 4), end.slice(0, 4)];
  if (fromYear !== untilYear) return `${fromYear}/${untilYear}`;
  const sameMonth = start.slice(5, 7) === end.slice(5, 7);
  const wholeMonth = sameMonth && end.endsWith(`-${lastDay(Number(untilYear), Number(end.slice(5, 7)))}`);
  return wholeMonth && start.endsWith('-01') ? start.slice(0, 7) : fromYear;
}
