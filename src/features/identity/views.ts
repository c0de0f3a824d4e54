import type { z } from 'zod';
import type { ReviewAct } from './acts.ts';
import type { ItemCode, ItemState } from './items.ts';
import type { idTypes, queueFilters } from './options.ts';
import type { LinkKind, LinkState } from './person-marks.ts';
import type { RiskLevel, Trigger } from './risk.ts';
import type { SubmitEnhanced, SubmitTier1, SubmitTier2, TrustedWallet } from './schema.ts';
import type { KycStatus, Obstacle, SubmissionStatus, TierNumber, WaitsFor } from './tiers.ts';

/**
 * What the questions of this feature answer. Times are moments (UTC); money is plain decimal J$ text, such as
 * `85000.00`.
 */

/** An item as its customer sees it. `reason` says what to do about it. */
export type OwnItem = {
  readonly item: ItemCode;
  readonly state: ItemState;
  readonly reason: { readonly code: string; readonly text: string } | null;
};

/** A group of a form as it was given before: a list may offer something else by now. */
type Given<Group> = { -readonly [Field in keyof NonNullable<Group>]: Widened<NonNullable<Group>[Field]> };
type Widened<Value> = Value extends string ? string : Value;

/**
 * What stands in the fields already: given before, or in the profile. TRN and ID number show their last three
 * signs.
 */
export type Prefill = {
  readonly personal_details?: Given<z.output<typeof SubmitTier1>['personal_details']>;
  readonly id_document?: { idType: keyof typeof idTypes; idNumberMasked: string };
  readonly trn_document?: { trnMasked: string };
  readonly employment?: Given<z.output<typeof SubmitTier2>['employment']>;
  readonly declaration?: Given<z.output<typeof SubmitEnhanced>['declaration']>;
  readonly wallets?: { list: OwnWallet[] };
};

export type OwnWallet = Given<z.output<typeof TrustedWallet>>;

export type OwnTier = {
  readonly tier: TierNumber;
  readonly status: KycStatus;
  readonly submissionId: string | null;
  readonly submittedAt: Date | null;
  readonly decidedAt: Date | null;
  /** `customer` while a pending submission waits for something more from them. */
  readonly waitsFor: WaitsFor | null;
  readonly items: readonly OwnItem[];
  /** Which button the tier offers, and what stands in its way. */
  readonly action: 'start' | 'resubmit';
  readonly obstacle: Obstacle | null;
  /** Approved now: submitting again puts the tier back to pending until it is reviewed. */
  readonly loses: boolean;
  /** The items the form asks for now (the others must be sent as null), and those kept from before. */
  readonly give: readonly ItemCode[];
  readonly keep: readonly ItemCode[];
  readonly prefill: Prefill;
};

export type RecentSubmission = {
  readonly id: string;
  readonly tier: TierNumber;
  readonly status: SubmissionStatus;
  readonly submittedAt: Date;
};

export type Own = {
  readonly tiers: Readonly<Record<TierNumber, OwnTier>>;
  /** Newest first: at most fifty; the dashboard shows three. */
  readonly recent: readonly RecentSubmission[];
  /** 'typically 12-24 hours' (decision B7). */
  readonly reviewTime: string;
};

export type Submitted = { readonly submissionId: string; readonly tier: TierNumber; readonly status: 'pending' };

export type EnhancedPreview = { readonly risk: RiskLevel; readonly triggers: readonly Trigger[] };

/** One line of the staff's queue. `dueAt` is the end of the 24 hours that were promised. */
export type QueueLine = {
  readonly id: string;
  readonly tier: TierNumber;
  readonly customerId: string;
  readonly customer: string;
  readonly email: string;
  readonly submittedAt: Date;
  readonly dueAt: Date;
  readonly late: boolean;
  readonly waitsFor: WaitsFor;
  /** How many submissions of this tier came before. */
  readonly earlier: number;
  readonly dueDiligence: boolean;
  readonly risk: RiskLevel | null;
  /** Tier 3: who approved first; it waits for a second person. */
  readonly firstApprover: string | null;
};

export type IdentityQueue = {
  readonly lines: readonly QueueLine[];
  readonly next: { readonly submittedAt: Date; readonly id: string } | null;
  readonly counts: Readonly<Record<(typeof queueFilters)[number] | `tier${TierNumber}`, number>>;
  readonly now: Date;
};

export type ReviewFile = {
  readonly id: string;
  readonly name: string;
  readonly mime: string;
  readonly bytes: number;
  readonly state: 'clean' | 'being_checked' | 'refused';
};

