/** Who may do what with a submission. One table guards the commands and drives the buttons. */
export type Reviewer = { readonly id: string; readonly roles: readonly string[] };

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

/** Nobody reviews their own submission, an admin neither; and who approved first does not approve again (D2). */
export function may(reviewer: Reviewer, act: ReviewAct, of: Reviewed): boolean {
  if (reviewer.id === of.customerId) return false;
  if (act === 'approve' && of.firstApprover === reviewer.id) return false;
  return reviewPermissions[act].some((role) => reviewer.roles.includes(role));
}
