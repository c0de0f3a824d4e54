import { financeRoles } from '../../../kernel/permissions.ts';
import { decidePermissions } from '../../approvals/acts.ts';

export const newsActs = {
  read: { roles: financeRoles },
  propose: { roles: financeRoles, stepUp: 30 },
  decide: decidePermissions.news,
} as const;
