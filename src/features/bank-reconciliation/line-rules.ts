/** Values that the list screen needs, without the schema library. */

export const maxBatchLines = 500;

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
/** Reasons that staff can choose. Only the system dismisses debits and erased lines. */
export const selectableReasons = [
  'own_transfer',
  'bank_matter',
  'bounced',
  'recorded',
  'same_line',
] as const satisfies readonly DismissalReason[];
