import { complianceRoles } from '../../kernel/acts.ts';

/** Who reads the log. Lines for one role alone are kept from the other by row security (decision A7). */
export const auditActs = { read: { roles: complianceRoles } } as const;
