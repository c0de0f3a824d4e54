import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { adminMeta } from '../../../../ui/admin/frame.tsx';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { formatDateTime } from '../../../../ui/format.ts';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { QueryPlaceholder } from '../../../../ui/states.tsx';
import { type BreachState, breachPartCodes, breachParts } from '../../breach.ts';
import type { BreachRow } from '../../breach-store.ts';
import '../../../../ui/admin/admin-page.css';
import { downloadText } from '../../../../ui/admin/download-text.ts';
import { PageSection } from '../../../../ui/admin/section.tsx';
import { formatPlural } from '../../../../ui/number-format.ts';
import { FailedState } from '../../../../ui/states.tsx';
import type { ErasureReport, Erasures as Shown } from '../../retention-store.ts';
import { Clock, updateClockOffset } from './clock.tsx';

const formatTables = ({ counts }: ErasureReport): string =>
  Object.entries(counts)
    .map(([table, rows]) => `${table.replaceAll('_', ' ')} ${rows}`)
    .join(', ');

const formatCounts = ({ people, orders, payments, bankLines }: Shown['due']): string =>
  [
    formatPlural(people, 'customer', 'customers'),
    formatPlural(orders, 'order', 'orders'),
    formatPlural(payments, 'payment', 'payments'),
    formatPlural(bankLines, 'bank line', 'bank lines'),
  ].join(', ');

/** Shows past erasures and a preview of tonight's, as counts only (decision A12). */
function Erasures() {
  const query = useQuery(api.compliance.erasures.queryOptions());
  return (
    <PageSection id="erased" title="Erased after seven years">
      {query.data && (
        <p className="ink-2">
          Due tonight: {formatCounts(query.data.due)}. On hold: {query.data.due.keptBack}.
        </p>
      )}
      {query.data && query.data.reports.length > 0 && (
        <ul className="notes num">
          {query.data.reports.map((report) => (
            <li key={report.id}>
              <p>
                {formatDateTime(report.at, { year: true })}: {formatCounts(report)},{' '}
                {formatPlural(report.files, 'file', 'files')}
              </p>
              <p className="t-2xs ink-3 wrap-any">
                {formatTables(report)}
                {report.keptBack > 0 && ` Not erased, because of a hold or an error: ${report.keptBack}.`}
              </p>
            </li>
          ))}
        </ul>
      )}
      {query.data?.reports.length === 0 && <p className="ink-2">Nothing erased yet</p>}
      {query.error && (
        <FailedState text="We couldn't load the reports." error={query.error} onRetry={() => void query.refetch()} />
      )}
    </PageSection>
  );
}

const NoteDialog = lazyPart(() => import('./breach-dialogs.tsx').then((parts) => parts.NoteDialog));
const UpdateDialog = lazyPart(() => import('./breach-dialogs.tsx').then((parts) => parts.UpdateDialog));
const NotifyDialog = lazyPart(() => import('./breach-dialogs.tsx').then((parts) => parts.NotifyDialog));

export const meta = () => adminMeta('Breaches');

const stateLabels = {
  notified: { kind: 'approved', text: 'Notified in time' },
  notified_late: { kind: 'other', text: 'Notified late' },
  in_time: { kind: 'pending', text: 'Not notified yet' },
  soon: { kind: 'pending', text: 'Less than a day left' },
  overdue: { kind: 'rejected', text: 'Overdue' },
} as const;

type Line = BreachRow & { readonly dueAt: Date; readonly state: BreachState; readonly text: string };

const formatNotified = (at: Date | null): string =>
  at ? `notified ${formatDateTime(at, { year: true })}` : 'not notified yet';

function Breach({ line, offsetMs }: { line: Line; offsetMs: number }) {
  const [open, setOpen] = useState<'write' | 'commissioner' | 'persons' | null>(null);
  const { title, awareAt, dueAt, state, commissionerNotifiedAt, personsNotifiedAt, notedBy } = line;
  const onClose = () => setOpen(null);
  return (
    <li className="breach stack-s">
      <p className="row wraps wrap-any">
        <b>{title}</b> <Badge kind={stateLabels[state].kind}>{stateLabels[state].text}</Badge>
        {!commissionerNotifiedAt && <Clock since={awareAt} until={dueAt} offsetMs={offsetMs} />}
      </p>
      <p className="ink-2 num">
        Known since {formatDateTime(awareAt, { year: true })}, recorded by {notedBy}. Due{' '}
        {formatDateTime(dueAt, { year: true })}. Commissioner: {formatNotified(commissionerNotifiedAt)}. People
        affected: {formatNotified(personsNotifiedAt)}.
      </p>
      <dl className="stack-s">
        {breachPartCodes.map((part) => (
          <div key={part}>
            <dt className="t-2xs ink-3">{breachParts[part]}</dt>
            <dd className="wrap-any">{line[part] || 'Not known yet.'}</dd>
          </div>
        ))}
      </dl>
      <div className="row wraps">
        <Button variant="line" size="small" label={`Update: ${title}`} onClick={() => setOpen('write')}>
          Update
        </Button>
        {!commissionerNotifiedAt && (
          <Button
            size="small"
            label={`Mark Commissioner as notified: ${title}`}
            onClick={() => setOpen('commissioner')}
          >
            Mark Commissioner as notified
          </Button>
        )}
        {!personsNotifiedAt && (
          <Button
            variant="line"
            size="small"
            label={`Mark people as notified: ${title}`}
            onClick={() => setOpen('persons')}
          >
            Mark people as notified
          </Button>
        )}
        <Button
          variant="line"
          size="small"
          label={`Report for the Commissioner: ${title}`}
          onClick={() => downloadText('breach-report.txt', line.text, 'text/plain;charset=utf-8')}
        >
          <Download className="ic" aria-hidden="true" />
          Report for the Commissioner
        </Button>
      </div>
      {open === 'write' && <UpdateDialog breach={line} onClose={onClose} />}
      {(open === 'commissioner' || open === 'persons') && (
        <NotifyDialog breach={line} recipient={open} onClose={onClose} />
      )}
    </li>
  );
}

export default function BreachesScreen() {
  const query = useQuery(api.compliance.breaches.queryOptions());
  const [open, setOpen] = useState(false);
  const offsetMs = updateClockOffset(query.data?.now, query.dataUpdatedAt);
  return (
    <div className="desk-page">
      <header className="page-head">
        <div className="row between wraps">
          <h1>Breaches</h1>
          <Button onClick={() => setOpen(true)}>Record a breach</Button>
        </div>
        <p className="ink-2">
          Notify the Information Commissioner within 72 hours of learning of a breach, even if you don't have all the
          details yet. Notify the people affected too.
        </p>
      </header>
      {query.data?.lines.length === 0 && <p className="ink-2">No breaches recorded</p>}
      <ul className="notes">
        {query.data?.lines.map((line) => (
          <Breach key={line.id} line={line} offsetMs={offsetMs} />
        ))}
      </ul>
      {(!query.data || query.error) && (
        <QueryPlaceholder query={query} text="We couldn't load the records." lines={[60, 90, 60]} />
      )}
      <Erasures />
      {open && <NoteDialog onClose={() => setOpen(false)} />}
    </div>
  );
}
