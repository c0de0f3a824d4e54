/** Why a line of a bank is for nothing here. */
export const asides = ['debit', 'own_transfer', 'bank_matter', 'bounced', 'recorded', 'same_line', 'erased'] as const;
export type Aside = (typeof asides)[number];
/** What is in the books, or was until its owner was erased, never waits again. */
export const isAsideForGood = (aside: Aside): boolean => aside === 'recorded' || aside === 'erased';
/** What staff choose from; a debit says so by itself, and the job that erases says what it took. */
export const chosenAsides = [
  'own_transfer',
  'bank_matter',
  'bounced',
  'recorded',
  'same_line',
] as const satisfies readonly Aside[];
