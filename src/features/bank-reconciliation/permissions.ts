import { financeRoles, type Permission } from '../../kernel/permissions.ts';
import { decidePermissions } from '../approvals/permissions.ts';

export const bankLinePermissions = {
  read: { roles: ['finance', 'compliance', 'admin'] },
  work: { roles: financeRoles },
  tellApart: { roles: financeRoles, stepUp: 30 },
  agreeTwo: decidePermissions.two_lines,
} as const satisfies Record<string, Permission>;
