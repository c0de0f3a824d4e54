import type { Permission } from '../../../kernel/permissions.ts';

export const authoringPermissions = {
  write: { roles: ['admin', 'instructor'] },
  price: { roles: ['admin'], stepUp: 30 },
} as const satisfies Record<string, Permission>;
