export const backOfficeRoles = ['admin', 'compliance', 'finance', 'support'] as const;
export type BackOfficeRole = (typeof backOfficeRoles)[number];

/** Roles of employees. Instructors see only customers of their workshops (decision C1). */
export const employeeRoles = [...backOfficeRoles, 'instructor'] as const;
export type EmployeeRole = (typeof employeeRoles)[number];

/** Finance handles money, compliance handles suspicions and identities. Admins do both [001 §6 Admin]. */
export const financeRoles = ['finance', 'admin'] as const;
export const complianceRoles = ['compliance', 'admin'] as const;

export const mfaRequiredMessage =
  'The admin area needs a second sign-in step. Set up an authenticator app or a passkey on your profile page.';

/** Row of the permission table [000 §6]. Guards commands, shows buttons and generates API tests. */
export type Permission = {
  readonly roles: readonly EmployeeRole[];
  /** Allows the customer whom the record is about. */
  readonly owner?: true;
  /** Requires a person other than the preparer (decision D2). */
  readonly second?: true;
  /** Maximum minutes since reauthentication. */
  readonly stepUp?: number;
};

export const roleAllows = ({ roles }: Pick<Permission, 'roles'>, held: readonly string[]): boolean =>
  roles.some((role) => held.includes(role));

/** Current user. `otherAccounts` are ids of accounts of the same person. */
export type Actor = {
  readonly id: string;
  readonly roles: readonly string[];
  readonly otherAccounts: readonly string[];
};

/** True for the actor's own and linked accounts. Ignores the case of the id. */
export function isSamePerson({ id, otherAccounts }: Pick<Actor, 'id' | 'otherAccounts'>, accountId: string): boolean {
  const normalizedId = accountId.toLowerCase();
  return id === normalizedId || otherAccounts.includes(normalizedId);
}

export type PermissionSubject = {
  readonly customerId: string;
  readonly preparedBy: string | null;
};

/** True if the actor could decide but prepared the proposal, so that only a second person is missing. */
export const isSecondMissing = (
  actor: Actor,
  { second, ...permission }: Permission,
  subject: PermissionSubject,
): boolean =>
  second === true &&
  subject.preparedBy !== null &&
  isSamePerson(actor, subject.preparedBy) &&
  can(actor, permission, subject);

/** Checks a permission. Staff, including admins, never act on their own or linked accounts as staff. */
export function can(actor: Actor, permission: Permission, { customerId, preparedBy }: PermissionSubject): boolean {
  if (actor.id === customerId.toLowerCase()) return permission.owner === true;
  if (isSamePerson(actor, customerId)) return false;
  if (permission.second && (preparedBy === null || isSamePerson(actor, preparedBy))) return false;
  return roleAllows(permission, actor.roles);
}
