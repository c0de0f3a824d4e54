import { backOfficeRoles, financeRoles, type Permission } from '../../../kernel/permissions.ts';

export const cardActs = {
  look: { roles: backOfficeRoles },
  record: { roles: financeRoles },
} as const satisfies Record<string, Permission>;
