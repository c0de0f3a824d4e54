import { backOfficeRoles, financeRoles, type Permission } from '../../kernel/permissions.ts';

/** Discounts lower what we earn, so granting one needs a recent re-authentication. */
export const discountPermissions = {
  read: { roles: backOfficeRoles },
  checkHolding: { roles: financeRoles, stepUp: 30 },
  createCode: { roles: financeRoles, stepUp: 30 },
  endCode: { roles: financeRoles },
} as const satisfies Record<string, Permission>;
