import { ArrowLeft } from 'lucide-react';
import { type RefObject, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { adminMeta, useStaffUser } from '../../../../ui/admin/frame.tsx';
import { AdminList, type Column } from '../../../../ui/admin/list.tsx';
import { SearchField } from '../../../../ui/admin/search-field.tsx';
import { ShortcutDialog, useShortcuts } from '../../../../ui/admin/shortcuts.tsx';
import { useIsWide, usePages, useUrlState } from '../../../../ui/admin/use-list.ts';
import { KindField, ViewChips } from '../../../../ui/admin/view-chips.tsx';
import { Badge } from '../../../../ui/badge.tsx';
import { api } from '../../../../ui/client.ts';
import { formatDateTime } from '../../../../ui/format.ts';
import {
  type AlertPriority,
  type AlertType,
  alertPriorities,
  alertTypeCodes,
  alertTypes,
  alertViews,
} from '../../alerts.ts';
import type { AlertLine, AlertPage } from '../../views.ts';
import { Assignee } from './alert-lines.tsx';
import { AlertPanel } from './alert-panel.tsx';
import { Clock, updateClockOffset } from './clock.tsx';
import { alertKeys, commonAlertKeys, priorityLabels } from './labels.ts';
import { RiskBar } from './score.tsx';

type AlertViewCode = (typeof alertViews)[number];

const alertViewTabs: readonly { key: AlertViewCode; name: string }[] = [
  { key: 'open', name: 'Open' },
  { key: 'overdue', name: 'Overdue' },
  { key: 'mine', name: 'Mine' },
  { key: 'unassigned', name: 'Unassigned' },
  { key: 'closed', name: 'Closed' },
];

/** Filters live in the URL: they survive a reload and can be shared. */
function useAlertsUrlState() {
  const { params, search, set } = useUrlState();
  const view: AlertViewCode = alertViews.find((key) => key === params.get('view')) ?? 'open';
  const priority: AlertPriority | null = alertPriorities.find((key) => key === params.get('priority')) ?? null;
  const type: AlertType | null = alertTypeCodes.find((key) => key === params.get('type')) ?? null;
  return { filters: { view, priority, type, search }, selected: params.get('alert'), alone: params.has('alone'), set };
}

type AlertFilters = ReturnType<typeof useAlertsUrlState>['filters'];

const useAlerts = ({ search, ...filters }: AlertFilters) =>
  usePages(api.compliance.alerts, (after) => ({ ...filters, search: search.slice(0, 80), after }));

type ColumnOptions = {
  /** Milliseconds that the server clock is ahead of this device. */
  offsetMs: number;
  me: string;
  closed: boolean;
};

const alertColumns = ({ offsetMs, me, closed }: ColumnOptions): readonly Column<AlertLine>[] => [
  {
    name: closed ? 'Closed' : 'Due in',
    of: ({ closedAt, createdAt, deadline }) =>
      closedAt ? (
        <span className="age sla">{formatDateTime(closedAt)}</span>
      ) : (
        <Clock since={createdAt} until={deadline} offsetMs={offsetMs} />
      ),
  },
  {
    name: 'Alert',
    className: 'ref',
    of: ({ id, type }) => <Link to={`/admin/aml-compliance?alert=${id}&alone=1`}>{alertTypes[type]}</Link>,
  },
  { name: 'Customer', of: ({ customer }) => customer.name },
  { name: 'Reason', className: 'wide', of: ({ description }) => description },
  { name: 'Score', right: true, of: ({ riskScore, priority }) => <RiskBar score={riskScore} level={priority} /> },
  {
    name: 'Priority',
    of: ({ priority }) => <Badge kind={priorityLabels[priority].kind}>{priorityLabels[priority].text}</Badge>,
  },
  { name: 'Assignee', className: 'ink-2', of: ({ assignee }) => <Assignee assignee={assignee} me={me} /> },
  { name: 'Order', className: 'ink-2 num', of: ({ order }) => order?.reference },
  { name: 'Case', className: 'ink-2 num', of: ({ caseNumber }) => caseNumber !== null && `Case ${caseNumber}` },
];

type AlertsBarProps = {
  filters: AlertFilters;
  counts: AlertPage['counts'] | undefined;
  field: RefObject<HTMLInputElement | null>;
  onChange: (change: Record<string, string>) => void;
};

const priorities = alertPriorities.map((key) => ({ key, name: priorityLabels[key].text }));

const AlertsBar = ({ filters, counts, field, onChange }: AlertsBarProps) => (
  <div className="bar2">
    <SearchField
      label="Search alerts"
      placeholder="Name, email, order"
      search={filters.search}
      field={field}
      onSearch={(search) => onChange({ search })}
    />
    <ViewChips
      views={alertViewTabs}
      chosen={filters.view}
      counts={counts}
      uncounted={['closed']}
      onChoose={(view) => onChange({ view: view === 'open' ? '' : view })}
    />
    <ViewChips
      legend="Priority"
      views={priorities}
      chosen={filters.priority}
      counts={counts}
      onChoose={(priority) => onChange({ priority: priority === filters.priority ? '' : priority })}
    />
    <KindField kinds={alertTypes} chosen={filters.type} onChoose={(type) => onChange({ type })} />
  </div>
);

export const meta = () => adminMeta('Alerts');

/** /admin/aml-compliance: alerts by deadline (decision C1) [001 §2]. */
export default function AlertsScreen() {
  const { id: me } = useStaffUser();
  const urlState = useAlertsUrlState();
  const isWide = useIsWide();
  const selectedId = (urlState.alone || !isWide) && urlState.selected;
  return (
    <>
      <h1 className="sr">Alerts</h1>
      {selectedId ? <OneAlert id={selectedId} me={me} set={urlState.set} /> : <Queue me={me} urlState={urlState} />}
    </>
  );
}

type AlertsUrlState = ReturnType<typeof useAlertsUrlState>;

function OneAlert({ id, me, set }: { id: string; me: string; set: AlertsUrlState['set'] }) {
  const isWide = useIsWide();
  const back = () => set(isWide ? { alone: '' } : { alone: '', alert: '' });
  const [help, setHelp] = useState(false);
  useShortcuts({ escape: back, '?': () => setHelp(true) });
  return (
    <>
      <div className="bar2">
        <button type="button" className="chip" onClick={back}>
          <ArrowLeft className="ic" aria-hidden="true" />
          Alerts
        </button>
      </div>
      <AlertPanel key={id} alertId={id} me={me} alone />
      <ShortcutDialog open={help} onClose={() => setHelp(false)} shortcuts={alertKeys} />
    </>
  );
}

function Queue({ me, urlState: { filters, set } }: { me: string; urlState: AlertsUrlState }) {
  const { lines, first, dataUpdatedAt, ...queue } = useAlerts(filters);
  const offsetMs = first ? updateClockOffset(first.now, dataUpdatedAt) : 0;
  const closed = filters.view === 'closed';
  const isUnfiltered = filters.search === '' && filters.priority === null && filters.type === null;
  return (
    <AdminList
      query={queue}
      rows={lines}
      columns={useMemo(() => alertColumns({ offsetMs, me, closed }), [offsetMs, me, closed])}
      className="alerts"
      urlParam="alert"
      open={(id) => set({ alert: id, alone: '1' }, { push: true })}
      renderPanel={(id) => <AlertPanel key={id} alertId={id} me={me} />}
      renderBar={(field) => <AlertsBar filters={filters} counts={first?.counts} field={field} onChange={set} />}
      total={isUnfiltered && filters.view !== 'closed' ? first?.counts[filters.view] : undefined}
      errorText="We couldn't load the alerts."
      empty={
        isUnfiltered && filters.view === 'open'
          ? { title: 'No open alerts', text: 'New alerts appear automatically.' }
          : { title: 'No alerts match', text: 'Remove a filter or check the closed alerts.' }
      }
      shortcuts={commonAlertKeys}
      allShortcuts={alertKeys}
    />
  );
}
