import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { allRows, currentUserAccounts, type Db, newId } from '../../platform/database/database.ts';
import { customerLabel, toLikePattern } from '../../platform/database/rows.ts';
import type { ListCustomers, ReviewCustomer } from './schema.ts';
import type { CustomerLine, CustomerName } from './views.ts';

export type CustomerRow = CustomerName &
  Omit<CustomerLine, 'customer' | 'reviewDue'> & { reviewed_by: string | null; rank: number };

export type CustomerQuery = z.infer<typeof ListCustomers> & { today: string; limit: number };

const isHighRisk = sql`c.level in ('high', 'critical')`;
const nextReview = sql`(select v.next_review_on from customer_reviews v where v.user_id = c.id order by v.id desc limit 1)`;
const conditions: Readonly<Record<CustomerQuery['view'], (today: string) => RawBuilder<unknown>>> = {
  all: () => sql`true`,
  due: (today) => sql`coalesce(${nextReview} <= ${today}::date, c.pep or ${isHighRisk})`,
  high: () => isHighRisk,
  pep: () => sql`c.pep`,
  alerts: () => sql`exists (select from transaction_alerts a where a.user_id = c.id and a.state <> 'closed')`,
};

/** SQL: one number that sorts by level, then by score. */
const rankSql = (level: RawBuilder<unknown>, score: RawBuilder<unknown>) =>
  sql`array_position('{low,medium,high,critical}'::text[], (${level})::text) * 1000 + coalesce(${score}, 0)::int`;
const alertLevel = sql`case a.priority when 'urgent' then 'critical' else a.priority end`;
const assessedLevel = sql`coalesce(s.level, p.risk_classification, 'low')`;

/** SQL: customers with the worse of open alerts and stored rating, else their Enhanced KYC level (F11). */
const customers = sql`
  select p.id, ${customerLabel('p')} "name", p.email,
         p.last_risk_assessment_date declared_at,
         p.is_pep or exists (select from enhanced_kyc_data e where e.user_id = p.id and e.pep_status) pep,
         greatest(o.rank, ${rankSql(assessedLevel, sql`s.score`)}) rank,
         case when o.rank >= ${rankSql(assessedLevel, sql`s.score`)} then o.score else coalesce(s.score, 0) end::int score,
         case when o.rank >= ${rankSql(assessedLevel, sql`s.score`)} then o.level else ${assessedLevel} end "level",
         case when o.rank >= ${rankSql(assessedLevel, sql`s.score`)} then o.at end open_at
    from profiles p left join customer_risk_ratings s on s.user_id = p.id
      left join (select distinct on (a.user_id) a.user_id, a.risk_score score, ${alertLevel} "level", a.created_at "at",
                        ${rankSql(alertLevel, sql`a.risk_score`)} rank
                   from transaction_alerts a where a.state <> 'closed'
                  order by a.user_id, ${rankSql(alertLevel, sql`a.risk_score`)} desc, a.created_at desc) o on o.user_id = p.id`;

/** SQL condition: staff count as customers only with an order. `limit` prevents a scan of all orders. */
const isCustomer = sql`(not exists (select from user_roles u where u.user_id = p.id and u.role <> 'instructor')
  or coalesce((select true from transactions t where t.user_id = p.id limit 1), false))`;

/** Finds customers, highest risk first, without the current user. Keyset pagination. */
export async function findCustomers(tx: Db, query: CustomerQuery): Promise<CustomerRow[]> {
  const { view, search, after, today, limit } = query;
  return allRows<CustomerRow>(tx)`
    select c.id, c.name, c.email, c.pep, c.rank, c.score, c.level, n.created_at "lastAssessedAt",
           coalesce(c.open_at, greatest(n.created_at, r.at), c.declared_at) "riskAt", r.at "lastReviewedAt", r.reviewed_by, r.next_review_on "nextReviewOn",
           w.display_name "lastReviewedBy",
           (select coalesce(max(k.tier), 0)::int from (select distinct on (tier) tier, status from kyc_submissions
              where user_id = c.id order by tier, created_at desc) k where k.status = 'approved') tier,
           (select count(*)::int from transaction_alerts a where a.user_id = c.id and a.state <> 'closed') "openAlerts",
           (select count(*)::int from cases k where k.user_id = c.id and k.state <> 'closed') "openCases"
      from (select * from (${customers}
             where p.id <> all (${currentUserAccounts}) ${search === '' ? sql`and p.closed_at is null` : sql``}
               ${search === '' ? sql`` : sql`and (p.display_name ilike ${toLikePattern(search)} or p.email ilike ${toLikePattern(search)})`}
               and ${isCustomer}) c
             where ${conditions[view](today)} ${after === null ? sql`` : sql`and (c.rank, c.id) < (${after.rank}, ${after.id}::uuid)`}
             order by c.rank desc, c.id desc limit ${limit}) c
      left join lateral (select created_at from risk_assessments where user_id = c.id order by id desc limit 1) n on true
      left join lateral (select at, reviewed_by, next_review_on from customer_reviews
                          where user_id = c.id order by id desc limit 1) r on true
      left join profiles w on w.id = r.reviewed_by
     order by c.rank desc, c.id desc`;
}

export type NewReview = z.infer<typeof ReviewCustomer> & { by: string; at: Date };

export const addReview = (tx: Db, review: NewReview) =>
  newId(tx)`
    insert into customer_reviews (user_id, at, reviewed_by, risk_level, next_review_on, note)
    values (${review.userId}, ${review.at}, ${review.by}, ${review.riskLevel}, ${review.nextReviewOn}, ${review.note})
    returning id`;
