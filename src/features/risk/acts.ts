import { complianceRoles } from '../../kernel/acts.ts';
import { deciding } from '../approvals/acts.ts';

/** Compliance works on the rules of risk; a second one of them puts them in force. */
export const riskActs = {
  work: { roles: complianceRoles },
  propose: { roles: complianceRoles, stepUp: 30 },
  decide: deciding.rule_set,
} as const;
