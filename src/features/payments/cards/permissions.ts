import { backOfficeRoles, financeRoles, type Permission } from '../../../kernel/permissions.ts';

export const cardPermissions = {
  look: { roles: backOfficeRoles },
  record: { roles: financeRoles },
} as const satisfies Record<string, Permission>;
