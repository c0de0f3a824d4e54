import { Check, FolderOpen } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ActionBar } from '../../../../ui/admin/action-bar.tsx';
import { call } from '../../../../ui/client.ts';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { useAction } from '../../../compliance/screens/parts/use-action.ts';
import type { AlertView } from '../../../compliance/views.ts';

const dialogs = {
  assign: lazyPart(() => import('./alert-dialogs.tsx').then((parts) => parts.AssignDialog)),
  close: lazyPart(() => import('./alert-dialogs.tsx').then((parts) => parts.CloseAlertDialog)),
  gather: lazyPart(() => import('./alert-dialogs.tsx').then((parts) => parts.AddToCaseDialog)),
  snooze: lazyPart(() => import('./alert-dialogs.tsx').then((parts) => parts.SnoozeDialog)),
};
type Open = keyof typeof dialogs;

function getRemark({ state, assignee }: AlertView, me: string): string | null {
  if (state === 'closed') return 'Closed. A new event raises a new alert.';
  return assignee && assignee.id !== me ? `${assignee.name} is working on this. You can take over.` : null;
}

function useTakeAlert({ id, assignee, may, customer }: AlertView, me: string) {
  const take = useAction({
    send: () =>
      assignee ? call.compliance.assignAlert({ alertId: id, to: me }) : call.compliance.takeAlert({ alertId: id }),
    says: 'alertTaken',
    params: { name: customer.name },
  });
  const allowed = assignee ? may.assign && assignee.id !== me : may.take;
  return { busy: take.isPending, onTake: allowed ? () => take.mutate(undefined) : undefined };
}

export function AlertBar({ alert, me }: { alert: AlertView; me: string }) {
  const [open, setOpen] = useState<Open | null>(null);
  const navigate = useNavigate();
  const { may, caseId, caseNumber, snoozable, assignee } = alert;
  const { busy, onTake } = useTakeAlert(alert, me);
  const dialog = (which: Open, allowed: boolean) => (allowed ? () => setOpen(which) : undefined);
  const onGather = caseId ? () => void navigate(`/admin/aml-compliance/cases/${caseId}`) : dialog('gather', may.gather);
  const remark = getRemark(alert, me);
  const Dialog = open && dialogs[open];
  return (
    <>
      <ActionBar
        actions={[
          { name: assignee ? 'Take over' : 'Take', key: 't', onPress: onTake, look: 'primary', busy, icon: Check },
          {
            name: caseId ? `Go to case ${caseNumber}` : 'Open or add to a case',
            key: 'o',
            onPress: onGather,
            look: onTake ? 'line' : 'primary',
            icon: FolderOpen,
          },
          { name: 'Close', key: 'c', onPress: dialog('close', may.close) },
          { name: 'Assign', key: 'g', onPress: dialog('assign', may.assign) },
          { name: 'Snooze', key: 's', onPress: dialog('snooze', snoozable.length > 0) },
        ]}
      >
        {remark && <p className="t-2xs ink-2">{remark}</p>}
      </ActionBar>
      {Dialog && <Dialog alert={alert} onClose={() => setOpen(null)} />}
    </>
  );
}
