import { sql } from 'kysely';
import { allRows, type Db, firstValue, requireRow } from '../database/database.ts';

/** The job library claims work by timestamps. A timestamp in the future blocks all processes until then. */
export type RepairedSchedules = { readonly timestamps: number; readonly jobs: number };

const ahead = sql`now() + interval '1 minute'`;
const aheadSlot = sql`(now() at time zone 'UTC') + interval '1 minute'`;
const maxRetryTime = sql`now() + interval '65 minutes'`;

/** Repairs timestamps of a wrong clock. The schedule resumes from a day ago, so that missed runs happen once. */
export const repairSchedules = (db: Db) =>
  requireRow<RepairedSchedules>(db)`
    with passes as (
      update pgboss.version set
        cron_on = case when cron_on > ${ahead} then now() - interval '1 day' else cron_on end,
        bam_on = case when bam_on > ${ahead} then null else bam_on end,
        flow_on = case when flow_on > ${ahead} then null else flow_on end,
        reindex_on = case when reindex_on > ${ahead} then null else reindex_on end,
        monitor_backoff_on = case when monitor_backoff_on > ${ahead} then null else monitor_backoff_on end
      where greatest(cron_on, bam_on, flow_on, reindex_on, monitor_backoff_on) > ${ahead} returning 1),
    queues as (
      update pgboss.queue set
        monitor_claim_on = case when monitor_claim_on > ${ahead} then null else monitor_claim_on end,
        monitor_on = case when monitor_on > ${ahead} then null else monitor_on end,
        delta_on = case when delta_on > ${ahead} then null else delta_on end,
        maintain_on = case when maintain_on > ${ahead} then null else maintain_on end
      where greatest(monitor_claim_on, monitor_on, delta_on, maintain_on) > ${ahead} returning 1),
    lines as (update pgboss.schedule set created_on = now() where created_on > ${ahead} returning 1),
    put_right as (
      update pgboss.job set
        start_after = case when start_after > ${ahead} then now() else start_after end,
        created_on = least(created_on, now()), started_on = least(started_on, now()),
        completed_on = least(completed_on, now()), heartbeat_on = least(heartbeat_on, now()),
        -- A slot claimed for a future minute would block the run that is due then.
        singleton_on = case when singleton_on > ${aheadSlot} then null else singleton_on end
      where greatest(created_on, started_on, completed_on, heartbeat_on) > ${ahead} or singleton_on > ${aheadSlot}
        or (state = 'created' and start_after > ${ahead}) or (state = 'retry' and start_after > ${maxRetryTime})
      returning 1)
    select ((select count(*) from passes) + (select count(*) from queues) + (select count(*) from lines))::int timestamps,
           (select count(*) from put_right)::int jobs`;

export type LastRun = { readonly name: string; readonly cron: string; readonly ranAt: Date | null };

/** Finds recurring jobs with the end of their last successful run. */
export const loadLastRuns = (db: Db) =>
  allRows<LastRun>(db)`
    select s.name, s.cron, max(j.completed_on) filter (where j.state = 'completed') "ranAt"
      from pgboss.schedule s left join pgboss.job j on j.name = s.name group by s.name, s.cron order by 1`;

export const loadWaitingWork = (db: Db) =>
  requireRow<{ waiting: number; since: Date | null }>(db)`
    select count(*)::int waiting, min(j.created_on) since from pgboss.job j
     where j.state < 'completed' and not exists (select from pgboss.schedule s where s.name = j.name)
       and j.name not like '\\_\\_pgboss%'`;

export const countWaiting = async (db: Db, { name, owner }: { name: string; owner: string }) =>
  (await firstValue<number>(db)`
    select count(*)::int waiting from pgboss.job j
     where j.name = ${name} and j.state < 'completed'
       and coalesce(j.data->>'owner', j.data->>'lane') = ${owner}`) ?? 0;

export async function findDueQueues(db: Db, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select q.name from unnest(${names}::text[]) q (name)
     where exists (select from pgboss.job j where j.name = q.name and j.state < 'active' and not j.blocked
       and j.start_after <= pgboss.job_now())`.execute(db);
  return rows.map(({ name }) => name);
}
