/**
 * The roles that staff can hold, with what each is for; `admin` is what the documents mean by admin [000 §3 user_roles,
 * decision C1].
 */
export const roleWords = {
  admin: ['Admin', 'everything that one person may do, settings and roles'],
  compliance: ['Compliance', 'identity checks, alerts, cases, holds and releases'],
  finance: ['Finance', 'money in and out, settings'],
  support: ['Support', 'reads orders and customers'],
  instructor: ['Instructor', 'courses and workshops; sees no customers but who comes'],
} as const;

export type StaffRole = keyof typeof roleWords;
export const staffRoles = Object.keys(roleWords) as [StaffRole, ...StaffRole[]];

/** What is asked for: frozen for the second person, and carried out by the database from there. */
export type RoleChange = {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly role: StaffRole;
  readonly act: 'grant' | 'revoke';
  readonly why: string;
};

/** Why a change makes no sense for who holds these roles now; null when it does. */
export function whyNotChange(
  held: readonly string[],
  { role, act }: Pick<RoleChange, 'role' | 'act'>,
): 'roles.has_it' | 'roles.lacks_it' | null {
  if (held.includes(role)) return act === 'grant' ? 'roles.has_it' : null;
  return act === 'revoke' ? 'roles.lacks_it' : null;
}
