import type { Permission } from '../../../kernel/permissions.ts';

const teachingRoles = ['instructor', 'admin'] as const;

/** The command also checks that another instructor marks an appeal. */
export const projectPermissions = {
  view: { roles: teachingRoles },
  mark: { roles: teachingRoles },
} as const satisfies Record<string, Permission>;
