import { momentText } from '../../../../ui/format.ts';
import { Link } from '../../../../ui/link.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import type { Case } from './data.ts';

type Rival = Case['rivals'][number];

const alike = ({ sameSender, sameAmount }: Rival): string =>
  sameSender && sameAmount ? 'same sender, same amount' : sameSender ? 'same sender' : 'same amount';

/** Other open orders for which the same coins could be: a chain shows everybody what was sent, and from where. */
export const Rivals = ({ file: { order, rivals } }: { file: Case }) =>
  rivals.length > 0 && (
    <Notice kind="wait">
      <p className="b">These coins could be for another order too. Find out who sent them before you confirm.</p>
      <ul>
        {rivals.map((rival) => (
          <li key={rival.id} className="wrap-any">
            <Link className="link" to={`/admin/orders/${rival.id}`}>
              {rival.reference}
            </Link>{' '}
            of {rival.customer}: {alike(rival)}, placed {momentText(rival.placedAt)},{' '}
            {rival.placedAt < order.placedAt ? 'before' : 'after'} this one
          </li>
        ))}
      </ul>
    </Notice>
  );
