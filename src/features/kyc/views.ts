import type { z } from 'zod';
import type { LinkKind, LinkState } from './identity-hashes.ts';
import type { ItemCode, ItemState } from './items.ts';
import type { idTypes, queueFilters } from './options.ts';
import type { ReviewAction } from './permissions.ts';
import type { RiskLevel, Trigger } from './risk.ts';
import type { SubmitEnhanced, SubmitTier1, SubmitTier2, TrustedWallet } from './schema.ts';
import type { KycStatus, Obstacle, SubmissionStatus, TierNumber, WaitsFor } from './tiers.ts';

/** Response types. Times are UTC. Money is a decimal string in J$, such as `85000.00`. */

export type OwnItem = {
  readonly item: ItemCode;
  readonly state: ItemState;
  readonly reason: { readonly code: string; readonly text: string } | null;
};

type Given<Group> = { -readonly [Field in keyof NonNullable<Group>]: Widened<NonNullable<Group>[Field]> };
type Widened<Value> = Value extends string ? string : Value;

/** Prefilled form values. TRN and ID number show only their last three characters. */
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
  /** `customer`: staff requested more for a pending submission. */
  readonly waitsFor: WaitsFor | null;
  readonly items: readonly OwnItem[];
  readonly action: 'start' | 'resubmit';
  readonly obstacle: Obstacle | null;
  /** True when a resubmission makes an approved tier pending. */
  readonly loses: boolean;
  /** `give`: items to send. `keep`: items that must be null. */
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
  readonly recent: readonly RecentSubmission[];
  /** Such as 'typically 12-24 hours' (decision B7). */
  readonly reviewTime: string;
  /** Shows the upload test button (decision C3). */
  readonly canTestUploads: boolean;
};

export type Submitted = { readonly submissionId: string; readonly tier: TierNumber; readonly status: 'pending' };

export type EnhancedPreview = { readonly risk: RiskLevel; readonly triggers: readonly Trigger[] };

/** `dueAt` is 24 hours after submission. */
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
  readonly earlier: number;
  readonly dueDiligence: boolean;
  readonly risk: RiskLevel | null;
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

export type ReviewItem = {
  readonly item: ItemCode;
  readonly name: string;
  readonly state: ItemState;
  readonly reasonCode: string | null;
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
  readonly carriedFrom: string | null;
  readonly facts: readonly (readonly [label: string, value: string])[];
  /** `file` is null when the reader may not open the document. */
  readonly hasFile: boolean;
  readonly file: ReviewFile | null;
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
  /** True when a duplicate account needs a decision first. Always false for roles that cannot decide. */
  readonly linked: boolean;
  readonly remarks: readonly string[];
  readonly assessment: { readonly risk: RiskLevel; readonly triggers: readonly Trigger[] } | null;
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
  readonly newer: string | null;
  readonly mine: readonly ReviewAction[];
};

export type Decided = {
  readonly submissionId: string;
  readonly status: SubmissionStatus;
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
  readonly next: string | null;
};

export type LinkView = {
  readonly otherId: string;
  readonly name: string;
  readonly email: string;
  readonly closed: boolean;
  /** `device` and `address` are for information only and need no decision. */
  readonly kinds: readonly LinkKind[];
  readonly state: LinkState | null;
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
  readonly note: string | null;
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
  readonly orders: readonly CustomerOrder[];
  readonly moreOrders: string | null;
  readonly notes: readonly { readonly id: string; readonly at: Date; readonly by: string; readonly note: string }[];
};
