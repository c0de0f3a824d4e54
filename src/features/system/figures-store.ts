import { sql } from 'kysely';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { allRows, type Db, firstValue, hasRow, requireRow } from '../../platform/database/database.ts';
import type { ReadinessSources } from '../../platform/observability/health.ts';
import { unusedFigures } from '../documents/quotas.ts';
import { waitingMails } from '../notifications/store.ts';
import { findSources } from '../screening/index-store.ts';
import { getSourcesDown } from '../screening/sources.ts';
import { type Backlog, type Figures, type ListFigures, type OrderStage, type QueueFigures, stages } from './figures.ts';

/** Omits the job's input, which contains personal data. */
export type DeadLetterJob = {
  readonly id: string;
  readonly job: string;
  readonly at: Date;
  readonly tries: number;
  readonly error: string | null;
};

const maxJobs = sql.lit(50);
const maxCardEvents = sql.lit(1_000);

export const findDeadLetterJobs = (tx: Db) =>
  allRows<DeadLetterJob>(tx)`
    select id, name job, completed_on "at", retry_count + 1 tries, output ->> 'message' "error"
      from pgboss.job where state = 'failed' order by completed_on desc, id limit ${maxJobs}`;

/** Locks the job, so that no one else retries it at the same time. */
export const lockFailedJob = (tx: Db, { job, id }: { job: string; id: string }) =>
  hasRow(tx)`
    select from pgboss.job where name = ${job} and id = ${id} and state = 'failed' for update`;

export const findNewestMigration = (tx: Db) => firstValue<string>(tx)`select app.newest_migration() "name"`;

type LastEvent = { readonly name: string; readonly at: Date };

export const findLastPrices = (tx: Db) =>
  allRows<LastEvent>(tx)`
    select source "name", max(observed_at) "at" from crypto_prices group by source`;

export const findLastCardEvents = (tx: Db) =>
  allRows<LastEvent>(tx)`
    select provider "name", max(received_at) "at"
      from (select provider, received_at from card_events order by id desc limit ${maxCardEvents}) e
     group by provider`;

export const findLastMail = (tx: Db) =>
  firstValue<Date>(tx)`
    select sent_at "at" from mails where body is null and sent_at is not null
     order by coalesce(sent_at, given_up_at) desc limit 1`;

export const readinessSources: ReadinessSources = {
  listsDown: async (tx, now) => [getSourcesDown(await findSources(tx), now)].flat(),
  waitingMails,
};

// Each query reads at most this many rows, from an index of open rows.
const maxRows = sql.lit(10_000);

const timeoutMs = '2000';

const noBacklog: Backlog = { count: 0, oldest: null };

export async function loadFigures(tx: Db, now: Date): Promise<Figures> {
  await sql`select set_config('statement_timeout', ${timeoutMs}, true)`.execute(tx);
  return {
    queues: await loadQueueFigures(tx),
    stages: await loadOrderStages(tx),
    payments: await loadWaitingPayments(tx),
    unallocated: await loadUnallocated(tx),
    identity: await loadIdentityChecks(tx),
    prices: await loadPriceFigures(tx),
    lists: await loadListFigures(tx),
    sealing: await loadSealingLag(tx),
    mails: await loadWaitingMails(tx),
    erasures: await countDueErasures(tx, jamaicaDay(now)),
    unusedFiles: await unusedFigures(tx, now),
  };
}

export async function loadQueues(tx: Db): Promise<QueueFigures[]> {
  await sql`select set_config('statement_timeout', ${timeoutMs}, true)`.execute(tx);
  return loadQueueFigures(tx);
}

