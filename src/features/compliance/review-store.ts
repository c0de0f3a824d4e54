import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { allRows, type Db, newId, ownAccounts } from '../../platform/database.ts';
import { pattern } from '../../platform/pattern.ts';
import type { ListCustomers, ReviewCustomer } from './schema.ts';
import type { CustomerLine, CustomerName } from './views.ts';

export type CustomerRow = CustomerName & Omit<CustomerLine, 'customer' | 'reviewDue'> & { reviewed_by: string | null };

/** `today`: YYYY-MM-DD in Jamaica. */
export type CustomerQuery = z.infer<typeof ListCustomers> & { today: string; limit: number };

const risky = sql`c.level in ('high', 'critical')`;
const nextReview = sql`(select v.next_review_on from customer_reviews v where v.user_id = c.id order by v.id desc limit 1)`;
const conditions: Readonly<Record<CustomerQuery['view'], (today: string) => RawBuilder<unknown>>> = {
  all: () => sql`true`,
  due: (today) => sql`coalesce(${nextReview} <= ${today}::date, c.pep or ${risky})`,
  high: () => risky,
  pep: () => sql`c.pep`,
  alerts: () => sql`exists (select from transaction_alerts a where a.user_id = c.id and a.state <> 'closed')`,
};

/**
 * What each customer is known by: how they stand by their newest assessment or review, which is kept beside them, and
 * what they declared. The level is the one that staff gave if nothing was assessed since, else that of the newest
 * assessment, else that of Enhanced KYC. Nothing here reads orders, of which there may be any number.
 */
const customers = sql`
  select p.id, p.display_name "name", p.email, coalesce(s.score, 0)::int score,
         coalesce(s.level, p.risk_classification, 'low') "level",
         p.is_pep or exists (select from enhanced_kyc_data e where e.user_id = p.id and e.pep_status) pep
    from profiles p left join customer_standings s on s.user_id = p.id`;

/** Staff are customers once they traded. One order tells it: the limit keeps a plan from reading them all. */
const isCustomer = sql`(not exists (select from user_roles u where u.user_id = p.id and u.role <> 'instructor')
  or coalesce((select true from transactions t where t.user_id = p.id limit 1), false))`;

/** Customers by the score of their newest assessment, the highest first; never whoever asks. Paged by key. */
export async function customerRows(tx: Db, query: CustomerQuery): Promise<CustomerRow[]> {
  const { view, search, after, today, limit } = query;
  return allRows<CustomerRow>(tx)`
    select c.*, n.created_at "lastAssessedAt", r.at "lastReviewedAt", r.reviewed_by, r.next_review_on "nextReviewOn",
           w.display_name "lastReviewedBy",
           (select coalesce(max(k.tier), 0)::int from (select distinct on (tier) tier, status from kyc_submissions
              where user_id = c.id order by tier, created_at desc) k where k.status = 'approved') tier,
           (select count(*)::int from transaction_alerts a where a.user_id = c.id and a.state <> 'closed') "openAlerts",
           (select count(*)::int from cases k where k.user_id = c.id and k.state <> 'closed') "openCases"
      from (select * from (${customers}
             where p.id <> all (${ownAccounts}) ${search === '' ? sql`and p.closed_at is null` : sql``}
               ${search === '' ? sql`` : sql`and (p.display_name ilike ${pattern(search)} or p.email ilike ${pattern(search)})`}
               and ${isCustomer}) c
             where ${conditions[view](today)} ${after === null ? sql`` : sql`and (c.score, c.id) < (${after.score}, ${after.id}::uuid)`}
             order by c.score desc, c.id desc limit ${limit}) c
      left join lateral (select created_at from risk_assessments where user_id = c.id order by id desc limit 1) n on true
      left join lateral (select at, reviewed_by, next_review_on from customer_reviews
                          where user_id = c.id order by id desc limit 1) r on true
      left join profiles w on w.id = r.reviewed_by
     order by c.score desc, c.id desc`;
}

export type NewReview = z.infer<typeof ReviewCustomer> & { by: string; at: Date };

export const addReview = (tx: Db, review: NewReview) =>
  newId(tx)`
    insert into customer_reviews (user_id, at, reviewed_by, risk_level, next_review_on, note)
    values (${review.userId}, ${review.at}, ${review.by}, ${review.riskLevel}, ${review.nextReviewOn}, ${review.note})
    returning id`;
