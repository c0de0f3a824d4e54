import { complianceRoles } from '../../kernel/permissions.ts';

/** Finance and support have no access. */
export const screeningPermissions = {
  work: { roles: complianceRoles },
  importList: { roles: complianceRoles, stepUp: 30 },
} as const;
