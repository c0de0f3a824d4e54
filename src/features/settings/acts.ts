import { deskRoles, financeRoles } from '../../kernel/acts.ts';
import { deciding } from '../approvals/acts.ts';

/** Who reads and changes settings. */
export const settingActs = {
  read: { roles: deskRoles },
  propose: { roles: financeRoles, stepUp: 30 },
  decide: deciding.setting,
} as const;
