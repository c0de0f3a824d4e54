import { complianceRoles } from '../../kernel/acts.ts';

/** Who works with lists and hits. Finance and support see none of it; nobody decides about themselves. */
export const screeningActs = {
  work: { roles: complianceRoles },
  importList: { roles: complianceRoles, stepUp: 30 },
} as const;
