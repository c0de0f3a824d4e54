import type { Permission } from '../../kernel/permissions.ts';

export const enrollmentActs = {
  view: { roles: ['compliance', 'support', 'admin'] },
  /** Grants, extends or revokes a course; never of their own account. */
  grant: { roles: ['support', 'admin'] },
} as const satisfies Record<string, Permission>;
