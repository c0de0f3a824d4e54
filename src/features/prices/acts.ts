import { deskRoles, financeRoles } from '../../kernel/acts.ts';

/** Who sees which coins rest, and believes a price that one source alone told. */
export const priceActs = {
  readJumps: { roles: deskRoles },
  acceptJump: { roles: financeRoles, stepUp: 30 },
} as const;
