import { StatusBadge } from '../../../../ui/badge.tsx';
import { formatDateTime } from '../../../../ui/format.ts';
import { identityNotices } from '../../messages.ts';
import type { RecentSubmission } from '../../views.ts';
import { tierNames } from './tier-labels.ts';

export const Submissions = ({ list }: { list: readonly RecentSubmission[] }) =>
  list.length === 0 ? (
    <p className="ink-2">{identityNotices.standing.none}</p>
  ) : (
    <ul className="moves">
      {list.map(({ id, tier, status, submittedAt }) => (
        <li key={id}>
          <span>
            <b>{tierNames[tier]}</b> <span className="sub">{formatDateTime(submittedAt, { year: true })}</span>
          </span>
          <StatusBadge status={status} />
        </li>
      ))}
    </ul>
  );
