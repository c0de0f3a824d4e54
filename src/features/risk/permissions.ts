import { complianceRoles } from '../../kernel/permissions.ts';
import { decidePermissions } from '../approvals/permissions.ts';

export const riskPermissions = {
  work: { roles: complianceRoles },
  propose: { roles: complianceRoles, stepUp: 30 },
  decide: decidePermissions.rule_set,
} as const;
