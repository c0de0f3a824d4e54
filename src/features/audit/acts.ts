import { complianceRoles } from '../../kernel/permissions.ts';

/** Row security hides entries for one role from the other (decision A7). */
export const auditPermissions = { read: { roles: complianceRoles } } as const;
