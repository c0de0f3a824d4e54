import type { Level, RuleSet } from './rule-set.ts';
import type { Factor, Inputs } from './score.ts';

export type RuleSetVersion = {
  readonly id: string;
  readonly version: number;
  readonly title: string;
  readonly validFrom: Date;
  /** Null for the version that was installed with the product. */
  readonly proposedBy: string | null;
  readonly approvedBy: string | null;
  readonly ruleSet: RuleSet;
};

/** Stored payload of a proposal. */
export type ProposedRules = { readonly title: string; readonly basedOn: number; readonly ruleSet: RuleSet };

export type RuleProposal = {
  readonly proposalId: string;
  readonly title: string;
  readonly ruleSet: RuleSet;
  readonly proposer: string;
  readonly proposedAt: Date;
  /** Proposed by the signed-in person, who may not approve it. */
  readonly own: boolean;
};

/** Response of `risk/ruleSets`. The first version is in force. */
export type RuleSets = { readonly sets: readonly RuleSetVersion[]; readonly proposal: RuleProposal | null };

export type Outcome = 'accepted' | 'held' | 'wallet_blocked' | 'transaction_blocked';

type Verdict = {
  readonly score: number;
  readonly level: Level;
  readonly stopped: boolean;
  readonly alerted: boolean;
};

/** Past order with its original score (`before`) and the score by the tested rules (`after`). */
export type BacktestOrder = {
  readonly assessmentId: string;
  readonly at: Date;
  readonly orderId: string | null;
  readonly reference: string | null;
  readonly userId: string;
  readonly customer: string;
  readonly amount: string;
  readonly before: Verdict;
  readonly after: Verdict;
};

/** Response of `risk/backtest`: one page of past orders. */
export type Backtest = {
  readonly orders: number;
  readonly stoppedBefore: number;
  readonly stoppedAfter: number;
  readonly alertedBefore: number;
  readonly alertedAfter: number;
  readonly changed: readonly BacktestOrder[];
  readonly next: string | null;
};

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
  /** True if the stored inputs still produce the stored score. */
  readonly recomputes: boolean;
};
export type Assessments = { readonly assessments: readonly AssessmentLine[]; readonly next: string | null };
