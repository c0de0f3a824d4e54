import type { FreezeCause } from './causes.ts';

/** A proposal that waits for its second person. */
export type Waiting = {
  readonly proposalId: string;
  readonly proposedBy: string;
  readonly proposedAt: Date;
  readonly note: string;
  /** Whether whoever asks proposed it: they may take it back, others decide. */
  readonly mine: boolean;
};

export type FreezeLine = {
  readonly id: string;
  /** The account that it is on, where that is a joined one of the same person. */
  readonly account: { readonly id: string; readonly name: string } | null;
  readonly cause: FreezeCause;
  readonly frozenAt: Date;
  /** Null where the customer themselves raised the alarm. */
  readonly frozenBy: string | null;
  /** What was said to a freeze by hand. */
  readonly reason: string | null;
  /** The listed party whom they were found to be. */
  readonly party: string | null;
  readonly caseId: string | null;
  readonly caseNumber: number | null;
  readonly liftedAt: Date | null;
  readonly liftedBy: string | null;
  readonly thaw: Waiting | null;
};

/** An order or a payment that ended with its money here, or never began; or that is stopped by who is known by it. */
export type KeptOrderLine = {
  readonly id: string;
  readonly kind: 'order' | 'payment';
  readonly reference: string;
  /** Whether all that is here of it has nothing to go on to. */
  readonly ended: boolean;
  /** What is here, with its unit. */
  readonly received: string;
  /** Other customers who are frozen and known by where it came from, or goes. */
  readonly others: readonly { readonly id: string; readonly name: string }[];
  /** Two people decided that it goes back, or on. */
  readonly decided: boolean;
  readonly waiting: Waiting | null;
};

/** Unassigned money from an account or wallet that is known to be the customer's. */
export type StoppedMoneyLine = Pick<KeptOrderLine, 'id' | 'reference' | 'received' | 'decided' | 'waiting'>;

/** Why money that stands on nothing does not go back, beside freezes; what was decided of it, or waits. */
export type StoppedMoney = Pick<KeptOrderLine, 'decided' | 'waiting'> & { readonly why: readonly string[] };

export type FreezesView = {
  readonly freezes: readonly FreezeLine[];
  /** Whether nothing of the customer moves now. */
  readonly stopped: boolean;
  readonly orders: readonly KeptOrderLine[];
  readonly money: readonly StoppedMoneyLine[];
};
