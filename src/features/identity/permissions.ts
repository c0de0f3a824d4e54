import { isOwn, type Person } from '../../platform/person.ts';

/** Who may do what with a submission. One table guards the commands and drives the buttons. */
export type Reviewer = Pick<Person, 'id' | 'roles' | 'otherAccounts'>;

export type Reviewed = {
  readonly customerId: string;
  /** Tier 3: who approved first; null where nobody has. */
  readonly firstApprover: string | null;
};

const decides = ['compliance', 'admin'] as const;

export const reviewPermissions = {
  look: [...decides, 'support'],
  decideItems: decides,
  approve: decides,
  reject: decides,
  askMore: decides,
} as const satisfies Record<string, readonly string[]>;

export type ReviewAct = keyof typeof reviewPermissions;

/**
 * Nobody reviews their own submission, an admin neither; and who approved first does not approve again (D2). All
 * accounts of a person are one person.
 */
export function may(reviewer: Reviewer, act: ReviewAct, of: Reviewed): boolean {
  if (isOwn(reviewer, of.customerId)) return false;
  if (act === 'approve' && of.firstApprover !== null && isOwn(reviewer, of.firstApprover)) return false;
  return reviewPermissions[act].some((role) => reviewer.roles.includes(role));
}
