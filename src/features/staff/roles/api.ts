import { decideRole, proposeRole } from './change-role.ts';
import { listRoles } from './show-roles.ts';

export const rolesApi = { list: listRoles, propose: proposeRole, decide: decideRole };
