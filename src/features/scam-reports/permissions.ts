import { complianceRoles, type Permission } from '../../kernel/permissions.ts';
import { decidePermissions } from '../approvals/permissions.ts';

export const scamPermissions = {
  read: { roles: [...complianceRoles, 'support'] },
  seeReporter: { roles: complianceRoles },
  judge: { roles: complianceRoles },
  /** Another reviewer must approve the warning. */
  propose: { roles: complianceRoles, stepUp: 30 },
  decideWarning: decidePermissions.scam_warning,
} as const satisfies Record<string, Permission>;
