import type { Permission } from '../../../kernel/permissions.ts';

export const certificatePermissions = {
  view: { roles: ['compliance', 'support', 'admin'] },
  /** Revoke or reinstate any certificate except one's own. */
  revoke: { roles: ['admin'], stepUp: 30 },
} as const satisfies Record<string, Permission>;
