import { type Act, type Actor, complianceRoles, type Matter, may } from '../../kernel/acts.ts';
import { deciding } from '../approvals/acts.ts';

const decides = { roles: complianceRoles } as const;

/** Who does what with identity checks and customers' records. */
export const identityActs = {
  look: { roles: ['compliance', 'support', 'admin'] },
  decideItems: decides,
  approve: decides,
  reject: decides,
  askMore: decides,
  /** Which accounts are one person's. */
  link: decides,
  previewRisk: { roles: ['admin'] },
} as const satisfies Record<string, Act>;

/** What is done with a submission. */
export const reviewActs = ['decideItems', 'approve', 'reject', 'askMore'] as const;
export type ReviewAct = (typeof reviewActs)[number];

/** Whether somebody may do this now; of tier 3 whoever prepared it is who approved first, and does not again (D2). */
export const mayReview = (reviewer: Actor, act: ReviewAct, of: Matter): boolean =>
  may(reviewer, act === 'approve' && of.preparedBy !== null ? deciding.kyc : identityActs[act], of);
