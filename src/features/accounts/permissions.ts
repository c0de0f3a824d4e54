import { complianceRoles } from '../../kernel/permissions.ts';

const supportRoles = ['support', 'compliance', 'admin'] as const;

export const accountPermissions = {
  /** Sign-in methods, data export and closing need reauthentication in the last 10 minutes (ASVS 7.5.1). */
  own: { roles: [], owner: true, stepUp: 10 },
  readSessions: { roles: supportRoles },
  endSessions: { roles: supportRoles },
  /** Support must not sign out the staff who supervise it. */
  endSessionsOfStaff: { roles: complianceRoles },
  unfreeze: { roles: complianceRoles },
} as const;
