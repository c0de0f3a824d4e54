import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { Link } from 'react-router';
import { buttonClass } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { deskMeta } from '../../../ui/desk/frame.tsx';
import { Part } from '../../../ui/desk/part.tsx';
import { usePlace } from '../../../ui/desk/use-list.ts';
import { NotYet } from '../../../ui/not-yet.tsx';
import { figures, TableHead } from '../../../ui/table-head.tsx';
import type { MonthFigures } from '../views.ts';
import '../../../ui/desk/desk-page.css';
import './parts/month-chart.css';
import { count } from '../../../ui/figures.ts';
import { Erasures } from './parts/erasures.tsx';
import { chartMonths, figureCharts, monthName, outcomeNames, tookText } from './parts/figure-words.ts';
import { MonthChart } from './parts/month-chart.tsx';

export const meta = () => deskMeta('Figures');

const spans = [6, 12, 24] as const;

/** What came, how it ended and how long it took, by month. */
export default function FiguresScreen() {
  const { params, set } = usePlace();
  const months = spans.find((span) => String(span) === params.get('months')) ?? 12;
  const chart = figureCharts.find(({ key }) => key === params.get('chart')) ?? figureCharts[0];
  const query = useQuery(api.compliance.figures.queryOptions({ input: { months }, placeholderData: keepPreviousData }));
  const told = query.data?.months;
  return (
    <div className="desk-page">
      <header className="page-head">
        <div className="row between wraps">
          <h1>Figures</h1>
          <div className="row wraps">
            <fieldset className="seg" aria-label="How many months">
              {spans.map((span) => (
                <button
                  key={span}
                  type="button"
                  aria-pressed={span === months}
                  onClick={() => set({ months: span === 12 ? '' : String(span) })}
                >
                  {span} months
                </button>
              ))}
            </fieldset>
            <a className={buttonClass({ look: 'line' })} href={`/api/compliance/figures.csv?months=${months}`} download>
              <Download className="ic" aria-hidden="true" />
              CSV
            </a>
          </div>
        </div>
        <p className="ink-2">By calendar month in Jamaica. The month that runs is counted as far as it has come.</p>
      </header>
      {told ? (
        <>
          <section aria-labelledby="chart">
            <div className="row between part-row">
              <h2 className="part" id="chart">
                {chart.name}
              </h2>
              <fieldset className="seg" aria-label="Which figures">
                {figureCharts.map(({ key, name }) => (
                  <button
                    key={key}
                    type="button"
                    aria-pressed={key === chart.key}
                    onClick={() => set({ chart: key === figureCharts[0].key ? '' : key })}
                  >
                    {name}
                  </button>
                ))}
              </fieldset>
            </div>
            <MonthChart
              key={`${chart.key} ${told.length}`}
              label={chart.label}
              parts={chart.parts}
              months={chartMonths(told, chart)}
            />
          </section>
          <Table months={told} />
          <Erasures />
        </>
      ) : (
        <NotYet asked={query} text="The figures could not be read." lines={[100, 100, 100, 100, 100]} />
      )}
    </div>
  );
}

type Column = readonly [name: string, read: (month: MonthFigures) => string];

const outcomes = Object.entries(outcomeNames) as [keyof typeof outcomeNames, string][];

const columnsFor = (withReports: boolean): readonly Column[] => [
  ['Alerts', (m) => count(m.alertsRaised)],
  ['Closed', (m) => count(m.alertsClosed)],
  ['Late', (m) => count(m.alertsClosedLate)],
  ['Median to close', (m) => tookText(m.minutesToClose)],
  ...outcomes.map(([code, name]): Column => [name, (m) => count(m.closedByOutcome[code])]),
  ['Kept quiet', (m) => count(m.suppressed)],
  ['Cases opened', (m) => count(m.casesOpened)],
  ['Cases closed', (m) => count(m.casesClosed)],
  ...(withReports ? [['Reports filed', (m: MonthFigures) => count(m.reportsFiled ?? 0)] satisfies Column] : []),
  ['Stopped', (m) => count(m.blockedOrders)],
  ['Held', (m) => count(m.holds)],
  ['Released', (m) => count(m.releases)],
];

/** Every figure, the newest month first; wider than a phone, so it moves sideways in its own place. */
function Table({ months }: { months: readonly MonthFigures[] }) {
  const columns = columnsFor(months.some(({ reportsFiled }) => reportsFiled !== null));
  const newest = [...months].sort((one, other) => other.month.localeCompare(one.month));
  return (
    <Part id="all-figures" title="Every figure">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what moves sideways must be reached by keys. */}
      <section className="wide-table" aria-label="Figures by month" tabIndex={0}>
        <table className="sheet-table num">
          <TableHead columns={['Month', ...columns.map(([name]) => figures(name))]} />
          <tbody>
            {newest.map((month) => (
              <tr key={month.month}>
                <th scope="row">{monthName(month.month)}</th>
                {columns.map(([name, read]) => (
                  <td key={name} className={/^[0–]$/.test(read(month)) ? 'r nought' : 'r'}>
                    {read(month)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="ink-2 below-table">
        Alerts are raised by{' '}
        <Link className="link" to="/admin/aml-compliance/rules">
          rules
        </Link>
        , lists and staff. Kept quiet: rules that were snoozed for a customer.
      </p>
    </Part>
  );
}
