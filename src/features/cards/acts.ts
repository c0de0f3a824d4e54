import { type Act, deskRoles, financeRoles } from '../../kernel/acts.ts';

/** Who looks at pages that stayed open, and who writes down a charge that was found with the provider. */
export const cardActs = {
  look: { roles: deskRoles },
  record: { roles: financeRoles },
} as const satisfies Record<string, Act>;
