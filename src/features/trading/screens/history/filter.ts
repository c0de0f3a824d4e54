import { type OrderStatus, orderStatuses, type Side, sides } from '../../order/order.ts';

export type HistoryFilter = { status: 'all' | OrderStatus; type: 'all' | Side };

/** In the documented order [001 §2 Transaction History page]. */
export const statusChoices: readonly HistoryFilter['status'][] = [
  'all',
  'completed',
  'pending',
  'processing',
  'failed',
  'cancelled',
];
export const typeChoices: readonly HistoryFilter['type'][] = ['all', ...sides];

export const readFilter = (params: URLSearchParams): HistoryFilter => ({
  status: orderStatuses.find((status) => status === params.get('status')) ?? 'all',
  type: sides.find((side) => side === params.get('type')) ?? 'all',
});

export function withFilter(params: URLSearchParams, filter: Partial<HistoryFilter>): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(filter)) {
    if (value === 'all') next.delete(name);
    else next.set(name, value);
  }
  return next;
}
