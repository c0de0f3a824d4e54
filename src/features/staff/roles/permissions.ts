import { complianceRoles } from '../../../kernel/permissions.ts';
import { decidePermissions } from '../../approvals/permissions.ts';

/** An admin proposes role changes, a second person of compliance or admin decides (decision D2). */
export const rolePermissions = {
  read: { roles: complianceRoles },
  propose: { roles: ['admin'], stepUp: 30 },
  decide: decidePermissions.role,
} as const;
