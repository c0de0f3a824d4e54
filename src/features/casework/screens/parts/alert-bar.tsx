import { Check, FolderOpen } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../../../ui/client.ts';
import { ActBar } from '../../../../ui/desk/act-bar.tsx';
import { later } from '../../../../ui/later.tsx';
import { useAct } from '../../../compliance/screens/parts/use-act.ts';
import type { AlertView } from '../../../compliance/views.ts';

const dialogs = {
  assign: later(() => import('./alert-dialogs.tsx').then((parts) => parts.AssignDialog)),
  close: later(() => import('./alert-dialogs.tsx').then((parts) => parts.CloseAlertDialog)),
  gather: later(() => import('./alert-dialogs.tsx').then((parts) => parts.GatherDialog)),
  snooze: later(() => import('./alert-dialogs.tsx').then((parts) => parts.SnoozeDialog)),
};
type Open = keyof typeof dialogs;

/** Why nothing can be done with it any more, or who is at it. */
function remark({ state, assignee }: AlertView, me: string): string | null {
  if (state === 'closed') return 'It is closed. A new alert is raised when something happens again.';
  return assignee && assignee.id !== me ? `${assignee.name} works on it. You may take it over.` : null;
}

/** Taking what nobody has, or taking over what a colleague has. */
function useTake({ id, assignee, may, customer }: AlertView, me: string) {
  const take = useAct({
    send: () =>
      assignee ? call.compliance.assignAlert({ alertId: id, to: me }) : call.compliance.takeAlert({ alertId: id }),
    says: 'alertTaken',
    params: { name: customer.name },
  });
  const allowed = assignee ? may.assign && assignee.id !== me : may.take;
  return { busy: take.isPending, onTake: allowed ? () => take.mutate(undefined) : undefined };
}

/** What may be done with an alert, always in sight; only what is allowed stands there. */
export function AlertBar({ alert, me }: { alert: AlertView; me: string }) {
  const [open, setOpen] = useState<Open | null>(null);
  const navigate = useNavigate();
  const { may, caseId, caseNumber, snoozable, assignee } = alert;
  const { busy, onTake } = useTake(alert, me);
  const dialog = (which: Open, allowed: boolean) => (allowed ? () => setOpen(which) : undefined);
  const onGather = caseId ? () => void navigate(`/admin/aml-compliance/cases/${caseId}`) : dialog('gather', may.gather);
  const why = remark(alert, me);
  const Dialog = open && dialogs[open];
  return (
    <>
      <ActBar
        acts={[
          { name: assignee ? 'Take over' : 'Take', key: 't', on: onTake, look: 'primary', busy, icon: Check },
          {
            name: caseId ? `Go to case ${caseNumber}` : 'Open or join a case',
            key: 'o',
            on: onGather,
            look: onTake ? 'line' : 'primary',
            icon: FolderOpen,
          },
          { name: 'Close', key: 'c', on: dialog('close', may.close) },
          { name: 'Give to', key: 'g', on: dialog('assign', may.assign) },
          { name: 'Keep quiet', key: 's', on: dialog('snooze', snoozable.length > 0) },
        ]}
      >
        {why && <p className="t-2xs ink-2">{why}</p>}
      </ActBar>
      {Dialog && <Dialog alert={alert} onClose={() => setOpen(null)} />}
    </>
  );
}
