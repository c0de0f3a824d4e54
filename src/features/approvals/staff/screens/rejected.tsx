import { useQuery } from '@tanstack/react-query';
import { roleAllows } from '../../../../kernel/permissions.ts';
import { useStaffUser } from '../../../../ui/admin/frame.tsx';
import { api } from '../../../../ui/client.ts';
import { formatDateTime } from '../../../../ui/format.ts';
import { type ProposalKind, readRejectedPermission } from '../../permissions.ts';
import type { Rejection } from '../../proposal.ts';

type RejectedProps = {
  readonly kinds: readonly ProposalKind[];
  /** If omitted, all subjects of these kinds are shown. */
  readonly subject?: string;
  /** All subjects on the page, so that their lists share one request. */
  readonly among?: readonly string[];
};

const RejectionRow = ({
  title,
  proposer,
  proposedAt,
  decider,
  decidedAt,
  reason,
}: Omit<Rejection, 'id' | 'subject'>) => (
  <>
    <p className="num">
      <b>{decidedAt && formatDateTime(decidedAt, { year: true })}</b>{' '}
      <span className="ink-2">
        rejected by {decider ?? 'unknown'}, proposed by {proposer} {formatDateTime(proposedAt, { year: true })}
      </span>
    </p>
    {title && <p className="wrap-any">{title}</p>}
    <p className="wrap-any">{reason ? `“${reason}”` : <span className="ink-2">No reason was recorded.</span>}</p>
  </>
);

/** Rejected proposals with people and reasons, newest first. Renders nothing when there are none. */
export function Rejected({ kinds, subject, among }: RejectedProps) {
  const { roles } = useStaffUser();
  const ownSubject = subject === undefined ? [] : [subject];
  const subjects = among && among.length > 0 ? [...among] : ownSubject;
  const { data } = useQuery({
    ...api.approvals.rejected.queryOptions({ input: { kinds: [...kinds], subjects } }),
    enabled: roleAllows(readRejectedPermission, roles),
  });
  const rejections = data?.filter((rejection) => subject === undefined || rejection.subject === subject) ?? [];
  if (rejections.length === 0) return null;
  return (
    <details className="past">
      <summary>
        Rejected <span className="ink-3 num">{rejections.length}</span>
      </summary>
      <ol>
        {rejections.map(({ id, ...line }) => (
          <li key={id}>
            <RejectionRow {...line} />
          </li>
        ))}
      </ol>
    </details>
  );
}
