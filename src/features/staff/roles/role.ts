/** The staff roles with their purpose; `admin` is the admin of the specification [000 §3 user_roles, decision C1]. */
export const roleLabels = {
  admin: ['Admin', 'all areas, including settings and roles'],
  compliance: ['Compliance', 'identity checks, alerts, cases, holds and releases'],
  finance: ['Finance', 'incoming and outgoing money, settings'],
  support: ['Support', 'can view orders and customers'],
  instructor: ['Instructor', 'courses and workshops, with their participants only'],
} as const;

export type StaffRole = keyof typeof roleLabels;
export const staffRoles = Object.keys(roleLabels) as [StaffRole, ...StaffRole[]];

/** Payload of a role proposal, which `app.change_role` applies. */
export type RoleChange = {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly role: StaffRole;
  readonly act: 'grant' | 'revoke';
  readonly why: string;
};

/** Returns why a role change is impossible, or null. */
export function getRoleChangeObstacle(
  held: readonly string[],
  { role, act }: Pick<RoleChange, 'role' | 'act'>,
): 'roles.has_it' | 'roles.lacks_it' | null {
  if (held.includes(role)) return act === 'grant' ? 'roles.has_it' : null;
  return act === 'revoke' ? 'roles.lacks_it' : null;
}

/** Formats a change as `Give Ina Brown the role Finance`. */
export const formatChange = ({ act, name, role }: Pick<RoleChange, 'act' | 'name' | 'role'>): string =>
  act === 'grant'
    ? `Give ${name} the role ${roleLabels[role][0]}`
    : `Remove the role ${roleLabels[role][0]} from ${name}`;
