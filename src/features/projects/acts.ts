import type { Act } from '../../kernel/acts.ts';

const teaches = ['instructor', 'admin'] as const;

/** Who reads and marks final projects; of an appeal the second person is asked for by the room itself. */
export const projectActs = {
  look: { roles: teaches },
  mark: { roles: teaches },
} as const satisfies Record<string, Act>;
