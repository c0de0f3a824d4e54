import { financeRoles, type Permission } from '../../kernel/permissions.ts';
import { decidePermissions } from '../approvals/permissions.ts';

const hostRoles = ['admin', 'support', 'instructor'] as const;

export const workshopPermissions = {
  hold: { roles: hostRoles },
  /** Cancel a session and propose refunds (D2). */
  cancel: { roles: financeRoles, stepUp: 30 },
  see: { roles: [...financeRoles, 'support', 'instructor'] },
  checkIn: { roles: hostRoles },
  seeAwards: { roles: [...financeRoles, 'support'] },
  /** Propose a release and record transfers. */
  release: { roles: financeRoles, stepUp: 30 },
  decideRelease: decidePermissions.award,
} as const satisfies Record<string, Permission>;
