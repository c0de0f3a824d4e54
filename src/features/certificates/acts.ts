import type { Permission } from '../../kernel/permissions.ts';

export const certificateActs = {
  view: { roles: ['compliance', 'support', 'admin'] },
  /** Revokes or reinstates anyone's certificate except the admin's own. */
  revoke: { roles: ['admin'], stepUp: 30 },
} as const satisfies Record<string, Permission>;
