import { complianceRoles } from '../../kernel/permissions.ts';

/** Row security hides entries that are reserved for the other role (decision A7). */
export const auditPermissions = { read: { roles: complianceRoles } } as const;
