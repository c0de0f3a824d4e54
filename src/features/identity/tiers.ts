/**
 * How far somebody is identified: two tiers for everyday use and a third, enhanced one [000 §1]. Each tier is asked for
 * by submissions; the newest one speaks for its tier, whatever older ones said [000 §4 KYC per tier]. Tier 3 is
 * Enhanced KYC and is derived in the same way (decision B2).
 */
export const tiers = [1, 2, 3] as const;
export type TierNumber = (typeof tiers)[number];

export const submissionStatuses = ['pending', 'approved', 'rejected'] as const;
export type SubmissionStatus = (typeof submissionStatuses)[number];
export type KycStatus = 'not_submitted' | SubmissionStatus;

/** Who has the next move on a submission; nobody once it is decided or a newer one took its place. */
export type WaitsFor = 'staff' | 'customer' | 'nobody';

/** What is said of the time a review takes, everywhere [000 §4 KYC per tier, §9, decision B7]. */
export const reviewPromise = { text: 'typically 12-24 hours', lateAfterHours: 24 } as const;

/** What stands between a customer and a form. */
export type Obstacle = 'tier1_first';

/** The newest submission of a tier, as far as it decides what comes next. */
export type Newest = { readonly status: SubmissionStatus; readonly submittedAt: Date };

/** The status of a tier; `not_submitted` where there is no submission [000 §3 kyc_submissions, §4 KYC per tier]. */
export const statusOf = (newest: Pick<Newest, 'status'> | null): KycStatus => newest?.status ?? 'not_submitted';

/**
 * Whether a customer may open the form of a tier, and under which name: Start where nothing was submitted, Resubmit
 * where something was. Tier 2 needs tier 1 approved [000 §4 KYC per tier, §6].
 */
export function mayOpen(
  tier: TierNumber,
  status: Readonly<Record<TierNumber, KycStatus>>,
): { readonly action: 'start' | 'resubmit'; readonly obstacle: Obstacle | null } {
  const action = status[tier] === 'not_submitted' ? 'start' : 'resubmit';
  const obstacle = tier === 2 && status[1] !== 'approved' ? 'tier1_first' : null;
  return { action, obstacle };
}
