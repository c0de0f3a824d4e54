import { Link } from 'react-router';
import { StatusBadge } from '../../../../ui/badge.tsx';
import { Part } from '../../../../ui/desk/part.tsx';
import { grouped } from '../../../../ui/figures.ts';
import { momentText } from '../../../../ui/format.ts';
import type { CustomerRecord } from './data.ts';

/** What somebody trades, newest first; each line leads to the order at the desk. */
export const CustomerOrders = ({ orders }: Pick<CustomerRecord, 'orders'>) => (
  <Part id="orders" title="Orders">
    {orders.length > 0 ? (
      <ul className="lines num">
        {orders.map(({ id, reference, side, status, symbol, grossJmd, placedAt }) => (
          <li key={id}>
            <Link className="link b" to={`/admin/orders/${id}`}>
              {reference}
            </Link>
            <span className="ink-2">
              {side === 'buy' ? 'Buy' : 'Sell'} {symbol}, J${grouped(grossJmd)}, {momentText(placedAt, { year: true })}
            </span>
            <StatusBadge status={status} />
          </li>
        ))}
      </ul>
    ) : (
      <p className="ink-2">No orders yet.</p>
    )}
  </Part>
);