/** pg-boss keeps finished jobs for an hour and scheduled jobs for three days, so the tables stay small. */
async function loadQueueFigures(tx: Db): Promise<QueueFigures[]> {
  const { rows } = await sql<{ job: string; failed: number } & Backlog>`
    select q.name job, w.count, w.oldest, coalesce(f.failed, 0) failed
      from pgboss.queue q
      cross join lateral (select count(*)::int, min(s.created_on) oldest from (
        select j.created_on from pgboss.job j where j.name = q.name and j.state < 'active' limit ${maxRows}) s) w
      left join (select name, count(*)::int failed from pgboss.job where state = 'failed' group by name) f
        on f.name = q.name
     where q.name not like '\\_\\_pgboss%' order by q.name`.execute(tx);
  return rows.map(({ job, failed, count, oldest }) => ({ job, failed, waiting: { count, oldest } }));
}

async function loadOrderStages(tx: Db): Promise<Record<OrderStage, Backlog>> {
  const { rows } = await sql<{ stage: OrderStage } & Backlog>`
    select stage, count(*)::int, min(since) oldest from (
      (select 'awaiting_payment' stage, created_at since from transactions
        where status = 'pending' and pay_in = 'awaiting' and not held and reprice_choice_until is null limit ${maxRows})
      union all
      (select 'awaiting_choice', updated_at from transactions
        where reprice_choice_until is not null and status = 'pending' limit ${maxRows})
      union all
      (select case when held then 'held'
          when surplus_count > 0 and (status = 'completed' or pay_in not in ('claimed', 'received')) then 'extras'
          when status in ('cancelled', 'failed') then 'to_return'
          when pay_in = 'claimed' then 'claimed'
          when pay_out = 'none' then 'received'
          when pay_out = 'failed' then 'pay_out_failed' else pay_out end, updated_at
         from transactions where awaits_staff and reprice_choice_until is null limit ${maxRows})) s
     group by stage`.execute(tx);
  const byStage = new Map(rows.map(({ stage, count, oldest }) => [stage, { count, oldest }]));
  return Object.fromEntries(stages.map((stage) => [stage, byStage.get(stage) ?? noBacklog])) as Record<
    OrderStage,
    Backlog
  >;
}

const loadWaitingPayments = (tx: Db) =>
  requireRow<Backlog>(tx)`select count(*)::int, min(waiting_since) oldest from (
      select waiting_since from payments where awaits_staff order by waiting_since, id limit ${maxRows}) s`;

const loadUnallocated = (tx: Db) =>
  requireRow<Backlog>(tx)`select count(*)::int, min(since) oldest from (
      select since from unallocated_funds limit ${maxRows}) s`;

/** Ignores submissions that a newer submission of the same tier replaced. */
const loadIdentityChecks = (tx: Db) =>
  requireRow<Backlog>(tx)`select count(*)::int, min(created_at) oldest from (
      select created_at from kyc_submissions k where status = 'pending' and waits_for = 'staff'
        and not exists (select from kyc_submissions n
          where n.user_id = k.user_id and n.tier = k.tier and n.created_at > k.created_at)
       limit ${maxRows}) s`;

const loadPriceFigures = (tx: Db) =>
  allRows<Figures['prices'][number]>(tx)`
    select symbol, observed_at "observedAt" from crypto_prices order by symbol limit ${maxRows}`;

const loadListFigures = (tx: Db) =>
  allRows<ListFigures>(tx)`
    select source list, needed, as_of "asOf", allowed_hours "allowedHours" from sanctions_sources order by 1`;

const loadSealingLag = (tx: Db) => requireRow<Backlog>(tx)`select waiting count, oldest from app.sealing_lag()`;

const loadWaitingMails = (tx: Db) =>
  requireRow<Backlog>(tx)`select count(*)::int, min(scheduled_for) oldest from (
      select scheduled_for from mails where body is not null and scheduled_for <= now() limit ${maxRows}) s`;

const countDueErasures = async (tx: Db, today: string) =>
  (await firstValue<number>(tx)`select count(*)::int due from (
    select from retention_deadlines where erased_at is null and kept_until < ${today}::date limit ${maxRows}) s`) ?? 0;