/** An item as staff judge it: what was typed (label and value, in order), its file, and how it stands. */
export type ReviewItem = {
  readonly item: ItemCode;
  readonly name: string;
  readonly state: ItemState;
  readonly reasonCode: string | null;
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
  /** Taken over from an earlier submission of this tier. */
  readonly carriedFrom: string | null;
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly file: ReviewFile | null;
  /** What to choose from, by act. */
  readonly reasons: Readonly<Record<'reject' | 'want', readonly { code: string; customer: string; staff: string }[]>>;
};

export type SubmissionReview = {
  readonly id: string;
  readonly tier: TierNumber;
  readonly status: SubmissionStatus;
  readonly waitsFor: WaitsFor;
  readonly submittedAt: Date;
  readonly dueAt: Date;
  readonly late: boolean;
  readonly customer: { readonly id: string; readonly name: string; readonly email: string; readonly phone: string };
  readonly items: readonly ReviewItem[];
  /** Whether another account shares something that somebody must decide first; for those alone who may decide it. */
  readonly linked: boolean;
  /** Worth a second look; never a reason by itself. */
  readonly remarks: readonly string[];
  /** Tier 3 alone. */
  readonly assessment: { readonly risk: RiskLevel; readonly triggers: readonly Trigger[] } | null;
  /** Tier 3: the first approval, which waits for a second person. */
  readonly proposal: { readonly id: string; readonly by: string; readonly at: Date; readonly mine: boolean } | null;
  readonly prior: readonly (RecentSubmission & { readonly decidedBy: string | null })[];
  readonly history: readonly {
    readonly at: Date;
    readonly by: string;
    readonly act: string;
    readonly item: ItemCode | null;
    readonly reasonCode: string | null;
    readonly note: string | null;
  }[];
  /** A newer submission of this tier, if there is one: then this one can no longer be decided. */
  readonly newer: string | null;
  /** What this person may do with it now. */
  readonly mine: readonly ReviewAct[];
};

export type Decided = {
  readonly submissionId: string;
  readonly status: SubmissionStatus;
  /** Tier 3 approved by one: it waits for a second person. */
  readonly proposed: boolean;
};

export type CustomerLine = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly createdAt: Date;
  readonly status: Readonly<Record<TierNumber, KycStatus>>;
};

export type CustomerList = {
  readonly lines: readonly CustomerLine[];
  /** The last one's id, for the next page. */
  readonly next: string | null;
};

/** Another account that shares something with a customer. */
export type LinkView = {
  readonly otherId: string;
  readonly name: string;
  readonly email: string;
  readonly closed: boolean;
  /** What is the same: `trn`, `id_number`, `bank`, `wallet`; `device` and `address` are shown and never decided. */
  readonly kinds: readonly LinkKind[];
  readonly state: LinkState | null;
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
  readonly note: string | null;
  /** Where one of the two is stopped: who asked that a second person says they are two people's. */
  readonly waiting: {
    readonly proposalId: string;
    readonly proposedBy: string;
    readonly note: string;
    readonly mine: boolean;
  } | null;
};

export type CustomerOrder = {
  readonly id: string;
  readonly reference: string;
  readonly side: 'buy' | 'sell';
  readonly status: string;
  readonly symbol: string;
  readonly grossJmd: string;
  readonly placedAt: Date;
};

/** A page of somebody's orders, newest first; `next` is its last one while there are more. */
export type CustomerOrders = { readonly orders: readonly CustomerOrder[]; readonly next: string | null };

export type CustomerPage = {
  readonly profile: {
    readonly id: string;
    readonly name: string;
    readonly email: string;
    readonly phone: string;
    readonly dateOfBirth: string;
    readonly country: string;
    readonly nationality: string;
    readonly occupation: string;
    readonly pep: boolean;
    readonly since: Date;
    readonly enhancedCompleted: boolean;
    readonly risk: RiskLevel | null;
    readonly monthlyIncome: string | null;
    readonly incomeVerification: 'verified' | 'pending' | null;
    readonly assessedOn: Date | null;
  };
  readonly status: Readonly<Record<TierNumber, KycStatus>>;
  readonly submissions: SubmissionReview['prior'];
  readonly files: readonly (ReviewFile & { readonly purpose: string; readonly createdAt: Date })[];
  /** The newest of them, and the last of these where there are more. */
  readonly orders: readonly CustomerOrder[];
  readonly moreOrders: string | null;
  readonly notes: readonly { readonly id: string; readonly at: Date; readonly by: string; readonly note: string }[];
};
