/** Verification tiers [000 §1]. The newest submission decides a tier's status [000 §4 KYC per tier, decision B2]. */
export const tiers = [1, 2, 3] as const;
export type TierNumber = (typeof tiers)[number];

export const submissionStatuses = ['pending', 'approved', 'rejected'] as const;
export type SubmissionStatus = (typeof submissionStatuses)[number];
export type KycStatus = 'not_submitted' | SubmissionStatus;

/** The party that acts next. `none`: the submission is decided or superseded. */
export type WaitsFor = 'staff' | 'customer' | 'none';

/** Review time in all texts [000 §4 KYC per tier, §9, decision B7]. */
export const reviewPromise = { text: 'typically 12-24 hours', lateAfterHours: 24 } as const;

export type Obstacle = 'tier1_first';

export type Newest = { readonly status: SubmissionStatus; readonly submittedAt: Date };

/** Status of a tier [000 §3 kyc_submissions, §4 KYC per tier]. */
export const statusOf = (newest: Pick<Newest, 'status'> | null): KycStatus => newest?.status ?? 'not_submitted';

/** Returns the tier's button, and the reason why it is disabled. Tier 2 requires tier 1 [000 §4 KYC per tier, §6]. */
export function getTierAction(
  tier: TierNumber,
  status: Readonly<Record<TierNumber, KycStatus>>,
): { readonly action: 'start' | 'resubmit'; readonly obstacle: Obstacle | null } {
  const action = status[tier] === 'not_submitted' ? 'start' : 'resubmit';
  const obstacle = tier === 2 && status[1] !== 'approved' ? 'tier1_first' : null;
  return { action, obstacle };
}
