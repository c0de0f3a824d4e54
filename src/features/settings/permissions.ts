import { backOfficeRoles, financeRoles } from '../../kernel/permissions.ts';
import { decidePermissions } from '../approvals/permissions.ts';

export const settingPermissions = {
  read: { roles: backOfficeRoles },
  propose: { roles: financeRoles, stepUp: 30 },
  decide: decidePermissions.setting,
} as const;
