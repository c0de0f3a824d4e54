import { ArrowLeft } from 'lucide-react';
import { type MouseEvent, useRef, useState } from 'react';
import { deskMeta, useDeskPerson } from '../../../ui/desk/frame.tsx';
import { useKeys } from '../../../ui/desk/keys.ts';
import { KeysDialog } from '../../../ui/desk/keys-line.tsx';
import { ListBody } from '../../../ui/desk/list-body.tsx';
import { useChoice, useSelection, useSteady, useWide } from '../../../ui/desk/use-list.ts';
import { aheadOf } from '../../compliance/screens/parts/clock.tsx';
import { AlertPanel } from './parts/alert-panel.tsx';
import { AlertsBar } from './parts/alerts-bar.tsx';
import { AlertsTable } from './parts/alerts-table.tsx';
import { alertKeys, alertKeysMostUsed } from './parts/key-names.ts';
import { useAlerts, useAlertsPlace } from './parts/use-alerts.ts';

export const meta = () => deskMeta('Alerts');

/** What a person must look at, what is due first on top; on a wide screen with the chosen alert beside it. */
export default function AlertsScreen() {
  const person = useDeskPerson();
  return (
    <>
      <h1 className="sr">Alerts</h1>
      <Alerts me={person.id} />
    </>
  );
}

type Place = ReturnType<typeof useAlertsPlace>;

function Alerts({ me }: { me: string }) {
  const place = useAlertsPlace();
  const [help, setHelp] = useState(false);
  const wide = useWide();
  const shown = (place.alone || !wide) && place.selected;
  useKeys({ '?': () => setHelp(true) });
  return (
    <>
      {shown ? (
        <OneAlert id={shown} me={me} set={place.set} />
      ) : (
        <Queue me={me} place={place} wide={wide} onHelp={() => setHelp(true)} />
      )}
      <KeysDialog open={help} onClose={() => setHelp(false)} names={alertKeys} />
    </>
  );
}

/** One alert alone, with the way back to where it stands in the queue. */
function OneAlert({ id, me, set }: { id: string; me: string; set: Place['set'] }) {
  const wide = useWide();
  const back = () => set(wide ? { alone: '' } : { alone: '', alert: '' });
  useKeys({ escape: back });
  return (
    <>
      <div className="bar2">
        <button type="button" className="chip" onClick={back}>
          <ArrowLeft className="ic" aria-hidden="true" />
          Alerts
        </button>
      </div>
      <AlertPanel key={id} alertId={id} me={me} alone />
    </>
  );
}

type QueueProps = { me: string; place: Place; wide: boolean; onHelp: () => void };

function Queue({ me, place: { part, selected, set }, wide, onHelp }: QueueProps) {
  const { lines, first, dataUpdatedAt, ...queue } = useAlerts(part);
  const field = useRef<HTMLInputElement>(null);
  const { chosen, choose } = useSelection(selected, (id) => set({ alert: id }));
  const ids = lines.map(({ id }) => id);
  const { down, up } = useChoice(ids, chosen, choose);
  const open = (id: string) => set({ alert: id, alone: '1' }, { push: true });
  useKeys({
    j: down,
    k: up,
    enter: chosen === null ? undefined : () => open(chosen),
    '/': () => field.current?.focus(),
  });
  const onChoose = useSteady((event: MouseEvent, id: string) => {
    // A new tab stays a new tab.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (wide) choose(id);
    else open(id);
  });
  const narrowed = part.search !== '' || part.priority !== null || part.type !== null || part.view !== 'open';
  const whole = part.search === '' && part.priority === null && part.type === null;
  return (
    <>
      <AlertsBar part={part} counts={first?.counts} field={field} onChange={set} />
      <div className={wide && selected ? 'split' : 'split one'}>
        <ListBody
          asked={queue}
          shown={first ? lines.length : null}
          total={whole && part.view !== 'closed' ? first?.counts[part.view] : undefined}
          failed="The alerts could not be read."
          empty={{
            title: narrowed ? 'No alert matches' : 'Nothing waits here',
            text: narrowed ? 'Take a filter away, or look among the closed ones.' : 'New alerts show up by themselves.',
          }}
          names={alertKeysMostUsed}
          onKeys={onHelp}
        >
          {first && (
            <AlertsTable
              lines={lines}
              selected={chosen}
              ahead={aheadOf(first.now, dataUpdatedAt)}
              me={me}
              closed={part.view === 'closed'}
              onChoose={onChoose}
            />
          )}
        </ListBody>
        {wide && selected && <AlertPanel key={selected} alertId={selected} me={me} />}
      </div>
    </>
  );
}
