import { backOfficeRoles, financeRoles } from '../../kernel/permissions.ts';
import { decidePermissions } from '../approvals/acts.ts';

export const settingActs = {
  read: { roles: backOfficeRoles },
  propose: { roles: financeRoles, stepUp: 30 },
  decide: decidePermissions.setting,
} as const;
