import { sql } from 'kysely';
import { currentUserId, type Db, firstValue, requireRow } from '../../platform/database/database.ts';
import type { IdentityCheck, Profile } from './profile-change.ts';

export type Account = { isPasskeyDue: boolean; verified: boolean; firstName: string; displayName: string };

export const loadAccount = (tx: Db) =>
  requireRow<Account>(tx)`
    select app.own_email_verified() verified, coalesce(p.first_name, '') "firstName",
           coalesce(p.display_name, '') "displayName", p.passkey_offer_closed_at is null
             and exists (select from transactions t where t.user_id = ${currentUserId}) "isPasskeyDue"
      from (select 1) one left join profiles p on p.id = ${currentUserId}`;

type StoredProfile = Profile & { check: IdentityCheck };

/** With `lock`, the row stays locked until the transaction ends. */
export const loadProfile = (tx: Db, lock = false) =>
  requireRow<StoredProfile>(tx)`
    select first_name "firstName", last_name "lastName", display_name "displayName", phone_number "phoneNumber",
           coalesce(avatar_url, '') "avatarUrl", date_of_birth "dateOfBirth",
           declared_country "declaredCountry",
           -- An approved tier covers exactly these details, and a pending one is reviewed with them.
           coalesce((select newest.status from (select distinct on (k.tier) k.status from kyc_submissions k
                       where k.user_id = p.id order by k.tier, k.created_at desc) newest
                      where newest.status in ('approved', 'pending') order by newest.status limit 1),
                    (select k.status from kyc_submissions k where k.user_id = p.id and k.tier = 1
                      order by k.created_at desc limit 1), 'not_submitted') "check"
      from profiles p where p.id = ${currentUserId} ${lock ? sql`for update of p` : sql``}`;

export const closePasskeyOffer = (tx: Db, now: Date) =>
  sql`update profiles set passkey_offer_closed_at = ${now} where id = ${currentUserId}`.execute(tx);

export const hasEverHeldRole = async (tx: Db) =>
  (await firstValue<boolean>(tx)`select app.has_ever_held_role(${currentUserId}) held`) ?? true;

/** Writes the profile [000 §3 profiles, §7 Tables]. */
export const saveProfile = (tx: Db, profile: Profile, now: Date) =>
  sql`update profiles set first_name = ${profile.firstName}, last_name = ${profile.lastName}, display_name = ${profile.displayName},
        phone_number = ${profile.phoneNumber}, avatar_url = ${profile.avatarUrl === '' ? null : profile.avatarUrl},
        date_of_birth = ${profile.dateOfBirth}, declared_country = ${profile.declaredCountry}, updated_at = ${now}
      where id = ${currentUserId}`.execute(tx);
