/**
 * Rules for releasing an order on hold (decisions A4, A8, D2). A wallet that is not clear blocks the release, unless a
 * payout or refund was approved before. Two people must release list matches, chargebacks, and orders that exceed a
 * limit or lack evidence (decisions B2, E5).
 */
export type ScreeningResult = 'clear' | 'flagged' | 'high_risk' | 'error';

export const walletHolds: readonly string[] = ['wallet_blocked', 'wallet_flagged'];

export const listHolds: readonly string[] = [...walletHolds, 'holder_listed'];

export const isWalletHold = (holdReason: string | null): boolean => walletHolds.includes(holdReason ?? '');

export const isListHold = (holdReason: string | null): boolean => listHolds.includes(holdReason ?? '');

export type IneligibilityReason = 'customer_stopped' | 'limit_exceeded_after_sending' | 'source_of_funds';

export type Held = {
  readonly holdReason: string | null;
  readonly screening: ScreeningResult | null;
  readonly misfit: IneligibilityReason | null;
  /** The card payment was charged back and two people have not released the order since. */
  readonly chargedBack: boolean;
  /** A payout or refund was approved before the hold, and may have been sent. */
  readonly approved: boolean;
};
export type ReleaseNeeds = 'screening' | 'two_people' | 'one_person';

export function releaseNeeds({ holdReason, screening, misfit, chargedBack, approved }: Held): ReleaseNeeds {
  if (screening !== 'clear') return approved ? 'two_people' : 'screening';
  const needsTwo = isListHold(holdReason) || holdReason === 'charged_back' || chargedBack || misfit !== null;
  return needsTwo ? 'two_people' : 'one_person';
}
