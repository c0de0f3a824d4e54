import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { type Db, ownAccounts } from '../../platform/database.ts';
import { pattern } from '../../platform/pattern.ts';
import type { ListCustomers, ReviewCustomer } from './schema.ts';
import type { CustomerLine, CustomerName } from './views.ts';

export type CustomerRow = CustomerName & Omit<CustomerLine, 'customer' | 'reviewDue'> & { reviewed_by: string | null };

/** `today`: YYYY-MM-DD in Jamaica. */
export type CustomerQuery = z.infer<typeof ListCustomers> & { today: string; limit: number };

const risky = sql`c.level in ('high', 'critical')`;
const conditions: Readonly<Record<CustomerQuery['view'], (today: string) => RawBuilder<unknown>>> = {
  all: () => sql`true`,
  due: (today) => sql`(c."nextReviewOn" <= ${today}::date or (c."nextReviewOn" is null and (c.pep or ${risky})))`,
  high: () => risky,
  pep: () => sql`c.pep`,
  alerts: () => sql`exists (select from transaction_alerts a where a.user_id = c.id and a.state <> 'closed')`,
};

/**
 * What each customer is known by: the newest assessment, the newest review, what they declared. The level is the one
 * that staff gave if nothing was assessed since, else that of the newest assessment, else that of Enhanced KYC.
 */
const customers = sql`
  select p.id, p.display_name "name", p.email, coalesce(a.risk_score, 0)::int score,
         case when r.at > coalesce(a.created_at, '-infinity') then r.risk_level
              else coalesce(a.risk_level, p.risk_classification, 'low') end "level",
         p.is_pep or exists (select from enhanced_kyc_data e where e.user_id = p.id and e.pep_status) pep,
         a.created_at "lastAssessedAt", r.at "lastReviewedAt", r.reviewed_by, r.next_review_on "nextReviewOn"
    from profiles p
    left join lateral (select risk_score, risk_level, created_at from risk_assessments
                        where user_id = p.id order by id desc limit 1) a on true
    left join lateral (select at, risk_level, reviewed_by, next_review_on from customer_reviews
                        where user_id = p.id order by id desc limit 1) r on true`;

/** Customers by the score of their newest assessment, the highest first; never whoever asks. Paged by key. */
export async function customerRows(tx: Db, query: CustomerQuery): Promise<CustomerRow[]> {
  const { view, search, after, today, limit } = query;
  const { rows } = await sql<CustomerRow>`
    select c.*, w.display_name "lastReviewedBy",
           (select coalesce(max(k.tier), 0)::int from (select distinct on (tier) tier, status from kyc_submissions
              where user_id = c.id order by tier, created_at desc) k where k.status = 'approved') tier,
           (select count(*)::int from transaction_alerts a where a.user_id = c.id and a.state <> 'closed') "openAlerts",
           (select count(*)::int from cases k where k.user_id = c.id and k.state <> 'closed') "openCases"
      from (select * from (${customers}
             where p.id <> all (${ownAccounts}) ${search === '' ? sql`and p.closed_at is null` : sql``}
               ${search === '' ? sql`` : sql`and (p.display_name ilike ${pattern(search)} or p.email ilike ${pattern(search)})`}
               and (not exists (select from user_roles u where u.user_id = p.id and u.role <> 'instructor')
                 or exists (select from transactions t where t.user_id = p.id))) c
             where ${conditions[view](today)} ${after === null ? sql`` : sql`and (c.score, c.id) < (${after.score}, ${after.id}::uuid)`}
             order by c.score desc, c.id desc limit ${limit}) c
      left join profiles w on w.id = c.reviewed_by
     order by c.score desc, c.id desc`.execute(tx);
  return rows;
}

export type NewReview = z.infer<typeof ReviewCustomer> & { by: string; at: Date };

export async function addReview(tx: Db, review: NewReview): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into customer_reviews (user_id, at, reviewed_by, risk_level, next_review_on, note)
    values (${review.userId}, ${review.at}, ${review.by}, ${review.riskLevel}, ${review.nextReviewOn}, ${review.note})
    returning id`.execute(tx);
  return rows[0]?.id ?? '';
}
