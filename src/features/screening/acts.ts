import { complianceRoles } from '../../kernel/permissions.ts';

/** Finance and support have no access. */
export const screeningActs = {
  work: { roles: complianceRoles },
  importList: { roles: complianceRoles, stepUp: 30 },
} as const;
