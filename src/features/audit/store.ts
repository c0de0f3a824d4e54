import { type RawBuilder, sql } from 'kysely';
import { normalizeUuid } from '../../kernel/uuid.ts';
import { allRows, allValues, type Db, firstValue, requireRow } from '../../platform/database/database.ts';
import { customerLabel, toLikePattern } from '../../platform/database/rows.ts';
import { type EntryTexts, type ExportLine, genesisHash, type LaterErasures, type Seal } from './chain.ts';

type Row = Seal & { present: boolean; erased: boolean } & (EntryTexts | { id: null });

type ChainRange = { readonly after: string; readonly until: string; readonly limit: number };

const entryOfSeal = sql`select from audit_log o where o.id = s.audit_id`;

/** Loads chain lines with their current entries. Hidden and erased entries come without content. */
export async function loadExportLines(tx: Db, { after, until, limit }: ChainRange): Promise<ExportLine[]> {
  const { rows } = await sql<Row>`
    select s.seq::text, s.previous, s.digest, ${timestampText(sql`s.sealed_at`)} "sealedAt", s.hash, ${entryColumns},
           exists (${entryOfSeal}) or app.audit_entry_exists(s.audit_id) present,
           l.id is null
             and (exists (${entryOfSeal} and o.erased_at is not null) or app.audit_entry_erased(s.audit_id)) erased
      from audit_seals s left join audit_log l on l.id = s.audit_id and l.erased_at is null
     where s.seq > ${after} and s.seq <= ${until} order by s.seq limit ${limit}`.execute(tx);
  return rows.map(({ seq, previous, digest, sealedAt, hash, present, erased, ...entry }) => {
    const seal = { seq, previous, digest, sealedAt, hash };
    return { ...seal, entry: entry.id === null ? null : (entry as EntryTexts), missing: !present, erased };
  });
}

/** Finds erasures of lines in this range that later or unsealed entries record. */
export const findLaterErasures = (tx: Db, { from, until }: Record<'from' | 'until', string>) =>
  allRows<LaterErasures>(tx)`
    select n.named, s.seq::text "by"
      from audit_log l left join audit_seals s on s.audit_id = l.id
      cross join lateral (
        select array_agg(x.line order by x.line::bigint) named
          from (select line #>> '{}' line from jsonb_path_query(l.after, 'lax $.lines[*]') line) x
         where case when x.line ~ '^[1-9][0-9]{0,17}$' then x.line::bigint between ${from} and ${until} end) n
     where l.action = 'audit.erased' and l.actor_role = 'system' and l.erased_at is null
       and (s.seq is null or s.seq > ${until}) and n.named is not null
     order by s.seq nulls last, l.id`;

export type ChainHead = { seq: string; hash: string; sealedAt: Date | null; waiting: number };

export async function loadChainHead(tx: Db): Promise<ChainHead> {
  const { rows } = await sql<ChainHead>`
    select s.seq::text, s.hash, s.sealed_at "sealedAt",
           (select count(*)::int from audit_log l where l.id > s.audit_id
               and not exists (select from audit_seals o where o.audit_id = l.id)) waiting
      from audit_seals s order by s.seq desc limit 1`.execute(tx);
  return rows[0] ?? { seq: '0', hash: '0'.repeat(64), sealedAt: null, waiting: 0 };
}

export const findHashAt = (tx: Db, seq: string) =>
  firstValue<string>(tx)`select hash from audit_seals where seq = ${seq}`;

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
type Horizon = { readonly horizon: string; readonly settled: string; readonly begun: string };

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
  requireRow<{ seq: string; hash: string; now: string }>(tx)`
    select coalesce(s.seq, 0)::text seq, coalesce(s.hash, ${genesisHash}) hash, ${timestampText(sql`now()`)} "now"
      from (select 1) one left join (select seq, hash from audit_seals order by seq desc limit 1) s on true`;

export const insertSeals = (tx: Db, seals: readonly (Seal & { auditId: string })[]) =>
  sql`insert into audit_seals (seq, audit_id, previous, digest, sealed_at, hash)
    select seq, "auditId", previous, digest, "sealedAt", hash from jsonb_to_recordset(${JSON.stringify(seals)}::jsonb)
      n(seq bigint, "auditId" uuid, previous text, digest text, "sealedAt" timestamptz, hash text)`.execute(tx);

export type NamedPerson = { readonly id: string; readonly name: string | null };

