import { backOfficeRoles, financeRoles } from '../../kernel/permissions.ts';

/** `acceptJump` lets finance accept a price from a single source. */
export const pricePermissions = {
  readJumps: { roles: backOfficeRoles },
  acceptJump: { roles: financeRoles, stepUp: 30 },
} as const;
