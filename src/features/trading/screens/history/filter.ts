import { type OrderStatus, orderStatuses, type Side, sides } from '../../order/order.ts';

/** What the list shows: it stands in the address, so a filtered list can be kept and gone back to. */
export type HistoryFilter = { status: 'all' | OrderStatus; type: 'all' | Side };

/** What the filters of status and type offer, in the documented order [001 §2 Transaction History page]. */
export const statusChoices: readonly HistoryFilter['status'][] = [
  'all',
  'completed',
  'pending',
  'processing',
  'failed',
  'cancelled',
];
export const typeChoices: readonly HistoryFilter['type'][] = ['all', ...sides];

/** The filter of an address; what we do not know counts as "all". */
export const readFilter = (params: URLSearchParams): HistoryFilter => ({
  status: orderStatuses.find((status) => status === params.get('status')) ?? 'all',
  type: sides.find((side) => side === params.get('type')) ?? 'all',
});

/** The address of a filter: "all" is left out. Other parameters stay. */
export function withFilter(params: URLSearchParams, filter: Partial<HistoryFilter>): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(filter)) {
    if (value === 'all') next.delete(name);
    else next.set(name, value);
  }
  return next;
}
