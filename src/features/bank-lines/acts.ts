import { type Act, financeRoles } from '../../kernel/acts.ts';
import { deciding } from '../approvals/acts.ts';

/** Who may do what with the lines of our bank accounts: who works on the money that they bring. */
export const bankLineActs = {
  read: { roles: ['finance', 'compliance', 'admin'] },
  work: { roles: financeRoles },
  tellApart: { roles: financeRoles, stepUp: 30 },
  agreeTwo: deciding.two_lines,
} as const satisfies Record<string, Act>;
