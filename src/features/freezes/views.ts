/** For compliance only. A customer sees their own `not_me` alarm and no other cause (A7). */
export const freezeCauses = {
  not_me: 'The customer reported a sign-in that was not theirs',
  listed: 'Confirmed match with a listed party',
  relationship_ends: 'We ended the relationship with the customer',
  by_hand: 'Frozen manually',
} as const;
type FreezeCause = keyof typeof freezeCauses;

export type PendingProposal = {
  readonly proposalId: string;
  readonly proposedBy: string;
  readonly proposedAt: Date;
  readonly note: string;
  /** True if the viewer made the proposal. Then the viewer may withdraw it, and others decide. */
  readonly isOwn: boolean;
};

export type FreezeView = {
  readonly id: string;
  /** The merged account that is frozen; null for this account. */
  readonly account: { readonly id: string; readonly name: string } | null;
  readonly cause: FreezeCause;
  readonly frozenAt: Date;
  /** Null for the customer's own alarm. */
  readonly frozenBy: string | null;
  readonly reason: string | null;
  readonly party: string | null;
  readonly caseId: string | null;
  readonly caseNumber: number | null;
  readonly liftedAt: Date | null;
  readonly liftedBy: string | null;
  readonly unfreezeProposal: PendingProposal | null;
};

/** Order or payment with money that we hold: ended, not started, or stopped by another customer's freeze. */
export type StoppedOrderView = {
  readonly id: string;
  readonly kind: 'order' | 'payment';
  readonly reference: string;
  readonly ended: boolean;
  readonly received: string;
  /** Frozen customers who own the source or destination of the order. */
  readonly others: readonly { readonly id: string; readonly name: string }[];
  readonly decided: boolean;
  readonly waiting: PendingProposal | null;
};

export type StoppedMoneyView = Pick<StoppedOrderView, 'id' | 'reference' | 'received' | 'decided' | 'waiting'>;

/** Sanctions matches that stop unallocated money, and the proposal to return that money. */
export type StoppedMoney = Pick<StoppedOrderView, 'decided' | 'waiting'> & { readonly why: readonly string[] };

export type FreezesView = {
  readonly freezes: readonly FreezeView[];
  readonly stopped: boolean;
  readonly orders: readonly StoppedOrderView[];
  readonly money: readonly StoppedMoneyView[];
};
