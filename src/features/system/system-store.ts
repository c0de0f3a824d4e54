import { sql } from 'kysely';
import { allRows, anyRow, type Db, firstValue } from '../../platform/database/database.ts';

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
  anyRow(tx)`
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
