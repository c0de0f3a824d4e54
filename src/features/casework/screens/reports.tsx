import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type MouseEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { Badge } from '../../../ui/badge.tsx';
import { api } from '../../../ui/client.ts';
import { deskMeta } from '../../../ui/desk/frame.tsx';
import { useKeys } from '../../../ui/desk/keys.ts';
import { type KeyName, KeysDialog } from '../../../ui/desk/keys-line.tsx';
import { ListBody } from '../../../ui/desk/list-body.tsx';
import { useChoice, usePlace, useSelection } from '../../../ui/desk/use-list.ts';
import { ViewChips } from '../../../ui/desk/view-chips.tsx';
import { dateText } from '../../../ui/format.ts';
import { reportViews } from '../../compliance/filters.ts';
import type { ReportLine } from '../../compliance/views.ts';
import { ReportAge } from './parts/report-lines.tsx';
import { reportStateWords } from './parts/words.ts';

export const meta = () => deskMeta('Reports');

const keys: readonly KeyName[] = [
  [['J', 'K'], 'next, previous'],
  [['Enter'], 'open'],
];
const names = { open: 'Drafts', filed: 'Filed', abandoned: 'Abandoned' } as const;
const views = reportViews.map((key) => ({ key, name: names[key] }));

/** Suspicious-transaction reports, what is due first on top; for the role compliance alone. */
export default function ReportsScreen() {
  return (
    <>
      <h1 className="sr">Suspicious-transaction reports</h1>
      <Reports />
    </>
  );
}

function useReports() {
  const { params, set } = usePlace();
  const view = reportViews.find((key) => key === params.get('view')) ?? 'open';
  const query = useInfiniteQuery(
    api.compliance.reports.infiniteOptions({
      input: (after: string | null) => ({ view, after }),
      initialPageParam: null as string | null,
      getNextPageParam: (last) => last.next,
      placeholderData: keepPreviousData,
    }),
  );
  const lines = query.data?.pages.flatMap((page) => page.lines) ?? [];
  return { view, at: params.get('at'), set, ...query, lines, first: query.data?.pages[0] };
}

const pathOf = (id: string): string => `/admin/aml-compliance/reports/${id}`;

const Row = ({ line, selected, onOpen }: { line: ReportLine; selected: boolean; onOpen: (id: string) => void }) => {
  const { id, number, customer, caseNumber, state, clock, suspicionFormedOn, fidReference } = line;
  const open = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a')) return;
    onOpen(id);
  };
  return (
    <tr aria-selected={selected} onClick={open}>
      <td>{state === 'draft' ? <ReportAge clock={clock} /> : null}</td>
      <td className="ref">
        <Link to={pathOf(id)}>Report {number}</Link>
      </td>
      <td>{customer.name}</td>
      <td className="num ink-2">Case {caseNumber}</td>
      <td className="num">{dateText(clock.dueOn)}</td>
      <td>
        <Badge kind={reportStateWords[state].kind}>{reportStateWords[state].text}</Badge>
      </td>
      <td className="num ink-2">{dateText(suspicionFormedOn)}</td>
      <td className="num">{fidReference}</td>
    </tr>
  );
};

function Reports() {
  const { view, at, set, lines, first, ...query } = useReports();
  const navigate = useNavigate();
  const [help, setHelp] = useState(false);
  const { chosen, choose } = useSelection(at, (id) => set({ at: id }));
  const ids = lines.map(({ id }) => id);
  const { down, up } = useChoice(ids, chosen, choose);
  const open = (id: string) => void navigate(pathOf(id));
  useKeys({
    j: down,
    k: up,
    enter: chosen === null ? undefined : () => open(chosen),
    '?': () => setHelp(true),
  });
  return (
    <>
      <div className="bar2">
        <ViewChips
          views={views}
          chosen={view}
          counts={first?.counts}
          uncounted={['filed', 'abandoned']}
          onChoose={(key) => set({ view: key === 'open' ? '' : key, at: '' })}
        />
        {first && first.counts.overdue > 0 && <span className="age late">{first.counts.overdue} late</span>}
        <span className="ink-3 only-wide live">Due 15 days after the suspicion was formed</span>
      </div>
      <div className="split one">
        <ListBody
          asked={query}
          shown={first ? lines.length : null}
          failed="The reports could not be read."
          empty={{
            title: view === 'open' ? 'No report is being written' : 'There are none',
            text: view === 'open' ? 'A report is opened from a case.' : undefined,
          }}
          names={keys}
          onKeys={() => setHelp(true)}
        >
          <table className="q reports">
            <thead>
              <tr>
                <th scope="col">Clock</th>
                <th scope="col">Report</th>
                <th scope="col">Customer</th>
                <th scope="col">Case</th>
                <th scope="col">Due</th>
                <th scope="col">State</th>
                <th scope="col">Suspicion of</th>
                <th scope="col">FID reference</th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <Row key={line.id} line={line} selected={line.id === chosen} onOpen={open} />
              ))}
            </tbody>
          </table>
        </ListBody>
      </div>
      <KeysDialog open={help} onClose={() => setHelp(false)} names={keys} />
    </>
  );
}
