import type { BadgeKind } from '../../../../ui/badge.tsx';
import type { OrderState, Side } from '../../order/order.ts';

export const sideLabels: Record<Side, string> = { buy: 'Buy', sell: 'Sell' };

type StateLabel = { kind: BadgeKind; text: string };
const label = (kind: BadgeKind, text: string): StateLabel => ({ kind, text });

const payOutLabels: Partial<Record<OrderState['payOut'], StateLabel>> = {
  prepared: label('pending', 'Second approval'),
  approved: label('approved', 'Approved'),
  failed: label('rejected', 'Payout failed'),
};

function getEndedLabel({ status, payIn, lapsed }: OrderState): StateLabel {
  if (payIn === 'received') return label('pending', 'Refund due');
  if (payIn === 'claimed') return label('pending', 'Late claim');
  if (payIn === 'returned') return label('other', 'Refunded');
  return label(
    status === 'failed' ? 'rejected' : 'other',
    lapsed ? 'Expired' : status === 'failed' ? 'Failed' : 'Cancelled',
  );
}

export function getStateLabel(state: OrderState): StateLabel {
  if (state.held) return label('rejected', 'Held');
  if (state.status === 'completed') return label('approved', 'Completed');
  if (state.status === 'failed' || state.status === 'cancelled') return getEndedLabel(state);
  const payOut = payOutLabels[state.payOut];
  if (payOut) return payOut;
  if (state.status === 'processing') return label('other', 'Processing');
  if (state.payIn === 'received') return label('approved', 'Received');
  return state.payIn === 'claimed' ? label('other', 'Claimed') : label('other', 'Awaiting');
}
