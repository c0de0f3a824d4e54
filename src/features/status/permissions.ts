import { backOfficeRoles } from '../../kernel/permissions.ts';

/** Customers trust the text, so publishing needs a recent re-authentication. Ending needs none: it is urgent. */
export const announcementPermissions = {
  read: { roles: backOfficeRoles },
  publish: { roles: ['admin', 'finance', 'support'], stepUp: 30 },
  end: { roles: ['admin', 'finance', 'support'] },
} as const;
