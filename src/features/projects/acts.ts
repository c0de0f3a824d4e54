import type { Permission } from '../../kernel/permissions.ts';

const teachingRoles = ['instructor', 'admin'] as const;

/** An appeal needs another instructor, which the command checks. */
export const projectActs = {
  view: { roles: teachingRoles },
  mark: { roles: teachingRoles },
} as const satisfies Record<string, Permission>;
