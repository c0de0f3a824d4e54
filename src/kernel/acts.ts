/** The roles that work at the desk (decision C1). */
export const deskRoles = ['admin', 'compliance', 'finance', 'support'] as const;
export type DeskRole = (typeof deskRoles)[number];

/** Everybody who works for us: an instructor holds workshops, and sees no customers but who comes to them. */
export const workRoles = [...deskRoles, 'instructor'] as const;
export type WorkRole = (typeof workRoles)[number];

/** Who works on money, and who on suspicions and identities: an admin too [001 §6 Admin]. */
export const financeRoles = ['finance', 'admin'] as const;
export const complianceRoles = ['compliance', 'admin'] as const;

/**
 * One row of the table of acts: who may do something, and what they prove first [000 §6]. Each room keeps its rows in
 * its `acts.ts`. A row guards the commands, draws the places and buttons of the screens, and is what the tests of the
 * API are generated from. What an order or a case allows at the moment is another question.
 */
export type Act = {
  /** Staff who hold one of these; nobody acts as staff in their own matter. */
  readonly roles: readonly WorkRole[];
  /** The customer whose matter it is. */
  readonly owner?: true;
  /** Not whoever prepared it: two pairs of eyes (decision D2). */
  readonly second?: true;
  /** They gave a password, a code or a passkey within so many minutes. */
  readonly stepUp?: number;
};

/** Whether somebody with these roles does this at all. */
export const isFor = ({ roles }: Pick<Act, 'roles'>, held: readonly string[]): boolean =>
  roles.some((role) => held.includes(role));

/** Who wants to do something; `otherAccounts` were found to be theirs as well. */
export type Actor = {
  readonly id: string;
  readonly roles: readonly string[];
  readonly otherAccounts: readonly string[];
};

/**
 * Whether an account is this person's, by itself or joined with it: nobody works on their own matters. The database
 * takes an id in capitals for the same, so whoever writes theirs so is told from nobody else here either.
 */
export function isOwn({ id, otherAccounts }: Pick<Actor, 'id' | 'otherAccounts'>, account: string): boolean {
  const known = account.toLowerCase();
  return id === known || otherAccounts.includes(known);
}

export type Matter = {
  readonly customerId: string;
  /** Who prepared what waits for a second person; null when nothing does. */
  readonly preparedBy: string | null;
};

/**
 * Whether somebody may do this in this matter. Nobody acts as staff in their own, an admin neither, nor in that of
 * another account of theirs; and two accounts of one person are no two people.
 */
export function may(actor: Actor, act: Act, { customerId, preparedBy }: Matter): boolean {
  if (actor.id === customerId.toLowerCase()) return act.owner === true;
  if (isOwn(actor, customerId)) return false;
  if (act.second && (preparedBy === null || isOwn(actor, preparedBy))) return false;
  return isFor(act, actor.roles);
}
