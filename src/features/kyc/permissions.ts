import { type Actor, can, complianceRoles, type Permission, type PermissionSubject } from '../../kernel/permissions.ts';
import { decidePermissions } from '../approvals/permissions.ts';

const complianceOnly = { roles: complianceRoles } as const;

export const identityPermissions = {
  look: { roles: ['compliance', 'support', 'admin'] },
  decideItems: complianceOnly,
  approve: complianceOnly,
  reject: complianceOnly,
  askMore: complianceOnly,
  link: complianceOnly,
  previewRisk: { roles: ['admin'] },
} as const satisfies Record<string, Permission>;

export const reviewActions = ['decideItems', 'approve', 'reject', 'askMore'] as const;
export type ReviewAction = (typeof reviewActions)[number];

/** True when the reviewer may act on the submission now. A first approver cannot approve tier 3 again (decision D2). */
export const canReview = (reviewer: Actor, act: ReviewAction, of: PermissionSubject): boolean =>
  can(reviewer, act === 'approve' && of.preparedBy !== null ? decidePermissions.kyc : identityPermissions[act], of);
