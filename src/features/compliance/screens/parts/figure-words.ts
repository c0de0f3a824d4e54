import { alertOutcomeCodes } from '../../alerts.ts';
import type { MonthFigures } from '../../views.ts';
import type { ChartMonth, ChartPart } from './month-chart.tsx';

/** The figures of months as charts and as lines of a table. */

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const whole = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
];

const at = (month: string): readonly [year: string, index: number] => [
  month.slice(0, 4),
  Number(month.slice(5, 7)) - 1,
];

/** `2026-11` is `November 2026`. */
export const monthName = (month: string): string => `${whole[at(month)[1]] ?? ''} ${at(month)[0]}`;

/** `Nov`; January carries its year, so that one sees where it changes. */
export function shortMonth(month: string): string {
  const [year, index] = at(month);
  return index === 0 ? `Jan ${year.slice(2)}` : (months[index] ?? '');
}

/** How long something took: `18 min`, `3.5 h`, `2 d`; a dash where nothing was closed. */
export function tookText(minutes: number | null): string {
  if (minutes === null) return '–';
  if (minutes < 90) return `${Math.round(minutes)} min`;
  if (minutes < 48 * 60) return `${Math.round((minutes / 60) * 10) / 10} h`;
  return `${Math.round(minutes / (24 * 60))} d`;
}

export const outcomeNames = {
  false_positive: 'Nothing in it',
  explained: 'Explained',
  case_opened: 'Goes on in a case',
  duplicate: 'The same as another',
  tested: 'A test of ours',
} as const;

export type FigureChart = {
  readonly key: string;
  readonly name: string;
  /** What one column is the sum of. */
  readonly label: string;
  readonly parts: readonly ChartPart[];
  readonly counts: (month: MonthFigures) => Readonly<Record<string, number>>;
};

const part = (key: string, name: string, fill: ChartPart['fill']): ChartPart => ({ key, name, fill });
const outcomeFills: readonly ChartPart['fill'][] = ['plain', 'hatched', 'dark', 'dotted', 'open'];

export const figureCharts: readonly [FigureChart, ...FigureChart[]] = [
  {
    key: 'raised',
    name: 'Alerts raised',
    label: 'Alerts raised by month',
    parts: [part('raised', 'Raised', 'plain')],
    counts: ({ alertsRaised }) => ({ raised: alertsRaised }),
  },
  {
    key: 'closed',
    name: 'Closed in time',
    label: 'Alerts closed by month',
    parts: [part('in_time', 'In time', 'plain'), part('late', 'Late', 'dark')],
    counts: ({ alertsClosed, alertsClosedLate }) => ({
      in_time: alertsClosed - alertsClosedLate,
      late: alertsClosedLate,
    }),
  },
  {
    key: 'outcomes',
    name: 'How they ended',
    label: 'Closed alerts by outcome and month',
    parts: alertOutcomeCodes.map((code, index) => part(code, outcomeNames[code], outcomeFills[index] ?? 'open')),
    counts: ({ closedByOutcome }) => closedByOutcome,
  },
  {
    key: 'cases',
    name: 'Cases',
    label: 'Cases opened by month',
    parts: [part('opened', 'Opened', 'plain')],
    counts: ({ casesOpened }) => ({ opened: casesOpened }),
  },
  {
    key: 'orders',
    name: 'Stopped and held',
    label: 'Orders stopped and held by month',
    parts: [part('stopped', 'Stopped', 'dark'), part('held', 'Held', 'hatched')],
    counts: ({ blockedOrders, holds }) => ({ stopped: blockedOrders, held: holds }),
  },
];

/** The months of a chart, oldest first. */
export const chartMonths = (figures: readonly MonthFigures[], { counts }: FigureChart): ChartMonth[] =>
  [...figures]
    .sort((one, other) => one.month.localeCompare(other.month))
    .map((month) => ({
      key: month.month,
      name: monthName(month.month),
      short: shortMonth(month.month),
      counts: counts(month),
    }));
