export const unassignedReasons = {
  nothing_known: 'The owner is not known yet.',
  several_orders: 'One line or transaction for several orders. Attach its parts.',
  further_part: 'A further output or line under an already recorded reference.',
  made_good: 'Our own money to cover a loss of ours.',
  wrong_order: 'Removed from an order it was not for.',
  card_unknown: 'Card payment for something unknown.',
  card_differs: 'Card payment in a different amount or currency than due.',
  card_again: 'Card payment for something already paid.',
} as const;

export type UnassignedReason = keyof typeof unassignedReasons;

/** Reasons that staff can choose. The system sets the others. */
export const selectableReasons = [
  'nothing_known',
  'several_orders',
  'further_part',
  'made_good',
] as const satisfies readonly UnassignedReason[];

type UnassignedNote = { readonly part: number; readonly reason: UnassignedReason; readonly note: string | null };

export const formatReason = ({ part, reason, note }: UnassignedNote): string =>
  [part > 1 && `Part ${part}.`, unassignedReasons[reason], note && `“${note}”`].filter(Boolean).join(' ');
