import { sql } from 'kysely';
import { allRows, type Db, firstValue, onlyRow } from './database.ts';

/**
 * The job library's own tables, read and set right in plain SQL: it has no call for this. Its passes are claimed by
 * marks of when the last one was (`cron_on` and its like): one in the future claims them for everybody until then,
 * through every restart. Its jobs carry moments too.
 */
export type Righted = { readonly marks: number; readonly jobs: number };

/** The database wrote all of them by its own clock; a little is for statements that ran beside this one. */
const ahead = sql`now() + interval '1 minute'`;
const aheadSlot = sql`(now() at time zone 'UTC') + interval '1 minute'`;
/** No job of ours waits for its next try longer than this (`retryDelayMax`, and a little). */
const longestWait = sql`now() + interval '65 minutes'`;

/**
 * Takes back whatever lies in the future, left over from a clock that ran ahead or by one that was put back. The
 * timetable goes on from a day ago, so that what fell due meanwhile runs once. Jobs are due now.
 */
export const setTimetableRight = (db: Db) =>
  onlyRow<Righted>(db)`
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
        -- A place taken in a minute that is still to come would swallow what falls due then.
        singleton_on = case when singleton_on > ${aheadSlot} then null else singleton_on end
      where greatest(created_on, started_on, completed_on, heartbeat_on) > ${ahead} or singleton_on > ${aheadSlot}
        or (state = 'created' and start_after > ${ahead}) or (state = 'retry' and start_after > ${longestWait})
      returning 1)
    select ((select count(*) from passes) + (select count(*) from queues) + (select count(*) from lines))::int marks,
           (select count(*) from put_right)::int jobs`;

export type LastRun = { readonly name: string; readonly cron: string; readonly ranAt: Date | null };

/** What stands in the timetable, and when each of it last ran to its end. */
export const lastRuns = (db: Db) =>
  allRows<LastRun>(db)`
    select s.name, s.cron, max(j.completed_on) filter (where j.state = 'completed') "ranAt"
      from pgboss.schedule s left join pgboss.job j on j.name = s.name group by s.name, s.cron order by 1`;

/** What was asked for and is not done: how many since before a moment, and since when. */
export const waitingWork = (db: Db) =>
  onlyRow<{ waiting: number; since: Date | null }>(db)`
    select count(*)::int waiting, min(j.created_on) since from pgboss.job j
     where j.state < 'completed' and not exists (select from pgboss.schedule s where s.name = j.name)
       and j.name not like '\\_\\_pgboss%'`;

/** How much of one owner is not done in a queue whose work says whose it is, or in which lane. */
export const waitingOf = async (db: Db, { name, owner }: { name: string; owner: string }) =>
  (await firstValue<number>(db)`
    select count(*)::int waiting from pgboss.job j
     where j.name = ${name} and j.state < 'completed'
       and coalesce(j.data->>'owner', j.data->>'lane') = ${owner}`) ?? 0;

/** Which of these queues have something that is due: one look by key for each, however much waits. */
export async function dueQueues(db: Db, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select q.name from unnest(${names}::text[]) q (name)
     where exists (select from pgboss.job j where j.name = q.name and j.state < 'active' and not j.blocked
       and j.start_after <= pgboss.job_now())`.execute(db);
  return rows.map(({ name }) => name);
}
