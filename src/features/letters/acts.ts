import { financeRoles } from '../../kernel/acts.ts';
import { deciding } from '../approvals/acts.ts';

/** Who reads and words letters: whoever changes settings. */
export const letterActs = {
  read: { roles: financeRoles },
  propose: { roles: financeRoles, stepUp: 30 },
  decide: deciding.letter,
} as const;
