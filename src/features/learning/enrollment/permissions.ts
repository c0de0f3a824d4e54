import type { Permission } from '../../../kernel/permissions.ts';

export const enrollmentPermissions = {
  view: { roles: ['compliance', 'support', 'admin'] },
  /** Grant, extend or revoke a course for another person. */
  grant: { roles: ['support', 'admin'] },
} as const satisfies Record<string, Permission>;
