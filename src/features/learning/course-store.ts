import { type RawBuilder, sql } from 'kysely';
import { allRows, type Db, firstRow } from '../../platform/database.ts';
import { type CourseText, digestOf, type OpenCourse, type OutlineText, opened } from './course-text.ts';

/** A course that can be taken, in its newest version. `priceUsd` is whole cents. */
export type Offered = {
  readonly courseId: string;
  readonly versionId: string;
  readonly title: string;
  readonly priceUsd: number;
};

type Listed = Offered & { readonly state: 'published' | 'withdrawn' };

const listed = (which: RawBuilder<unknown>) => sql<Listed>`
  select c.id "courseId", v.id "versionId", c.title, c.state, (c.price_usd * 100)::integer "priceUsd"
    from courses c
    join lateral (select id from course_versions v where v.course_id = c.id order by number desc limit 1) v on true
   where ${which} order by c.created_at, c.id limit 200`;

/** What can be taken, in the order in which it came. */
export const offeredCourses = async (tx: Db): Promise<Offered[]> =>
  (await listed(sql`c.state = 'published'`).execute(tx)).rows;

/** One of them. */
export const offeredCourse = async (tx: Db, courseId: string): Promise<Offered | null> =>
  (await listed(sql`c.id = ${courseId} and c.state = 'published'`).execute(tx)).rows[0] ?? null;

/** One of them, or one that was withdrawn: whoever takes it goes on. */
export const listedCourse = async (tx: Db, courseId: string): Promise<Listed | null> =>
  (await listed(sql`c.id = ${courseId}`).execute(tx)).rows[0] ?? null;

type VersionOf = Pick<Offered, 'courseId' | 'versionId'>;

/** The values that were asked for last, so many of them. */
function lastAsked<T>(most: number) {
  const kept = new Map<string, T>();
  const keep = (name: string, value: T): T => {
    kept.delete(name);
    kept.set(name, value);
    const [oldest] = kept.keys();
    if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    return value;
  };
  const known = (name: string): T | undefined => {
    const value = kept.get(name);
    return value === undefined ? undefined : keep(name, value);
  };
  return { keep, known };
}

/**
 * Versions never change: each process parses one once, whole where somebody learns in it, its outline for lists. Of
 * outlines there is room for several times what one list names, or every list would read all of them anew.
 */
const whole = lastAsked<OpenCourse>(40);
const outlines = lastAsked<OutlineText>(1_000);

/**
 * A version of a course, opened. It comes as it is written: of several who ask at once the first parses it, and nobody
 * waits for another's connection while holding one.
 */
export async function openCourse(tx: Db, { courseId, versionId }: VersionOf): Promise<OpenCourse> {
  const before = whole.known(versionId);
  if (before) return before;
  const { rows } = await sql<{ content: string }>`
    select content::text from course_versions where id = ${versionId}`.execute(tx);
  const { content } = rows[0] ?? isNotThere(versionId);
  const meanwhile = whole.known(versionId);
  return meanwhile ?? whole.keep(versionId, opened(courseId, versionId, JSON.parse(content)));
}

const outlineOf = sql`(content - '{facts,terms,rubric}'::text[]) || jsonb_build_object('sections', (
  select jsonb_agg(s.one || jsonb_build_object(
      'units', (select coalesce(jsonb_agg(u.one - '{markdown,checks}'::text[] order by u.at), '[]')
        from jsonb_array_elements(s.one -> 'units') with ordinality u(one, at)),
      'quiz', case jsonb_typeof(s.one -> 'quiz') when 'object' then (s.one -> 'quiz') - 'questions' end) order by s.at)
    from jsonb_array_elements(content -> 'sections') with ordinality s(one, at)))`;

const isNotThere = (versionId: string): never => {
  throw new Error(`there is no version ${versionId}`);
};

type Outlined<One> = One & { readonly text: OutlineText };

/** Each of these with its outline. What teaches stays in the database. */
export async function outlined<One extends VersionOf>(tx: Db, all: readonly One[]): Promise<Outlined<One>[]> {
  const found = new Map(all.map(({ versionId }) => [versionId, outlines.known(versionId)]));
  const missing = [...found.keys()].filter((id) => !found.get(id));
  for (const { id, outline } of await outlinesIn(tx, missing))
    found.set(id, outlines.known(id) ?? outlines.keep(id, JSON.parse(outline)));
  return all.map((one) => ({ ...one, text: found.get(one.versionId) ?? isNotThere(one.versionId) }));
}

/** One of them. */
export const outlinedOne = async <One extends VersionOf>(tx: Db, one: One): Promise<Outlined<One>> =>
  (await outlined(tx, [one]))[0] ?? isNotThere(one.versionId);

async function outlinesIn(tx: Db, ids: readonly string[]): Promise<{ id: string; outline: string }[]> {
  if (ids.length === 0) return [];
  return allRows<{ id: string; outline: string }>(tx)`
    select id, (${outlineOf})::text outline from course_versions where id = any(${ids}::uuid[])`;
}

type Version = {
  readonly courseId: string;
  readonly text: CourseText;
  readonly whatChanged: string;
  readonly now: Date;
  /** What changed since the version before, a line for each thing. */
  readonly changes?: readonly string[];
  /** Nobody where the files of the house are published. */
  readonly by?: { readonly id: string; readonly name: string };
};

/** Adds the next version of a course; null where the newest is the same. */
export async function addVersion(tx: Db, version: Version): Promise<{ id: string; number: number } | null> {
  const { courseId, text, whatChanged, changes = [], by, now } = version;
  const digest = digestOf(text);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`course ${courseId}`}, 0))`.execute(tx);
  const newest = await newestVersion(tx, courseId);
  if (newest?.digest === digest) return null;
  const number = (newest?.number ?? 0) + 1;
  const { rows } = await sql<{ id: string }>`
    insert into course_versions (course_id, number, content, digest, what_changed, changes, published_at, published_by,
        published_as)
      values (${courseId}, ${number}, ${JSON.stringify(text)}, ${digest}, ${whatChanged}, ${changes}, ${now},
        ${by?.id ?? null}, ${by?.name ?? null}) returning id`.execute(tx);
  return { id: rows[0]?.id ?? '', number };
}

type Newest = { readonly id: string; readonly number: number; readonly digest: string };

/** The newest version of a course, if there is one. */
export const newestVersion = (tx: Db, courseId: string) =>
  firstRow<Newest>(tx)`
    select id, number, digest from course_versions where course_id = ${courseId} order by number desc limit 1`;

/** Publishes a course of the house in its next version; nothing where the newest is the same. Answers its id. */
export async function publish(tx: Db, { priceUsd, ...version }: Version & { readonly priceUsd: number }) {
  const { courseId, text, now } = version;
  await sql`insert into courses (id, title, price_usd, state, created_at)
      values (${courseId}, ${text.title}, ${priceUsd}::numeric / 100, 'published', ${now})
      on conflict (id) do update set title = excluded.title, price_usd = excluded.price_usd
        where (courses.title, courses.price_usd) is distinct from (excluded.title, excluded.price_usd)`.execute(tx);
  const added = await addVersion(tx, version);
  return added?.id ?? (await newestVersion(tx, courseId))?.id ?? '';
}
