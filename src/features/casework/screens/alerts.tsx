import { ArrowLeft } from 'lucide-react';
import { useMemo, useState } from 'react';
import { adminMeta, useStaffUser } from '../../../ui/admin/frame.tsx';
import { AdminList } from '../../../ui/admin/list.tsx';
import { ShortcutDialog } from '../../../ui/admin/shortcut-help.tsx';
import { useShortcuts } from '../../../ui/admin/shortcuts.ts';
import { useIsWide } from '../../../ui/admin/use-list.ts';
import { updateClockOffset } from '../../compliance/screens/parts/clock.tsx';
import { alertColumns } from './parts/alert-columns.tsx';
import { AlertPanel } from './parts/alert-panel.tsx';
import { AlertsBar } from './parts/alerts-bar.tsx';
import { alertKeys, commonAlertKeys } from './parts/shortcuts.ts';
import { useAlerts, useAlertsUrlState } from './parts/use-alerts.ts';

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
