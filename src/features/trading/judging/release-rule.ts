/**
 * What it takes to let a held order go on (decisions A4, A8, D2). An order whose wallet was not found clear is never
 * released, whoever asks, but for one whose pay-out or return was approved before: two people let it be written down as
 * it had left. One that a list had stopped takes two people even after it was found clear, and so does one that its
 * customer could not place: over a limit, or without what a large one needs (decisions B2, E5), or whose card payment
 * was taken back.
 */
export type ScreeningResult = 'clear' | 'flagged' | 'high_risk' | 'error';

/** Hold reasons of an order whose wallet is on a list. */
export const walletHolds: readonly string[] = ['wallet_blocked', 'wallet_flagged'];

/** Hold reasons that come from a list. */
export const listHolds: readonly string[] = [...walletHolds, 'holder_listed'];

export const isWalletHold = (holdReason: string | null): boolean => walletHolds.includes(holdReason ?? '');

export const isListHold = (holdReason: string | null): boolean => listHolds.includes(holdReason ?? '');

/** Why an order could not be placed by its customer now, in the words of a hold. */
export type Misfit = 'customer_stopped' | 'limit_exceeded_after_sending' | 'source_of_funds';

export type Held = {
  readonly holdReason: string | null;
  readonly screening: ScreeningResult | null;
  readonly misfit: Misfit | null;
  /** Two people approved that something leaves, while it was clear: it may have left before a list stopped it. */
  readonly approved: boolean;
};
export type ReleaseNeeds = 'screening' | 'two_people' | 'one_person';

/** `screening`: its wallet has to be found clear first. */
export function releaseNeeds({ holdReason, screening, misfit, approved }: Held): ReleaseNeeds {
  if (screening !== 'clear') return approved ? 'two_people' : 'screening';
  const twice = isListHold(holdReason) || holdReason === 'charged_back' || misfit !== null;
  return twice ? 'two_people' : 'one_person';
}
