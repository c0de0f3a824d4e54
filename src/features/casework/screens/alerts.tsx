import { ArrowLeft } from 'lucide-react';
import { useMemo, useState } from 'react';
import { deskMeta, useDeskPerson } from '../../../ui/desk/frame.tsx';
import { useKeys } from '../../../ui/desk/keys.ts';
import { KeysDialog } from '../../../ui/desk/keys-line.tsx';
import { DeskList } from '../../../ui/desk/list.tsx';
import { useWide } from '../../../ui/desk/use-list.ts';
import { aheadOf } from '../../compliance/screens/parts/clock.tsx';
import { alertColumns } from './parts/alert-columns.tsx';
import { AlertPanel } from './parts/alert-panel.tsx';
import { AlertsBar } from './parts/alerts-bar.tsx';
import { alertKeys, alertKeysMostUsed } from './parts/key-names.ts';
import { useAlerts, useAlertsPlace } from './parts/use-alerts.ts';

export const meta = () => deskMeta('Alerts');

/**
 * /admin/aml-compliance: what a person must look at (decision C1) [001 §2], what is due first on top; on a wide screen
 * with the chosen alert beside it.
 */
export default function AlertsScreen() {
  const { id: me } = useDeskPerson();
  const place = useAlertsPlace();
  const wide = useWide();
  const shown = (place.alone || !wide) && place.selected;
  return (
    <>
      <h1 className="sr">Alerts</h1>
      {shown ? <OneAlert id={shown} me={me} set={place.set} /> : <Queue me={me} place={place} />}
    </>
  );
}

type AlertsPlace = ReturnType<typeof useAlertsPlace>;

/** One alert alone, with the way back to where it stands in the queue. */
function OneAlert({ id, me, set }: { id: string; me: string; set: AlertsPlace['set'] }) {
  const wide = useWide();
  const back = () => set(wide ? { alone: '' } : { alone: '', alert: '' });
  const [help, setHelp] = useState(false);
  useKeys({ escape: back, '?': () => setHelp(true) });
  return (
    <>
      <div className="bar2">
        <button type="button" className="chip" onClick={back}>
          <ArrowLeft className="ic" aria-hidden="true" />
          Alerts
        </button>
      </div>
      <AlertPanel key={id} alertId={id} me={me} alone />
      <KeysDialog open={help} onClose={() => setHelp(false)} names={alertKeys} />
    </>
  );
}

function Queue({ me, place: { part, set } }: { me: string; place: AlertsPlace }) {
  const { lines, first, dataUpdatedAt, ...queue } = useAlerts(part);
  const ahead = first ? aheadOf(first.now, dataUpdatedAt) : 0;
  const closed = part.view === 'closed';
  const whole = part.search === '' && part.priority === null && part.type === null;
  return (
    <DeskList
      asked={queue}
      lines={lines}
      columns={useMemo(() => alertColumns({ ahead, me, closed }), [ahead, me, closed])}
      look="alerts"
      as="alert"
      open={(id) => set({ alert: id, alone: '1' }, { push: true })}
      beside={(id) => <AlertPanel key={id} alertId={id} me={me} />}
      bar={(field) => <AlertsBar part={part} counts={first?.counts} field={field} onChange={set} />}
      total={whole && part.view !== 'closed' ? first?.counts[part.view] : undefined}
      failed="The alerts could not be read."
      empty={
        whole && part.view === 'open'
          ? { title: 'Nothing waits here', text: 'New alerts show up by themselves.' }
          : { title: 'No alert matches', text: 'Take a filter away, or look among the closed ones.' }
      }
      keys={alertKeysMostUsed}
      allKeys={alertKeys}
    />
  );
}
