import type { Permission } from '../../../kernel/permissions.ts';

export const appropriatenessPermissions = {
  look: { roles: ['compliance', 'support', 'admin'] },
  waive: { roles: ['support', 'admin'] },
} as const satisfies Record<string, Permission>;
