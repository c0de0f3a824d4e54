/**
 * A case gathers what is known about one customer for one decision, which a person takes (decision A8).
 *
 *     open ──► under_review ──► closed ──► under_review (reopened, with a reason)
 *       └──────────────────────► closed
 */
export const caseStates = ['open', 'under_review', 'closed'] as const;
export type CaseState = (typeof caseStates)[number];

export const caseKinds = {
  wallet: 'Wallet on a list',
  blocked_order: 'Order stopped by its score',
  held_order: 'Held order',
  name_match: 'Name like a listed one',
  activity: 'Unusual activity',
  manual: 'Opened by staff',
} as const;
export type CaseKind = keyof typeof caseKinds;
export const caseKindCodes = Object.keys(caseKinds) as CaseKind[];

export const caseOutcomes = {
  no_suspicion: 'No suspicion remains',
  explained: 'Explained by documents',
  monitoring: 'No suspicion proved; the customer is watched more closely',
  suspicion_confirmed: 'The suspicion is confirmed',
  relationship_ends: 'The relationship with the customer ends',
  list_hit_confirmed: 'The customer or wallet is the listed one',
} as const;
export type CaseOutcome = keyof typeof caseOutcomes;
export const caseOutcomeCodes = Object.keys(caseOutcomes) as CaseOutcome[];

/**
 * Outcomes that act, as the end of the relationship does: nothing of the customer moves from then on (decision E2). The
 * database keeps the same list (`app.decision_freezes` in `db/schema.sql`; decision E2).
 */
const freezing: readonly string[] = ['relationship_ends', 'list_hit_confirmed'] satisfies CaseOutcome[];
export const freezes = (outcome: string): boolean => freezing.includes(outcome);

export type CaseAct = 'start_review' | 'close' | 'reopen' | 'work';

const allowed: Readonly<Record<CaseAct, readonly CaseState[]>> = {
  start_review: ['open'],
  close: ['open', 'under_review'],
  reopen: ['closed'],
  /** Notes, files, links, holds: anything that adds to it. */
  work: ['open', 'under_review'],
};

export const canAct = (state: CaseState, act: CaseAct): boolean => allowed[act].includes(state);

const results: Readonly<Record<Exclude<CaseAct, 'work'>, CaseState>> = {
  start_review: 'under_review',
  close: 'closed',
  reopen: 'under_review',
};
export const stateAfter = (act: Exclude<CaseAct, 'work'>): CaseState => results[act];
