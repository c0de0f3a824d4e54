export const dismissalReasons = [
  'debit',
  'own_transfer',
  'bank_matter',
  'bounced',
  'recorded',
  'same_line',
  'erased',
] as const;
export type DismissalReason = (typeof dismissalReasons)[number];
export const isPermanentDismissal = (reason: DismissalReason): boolean => reason === 'recorded' || reason === 'erased';
/** Debits and erased lines are dismissed by the system only. */
export const selectableReasons = [
  'own_transfer',
  'bank_matter',
  'bounced',
  'recorded',
  'same_line',
] as const satisfies readonly DismissalReason[];
