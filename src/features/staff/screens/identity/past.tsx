import { Link } from 'react-router';
import { Badge } from '../../../../ui/badge.tsx';
import { momentText } from '../../../../ui/format.ts';
import { Way, type WayStep } from '../../../../ui/way.tsx';
import { itemNames } from '../../../identity/items.ts';
import { readItemReason } from '../../../identity/reasons.ts';
import type { Review } from './data.ts';
import { actWord, statusWords, tierWord } from './words.ts';

type Prior = Review['prior'][number];

/** Submissions as lines that lead to them, newest first. */
export const SubmissionLines = ({ submissions }: { submissions: readonly Prior[] }) => (
  <ul className="lines num">
    {submissions.map(({ id, tier, status, submittedAt, decidedBy }) => (
      <li key={id}>
        <Link className="link" to={`/admin/identity/${id}`}>
          {tierWord(tier)}
        </Link>
        <span className="ink-2">
          {momentText(submittedAt, { year: true })}
          {decidedBy !== null && `, decided by ${decidedBy}`}
        </span>
        <Badge kind={statusWords[status].kind}>{statusWords[status].text}</Badge>
      </li>
    ))}
  </ul>
);

type HistoryLine = Review['history'][number];

/** Codes are stored; whoever reads the history reads what they mean. */
function reasonText({ item, reasonCode }: HistoryLine): string | null {
  if (reasonCode === null || item === null) return reasonCode;
  const reason = readItemReason('reject', item, reasonCode) ?? readItemReason('want', item, reasonCode);
  return reason?.staff ?? reasonCode;
}

const isStop = (act: string): boolean => /reject|want|ask/i.test(act);

const stepOf = (line: HistoryLine): WayStep => {
  const reason = reasonText(line);
  return {
    state: isStop(line.act) ? 'stop' : 'done',
    title: line.item ? `${actWord(line.act)}: ${itemNames[line.item]}` : actWord(line.act),
    note: (
      <>
        {momentText(line.at)}, {line.by}
        {reason && <span className="why">{reason}</span>}
        {line.note && <span className="why">“{line.note}”</span>}
      </>
    ),
  };
};

/** What was submitted before, and every decision with who took it. */
export function Past({ review: { prior, history, status, waitsFor, newer } }: { review: Review }) {
  const waiting = waitsFor === 'customer' ? 'Waiting for the customer' : 'Waiting for staff';
  const next: WayStep[] = status === 'pending' && newer === null ? [{ state: 'now', title: waiting }] : [];
  return (
    <>
      <div>
        <h2 className="part">History</h2>
        <Way steps={[...history.map(stepOf), ...next]} />
      </div>
      <div>
        <h2 className="part">Earlier submissions</h2>
        {prior.length > 0 ? <SubmissionLines submissions={prior} /> : <p className="ink-2">There are none.</p>}
      </div>
    </>
  );
}
