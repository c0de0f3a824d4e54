import { sql } from 'kysely';
import { allRows, type Db, firstRow, newId } from '../../platform/database.ts';
import { pattern } from '../../platform/pattern.ts';
import type { CustomerLine, CustomerPage } from './views.ts';

const statusOf = (tier: 1 | 2 | 3) => sql`coalesce((select k.status from kyc_submissions k
  where k.user_id = p.id and k.tier = ${sql.lit(tier)} order by k.created_at desc limit 1), 'not_submitted')`;

export const tierStatuses = sql`jsonb_build_object('1', ${statusOf(1)}, '2', ${statusOf(2)}, '3', ${statusOf(3)})`;

type Page = { search: string; after: string | null; limit: number };

/**
 * Customers by name or e-mail; closed accounts only when they are searched for. They come newest first (ids grow with
 * time), paged by key. A search reads the profiles through; a page does not.
 */
export async function customerLines(tx: Db, { search, after, limit }: Page): Promise<CustomerLine[]> {
  const words = pattern(search);
  return allRows<CustomerLine>(tx)`
    select p.id, p.display_name "name", p.email, p.created_at "createdAt", ${tierStatuses} status
      from profiles p
     where ${search === '' ? sql`p.closed_at is null` : sql`(p.display_name ilike ${words} or p.email ilike ${words})`}
       ${after === null ? sql`` : sql`and p.id < ${after}`}
     order by p.id desc limit ${limit}`;
}

export type ProfileRow = CustomerPage['profile'] & { status: CustomerPage['status'] };

export const customerProfile = (tx: Db, userId: string) =>
  firstRow<ProfileRow>(tx)`
    select p.id, p.display_name "name", p.email, p.phone_number phone, p.date_of_birth "dateOfBirth",
           p.country_of_residence country, p.nationality, p.occupation, p.is_pep pep, p.created_at since,
           p.enhanced_kyc_completed "enhancedCompleted", p.risk_classification risk,
           p.monthly_income_declared::text "monthlyIncome", p.income_verification_status "incomeVerification",
           p.last_risk_assessment_date "assessedOn", ${tierStatuses} status
      from profiles p where p.id = ${userId}`;

/** Everything the customer uploaded that still stands, newest first. */
export const customerFiles = (tx: Db, userId: string) =>
  allRows<CustomerPage['files'][number]>(tx)`
    select id, name, mime, bytes, state, purpose, created_at "createdAt" from files
     where user_id = ${userId} and state in ('clean', 'being_checked', 'refused')
     order by created_at desc limit 100`;

export const customerNotes = (tx: Db, userId: string) =>
  allRows<CustomerPage['notes'][number]>(tx)`
    select n.id, n.at, w.display_name "by", n.note from customer_notes n join profiles w on w.id = n.written_by
     where n.user_id = ${userId} order by n.id desc limit 100`;

export const addCustomerNote = (
  tx: Db,
  { userId, by, note, at }: { userId: string; by: string; note: string; at: Date },
) =>
  newId(tx)`insert into customer_notes (user_id, at, written_by, note)
    values (${userId}, ${at}, ${by}, ${note}) returning id`;

/** Whom a letter goes to. */
export const addressee = (tx: Db, userId: string) =>
  firstRow<{ email: string; name: string }>(tx)`
    select email, display_name "name" from profiles where id = ${userId}`;

export type KnownCustomer = {
  name: string;
  email: string;
  phone: string;
  dateOfBirth: string;
  firstName: string;
  lastName: string;
  displayName: string;
};

/** Who the customer said they are when they signed up. */
export const knownOf = (tx: Db, userId: string) =>
  firstRow<KnownCustomer>(tx)`
    select display_name "name", email, phone_number phone, date_of_birth "dateOfBirth", first_name "firstName",
           last_name "lastName", display_name "displayName" from profiles where id = ${userId}`;
