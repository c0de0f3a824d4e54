import { useQuery } from '@tanstack/react-query';
import { isFor } from '../../../kernel/acts.ts';
import { api } from '../../../ui/client.ts';
import { useDeskPerson } from '../../../ui/desk/frame.tsx';
import { momentText } from '../../../ui/format.ts';
import { readsRejected } from '../acts.ts';
import type { ProposalKind, Rejection } from '../proposal.ts';

type RejectedProps = {
  readonly kinds: readonly ProposalKind[];
  /** About which; all of these kinds where it is left out. */
  readonly subject?: string;
  /** What else stands on the page: it is all asked for at once. */
  readonly among?: readonly string[];
};

const Line = ({ title, proposer, proposedAt, decider, decidedAt, reason }: Omit<Rejection, 'id' | 'subject'>) => (
  <>
    <p className="num">
      <b>{decidedAt && momentText(decidedAt, { year: true })}</b>{' '}
      <span className="ink-2">
        rejected by {decider ?? 'nobody known'}; {proposer} had asked for it {momentText(proposedAt, { year: true })}
      </span>
    </p>
    {title && <p className="wrap-any">{title}</p>}
    <p className="wrap-any">{reason ? `“${reason}”` : <span className="ink-2">No reason was kept then.</span>}</p>
  </>
);

/** What was asked for of a thing and rejected, newest first: who, when and why. Nothing where nothing was. */
export function Rejected({ kinds, subject, among }: RejectedProps) {
  const { roles } = useDeskPerson();
  const alone = subject === undefined ? [] : [subject];
  const subjects = among && among.length > 0 ? [...among] : alone;
  const { data } = useQuery({
    ...api.approvals.rejected.queryOptions({ input: { kinds: [...kinds], subjects } }),
    enabled: isFor(readsRejected, roles),
  });
  const lines = data?.filter((one) => subject === undefined || one.subject === subject) ?? [];
  if (lines.length === 0) return null;
  return (
    <details className="past">
      <summary>
        Rejected <span className="ink-3 num">{lines.length}</span>
      </summary>
      <ol>
        {lines.map(({ id, ...line }) => (
          <li key={id}>
            <Line {...line} />
          </li>
        ))}
      </ol>
    </details>
  );
}
