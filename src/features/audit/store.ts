import { type RawBuilder, sql } from 'kysely';
import { idAsKept } from '../../kernel/ids.ts';
import { allRows, allValues, type Db } from '../../platform/database.ts';
import { pattern } from '../../platform/pattern.ts';

/** Somebody in the log by name; the name is null where they have no profile any more. */
export type Named = { readonly id: string; readonly name: string | null };

export type EntryLine = {
  readonly id: string;
  readonly at: Date;
  readonly actor: Named | null;
  readonly actorRole: string;
  readonly action: string;
  readonly subjectType: string;
  readonly subjectId: string;
  /** The reference of an order; null for everything else. */
  readonly reference: string | null;
  readonly about: Named | null;
  readonly forRole: string | null;
  readonly before: unknown;
  readonly after: unknown;
  readonly reasonCode: string | null;
  readonly requestId: string | null;
  /** Its line in the chain; null until it is sealed, within seconds. */
  readonly seq: string | null;
};

/** What to look for, found out: people and subjects as ids, the period as bounds of ids, which grow with time. */
export type Search = {
  readonly actors: readonly string[] | null;
  readonly subjects: readonly string[] | null;
  readonly action: string;
  readonly from: string | null;
  readonly until: string | null;
  readonly before: string | null;
  readonly limit: number;
};

/** People whose name, address or id this may be: twenty at the most. */
export async function peopleLike(tx: Db, text: string): Promise<string[]> {
  const like = pattern(text);
  return allValues<string>(tx)`
    select id from profiles where id::text = ${text.toLowerCase()} or email ilike ${like} or display_name ilike ${like}
        or first_name || ' ' || last_name ilike ${like} limit 20`;
}

/** What a text may name as a subject: itself, the order of this reference, the customer of this address. */
export async function subjectsLike(tx: Db, text: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id::text from transactions where reference = ${text.toUpperCase()}
    union all select id::text from profiles where email = ${text.toLowerCase()}`.execute(tx);
  return [idAsKept(text), ...rows.map(({ id }) => id)];
}

const and = (parts: readonly RawBuilder<unknown>[]) => sql.join([sql`true`, ...parts], sql` and `);

/** Whatever narrows a search without being what it looks for first. */
function narrowed({ action, from, until, before }: Search): RawBuilder<unknown>[] {
  const upTo = action.endsWith('.') ? sql`l.action >= ${action} and l.action < ${`${action.slice(0, -1)}/`}` : null;
  return [
    ...(action === '' ? [] : [upTo ?? sql`l.action = ${action}`]),
    ...(from ? [sql`l.id >= ${from}`] : []),
    ...(until ? [sql`l.id < ${until}`] : []),
    ...(before ? [sql`l.id < ${before}`] : []),
  ];
}

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** Where to look: each way leads along an index of its own, and gives its newest entries only. */
function ways({ actors, subjects }: Search): RawBuilder<unknown>[] {
  if (subjects) {
    const people = subjects.filter(isId);
    const byActor = actors ? sql`and l.actor_id = any(${[...actors]}::uuid[])` : sql``;
    return [
      ...subjects.map((subject) => sql`l.subject_id = ${subject} ${byActor}`),
      ...people.map((person) => sql`l.about_id = ${person}::uuid ${byActor}`),
    ];
  }
  return actors ? actors.map((actor) => sql`l.actor_id = ${actor}::uuid`) : [sql`true`];
}

/** The order that an entry is about. Worked out before orders are looked at: no wall of theirs lets a cast through. */
const orderOf = sql`case when found.subject_type = 'order' and found.subject_id ~ '^[0-9a-f-]{36}$'
  then found.subject_id::uuid end`;

/** Entries, newest first. Each person and subject is looked up along its index; nothing reads the whole log. */
export async function entriesLike(tx: Db, search: Search): Promise<EntryLine[]> {
  const rest = and(narrowed(search));
  const found = ways(search).map(
    (way) => sql`(select l.* from audit_log l where ${way} and ${rest} order by l.id desc limit ${search.limit})`,
  );
  if (found.length === 0) return [];
  return allRows<EntryLine>(tx)`
    select l.id, l.at, l.action, l.actor_role "actorRole", l.subject_type "subjectType", l.subject_id "subjectId",
           t.reference, case when l.actor_id is not null then jsonb_build_object('id', l.actor_id, 'name', a.display_name) end actor,
           case when l.about_id is not null then jsonb_build_object('id', l.about_id, 'name', c.display_name) end about,
           l.for_role "forRole", l.before, l.after, l.reason_code "reasonCode", l.request_id "requestId", s.seq::text
      from (select distinct on (id) *, ${orderOf} order_id from (${sql.join(found, sql` union all `)}) found
             order by id desc limit ${search.limit}) l
      left join profiles a on a.id = l.actor_id left join profiles c on c.id = l.about_id
      left join audit_seals s on s.audit_id = l.id
      left join transactions t on t.id = l.order_id
     order by l.id desc`;
}

/** Every act that stands in the log: one step along the index for each. */
export const actionsKnown = (tx: Db) =>
  allValues<string>(tx)`
    with recursive known as (
      (select action from audit_log order by action limit 1)
      union all
      select (select l.action from audit_log l where l.action > k.action order by l.action limit 1) from known k
       where k.action is not null)
    select action from known where action is not null`;
