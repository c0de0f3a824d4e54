import { complianceRoles, type Permission } from '../../kernel/permissions.ts';

const reads = ['compliance', 'support', 'admin'] as const;

/** Support reads launches and asks questions. Compliance and admins decide. */
export const launchPermissions = {
  look: { roles: reads },
  ask: { roles: reads },
  decide: { roles: complianceRoles },
} as const satisfies Record<string, Permission>;
