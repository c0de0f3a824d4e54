import { jamaicaDay } from '../../kernel/calendar.ts';
import { type AlertOutcome, alertOutcomeCodes } from './alerts.ts';
import type { MonthFigures } from './views.ts';

/** What happened in a month, out of counts of single things. */
export type Count = { readonly month: string; readonly what: string; readonly n: number };

/** The last so many months up to now, `YYYY-MM`, the oldest first, this one included. */
export function lastMonths(now: Date, count: number): string[] {
  const [year = 0, month = 1] = jamaicaDay(now).split('-').map(Number);
  const back = Array.from({ length: count }, (_, n) => count - 1 - n);
  return back.map((n) => new Date(Date.UTC(year, month - 1 - n, 1)).toISOString().slice(0, 7));
}

/** One line for each month, also for those in which nothing happened. */
export function figuresOf(months: readonly string[], counts: readonly Count[], knowsReports: boolean): MonthFigures[] {
  const by = new Map<string, number>();
  for (const { month, what, n } of counts) by.set(`${month} ${what}`, (by.get(`${month} ${what}`) ?? 0) + n);
  return months.map((month) => monthOf(month, (what) => by.get(`${month} ${what}`) ?? null, knowsReports));
}

function monthOf(month: string, of: (what: string) => number | null, knowsReports: boolean): MonthFigures {
  const number = (what: string) => of(what) ?? 0;
  const closed = alertOutcomeCodes.map((outcome) => [outcome, number(`closed:${outcome}`)] as const);
  return {
    month,
    alertsRaised: number('alertsRaised'),
    alertsClosed: closed.reduce((sum, [, n]) => sum + n, 0),
    alertsClosedLate: number('alertsClosedLate'),
    closedByOutcome: Object.fromEntries(closed) as Record<AlertOutcome, number>,
    minutesToClose: of('minutesToClose'),
    suppressed: number('suppressed'),
    casesOpened: number('casesOpened'),
    casesClosed: number('casesClosed'),
    reportsFiled: knowsReports ? number('reportsFiled') : null,
    holds: number('holds'),
    releases: number('releases'),
    blockedOrders: number('blockedOrders'),
  };
}

const heads: readonly (readonly [string, (line: MonthFigures) => string | number | null])[] = [
  ['Month', ({ month }) => month],
  ['Alerts raised', ({ alertsRaised }) => alertsRaised],
  ['Alerts closed', ({ alertsClosed }) => alertsClosed],
  ['Closed after their deadline', ({ alertsClosedLate }) => alertsClosedLate],
  ['Median minutes to close', ({ minutesToClose }) => minutesToClose],
  ...alertOutcomeCodes.map(
    (code) => [`Closed: ${code}`, ({ closedByOutcome }: MonthFigures) => closedByOutcome[code]] as const,
  ),
  ['Kept quiet by snoozes', ({ suppressed }) => suppressed],
  ['Cases opened', ({ casesOpened }) => casesOpened],
  ['Cases closed', ({ casesClosed }) => casesClosed],
  ['Reports filed', ({ reportsFiled }) => reportsFiled],
  ['Orders held', ({ holds }) => holds],
  ['Orders released', ({ releases }) => releases],
  ['Orders blocked', ({ blockedOrders }) => blockedOrders],
];

/** The figures as a CSV file: numbers and months alone, so nothing in it can be taken for a formula. */
export const figuresCsv = (lines: readonly MonthFigures[]): string =>
  [heads.map(([name]) => name), ...lines.map((line) => heads.map(([, read]) => read(line) ?? ''))]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('');
