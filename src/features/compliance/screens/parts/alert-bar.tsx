import { Check, FolderOpen } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../../../../ui/button.tsx';
import { call } from '../../../../ui/client.ts';
import { useKeys } from '../../../staff/screens/desk/keys.ts';
import type { AlertView } from '../../views.ts';
import { AssignDialog, CloseAlertDialog, GatherDialog, SnoozeDialog } from './alert-dialogs.tsx';
import { useAct } from './use-act.ts';

type Open = 'assign' | 'close' | 'snooze' | 'gather';

/** Why nothing can be done with it any more, or who does it. */
function whyNot({ state, may, assignee }: AlertView, me: string): string | null {
  if (state === 'closed') return 'It is closed. A new alert is raised when something happens again.';
  if (may.close) return null;
  if (assignee === null) return 'Take it first: whoever closes an alert has looked at it.';
  return assignee.id === me ? null : `${assignee.name} works on it.${may.take ? ' You may take it over.' : ''}`;
}

/** What may be done with an alert, always in sight; only what is allowed stands there. */
export function AlertBar({ alert, me }: { alert: AlertView; me: string }) {
  const [open, setOpen] = useState<Open | null>(null);
  const navigate = useNavigate();
  const { id, may, caseId, caseNumber, customer, snoozable, assignee } = alert;
  const take = useAct({
    send: () => call.compliance.takeAlert({ alertId: id }),
    says: 'alertTaken',
    params: { name: customer.name },
  });
  const mine = assignee?.id === me;
  const onTake = may.take && !mine ? () => take.mutate(undefined) : undefined;
  const dialog = (which: Open, allowed: boolean) => (allowed ? () => setOpen(which) : undefined);
  const onAssign = dialog('assign', may.assign);
  const onClose = dialog('close', may.close);
  const onSnooze = dialog('snooze', snoozable.length > 0);
  const onGather = caseId ? () => void navigate(`/admin/aml-compliance/cases/${caseId}`) : dialog('gather', may.gather);
  useKeys({ t: take.isPending ? undefined : onTake, g: onAssign, c: onClose, s: onSnooze, o: onGather });
  const close = () => setOpen(null);
  const why = whyNot(alert, me);
  return (
    <div className="decide">
      <div className="steps-row">
        {onTake && (
          <Button busy={take.isPending} onClick={onTake}>
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
      {open === 'assign' && <AssignDialog alert={alert} onClose={close} />}
      {open === 'close' && <CloseAlertDialog alert={alert} onClose={close} />}
      {open === 'snooze' && <SnoozeDialog alert={alert} onClose={close} />}
      {open === 'gather' && <GatherDialog alert={alert} onClose={close} />}
    </div>
  );
}
