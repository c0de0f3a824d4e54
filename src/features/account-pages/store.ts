import { sql } from 'kysely';
import { type Db, firstValue, whoAsks } from '../../platform/database.ts';
import type { IdentityCheck, Profile } from './profile-change.ts';

/** Whose account it is, for the head of the dashboard. */
export type Account = { verified: boolean; firstName: string; displayName: string };

export async function ownAccount(tx: Db): Promise<Account> {
  const { rows } = await sql<Account>`
    select app.own_email_verified() verified, coalesce(p.first_name, '') "firstName",
           coalesce(p.display_name, '') "displayName"
      from (select 1) one left join profiles p on p.id = ${whoAsks}`.execute(tx);
  const [account] = rows;
  if (!account) throw new Error('a statement without a condition answers one row');
  return account;
}

type Kept = Profile & { check: IdentityCheck };

/**
 * The profile of whoever asks, and where the check stands that rests on their name. With `lock`, nobody else changes
 * it until the transaction ends.
 */
export async function ownProfile(tx: Db, lock = false): Promise<Kept> {
  const { rows } = await sql<Kept>`
    select first_name "firstName", last_name "lastName", display_name "displayName", phone_number "phoneNumber",
           coalesce(avatar_url, '') "avatarUrl", date_of_birth "dateOfBirth",
           declared_country "declaredCountry",
           -- An approval of any tier that stands is one of exactly this name.
           coalesce((select 'approved' from (select distinct on (k.tier) k.status from kyc_submissions k
                       where k.user_id = p.id order by k.tier, k.created_at desc) newest
                      where newest.status = 'approved' limit 1),
                    (select k.status from kyc_submissions k where k.user_id = p.id and k.tier = 1
                      order by k.created_at desc limit 1), 'not_submitted') "check"
      from profiles p where p.id = ${whoAsks} ${lock ? sql`for update of p` : sql``}`.execute(tx);
  const [profile] = rows;
  if (!profile) throw new Error('every account has a profile from its first moment');
  return profile;
}

/** Whether whoever asks holds a role or ever did. */
export const everHeldRole = async (tx: Db) =>
  (await firstValue<boolean>(tx)`select app.ever_held_role(${whoAsks}) held`) ?? true;

/** Writes the profile of whoever asks as it is to be [000 §3 profiles, §7 Tables]. */
export const saveProfile = (tx: Db, to: Profile, now: Date) =>
  sql`update profiles set first_name = ${to.firstName}, last_name = ${to.lastName}, display_name = ${to.displayName},
        phone_number = ${to.phoneNumber}, avatar_url = ${to.avatarUrl === '' ? null : to.avatarUrl},
        date_of_birth = ${to.dateOfBirth}, declared_country = ${to.declaredCountry}, updated_at = ${now}
      where id = ${whoAsks}`.execute(tx);
