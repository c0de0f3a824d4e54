import { sql } from 'kysely';
import { allRows, type Db, firstRow, newId } from '../../platform/database/database.ts';
import { customerLabel, toLikePattern } from '../../platform/database/rows.ts';
import type { RiskLevel } from './risk.ts';
import type { KycStatus, TierNumber } from './tiers.ts';
import type { CustomerLine, ReviewFile } from './views.ts';

const latestStatus = (tier: 1 | 2 | 3) => sql`coalesce((select k.status from kyc_submissions k
  where k.user_id = p.id and k.tier = ${sql.lit(tier)} order by k.created_at desc limit 1), 'not_submitted')`;

export const tierStatuses = sql`jsonb_build_object('1', ${latestStatus(1)}, '2', ${latestStatus(2)}, '3', ${latestStatus(3)})`;

type CustomerSearch = { search: string; after: string | null; limit: number };

/** Finds customers, newest first, paged by id. Closed accounts appear only in searches. */
export async function findCustomers(tx: Db, { search, after, limit }: CustomerSearch): Promise<CustomerLine[]> {
  const term = toLikePattern(search);
  return allRows<CustomerLine>(tx)`
    select p.id, ${customerLabel('p')} "name", p.email, p.created_at "createdAt", ${tierStatuses} status
      from profiles p
     where ${search === '' ? sql`p.closed_at is null` : sql`(p.display_name ilike ${term} or p.email ilike ${term})`}
       ${after === null ? sql`` : sql`and p.id < ${after}`}
     order by p.id desc limit ${limit}`;
}

export type ProfileRow = Readonly<
  Record<'id' | 'name' | 'email' | 'phone' | 'dateOfBirth' | 'country' | 'nationality' | 'occupation', string>
> & {
  readonly pep: boolean;
  readonly since: Date;
  readonly enhancedCompleted: boolean;
  readonly risk: RiskLevel | null;
  readonly monthlyIncome: string | null;
  readonly incomeVerification: 'verified' | 'pending' | null;
  readonly assessedOn: Date | null;
  readonly status: Readonly<Record<TierNumber, KycStatus>>;
};

export const findProfile = (tx: Db, userId: string) =>
  firstRow<ProfileRow>(tx)`
    select p.id, ${customerLabel('p')} "name", p.email, p.phone_number phone, p.date_of_birth "dateOfBirth",
           p.country_of_residence country, p.nationality, p.occupation, p.is_pep pep, p.created_at since,
           p.enhanced_kyc_completed "enhancedCompleted", p.risk_classification risk,
           p.monthly_income_declared::text "monthlyIncome", p.income_verification_status "incomeVerification",
           p.last_risk_assessment_date "assessedOn", ${tierStatuses} status
      from profiles p where p.id = ${userId}`;

export const findFiles = (tx: Db, userId: string) =>
  allRows<ReviewFile & { readonly purpose: string; readonly createdAt: Date }>(tx)`
    select id, name, mime, bytes, state, purpose, created_at "createdAt" from files
     where user_id = ${userId} and state in ('clean', 'being_checked', 'refused')
     order by created_at desc limit 100`;

export const findNotes = (tx: Db, userId: string) =>
  allRows<{ readonly id: string; readonly at: Date; readonly by: string; readonly note: string }>(tx)`
    select n.id, n.at, w.display_name "by", n.note from customer_notes n join profiles w on w.id = n.written_by
     where n.user_id = ${userId} order by n.id desc limit 100`;

export const insertNote = (tx: Db, { userId, by, note, at }: { userId: string; by: string; note: string; at: Date }) =>
  newId(tx)`insert into customer_notes (user_id, at, written_by, note)
    values (${userId}, ${at}, ${by}, ${note}) returning id`;

export const findRecipient = (tx: Db, userId: string) =>
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

export const findKnownCustomer = (tx: Db, userId: string) =>
  firstRow<KnownCustomer>(tx)`
    select display_name "name", email, phone_number phone, date_of_birth "dateOfBirth", first_name "firstName",
           last_name "lastName", display_name "displayName" from profiles where id = ${userId}`;
