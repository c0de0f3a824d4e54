/** Why money stands on no order. */
export const unassignedReasons = {
  nothing_known: 'Nobody knows yet whose it is.',
  several_orders: 'One line or transaction for several orders: attach its parts.',
  further_part: 'A further output or line under a reference that was recorded before.',
  made_good: 'Our own money, put in for a loss of ours.',
  wrong_order: 'Taken off an order that it was not for.',
  card_unknown: 'Paid by card for something that we do not know.',
  card_differs: 'Paid by card, but another amount or currency than was due.',
  card_again: 'Paid by card for something that was paid already.',
} as const;

export type UnassignedReason = keyof typeof unassignedReasons;

/** What staff choose from when they record it; what was taken off an order says so by itself. */
export const noteReasons = [
  'nothing_known',
  'several_orders',
  'further_part',
  'made_good',
] as const satisfies readonly UnassignedReason[];

type UnassignedNote = { readonly part: number; readonly reason: UnassignedReason; readonly note: string | null };

/** Why it stood on no order, as staff wrote it down, the number of a further part before all. */
export const whyWords = ({ part, reason, note }: UnassignedNote): string =>
  [part > 1 && `Part ${part}.`, unassignedReasons[reason], note && `“${note}”`].filter(Boolean).join(' ');
