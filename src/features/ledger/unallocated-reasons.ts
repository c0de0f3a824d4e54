export const unallocatedReasons = {
  nothing_known: 'The owner is not known yet.',
  several_orders: 'One transfer for several orders. Attach each part.',
  further_part: 'Another output or bank line with a reference that is already recorded.',
  made_good: 'Our own money, to cover a loss.',
  wrong_order: 'Removed from the wrong order.',
  card_unknown: 'Card payment without a matching order or payment.',
  card_differs: 'Card payment with a different amount or currency than due.',
  card_again: 'Card payment for an order or payment that was already paid.',
} as const;

export type UnallocatedReason = keyof typeof unallocatedReasons;

/** Reasons that staff can choose. The system sets the others. */
export const selectableReasons = [
  'nothing_known',
  'several_orders',
  'further_part',
  'made_good',
] as const satisfies readonly UnallocatedReason[];

type UnallocatedNote = { readonly part: number; readonly reason: UnallocatedReason; readonly note: string | null };

export const formatReason = ({ part, reason, note }: UnallocatedNote): string =>
  [part > 1 && `Part ${part}.`, unallocatedReasons[reason], note && `“${note}”`].filter(Boolean).join(' ');
