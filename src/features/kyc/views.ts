import type { z } from 'zod';
import type { SubmitEnhanced, TrustedWallet } from './enhanced-schema.ts';
import type { LinkKind, LinkState } from './identity-hashes.ts';
import type { ItemCode, ItemState } from './items.ts';
import type { RiskLevel } from './risk.ts';
import type { idTypes, SubmitTier1 } from './tier1-schema.ts';
import type { SubmitTier2 } from './tier2-schema.ts';
import type { KycStatus, Obstacle, SubmissionStatus, TierNumber, WaitsFor } from './tiers.ts';

/** Response types. Times are UTC. Money is a decimal string in J$, such as `85000.00`. */

export type OwnItem = {
  readonly item: ItemCode;
  readonly state: ItemState;
  readonly reason: { readonly code: string; readonly text: string } | null;
};

type Prefilled<Group> = { -readonly [Field in keyof NonNullable<Group>]: Widened<NonNullable<Group>[Field]> };
type Widened<Value> = Value extends string ? string : Value;

/** Prefilled form values. TRN and ID number show only their last three characters. */
export type Prefill = {
  readonly personal_details?: Prefilled<z.output<typeof SubmitTier1>['personal_details']>;
  readonly id_document?: { idType: keyof typeof idTypes; idNumberMasked: string };
  readonly trn_document?: { trnMasked: string };
  readonly employment?: Prefilled<z.output<typeof SubmitTier2>['employment']>;
  readonly declaration?: Prefilled<z.output<typeof SubmitEnhanced>['declaration']>;
  readonly wallets?: { list: OwnWallet[] };
};

export type OwnWallet = Prefilled<z.output<typeof TrustedWallet>>;

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
  readonly hasDraft: boolean;
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

export type ReviewFile = {
  readonly id: string;
  readonly name: string;
  readonly mime: string;
  readonly bytes: number;
  readonly state: 'clean' | 'being_checked' | 'refused';
};

export type CustomerLine = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly createdAt: Date;
  readonly status: Readonly<Record<TierNumber, KycStatus>>;
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
    readonly isOwn: boolean;
  } | null;
};
