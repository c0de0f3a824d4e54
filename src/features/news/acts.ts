import { financeRoles } from '../../kernel/acts.ts';
import { deciding } from '../approvals/acts.ts';

/** Who reads and writes news: whoever words letters. */
export const newsActs = {
  read: { roles: financeRoles },
  propose: { roles: financeRoles, stepUp: 30 },
  decide: deciding.news,
} as const;
