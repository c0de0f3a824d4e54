import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { StaffRole } from './role.ts';

export type StaffMember = {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly { role: StaffRole; since: Date; grantedBy: string | null }[];
};

/**
 * Everybody who holds a role, a row of user_roles, by name, with since when and who asked for it [000 §3 user_roles,
 * 001 §3 user_roles].
 */
export async function staffNow(tx: Db): Promise<StaffMember[]> {
  const { rows } = await sql<StaffMember>`
    select p.id "userId", p.display_name "name", p.email,
           jsonb_agg(jsonb_build_object('role', r.role, 'since', r.granted_at, 'grantedBy', g.display_name)
             order by r.granted_at, r.role) roles
      from user_roles r join profiles p on p.id = r.user_id left join profiles g on g.id = r.granted_by
     group by p.id order by p.display_name, p.id`.execute(tx);
  return rows.map((member) => ({
    ...member,
    roles: member.roles.map((held) => ({ ...held, since: new Date(held.since) })),
  }));
}

/** Whose account it is, while it is open and its address proved; null where there is none. */
export async function personByEmail(tx: Db, email: string): Promise<{ id: string; name: string } | null> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, display_name "name" from profiles
     where email = ${email} and closed_at is null and app.address_proved(id)`.execute(tx);
  return rows[0] ?? null;
}

export async function rolesOf(tx: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ role: string }>`
    select role from user_roles where user_id = ${userId} order by role`.execute(tx);
  return rows.map(({ role }) => role);
}

/** Role changes are decided one at a time, so that two people who remove each other do not wait for each other. */
export const oneAtATime = (tx: Db) => sql`select pg_advisory_xact_lock(hashtextextended('roles', 0))`.execute(tx);

/** Whether nobody would be an admin any more without this person. */
export async function onlyAdmin(tx: Db, person: string): Promise<boolean> {
  const { rows } = await sql<{ only: boolean }>`
    select bool_or(r.user_id = ${person}) and count(*) = 1 only from user_roles r join profiles p on p.id = r.user_id
     where r.role = 'admin' and p.closed_at is null`.execute(tx);
  return rows[0]?.only ?? false;
}

type Outcome = 'changed' | 'last_admin' | 'stopped' | 'closed';

/** Has the database carry out what was approved in this transaction. */
export async function changeRole(tx: Db, proposalId: string): Promise<Outcome> {
  const { rows } = await sql<{ outcome: Outcome }>`
    select app.change_role(${proposalId}) outcome`.execute(tx);
  return rows[0]?.outcome ?? 'last_admin';
}
