import { ArrowRight } from 'lucide-react';
import { formatMessage } from '../../../../kernel/message-template.ts';
import type { Detail } from '../../../../ui/admin/details.tsx';
import { formatDateTime } from '../../../../ui/format.ts';
import { formatReason } from '../../../ledger/unallocated-reasons.ts';
import type { Contradiction } from '../../../outgoing-money/reasons.ts';
import type { Case } from './data.ts';
import { getPayloadDetails, PayloadDetails } from './order-details.tsx';

const proposalTexts = {
  payout: '{name} prepared the payout',
  return: '{name} prepared the refund',
  undo: '{name} proposed to undo an approval',
} as const;
const ownProposalTexts = {
  payout: 'You prepared the payout',
  return: 'You prepared the refund',
  undo: 'You proposed to undo an approval',
} as const;
const approvalActions = { payout: 'approvePayout', return: 'approveReturn', undo: 'approveUndo' } as const;

export const getSourceDetails = ({ sources }: Pick<Case, 'sources'>): readonly (readonly [string, string])[] =>
  sources.length > 0 ? [['Paid from unallocated money', sources.map(formatReason).join(' ')]] : [];

export const getContradictionDetails = ({ contradiction }: Pick<Case, 'contradiction'>): readonly Detail[] =>
  contradiction ? [['Contradiction', contradictionTexts[contradiction.kind](contradiction)]] : [];

const contradictionTexts = {
  payer: ({ incoming, named }: Contradiction) => `${incoming} paid, but the customer is ${named}.`,
  sender: ({ incoming, named }: Contradiction) => `${incoming} sent the coins, but the customer gave ${named}.`,
} as const;

type ApprovalSubject = Pick<Case, 'sources' | 'contradiction'> & {
  readonly allowed: readonly string[];
  readonly waiting: Case['waiting'];
  readonly leaving: readonly Case['leaving'][number][];
};
type PendingApprovalProps = Pick<ApprovalSubject, 'allowed' | 'sources' | 'contradiction'> & {
  waiting: NonNullable<Case['waiting']>;
};

/** The open proposal with its fixed values (decision D2). */
function PendingApproval({ waiting, allowed, sources, contradiction }: PendingApprovalProps) {
  const canApprove = allowed.includes(approvalActions[waiting.kind]);
  const name = waiting.preparedBy;
  return (
    <section className="two-eyes" aria-label="Two-person approval">
      <div className="eyes">
        <div className="e ok2">
          {waiting.isOwn ? ownProposalTexts[waiting.kind] : formatMessage(proposalTexts[waiting.kind], { name })}
          <br />
          <span className="num ink-2">{formatDateTime(waiting.preparedAt)}</span>
        </div>
        <ArrowRight className="ic" aria-hidden="true" />
        <div className={canApprove ? 'e mine' : 'e'}>
          {canApprove ? 'You can approve it' : 'Finance or admin can approve it'}
          <br />
          <span className="ink-2">{waiting.isOwn ? "You can't approve it" : `${name} can't approve it`}</span>
        </div>
      </div>
      <PayloadDetails
        details={[
          ...getPayloadDetails(waiting.payload),
          ...getSourceDetails({ sources }),
          ...getContradictionDetails({ contradiction }),
        ]}
      />
    </section>
  );
}

/** An approved transfer, with its fixed values until it is sent. */
function ApprovedTransfer({ approved }: { approved: Case['leaving'][number] }) {
  return (
    <section className="two-eyes" aria-label={`Approved on ${formatDateTime(approved.approvedAt)}`}>
      <div className="eyes">
        <div className="e ok2">
          {formatMessage(proposalTexts[approved.kind], { name: approved.preparedBy })}
          <br />
          <span className="num ink-2">{formatDateTime(approved.preparedAt)}</span>
        </div>
        <ArrowRight className="ic" aria-hidden="true" />
        <div className="e ok2">
          {`${approved.approvedBy} approved it`}
          <br />
          <span className="num ink-2">{formatDateTime(approved.approvedAt)}</span>
        </div>
      </div>
      {approved.sentId === null && <PayloadDetails details={getPayloadDetails(approved.payload)} />}
    </section>
  );
}

export function ApprovalsPanel({
  file: { waiting, leaving, allowed, sources, contradiction },
}: {
  file: ApprovalSubject;
}) {
  const shown = leaving.filter(({ kind, sentId }) => kind === 'payout' || sentId === null);
  return (
    <>
      {waiting && (
        <PendingApproval waiting={waiting} allowed={allowed} sources={sources} contradiction={contradiction} />
      )}
      {shown.map((approved) => (
        <ApprovedTransfer key={approved.id} approved={approved} />
      ))}
    </>
  );
}
