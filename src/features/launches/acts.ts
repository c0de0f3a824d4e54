import { type Act, complianceRoles } from '../../kernel/acts.ts';

const reads = ['compliance', 'support', 'admin'] as const;
const judges = { roles: complianceRoles } as const;

/** Who works on coin launches. Support reads and asks; who judges says first whether they have an interest in it. */
export const launchActs = {
  look: { roles: reads },
  ask: { roles: reads },
  declare: judges,
  mark: judges,
  decide: judges,
} as const satisfies Record<string, Act>;
