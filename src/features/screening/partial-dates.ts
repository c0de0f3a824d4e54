export type DateParts = { year?: string; month?: string; day?: string };

const padTwo = (text: string) => text.padStart(2, '0');

/** Returns `1970`, `1970-05` or `1970-05-12`, or null without a year. */
export function formatPartialDate({ year, month, day }: DateParts): string | null {
  if (!year || !/^\d{4}$/.test(year)) return null;
  if (!month || !/^\d{1,2}$/.test(month)) return year;
  return day && /^\d{1,2}$/.test(day) ? `${year}-${padTwo(month)}-${padTwo(day)}` : `${year}-${padTwo(month)}`;
}

const getLastDay = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** Returns the shortest exact form of a period: a day, a month, a year or `1970/1975`. */
export function formatPeriod(from: DateParts, until: DateParts): string | null {
  const [start, end] = [formatPartialDate(from), formatPartialDate(until)];
  if (!start || !end || start === end) return start ?? end;
  const [fromYear, untilYear] = [start.slice(0, 4), end.slice(0, 4)];
  if (fromYear !== untilYear) return `${fromYear}/${untilYear}`;
  const isSameMonth = start.slice(5, 7) === end.slice(5, 7);
  const isWholeMonth = isSameMonth && end.endsWith(`-${getLastDay(Number(untilYear), Number(end.slice(5, 7)))}`);
  return isWholeMonth && start.endsWith('-01') ? start.slice(0, 7) : fromYear;
}

const marginYears = 2;

export function widenPeriod(birth: string): string {
  const [from = '', until = from] = birth.split('/').map((part) => part.slice(0, 4));
  return `${Number(from) - marginYears}/${Number(until) + marginYears}`;
}
