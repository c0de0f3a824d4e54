import { backOfficeRoles, complianceRoles, type Permission } from '../../kernel/permissions.ts';

/** The back office answers. Compliance decides complaints, and another person of it reviews a decision. */
export const helpPermissions = {
  answer: { roles: backOfficeRoles },
  decide: { roles: complianceRoles },
  review: { roles: complianceRoles, second: true },
  exportRegister: { roles: complianceRoles },
} as const satisfies Record<string, Permission>;
