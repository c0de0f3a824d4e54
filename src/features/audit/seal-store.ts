import { sql } from 'kysely';
import { allRows, type Db, firstValue, onlyRow } from '../../platform/database.ts';
import { type EntryTexts, genesis, type Seal } from './chain.ts';

/** A moment as the chain writes it. */
export const momentText = (column: ReturnType<typeof sql>) =>
  sql<string>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** An entry of `l` in texts alone, as the chain takes it. */
export const entryTexts = sql`l.id::text, ${momentText(sql`l.at`)} "at", l.actor_id::text "actorId",
  l.actor_role "actorRole", l.action, l.subject_type "subjectType", l.subject_id "subjectId",
  l.about_id::text "aboutId", l.for_role "forRole", l.before::text, l.after::text, l.reason_code "reasonCode",
  l.request_id "requestId"`;

/** One machine seals at a time; false while another does. */
export const alone = async (tx: Db) =>
  (await firstValue<boolean>(tx)`
    select pg_try_advisory_xact_lock(hashtextextended('audit seals', 0)) mine`) ?? false;

/**
 * How far sealing came, and how far it can go: every transaction before `settled` has ended, so nothing of it can turn
 * up later. `begun` is the first that has not begun.
 */
export type Horizon = { readonly horizon: string; readonly settled: string; readonly begun: string };

export async function horizonNow(tx: Db): Promise<Horizon> {
  const { rows } = await sql<Horizon>`
    select horizon::text, pg_snapshot_xmin(pg_current_snapshot())::text settled,
           pg_snapshot_xmax(pg_current_snapshot())::text begun from audit_sealing`.execute(tx);
  return rows[0] ?? { horizon: '0', settled: '0', begun: '0' };
}

export const moveHorizon = (tx: Db, to: string) => sql`update audit_sealing set horizon = ${to}::xid8`.execute(tx);

export type Waiting = EntryTexts & { readonly id: string; readonly xact: string };

const unsealed = sql`not exists (select from audit_seals s where s.audit_id = l.id)`;

/** The next entries of settled transactions, in the order of those. */
export const settledEntries = (tx: Db, { horizon, settled }: Horizon, limit: number) =>
  allRows<Waiting>(tx)`
    select ${entryTexts}, l.xact::text from audit_log l
     where l.xact >= ${horizon}::xid8 and l.xact < ${settled}::xid8 and ${unsealed}
     order by l.xact, l.id limit ${limit}`;

/** Whatever is committed and not sealed, wherever it comes from. Reads all of the log. */
export const anyEntries = (tx: Db, limit: number) =>
  allRows<Waiting>(tx)`
    select ${entryTexts}, l.xact::text from audit_log l where ${unsealed} order by l.id limit ${limit}`;

/** The end of the chain; before the first line, nothing and zeros. And the moment, as the database's clock has it. */
export const lastSeal = (tx: Db) =>
  onlyRow<{ seq: string; hash: string; now: string }>(tx)`
    select coalesce(s.seq, 0)::text seq, coalesce(s.hash, ${genesis}) hash, ${momentText(sql`now()`)} "now"
      from (select 1) one left join (select seq, hash from audit_seals order by seq desc limit 1) s on true`;

export const addSeals = (tx: Db, seals: readonly (Seal & { auditId: string })[]) =>
  sql`insert into audit_seals (seq, audit_id, previous, digest, sealed_at, hash)
    select seq, "auditId", previous, digest, "sealedAt", hash from jsonb_to_recordset(${JSON.stringify(seals)}::jsonb)
      n(seq bigint, "auditId" uuid, previous text, digest text, "sealedAt" timestamptz, hash text)`.execute(tx);