export type AuditEntry = {
  readonly id: string;
  readonly at: Date;
  readonly actor: NamedPerson | null;
  readonly actorRole: string;
  readonly action: string;
  readonly subjectType: string;
  readonly subjectId: string;
  readonly reference: string | null;
  readonly about: NamedPerson | null;
  readonly forRole: string | null;
  readonly before: unknown;
  readonly after: unknown;
  readonly reasonCode: string | null;
  readonly requestId: string | null;
  readonly seq: string | null;
};

/** `from` and `until` are bounds of ids, which grow with time. */
export type Search = {
  readonly actors: readonly string[] | null;
  readonly subjects: readonly string[] | null;
  readonly action: string;
  readonly from: string | null;
  readonly until: string | null;
  readonly before: string | null;
  readonly limit: number;
};

export async function findPeople(tx: Db, text: string): Promise<string[]> {
  const pattern = toLikePattern(text);
  return allValues<string>(tx)`
    select id from profiles where id::text = ${text.toLowerCase()} or email ilike ${pattern} or display_name ilike ${pattern}
        or first_name || ' ' || last_name ilike ${pattern} limit 20`;
}

/** Returns the ids for a search: the text, the order with this reference and the customer with this email. */
export async function findSubjectIds(tx: Db, text: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id::text from transactions where reference = ${text.toUpperCase()}
    union all select id::text from profiles where email = ${text.toLowerCase()}`.execute(tx);
  return [normalizeUuid(text), ...rows.map(({ id }) => id)];
}

const joinConditions = (parts: readonly RawBuilder<unknown>[]) => sql.join([sql`true`, ...parts], sql` and `);

function getFilters({ action, from, until, before }: Search): RawBuilder<unknown>[] {
  const featureRange = action.endsWith('.')
    ? sql`l.action >= ${action} and l.action < ${`${action.slice(0, -1)}/`}`
    : null;
  return [
    ...(action === '' ? [] : [featureRange ?? sql`l.action = ${action}`]),
    ...(from ? [sql`l.id >= ${from}`] : []),
    ...(until ? [sql`l.id < ${until}`] : []),
    ...(before ? [sql`l.id < ${before}`] : []),
  ];
}

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** Each condition uses one index and returns its newest entries only. */
function getLookups({ actors, subjects }: Search): RawBuilder<unknown>[] {
  if (subjects) {
    const people = subjects.filter(isUuid);
    const byActor = actors ? sql`and l.actor_id = any(${[...actors]}::uuid[])` : sql``;
    return [
      ...subjects.map((subject) => sql`l.subject_id = ${subject} ${byActor}`),
      ...people.map((person) => sql`l.about_id = ${person}::uuid ${byActor}`),
    ];
  }
  return actors ? actors.map((actor) => sql`l.actor_id = ${actor}::uuid`) : [sql`true`];
}

/** Casts before the join with orders, whose row security allows no cast afterwards. */
const orderId = sql`case when found.subject_type = 'order' and found.subject_id ~ '^[0-9a-f-]{36}$'
  then found.subject_id::uuid end`;

export async function findEntries(tx: Db, search: Search): Promise<AuditEntry[]> {
  const filters = joinConditions(getFilters(search));
  const found = getLookups(search).map(
    (lookup) =>
      sql`(select l.* from audit_log l where ${lookup} and ${filters} order by l.id desc limit ${search.limit})`,
  );
  if (found.length === 0) return [];
  return allRows<AuditEntry>(tx)`
    select l.id, l.at, l.action, l.actor_role "actorRole", l.subject_type "subjectType", l.subject_id "subjectId",
           t.reference, case when l.actor_id is not null then jsonb_build_object('id', l.actor_id, 'name', ${customerLabel('a')}) end actor,
           case when l.about_id is not null then jsonb_build_object('id', l.about_id, 'name', ${customerLabel('c')}) end about,
           l.for_role "forRole", l.before, l.after, l.reason_code "reasonCode", l.request_id "requestId", s.seq::text
      from (select distinct on (id) *, ${orderId} order_id from (${sql.join(found, sql` union all `)}) found
             order by id desc limit ${search.limit}) l
      left join profiles a on a.id = l.actor_id left join profiles c on c.id = l.about_id
      left join audit_seals s on s.audit_id = l.id
      left join transactions t on t.id = l.order_id
     order by l.id desc`;
}

/** Loose index scan: one index lookup for each action. */
export const findActions = (tx: Db) =>
  allValues<string>(tx)`
    with recursive known as (
      (select action from audit_log order by action limit 1)
      union all
      select (select l.action from audit_log l where l.action > k.action order by l.action limit 1) from known k
       where k.action is not null)
    select action from known where action is not null`;
