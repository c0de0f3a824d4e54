/**
 * Requirements for releasing a held order (decisions A4, A8, D2). A wallet that is not clear blocks release, unless a
 * payout or refund was approved before. Sanctions-list holds, chargebacks, and orders that fail limits or evidence
 * (decisions B2, E5) need two people.
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
  /** Approved while clear, so it may have left before a list stopped it. */
  readonly approved: boolean;
};
export type ReleaseNeeds = 'screening' | 'two_people' | 'one_person';

export function releaseNeeds({ holdReason, screening, misfit, approved }: Held): ReleaseNeeds {
  if (screening !== 'clear') return approved ? 'two_people' : 'screening';
  const needsTwo = isListHold(holdReason) || holdReason === 'charged_back' || misfit !== null;
  return needsTwo ? 'two_people' : 'one_person';
}
