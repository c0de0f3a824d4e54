import { sql } from 'kysely';
import { allRows, type Db, firstValue, onlyRow } from '../../platform/database/database.ts';
import { type EntryTexts, genesisHash, type Seal } from './chain.ts';

export const timestampText = (column: ReturnType<typeof sql>) =>
  sql<string>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

export const entryColumns = sql`l.id::text, ${timestampText(sql`l.at`)} "at", l.actor_id::text "actorId",
  l.actor_role "actorRole", l.action, l.subject_type "subjectType", l.subject_id "subjectId",
  l.about_id::text "aboutId", l.for_role "forRole", l.before::text, l.after::text, l.reason_code "reasonCode",
  l.request_id "requestId"`;

/** Returns false while another process seals. */
export const tryAdvisoryLock = async (tx: Db) =>
  (await firstValue<boolean>(tx)`
    select pg_try_advisory_xact_lock(hashtextextended('audit seals', 0)) mine`) ?? false;

/** Every transaction before `settled` has ended. `begun` is the next transaction id. */
export type Horizon = { readonly horizon: string; readonly settled: string; readonly begun: string };

export async function loadHorizon(tx: Db): Promise<Horizon> {
  const { rows } = await sql<Horizon>`
    select horizon::text, pg_snapshot_xmin(pg_current_snapshot())::text settled,
           pg_snapshot_xmax(pg_current_snapshot())::text begun from audit_sealing`.execute(tx);
  return rows[0] ?? { horizon: '0', settled: '0', begun: '0' };
}

export const moveHorizon = (tx: Db, to: string) => sql`update audit_sealing set horizon = ${to}::xid8`.execute(tx);

export type UnsealedEntry = EntryTexts & { readonly id: string; readonly xact: string };

const isUnsealed = sql`not exists (select from audit_seals s where s.audit_id = l.id)`;

export const findSettledEntries = (tx: Db, { horizon, settled }: Horizon, limit: number) =>
  allRows<UnsealedEntry>(tx)`
    select ${entryColumns}, l.xact::text from audit_log l
     where l.xact >= ${horizon}::xid8 and l.xact < ${settled}::xid8 and ${isUnsealed}
     order by l.xact, l.id limit ${limit}`;

export const findUnsealedEntries = (tx: Db, limit: number) =>
  allRows<UnsealedEntry>(tx)`
    select ${entryColumns}, l.xact::text from audit_log l where ${isUnsealed} order by l.id limit ${limit}`;

export const loadLastSeal = (tx: Db) =>
  onlyRow<{ seq: string; hash: string; now: string }>(tx)`
    select coalesce(s.seq, 0)::text seq, coalesce(s.hash, ${genesisHash}) hash, ${timestampText(sql`now()`)} "now"
      from (select 1) one left join (select seq, hash from audit_seals order by seq desc limit 1) s on true`;

export const insertSeals = (tx: Db, seals: readonly (Seal & { auditId: string })[]) =>
  sql`insert into audit_seals (seq, audit_id, previous, digest, sealed_at, hash)
    select seq, "auditId", previous, digest, "sealedAt", hash from jsonb_to_recordset(${JSON.stringify(seals)}::jsonb)
      n(seq bigint, "auditId" uuid, previous text, digest text, "sealedAt" timestamptz, hash text)`.execute(tx);
