import { Link } from 'react-router';
import { Badge } from '../../../../ui/badge.tsx';
import { formatDateTime } from '../../../../ui/format.ts';
import { Timeline, type TimelineStep } from '../../../../ui/timeline.tsx';
import { itemNames } from '../../items.ts';
import { findItemReason } from '../../reasons.ts';
import { getActionLabel, getTierLabel, type Review, statusLabels } from './review-labels.ts';

type EarlierSubmission = Review['prior'][number];

export const SubmissionList = ({ submissions }: { submissions: readonly EarlierSubmission[] }) => (
  <ul className="lines num">
    {submissions.map(({ id, tier, status, submittedAt, decidedBy }) => (
      <li key={id}>
        <Link className="link" to={`/admin/identity/${id}`}>
          {getTierLabel(tier)}
        </Link>
        <span className="ink-2">
          {formatDateTime(submittedAt, { year: true })}
          {decidedBy !== null && `, decided by ${decidedBy}`}
        </span>
        <Badge kind={statusLabels[status].kind}>{statusLabels[status].text}</Badge>
      </li>
    ))}
  </ul>
);

type HistoryEntry = Review['history'][number];

function getReasonText({ item, reasonCode }: HistoryEntry): string | null {
  if (reasonCode === null || item === null) return reasonCode;
  const reason = findItemReason('reject', item, reasonCode) ?? findItemReason('want', item, reasonCode);
  return reason?.staff ?? reasonCode;
}

const isStop = (act: string): boolean => /reject|want|ask|back/.test(act);

const toStep = (line: HistoryEntry): TimelineStep => {
  const reason = getReasonText(line);
  return {
    state: isStop(line.act) ? 'stop' : 'done',
    title: line.item ? `${getActionLabel(line.act)}: ${itemNames[line.item]}` : getActionLabel(line.act),
    note: (
      <>
        {formatDateTime(line.at)}, {line.by}
        {reason && <span className="why">{reason}</span>}
        {line.note && <span className="why">“{line.note}”</span>}
      </>
    ),
  };
};

export function SubmissionHistory({
  review: { prior, history, status, waitsFor, newer, submittedAt, customer },
}: {
  review: Review;
}) {
  const waiting = waitsFor === 'customer' ? 'Waiting for the customer' : 'Waiting for staff';
  const first: TimelineStep = {
    state: 'done',
    title: 'Submitted',
    note: `${formatDateTime(submittedAt)}, ${customer.name}`,
  };
  const next: TimelineStep[] = status === 'pending' && newer === null ? [{ state: 'now', title: waiting }] : [];
  return (
    <>
      <div>
        <h2 className="part">History</h2>
        <Timeline steps={[first, ...history.map(toStep), ...next]} />
      </div>
      <div>
        <h2 className="part">Earlier submissions</h2>
        {prior.length > 0 ? <SubmissionList submissions={prior} /> : <p className="ink-2">None.</p>}
      </div>
    </>
  );
}
