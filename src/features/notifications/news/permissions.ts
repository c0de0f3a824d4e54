import { financeRoles } from '../../../kernel/permissions.ts';
import { decidePermissions } from '../../approvals/permissions.ts';

export const newsPermissions = {
  read: { roles: financeRoles },
  propose: { roles: financeRoles, stepUp: 30 },
  decide: decidePermissions.news,
} as const;
