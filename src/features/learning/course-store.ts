import { type RawBuilder, sql } from 'kysely';
import { allRows, type Db, firstRow } from '../../platform/database/database.ts';
import { type CourseText, digestCourse, type OpenCourse, type OutlineText, parseCourse } from './course-text.ts';

export type OfferedCourse = {
  readonly courseId: string;
  readonly versionId: string;
  readonly title: string;
  readonly priceUsd: number;
};

type ListedCourse = OfferedCourse & { readonly state: 'published' | 'withdrawn' };

const selectCourses = (condition: RawBuilder<unknown>) => sql<ListedCourse>`
  select c.id "courseId", v.id "versionId", c.title, c.state, (c.price_usd * 100)::integer "priceUsd"
    from courses c
    join lateral (select id from course_versions v where v.course_id = c.id order by number desc limit 1) v on true
   where ${condition} order by c.created_at, c.id limit 200`;

export const findOfferedCourses = async (tx: Db): Promise<OfferedCourse[]> =>
  (await selectCourses(sql`c.state = 'published'`).execute(tx)).rows;

export const findOfferedCourse = async (tx: Db, courseId: string): Promise<OfferedCourse | null> =>
  (await selectCourses(sql`c.id = ${courseId} and c.state = 'published'`).execute(tx)).rows[0] ?? null;

/** Finds a published or withdrawn course. Learners may continue a withdrawn course. */
export const findListedCourse = async (tx: Db, courseId: string): Promise<ListedCourse | null> =>
  (await selectCourses(sql`c.id = ${courseId}`).execute(tx)).rows[0] ?? null;

type VersionRef = Pick<OfferedCourse, 'courseId' | 'versionId'>;

function createLruCache<T>(maxEntries: number) {
  const entries = new Map<string, T>();
  const set = (name: string, value: T): T => {
    entries.delete(name);
    entries.set(name, value);
    const [oldest] = entries.keys();
    if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest);
    return value;
  };
  const get = (name: string): T | undefined => {
    const value = entries.get(name);
    return value === undefined ? undefined : set(name, value);
  };
  return { set, get };
}

/** Caches parsed versions, which never change. Must hold more courses than the longest list. */
const courseCache = createLruCache<OpenCourse>(40);
const outlineCache = createLruCache<OutlineText>(1_000);

/** Loads a version as text, so that concurrent readers parse it only once and hold no connection meanwhile. */
export async function loadCourse(tx: Db, { courseId, versionId }: VersionRef): Promise<OpenCourse> {
  const cached = courseCache.get(versionId);
  if (cached) return cached;
  const { rows } = await sql<{ content: string }>`
    select content::text from course_versions where id = ${versionId}`.execute(tx);
  const { content } = rows[0] ?? throwUnknownVersion(versionId);
  const cachedMeanwhile = courseCache.get(versionId);
  return cachedMeanwhile ?? courseCache.set(versionId, parseCourse(courseId, versionId, JSON.parse(content)));
}

const outlineColumn = sql`(content - '{facts,terms,rubric}'::text[]) || jsonb_build_object('sections', (
  select jsonb_agg(s.one || jsonb_build_object(
      'units', (select coalesce(jsonb_agg(u.one - '{markdown,checks}'::text[] order by u.at), '[]')
        from jsonb_array_elements(s.one -> 'units') with ordinality u(one, at)),
      'quiz', case jsonb_typeof(s.one -> 'quiz') when 'object' then (s.one -> 'quiz') - 'questions' end) order by s.at)
    from jsonb_array_elements(content -> 'sections') with ordinality s(one, at)))`;

const throwUnknownVersion = (versionId: string): never => {
  throw new Error(`there is no version ${versionId}`);
};

type WithOutline<One> = One & { readonly text: OutlineText };

export async function loadOutlines<One extends VersionRef>(tx: Db, all: readonly One[]): Promise<WithOutline<One>[]> {
  const found = new Map(all.map(({ versionId }) => [versionId, outlineCache.get(versionId)]));
  const missing = [...found.keys()].filter((id) => !found.get(id));
  for (const { id, outline } of await queryOutlines(tx, missing))
    found.set(id, outlineCache.get(id) ?? outlineCache.set(id, JSON.parse(outline)));
  return all.map((one) => ({ ...one, text: found.get(one.versionId) ?? throwUnknownVersion(one.versionId) }));
}

export const loadOutline = async <One extends VersionRef>(tx: Db, one: One): Promise<WithOutline<One>> =>
  (await loadOutlines(tx, [one]))[0] ?? throwUnknownVersion(one.versionId);

async function queryOutlines(tx: Db, ids: readonly string[]): Promise<{ id: string; outline: string }[]> {
  if (ids.length === 0) return [];
  return allRows<{ id: string; outline: string }>(tx)`
    select id, (${outlineColumn})::text outline from course_versions where id = any(${ids}::uuid[])`;
}

type NewVersion = {
  readonly courseId: string;
  readonly text: CourseText;
  readonly whatChanged: string;
  readonly now: Date;
  readonly changes?: readonly string[];
  readonly by?: { readonly id: string; readonly name: string };
};

/** Adds a version. Returns null if it equals the newest version. */
export async function addVersion(tx: Db, version: NewVersion): Promise<{ id: string; number: number } | null> {
  const { courseId, text, whatChanged, changes = [], by, now } = version;
  const digest = digestCourse(text);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`course ${courseId}`}, 0))`.execute(tx);
  const newest = await findNewestVersion(tx, courseId);
  if (newest?.digest === digest) return null;
  const number = (newest?.number ?? 0) + 1;
  const { rows } = await sql<{ id: string }>`
    insert into course_versions (course_id, number, content, digest, what_changed, changes, published_at, published_by,
        published_as)
      values (${courseId}, ${number}, ${JSON.stringify(text)}, ${digest}, ${whatChanged}, ${changes}, ${now},
        ${by?.id ?? null}, ${by?.name ?? null}) returning id`.execute(tx);
  return { id: rows[0]?.id ?? '', number };
}

type NewestVersion = { readonly id: string; readonly number: number; readonly digest: string };

export const findNewestVersion = (tx: Db, courseId: string) =>
  firstRow<NewestVersion>(tx)`
    select id, number, digest from course_versions where course_id = ${courseId} order by number desc limit 1`;

/** Publishes a shipped course. Returns the id of its newest version. */
export async function publishCourse(tx: Db, { priceUsd, ...version }: NewVersion & { readonly priceUsd: number }) {
  const { courseId, text, now } = version;
  await sql`insert into courses (id, title, price_usd, state, created_at)
      values (${courseId}, ${text.title}, ${priceUsd}::numeric / 100, 'published', ${now})
      on conflict (id) do update set title = excluded.title, price_usd = excluded.price_usd
        where (courses.title, courses.price_usd) is distinct from (excluded.title, excluded.price_usd)`.execute(tx);
  const added = await addVersion(tx, version);
  return added?.id ?? (await findNewestVersion(tx, courseId))?.id ?? '';
}
