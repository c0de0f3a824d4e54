import { sql } from 'kysely';
import { jamaicaDay } from '../../kernel/calendar.ts';
import type { Db } from '../../platform/database.ts';
import { unusedFigures } from '../documents/unused-room.ts';
import { type Figures, type ListFigures, type QueueFigures, type Stage, type Standing, stages } from './figures.ts';

// All that metrics read of the database, whosever table it is. Each statement goes along an index that holds what is
// open and nothing else, and looks at no more than so many rows of it: figures that are larger than that say enough.
const most = sql.lit(10_000);

/** Milliseconds in which a statement answers, or is given up: nobody waits behind a figure. */
const patience = '2000';

const nothing: Standing = { count: 0, oldest: null };

/** Everything, in the transaction of the product that was opened for it. */
export async function readFigures(tx: Db, now: Date): Promise<Figures> {
  await sql`select set_config('statement_timeout', ${patience}, true)`.execute(tx);
  return {
    queues: await queues(tx),
    stages: await orderStages(tx),
    payments: await paymentsWaiting(tx),
    unassigned: await unassigned(tx),
    identity: await identityChecks(tx),
    prices: await prices(tx),
    lists: await lists(tx),
    sealing: await sealing(tx),
    mails: await mails(tx),
    erasures: await erasures(tx, jamaicaDay(now)),
    unusedFiles: await unusedFigures(tx, now),
  };
}

/** Work by its job alone, for whoever shows no more of it. */
export async function readQueues(tx: Db): Promise<QueueFigures[]> {
  await sql`select set_config('statement_timeout', ${patience}, true)`.execute(tx);
  return queues(tx);
}

/** Work by its job. What is over stands for an hour, what the clock starts for three days, so there is never much. */
async function queues(tx: Db): Promise<QueueFigures[]> {
  const { rows } = await sql<{ job: string; failed: number } & Standing>`
    select q.name job, w.count, w.oldest, coalesce(f.failed, 0) failed
      from pgboss.queue q
      cross join lateral (select count(*)::int, min(s.created_on) oldest from (
        select j.created_on from pgboss.job j where j.name = q.name and j.state < 'active' limit ${most}) s) w
      left join (select name, count(*)::int failed from pgboss.job where state = 'failed' group by name) f
        on f.name = q.name
     where q.name not like '\\_\\_pgboss%' order by q.name`.execute(tx);
  return rows.map(({ job, failed, count, oldest }) => ({ job, failed, waiting: { count, oldest } }));
}

/** Open orders by where they stand, and since when: a move begins a stage. */
async function orderStages(tx: Db): Promise<Record<Stage, Standing>> {
  const { rows } = await sql<{ stage: Stage } & Standing>`
    select stage, count(*)::int, min(since) oldest from (
      (select 'awaiting_payment' stage, created_at since from transactions
        where status = 'pending' and pay_in = 'awaiting' and not held and choose_until is null limit ${most})
      union all
      (select 'awaiting_choice', updated_at from transactions
        where choose_until is not null and status = 'pending' limit ${most})
      union all
      (select case when held then 'held'
          when extras > 0 and (status = 'completed' or pay_in not in ('claimed', 'received')) then 'extras'
          when status in ('cancelled', 'failed') then 'to_return'
          when pay_in = 'claimed' then 'claimed'
          when pay_out = 'none' then 'received'
          when pay_out = 'failed' then 'pay_out_failed' else pay_out end, updated_at
         from transactions where awaits_staff and choose_until is null limit ${most})) s
     group by stage`.execute(tx);
  const found = new Map(rows.map(({ stage, count, oldest }) => [stage, { count, oldest }]));
  return Object.fromEntries(stages.map((stage) => [stage, found.get(stage) ?? nothing])) as Record<Stage, Standing>;
}

const paymentsWaiting = async (tx: Db): Promise<Standing> =>
  one(
    await sql<Standing>`select count(*)::int, min(waiting_since) oldest from (
      select waiting_since from payments where awaits_staff order by waiting_since, id limit ${most}) s`.execute(tx),
  );

const unassigned = async (tx: Db): Promise<Standing> =>
  one(
    await sql<Standing>`select count(*)::int, min(since) oldest from (
      select since from unassigned_open limit ${most}) s`.execute(tx),
  );

/** A submission that another of the same tier replaced waits no more, as in the queue of the desk. */
const identityChecks = async (tx: Db): Promise<Standing> =>
  one(
    await sql<Standing>`select count(*)::int, min(created_at) oldest from (
      select created_at from kyc_submissions k where status = 'pending' and waits_for = 'staff'
        and not exists (select from kyc_submissions n
          where n.user_id = k.user_id and n.tier = k.tier and n.created_at > k.created_at)
       limit ${most}) s`.execute(tx),
  );

async function prices(tx: Db): Promise<Figures['prices']> {
  const { rows } = await sql<Figures['prices'][number]>`
    select symbol, observed_at "observedAt" from crypto_prices order by symbol limit ${most}`.execute(tx);
  return rows;
}

async function lists(tx: Db): Promise<ListFigures[]> {
  const { rows } = await sql<ListFigures>`
    select source list, needed, as_of "asOf", allowed_hours "allowedHours" from sanctions_sources order by 1`.execute(
    tx,
  );
  return rows;
}

const sealing = async (tx: Db): Promise<Standing> =>
  one(await sql<Standing>`select waiting count, oldest from app.sealing_lag()`.execute(tx));

const mails = async (tx: Db): Promise<Standing> =>
  one(
    await sql<Standing>`select count(*)::int, min(goes_at) oldest from (
      select goes_at from mails where body is not null and goes_at <= now() limit ${most}) s`.execute(tx),
  );

async function erasures(tx: Db, today: string): Promise<number> {
  const { rows } = await sql<{ due: number }>`select count(*)::int due from (
    select from retention_marks where erased_at is null and kept_until < ${today}::date limit ${most}) s`.execute(tx);
  return rows[0]?.due ?? 0;
}

const one = ({ rows }: { readonly rows: readonly Standing[] }): Standing => rows[0] ?? nothing;
