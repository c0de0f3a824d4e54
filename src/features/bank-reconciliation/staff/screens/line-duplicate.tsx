import { ApprovalPanel } from '../../../../ui/admin/approval-panel.tsx';
import { useDecide } from '../../../../ui/admin/use-decide.ts';
import { api, type call } from '../../../../ui/client.ts';
import { formatDay } from '../../../../ui/format.ts';
import { contradictionTexts } from '../../messages.ts';
import { distinctToasts } from '../../notices.ts';

export type Line = Awaited<ReturnType<typeof call.bankLines.list>>['lines'][number];

export function formatDuplicate({ day, reference, used, byHand, against }: NonNullable<Line['sameAs']>): string {
  const line = `${formatDay(new Date(`${day}T12:00:00Z`), { year: true })} under ${reference || 'no reference'}`;
  if (against) return contradictionTexts[against].replace('{line}', () => line);
  if (byHand) return `Money from ${line} was recorded manually. This may be the same money.`;
  return `Another statement shows a line from ${line}, which ${used ? 'was already used' : 'is also open'}. This may be a duplicate.`;
}

export function DistinctProposal({ two, works }: { two: NonNullable<Line['two']>; works: boolean }) {
  const { mine, proposer, note, proposalId } = two;
  const { decide, busy } = useDecide(
    { command: api.bankLines.decideDistinct.mutationOptions(), staleKey: api.bankLines.key(), notices: distinctToasts },
    proposalId,
  );
  return (
    <div className="stack-s">
      <p className="wrap-any">
        <b>{mine ? 'You' : proposer}</b> marked this as a different payment: {note}
      </p>
      {works && (
        <ApprovalPanel
          isProposer={mine}
          busy={busy}
          onDecide={decide}
          confirmation={{ title: 'Confirm as different payments', says: 'Confirm' }}
        >
          <p>Check on the bank's website that both payments exist. Both lines can then be confirmed.</p>
        </ApprovalPanel>
      )}
    </div>
  );
}
