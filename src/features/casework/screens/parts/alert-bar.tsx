import { Check, FolderOpen } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../../../../ui/button.tsx';
import { call } from '../../../../ui/client.ts';
import { useKeys } from '../../../../ui/desk/keys.ts';
import { later } from '../../../../ui/later.tsx';
import { useAct } from '../../../compliance/screens/parts/use-act.ts';
import type { AlertView } from '../../../compliance/views.ts';

const AssignDialog = later(() => import('./alert-dialogs.tsx').then((parts) => parts.AssignDialog));
const CloseAlertDialog = later(() => import('./alert-dialogs.tsx').then((parts) => parts.CloseAlertDialog));
const GatherDialog = later(() => import('./alert-dialogs.tsx').then((parts) => parts.GatherDialog));
const SnoozeDialog = later(() => import('./alert-dialogs.tsx').then((parts) => parts.SnoozeDialog));

type Open = 'assign' | 'close' | 'snooze' | 'gather';

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
  const onAssign = dialog('assign', may.assign);
  const onClose = dialog('close', may.close);
  const onSnooze = dialog('snooze', snoozable.length > 0);
  const onGather = caseId ? () => void navigate(`/admin/aml-compliance/cases/${caseId}`) : dialog('gather', may.gather);
  useKeys({ t: busy ? undefined : onTake, g: onAssign, c: onClose, s: onSnooze, o: onGather });
  const close = () => setOpen(null);
  const why = remark(alert, me);
  return (
    <>
      <div className="decide">
        <div className="steps-row">
          {onTake && (
            <Button busy={busy} onClick={onTake}>
              <Check className="ic" aria-hidden="true" />
              {assignee ? 'Take over' : 'Take'} <kbd>T</kbd>
            </Button>
          )}
          {onGather && (
            <Button look={onTake ? 'line' : 'primary'} onClick={onGather}>
              <FolderOpen className="ic" aria-hidden="true" />
              {caseId ? `Go to case ${caseNumber}` : 'Open or join a case'} <kbd>O</kbd>
            </Button>
          )}
          {onClose && (
            <Button look="line" onClick={onClose}>
              Close <kbd>C</kbd>
            </Button>
          )}
          {onAssign && (
            <Button look="line" onClick={onAssign}>
              Give to <kbd>G</kbd>
            </Button>
          )}
          {onSnooze && (
            <Button look="line" onClick={onSnooze}>
              Keep quiet <kbd>S</kbd>
            </Button>
          )}
        </div>
        {why && <p className="t-2xs ink-2">{why}</p>}
      </div>
      {open === 'assign' && <AssignDialog alert={alert} onClose={close} />}
      {open === 'close' && <CloseAlertDialog alert={alert} onClose={close} />}
      {open === 'snooze' && <SnoozeDialog alert={alert} onClose={close} />}
      {open === 'gather' && <GatherDialog alert={alert} onClose={close} />}
    </>
  );
}
