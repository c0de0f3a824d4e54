import { sql } from 'kysely';
import { allRows, anyRow, type Db, firstValue } from '../../platform/database.ts';

/** Work that was given up: what it was to do stays in the database, for it names people. */
export type GivenUp = {
  readonly id: string;
  readonly job: string;
  readonly at: Date;
  readonly tries: number;
  /** As the fault told it. */
  readonly said: string | null;
};

/** So many lines of work that was given up are shown, and so many events of cards are looked through. */
const shown = sql.lit(50);
const lookedThrough = sql.lit(1_000);

/** The newest first. */
export const givenUp = (tx: Db) =>
  allRows<GivenUp>(tx)`
    select id, name job, completed_on "at", retry_count + 1 tries, output ->> 'message' said
      from pgboss.job where state = 'failed' order by completed_on desc, id limit ${shown}`;

/** Whether this was given up, and of which job; nobody else has it done once more meanwhile. */
export const isGivenUp = (tx: Db, { job, id }: { job: string; id: string }) =>
  anyRow(tx)`
    select from pgboss.job where name = ${job} and id = ${id} and state = 'failed' for update`;

/** The newest migration that the database went through. */
export const newestMigration = (tx: Db) => firstValue<string>(tx)`select app.newest_migration() "name"`;

type Last = { readonly name: string; readonly at: Date };

/** When each source last told a price that stands. */
export const lastPrices = (tx: Db) =>
  allRows<Last>(tx)`
    select source "name", max(observed_at) "at" from crypto_prices group by source`;

/** When each company that charges cards last told us something, among its newest words. */
export const lastCardEvents = (tx: Db) =>
  allRows<Last>(tx)`
    select provider "name", max(received_at) "at"
      from (select provider, received_at from card_events order by id desc limit ${lookedThrough}) e
     group by provider`;

/** When a mail last left, of those that are not forgotten. */
export const lastMail = (tx: Db) =>
  firstValue<Date>(tx)`
    select sent_at "at" from mails where body is null and sent_at is not null
     order by coalesce(sent_at, given_up_at) desc limit 1`;
