import { sql } from 'kysely';
import { allRows, currentUserAccounts, type Db, requireRow } from '../../platform/database/database.ts';
import { toLikePattern } from '../../platform/database/rows.ts';
import type { queueFilters } from './options.ts';
import type { TierNumber } from './tiers.ts';
import type { QueueLine } from './views.ts';

export type QueueRow = Omit<QueueLine, 'dueAt' | 'late'>;

export type QueueQuery = {
  tier: TierNumber | null;
  filter: (typeof queueFilters)[number];
  search: string;
  after: { submittedAt: Date; id: string } | null;
  lateBefore: Date;
  limit: number;
};

/** SQL condition: the newest pending submission of its tier, and not the reviewer's own. */
const isOpen = sql`k.status = 'pending' and k.waits_for <> 'none' and k.user_id <> all (${currentUserAccounts})
  and not exists (select from kyc_submissions n
    where n.user_id = k.user_id and n.tier = k.tier and n.created_at > k.created_at)`;

/** Matches cursors from the browser, which have millisecond precision. */
const createdAtMs = sql`date_trunc('milliseconds', k.created_at)`;

const conditions = {
  all: sql`and k.waits_for = 'staff'`,
  late: null,
  second: sql`and k.first_approver is not null`,
  customer: sql`and k.waits_for = 'customer'`,
} as const;

export async function findQueueRows(tx: Db, query: QueueQuery): Promise<QueueRow[]> {
  const { tier, filter, search, after, lateBefore, limit } = query;
  const condition = conditions[filter] ?? sql`and k.waits_for = 'staff' and k.created_at < ${lateBefore}`;
  const term = toLikePattern(search);
  return allRows<QueueRow>(tx)`
    select k.id, k.tier, k.user_id "customerId", p.display_name customer, p.email, k.created_at "submittedAt",
           k.waits_for "waitsFor", k.enhanced_due_diligence "dueDiligence", k.risk_level risk,
           (select count(*)::int from kyc_submissions e
             where e.user_id = k.user_id and e.tier = k.tier and e.created_at < k.created_at) earlier,
           (select w.display_name from profiles w where w.id = k.first_approver) "firstApprover"
      from kyc_submissions k join profiles p on p.id = k.user_id
     where ${isOpen} ${condition} ${tier === null ? sql`` : sql`and k.tier = ${tier}`}
       ${search === '' ? sql`` : sql`and (p.display_name ilike ${term} or p.email ilike ${term})`}
       ${after === null ? sql`` : sql`and (${createdAtMs}, k.id) > (${after.submittedAt}, ${after.id})`}
     order by ${createdAtMs}, k.id limit ${limit}`;
}

export const countQueue = (tx: Db, lateBefore: Date) =>
  requireRow<Readonly<Record<QueueQuery['filter'] | `tier${TierNumber}`, number>>>(tx)`
    select count(*) filter (where k.waits_for = 'staff')::int "all",
           count(*) filter (where k.waits_for = 'staff' and k.created_at < ${lateBefore})::int late,
           count(*) filter (where k.first_approver is not null)::int "second",
           count(*) filter (where k.waits_for = 'customer')::int customer,
           count(*) filter (where k.waits_for = 'staff' and k.tier = 1)::int tier1,
           count(*) filter (where k.waits_for = 'staff' and k.tier = 2)::int tier2,
           count(*) filter (where k.waits_for = 'staff' and k.tier = 3)::int tier3
      from kyc_submissions k where ${isOpen}`;

/** Number of decided reviews, and their median hours; null when there are none. */
type ReviewMeasure = { readonly decided: number; readonly hours: number | null };

export const measureReviewsSince = (tx: Db, since: Date) =>
  requireRow<ReviewMeasure>(tx)`
    select count(*)::int decided,
           ceil(percentile_cont(0.5) within group (order by extract(epoch from decided_at - created_at)) / 3600)::int hours
      from kyc_submissions where decided_at >= ${since} and tier in (1, 2)`;
