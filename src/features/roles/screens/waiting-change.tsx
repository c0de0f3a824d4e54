import { ApprovalPanel } from '../../../ui/admin/approval-panel.tsx';
import { useDecide } from '../../../ui/admin/use-decide.ts';
import { api } from '../../../ui/client.ts';
import { formatDateTime } from '../../../ui/format.ts';
import { formatChange } from '../role.ts';
import { roleNotices } from '../staff-messages.ts';
import type { Waiting } from './data.ts';

export function WaitingChange({ waiting, personId }: { waiting: Waiting; personId: string }) {
  const { id, change, proposer, proposedBy, proposedAt } = waiting;
  const own = proposedBy === personId;
  const { decide, busy } = useDecide(
    { command: api.roles.decide.mutationOptions(), staleKey: api.roles.key(), notices: roleNotices },
    id,
  );
  return (
    <div className="proposal">
      <p>
        <b>{formatChange(change)}</b> <span className="ink-2 wrap-any">({change.email})</span>
      </p>
      <p className="wrap-any">“{change.why}”</p>
      <p className="num ink-2">
        {own ? 'You' : proposer} proposed this, {formatDateTime(proposedAt, { year: true })}.{' '}
        {own ? 'Someone else in compliance or admin must decide.' : 'You can approve or reject it.'}
      </p>
      <ApprovalPanel
        isProposer={own}
        busy={busy}
        onDecide={decide}
        confirmation={{ title: `${formatChange(change)}?`, says: 'Approve' }}
      >
        <p className="ink-2">The change applies right away, also in open sessions of {change.name}.</p>
      </ApprovalPanel>
    </div>
  );
}
