/**
 * What it takes to let a held order go on (decisions A4, A8, D2). An order whose wallet was not found clear is never
 * released, whoever asks; one that a list had stopped takes two people even after that.
 */
export type ScreeningResult = 'clear' | 'flagged' | 'high_risk' | 'error';

/** Hold reasons that come from a list. */
const fromLists: readonly string[] = ['wallet_blocked', 'wallet_flagged'];

export const isListHold = (holdReason: string | null): boolean => fromLists.includes(holdReason ?? '');

export type Held = { readonly holdReason: string | null; readonly screening: ScreeningResult | null };

/** `screening`: its wallet has to be found clear first. */
export function releaseNeeds({ holdReason, screening }: Held): 'screening' | 'two_people' | 'one_person' {
  if (screening !== 'clear') return 'screening';
  return isListHold(holdReason) ? 'two_people' : 'one_person';
}
