import { ArrowRight } from 'lucide-react';
import type { Detail } from '../../../../ui/admin/details.tsx';
import { formatDateTime } from '../../../../ui/format.ts';
import { formatReason } from '../../../ledger/unallocated-reasons.ts';
import type { Contradiction } from '../../../outgoing-money/reasons.ts';
import type { Case } from './data.ts';
import { getPayloadDetails, PayloadDetails } from './order-details.tsx';

const proposalLabels = {
  payout: 'prepared the payout',
  return: 'prepared the refund',
  undo: 'proposed to undo an approval',
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
  readonly mine: readonly string[];
  readonly waiting: Case['waiting'];
  readonly leaving: readonly Case['leaving'][number][];
};
type PendingApprovalProps = Pick<ApprovalSubject, 'mine' | 'sources' | 'contradiction'> & {
  waiting: NonNullable<Case['waiting']>;
};

/** The open proposal with its fixed values (decision D2). */
function PendingApproval({ waiting, mine, sources, contradiction }: PendingApprovalProps) {
  const canApprove = mine.includes(approvalActions[waiting.kind]);
  const proposer = waiting.mine ? 'You' : waiting.preparedBy;
  return (
    <section className="two-eyes" aria-label="Two-person approval">
      <div className="eyes">
        <div className="e ok2">
          <b>{proposer}</b> {proposalLabels[waiting.kind]}
          <br />
          <span className="num ink-2">{formatDateTime(waiting.preparedAt)}</span>
        </div>
        <ArrowRight className="ic" aria-hidden="true" />
        <div className={canApprove ? 'e mine' : 'e'}>
          <b>{canApprove ? 'You' : 'Finance or admin'}</b> can approve it
          <br />
          <span className="ink-2">{proposer} cannot</span>
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
          <b>{approved.preparedBy}</b> {proposalLabels[approved.kind]}
          <br />
          <span className="num ink-2">{formatDateTime(approved.preparedAt)}</span>
        </div>
        <ArrowRight className="ic" aria-hidden="true" />
        <div className="e ok2">
          <b>{approved.approvedBy}</b> approved it
          <br />
          <span className="num ink-2">{formatDateTime(approved.approvedAt)}</span>
        </div>
      </div>
      {approved.sentId === null && <PayloadDetails details={getPayloadDetails(approved.payload)} />}
    </section>
  );
}

export function ApprovalsPanel({
  file: { waiting, leaving, mine, sources, contradiction },
}: {
  file: ApprovalSubject;
}) {
  const shown = leaving.filter(({ kind, sentId }) => kind === 'payout' || sentId === null);
  return (
    <>
      {waiting && <PendingApproval waiting={waiting} mine={mine} sources={sources} contradiction={contradiction} />}
      {shown.map((approved) => (
        <ApprovedTransfer key={approved.id} approved={approved} />
      ))}
    </>
  );
}
