import { complianceRoles } from '../../kernel/permissions.ts';

/** Permissions of compliance. Nobody works on alerts or cases about themselves. */
export const compliancePermissions = {
  work: { roles: complianceRoles },
  /** Proposes to release a stopped order or money. A second person decides. */
  release: { roles: complianceRoles, stepUp: 30 },
  /** Reports to the authority. Not even admins see them, to avoid tipping off. */
  report: { roles: ['compliance'] },
} as const;
