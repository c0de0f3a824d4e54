import { formatDateTime } from '../../../../ui/format.ts';
import { Link } from '../../../../ui/link.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import type { Case } from './data.ts';

type CompetingOrder = Case['rivals'][number];

const formatSimilarity = ({ sameSender, sameAmount }: CompetingOrder): string =>
  sameSender && sameAmount ? 'same sender, same amount' : sameSender ? 'same sender' : 'same amount';

/** Other open orders that could claim the same coins, because chains are public. */
export const CompetingOrders = ({ file: { order, rivals } }: { file: Case }) =>
  rivals.length > 0 && (
    <Notice kind="wait">
      <p className="b">These coins could belong to another order. Find out who sent them before you confirm.</p>
      <ul>
        {rivals.map((other) => (
          <li key={other.id} className="wrap-any">
            <Link className="link" to={`/admin/orders/${other.id}`}>
              {other.reference}
            </Link>{' '}
            of {other.customer}: {formatSimilarity(other)}, placed {formatDateTime(other.placedAt)},{' '}
            {other.placedAt < order.placedAt ? 'before' : 'after'} this one
          </li>
        ))}
      </ul>
    </Notice>
  );
