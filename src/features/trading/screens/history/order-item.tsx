import { formatMessage } from '../../../../kernel/message-template.ts';
import { StatusBadge } from '../../../../ui/badge.tsx';
import { CoinsText } from '../../../../ui/coins-text.tsx';
import { formatDateTime, formatDay } from '../../../../ui/format.ts';
import { Link } from '../../../../ui/link.tsx';
import { MoneyText } from '../../../../ui/money-text.tsx';
import { orderStages } from '../../customer-messages.ts';
import type { OrderPromise } from '../../lifecycle/processing-times.ts';
import type { ListedOrder } from '../../order/order-row.ts';
import { situationOf } from '../../order/situation.ts';

/** Known for open orders. `isAsked`: the customer has an open question to answer. */
export type OrderOutlook = { readonly promise: OrderPromise; readonly isAsked: boolean };

type StagedOrder = Pick<ListedOrder, 'status' | 'payIn' | 'side' | 'lapsed' | 'chooseUntil' | 'coins'>;

function getStageKey({ status, chooseUntil, ...order }: StagedOrder, isAsked: boolean) {
  if (status === 'pending' && chooseUntil) return 'choose';
  if (isAsked) return 'asked';
  const situation = situationOf({ status, ...order });
  if (situation === 'untouched') return null;
  if (situation === 'preparing') return `received_${order.side}` as const;
  if (situation === 'claimed' || situation === 'received' || situation === 'completed')
    return `${situation}_${order.side}` as const;
  return situation;
}

/** Null for an order that ended without money. Leaves out a promised day that has passed. */
export function formatStage(order: StagedOrder, outlook?: OrderOutlook): string | null {
  const key = getStageKey(order, outlook?.isAsked ?? false);
  if (!key) return null;
  const { symbol } = order.coins;
  const promise = outlook?.promise;
  const datedKey = `${key}_by`;
  if (promise && 'at' in promise && !promise.late && datedKey in orderStages)
    return formatMessage(orderStages[datedKey as 'to_return_by'], { day: formatDay(promise.at) });
  return formatMessage(orderStages[key], { symbol });
}

const sideLabels = { buy: 'Buy', sell: 'Sell' };

export function OrderItem({ order, outlook }: { order: ListedOrder; outlook?: OrderOutlook | undefined }) {
  const stage = formatStage(order, outlook);
  return (
    <li>
      <div>
        <Link className="link b" to={`/orders/${order.id}`}>
          {sideLabels[order.side]} <CoinsText coins={order.coins} />
        </Link>
      </div>
      <MoneyText money={order.fiat} />
      <div className="sub">
        {order.reference}, {formatDateTime(order.placedAt, { year: true })}
      </div>
      <div className="end">
        <StatusBadge status={order.status} />
        <Link className="link t-xs" to={`/transactions/${order.id}/receipt`}>
          Receipt<span className="sr"> for order {order.reference}</span>
        </Link>
      </div>
      {stage && <p className="stage">{stage}</p>}
    </li>
  );
}
