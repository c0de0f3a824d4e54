import { complianceRoles } from '../../kernel/permissions.ts';
import { decidePermissions } from '../approvals/acts.ts';

export const riskActs = {
  work: { roles: complianceRoles },
  propose: { roles: complianceRoles, stepUp: 30 },
  decide: decidePermissions.rule_set,
} as const;
