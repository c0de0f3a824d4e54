import type { Level, RuleSet } from './rule-set.ts';
import type { Factor, Inputs } from './score.ts';

/** What the commands of this feature answer. */

export type RuleSetLine = {
  readonly id: string;
  readonly version: number;
  readonly title: string;
  readonly validFrom: Date;
  /** Null on the first, which came with the product. */
  readonly proposedBy: string | null;
  readonly approvedBy: string | null;
};

export type DraftState = 'open' | 'proposed' | 'in_force' | 'rejected';

export type DraftLine = {
  readonly id: string;
  readonly title: string;
  readonly state: DraftState;
  /** The version that it set out from. */
  readonly basedOn: number;
  /** Grows with each save; a save or proposal names the one that it saw. */
  readonly revision: number;
  readonly author: string;
  readonly updatedAt: Date;
};

export type OpenRuleProposal = {
  readonly proposalId: string;
  readonly draftId: string;
  readonly title: string;
  readonly proposedBy: string;
  readonly proposer: string;
  readonly proposedAt: Date;
  readonly ruleSet: RuleSet;
  /** Whether the person who looks asked for it: then somebody else decides. */
  readonly own: boolean;
};

/** `risk/ruleSets` */
export type RuleSets = {
  readonly inForce: number;
  readonly sets: readonly RuleSetLine[];
  readonly drafts: readonly DraftLine[];
  readonly proposal: OpenRuleProposal | null;
};

/** `risk/ruleSet` and `risk/draft` */
export type WholeRuleSet = RuleSetLine & { readonly ruleSet: RuleSet };
export type WholeDraft = DraftLine & { readonly ruleSet: RuleSet };

export type Outcome = 'accepted' | 'held' | 'wallet_blocked' | 'transaction_blocked';

type Judgement = {
  readonly score: number;
  readonly level: Level;
  readonly stopped: boolean;
  readonly alerted: boolean;
};

/** How one past order would have been judged. */
export type TriedOrder = {
  readonly assessmentId: string;
  readonly at: Date;
  readonly orderId: string | null;
  readonly reference: string | null;
  readonly userId: string;
  readonly customer: string;
  readonly amount: string;
  readonly before: Judgement;
  readonly after: Judgement;
};

/** `risk/tryDraft`: one page of past orders, newest first. `these` are those that a draft judges otherwise. */
export type Trial = {
  readonly looked: number;
  readonly stoppedBefore: number;
  readonly stoppedAfter: number;
  readonly alertedBefore: number;
  readonly alertedAfter: number;
  readonly these: readonly TriedOrder[];
  /** The last assessment looked at, for the next page; null at the end. */
  readonly next: string | null;
};

/** `risk/assessments`, newest first. */
export type AssessmentLine = {
  readonly id: string;
  readonly at: Date;
  readonly orderId: string | null;
  readonly reference: string | null;
  readonly score: number;
  readonly level: Level;
  readonly outcome: Outcome;
  readonly factors: readonly Factor[];
  readonly flags: readonly string[];
  readonly ruleSetVersion: number;
  readonly ruleSetId: string;
  readonly inputs: Inputs;
  /** Whether the stored inputs still give the stored number. */
  readonly recomputes: boolean;
};
export type Assessments = { readonly assessments: readonly AssessmentLine[]; readonly next: string | null };
