import { sql } from 'kysely';
import { allRows, type Db, ownAccounts } from '../../platform/database.ts';

/** Counts of the month in which something happened in Jamaica. */
export type Counted = { month: string; what: string; n: number };

/**
 * What happened from a moment on, by month: each part reads an index of its own moments. Orders that were blocked are
 * found among what was not accepted, however many were.
 */
export async function countedSince(tx: Db, from: Date): Promise<Counted[]> {
  const month = (moment: string) => sql`to_char(${sql.raw(moment)} at time zone 'America/Jamaica', 'YYYY-MM')`;
  return allRows<Counted>(tx)`
    select ${month('created_at')} "month", 'alertsRaised' what, count(*)::int n
      from transaction_alerts where created_at >= ${from} group by 1
    union all select ${month('closed_at')}, 'closed:' || outcome, count(*)::int
      from transaction_alerts where state = 'closed' and closed_at >= ${from} group by 1, 2
    union all select ${month('closed_at')}, 'alertsClosedLate', count(*)::int
      from transaction_alerts where state = 'closed' and closed_at >= ${from} and closed_at > sla_deadline group by 1
    union all select ${month('closed_at')}, 'minutesToClose',
        (percentile_cont(0.5) within group (order by extract(epoch from closed_at - created_at) / 60))::int
      from transaction_alerts where state = 'closed' and closed_at >= ${from} group by 1
    union all select ${month('at')}, 'suppressed', count(*)::int from suppressed_alerts where at >= ${from} group by 1
    union all select ${month('opened_at')}, 'casesOpened', count(*)::int from cases where opened_at >= ${from} group by 1
    union all select ${month('closed_at')}, 'casesClosed', count(*)::int
      from cases where state = 'closed' and closed_at >= ${from} group by 1
    union all select to_char(filed_on, 'YYYY-MM'), 'reportsFiled', count(*)::int
      from str_reports where state = 'filed'
       and filed_on >= (${from}::timestamptz at time zone 'America/Jamaica')::date group by 1
    union all select ${month('at')}, case event when 'hold' then 'holds' else 'releases' end, count(*)::int
      from order_events
     where event in ('hold', 'release') and at >= ${from} and user_id <> all (${ownAccounts}) group by 1, 2
    union all select ${month('created_at')}, 'blockedOrders', count(*)::int
      from risk_assessments
     where order_id is null and outcome <> 'accepted' and created_at >= ${from} group by 1`;
}
