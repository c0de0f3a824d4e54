/** The staff roles with their purpose; `admin` is the admin of the specification [000 §3 user_roles, decision C1]. */
export const roleLabels = {
  admin: ['Admin', 'everything, with settings and roles'],
  compliance: ['Compliance', 'identity checks, alerts, cases, holds and releases'],
  finance: ['Finance', 'money in and out, settings'],
  support: ['Support', 'sees orders and customers'],
  instructor: ['Instructor', 'courses and workshops; sees their participants only'],
} as const;

export type StaffRole = keyof typeof roleLabels;
export const staffRoles = Object.keys(roleLabels) as [StaffRole, ...StaffRole[]];

/** The stored payload of a proposal. The database carries it out. */
export type RoleChange = {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly role: StaffRole;
  readonly act: 'grant' | 'revoke';
  readonly why: string;
};

/** The obstacle to a role change, by the roles held now; null when there is none. */
export function getRoleChangeObstacle(
  held: readonly string[],
  { role, act }: Pick<RoleChange, 'role' | 'act'>,
): 'roles.has_it' | 'roles.lacks_it' | null {
  if (held.includes(role)) return act === 'grant' ? 'roles.has_it' : null;
  return act === 'revoke' ? 'roles.lacks_it' : null;
}

/** `Give Ina Brown the role Finance`. */
export const formatChange = ({ act, name, role }: Pick<RoleChange, 'act' | 'name' | 'role'>): string =>
  act === 'grant'
    ? `Give ${name} the role ${roleLabels[role][0]}`
    : `Remove the role ${roleLabels[role][0]} from ${name}`;
