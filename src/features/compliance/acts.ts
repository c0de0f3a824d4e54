import { complianceRoles } from '../../kernel/permissions.ts';

/** Permissions for suspicions. A person never works on a case about themselves. */
export const complianceActs = {
  work: { roles: complianceRoles },
  /** Releases a stopped order or money; another person decides. */
  letGo: { roles: complianceRoles, stepUp: 30 },
  /** Reports to the authority: this role only, not even admins (tipping off). */
  report: { roles: ['compliance'] },
} as const;
