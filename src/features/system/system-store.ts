import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';

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
export async function givenUp(tx: Db): Promise<GivenUp[]> {
  const { rows } = await sql<GivenUp>`
    select id, name job, completed_on "at", retry_count + 1 tries, output ->> 'message' said
      from pgboss.job where state = 'failed' order by completed_on desc, id limit ${shown}`.execute(tx);
  return rows;
}

/** Whether this was given up, and of which job; nobody else has it done once more meanwhile. */
export async function isGivenUp(tx: Db, { job, id }: { job: string; id: string }): Promise<boolean> {
  const { rows } = await sql`
    select from pgboss.job where name = ${job} and id = ${id} and state = 'failed' for update`.execute(tx);
  return rows.length > 0;
}

/** The newest migration that the database went through. */
export async function newestMigration(tx: Db): Promise<string | null> {
  const { rows } = await sql<{ name: string | null }>`select app.newest_migration() "name"`.execute(tx);
  return rows[0]?.name ?? null;
}

type Last = { readonly name: string; readonly at: Date };

/** When each source last told a price that stands. */
export async function lastPrices(tx: Db): Promise<Last[]> {
  const { rows } = await sql<Last>`
    select source "name", max(observed_at) "at" from crypto_prices group by source`.execute(tx);
  return rows;
}

/** When each company that charges cards last told us something, among its newest words. */
export async function lastCardEvents(tx: Db): Promise<Last[]> {
  const { rows } = await sql<Last>`
    select provider "name", max(received_at) "at"
      from (select provider, received_at from card_events order by id desc limit ${lookedThrough}) e
     group by provider`.execute(tx);
  return rows;
}

/** When a mail last left, of those that are not forgotten. */
export async function lastMail(tx: Db): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    select sent_at "at" from mails where body is null and sent_at is not null
     order by coalesce(sent_at, given_up_at) desc limit 1`.execute(tx);
  return rows[0]?.at ?? null;
}
