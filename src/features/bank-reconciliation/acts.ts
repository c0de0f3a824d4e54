import { financeRoles, type Permission } from '../../kernel/permissions.ts';
import { decidePermissions } from '../approvals/acts.ts';

export const bankLineActs = {
  read: { roles: ['finance', 'compliance', 'admin'] },
  work: { roles: financeRoles },
  tellApart: { roles: financeRoles, stepUp: 30 },
  agreeTwo: decidePermissions.two_lines,
} as const satisfies Record<string, Permission>;
