import { backOfficeRoles, financeRoles } from '../../kernel/permissions.ts';

/** Staff see paused coins. Finance accepts a price from a single source. */
export const pricePermissions = {
  readJumps: { roles: backOfficeRoles },
  acceptJump: { roles: financeRoles, stepUp: 30 },
} as const;
