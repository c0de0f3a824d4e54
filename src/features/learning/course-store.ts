import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { type CourseText, digestOf, type OpenCourse, opened } from './course-text.ts';

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

/** Versions never change: each process reads one once and keeps those that were asked for last. */
const kept = new Map<string, OpenCourse>();
const mostKept = 40;

/** A version of a course, opened. */
export async function openCourse(
  tx: Db,
  { courseId, versionId }: Pick<Offered, 'courseId' | 'versionId'>,
): Promise<OpenCourse> {
  const known = kept.get(versionId);
  const course = known ?? opened(courseId, versionId, await textOf(tx, versionId));
  kept.delete(versionId);
  kept.set(versionId, course);
  const [oldest] = kept.keys();
  if (kept.size > mostKept && oldest) kept.delete(oldest);
  return course;
}

async function textOf(tx: Db, versionId: string): Promise<CourseText> {
  const { rows } = await sql<{ content: CourseText }>`
    select content from course_versions where id = ${versionId}`.execute(tx);
  if (!rows[0]) throw new Error(`there is no version ${versionId}`);
  return rows[0].content;
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
export async function newestVersion(tx: Db, courseId: string): Promise<Newest | null> {
  const { rows } = await sql<Newest>`
    select id, number, digest from course_versions where course_id = ${courseId} order by number desc limit 1`.execute(
    tx,
  );
  return rows[0] ?? null;
}

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
