import { sql } from 'kysely';
import { type Db, firstRow, firstValue } from '../../../platform/database/database.ts';
import { customerLabel } from '../../../platform/database/rows.ts';
import type { StaffRole } from './role.ts';

export type StaffMember = {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly { role: StaffRole; since: Date; grantedBy: string | null }[];
};

/** Members of staff with their roles [000 §3 user_roles, 001 §3 user_roles]. */
export async function findStaff(tx: Db): Promise<StaffMember[]> {
  const { rows } = await sql<StaffMember>`
    select p.id "userId", ${customerLabel('p')} "name", p.email,
           jsonb_agg(jsonb_build_object('role', r.role, 'since', r.granted_at, 'grantedBy', g.display_name)
             order by r.granted_at, r.role) roles
      from user_roles r join profiles p on p.id = r.user_id left join profiles g on g.id = r.granted_by
     group by p.id order by p.display_name, p.id`.execute(tx);
  return rows.map((member) => ({
    ...member,
    roles: member.roles.map((held) => ({ ...held, since: new Date(held.since) })),
  }));
}

/** Finds the open account with this verified email. */
export const findPersonByEmail = (tx: Db, email: string) =>
  firstRow<{ id: string; name: string }>(tx)`
    select id, ${customerLabel('profiles')} "name" from profiles
     where email = ${email} and closed_at is null and app.is_email_verified(id)`;

export async function findRoles(tx: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ role: string }>`
    select role from user_roles where user_id = ${userId} order by role`.execute(tx);
  return rows.map(({ role }) => role);
}

/** Serializes role decisions, so that two people who remove each other cannot deadlock. */
export const lockRoles = (tx: Db) => sql`select pg_advisory_xact_lock(hashtextextended('roles', 0))`.execute(tx);

export const isOnlyAdmin = async (tx: Db, person: string) =>
  (await firstValue<boolean>(tx)`
    select bool_or(r.user_id = ${person}) and count(*) = 1 only from user_roles r join profiles p on p.id = r.user_id
     where r.role = 'admin' and p.closed_at is null`) ?? false;

type Outcome = 'changed' | 'last_admin' | 'stopped' | 'closed' | 'no_factor' | 'other_account';

/** Applies the proposal that was approved in this transaction. */
export const changeRole = async (tx: Db, proposalId: string) =>
  (await firstValue<Outcome>(tx)`
    select app.change_role(${proposalId}) outcome`) ?? 'last_admin';
