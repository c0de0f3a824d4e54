import { type RawBuilder, sql } from 'kysely';
import { normalizeUuid } from '../../kernel/uuid.ts';
import { allRows, allValues, type Db } from '../../platform/database/database.ts';
import { toLikePattern } from '../../platform/database/like-pattern.ts';

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
           t.reference, case when l.actor_id is not null then jsonb_build_object('id', l.actor_id, 'name', a.display_name) end actor,
           case when l.about_id is not null then jsonb_build_object('id', l.about_id, 'name', c.display_name) end about,
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
