export const caseViews = ['open', 'mine', 'closed'] as const;

/**
 * A case collects evidence about one customer, so that staff can decide (decision A8).
 *
 *     open ──► under_review ──► closed ──► under_review (reopened, with a reason)
 *       └──────────────────────► closed
 */
export const caseStates = ['open', 'under_review', 'closed'] as const;
export type CaseState = (typeof caseStates)[number];

export const caseKinds = {
  wallet: 'Wallet on a list',
  blocked_order: 'Order blocked by its score',
  held_order: 'Held order',
  name_match: 'Possible name match',
  activity: 'Unusual activity',
  manual: 'Opened by staff',
} as const;
export type CaseKind = keyof typeof caseKinds;
export const caseKindCodes = Object.keys(caseKinds) as CaseKind[];

export const caseOutcomes = {
  no_suspicion: 'No suspicion remains',
  explained: 'Explained by documents',
  monitoring: 'No suspicion confirmed; the customer is monitored',
  suspicion_confirmed: 'Suspicion confirmed',
  relationship_ends: 'Customer relationship ended',
  list_hit_confirmed: 'Customer or wallet is the listed party',
} as const;
export type CaseOutcome = keyof typeof caseOutcomes;
export const caseOutcomeCodes = Object.keys(caseOutcomes) as CaseOutcome[];

/** Outcomes that freeze the customer (decision E2). Keep in sync with `app.apply_decided_freeze` in `db/schema.sql`. */
const freezingOutcomes: readonly string[] = ['relationship_ends', 'list_hit_confirmed'] satisfies CaseOutcome[];
export const isFreezingOutcome = (outcome: string): boolean => freezingOutcomes.includes(outcome);

export type CaseAction = 'start_review' | 'close' | 'reopen' | 'work';

const allowedStates: Readonly<Record<CaseAction, readonly CaseState[]>> = {
  start_review: ['open'],
  close: ['open', 'under_review'],
  reopen: ['closed'],
  work: ['open', 'under_review'],
};

export const isActionAllowed = (state: CaseState, action: CaseAction): boolean => allowedStates[action].includes(state);

const resultingStates: Readonly<Record<Exclude<CaseAction, 'work'>, CaseState>> = {
  start_review: 'under_review',
  close: 'closed',
  reopen: 'under_review',
};
export const getResultingState = (action: Exclude<CaseAction, 'work'>): CaseState => resultingStates[action];
