import { complianceRoles } from '../../kernel/acts.ts';
import { deciding } from '../approvals/acts.ts';

/** Who reads who is staff, asks for a change of it, and decides it (decision D2). */
export const roleActs = {
  read: { roles: complianceRoles },
  propose: { roles: ['admin'], stepUp: 30 },
  decide: deciding.role,
} as const;
