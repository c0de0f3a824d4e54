import type { Permission } from '../../kernel/permissions.ts';

export const appropriatenessPermissions = {
  look: { roles: ['compliance', 'support', 'admin'] },
  waive: { roles: ['support', 'admin'] },
} as const satisfies Record<string, Permission>;

export const authoringPermissions = {
  write: { roles: ['admin', 'instructor'] },
  price: { roles: ['admin'], stepUp: 30 },
} as const satisfies Record<string, Permission>;

export const certificatePermissions = {
  view: { roles: ['compliance', 'support', 'admin'] },
  /** Revoke or reinstate any certificate except one's own. */
  revoke: { roles: ['admin'], stepUp: 30 },
} as const satisfies Record<string, Permission>;

export const enrollmentPermissions = {
  view: { roles: ['compliance', 'support', 'admin'] },
  /** Grant, extend or revoke a course for another person. */
  grant: { roles: ['support', 'admin'] },
} as const satisfies Record<string, Permission>;

const teachingRoles = ['instructor', 'admin'] as const;

/** The command also checks that another instructor marks an appeal. */
export const projectPermissions = {
  view: { roles: teachingRoles },
  mark: { roles: teachingRoles },
} as const satisfies Record<string, Permission>;
