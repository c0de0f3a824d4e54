import { sql } from 'kysely';
import { allRows, currentUserId, type Db, firstRow, hasRow } from '../../../platform/database/database.ts';
import type { CourseText } from '../course-text.ts';
import type { Draft } from './draft.ts';

export type CourseState = 'draft' | 'published' | 'withdrawn';

export type CourseLine = {
  readonly id: string;
  readonly title: string;
  readonly state: CourseState;
  readonly isBuiltIn: boolean;
  readonly priceUsd: number;
  readonly version: number | null;
  readonly savedAt: Date | null;
  readonly savedAs: string | null;
};

const columns = sql`c.id, coalesce(d.content ->> 'title', c.title) "title", c.state, c.created_by is null "isBuiltIn",
  (c.price_usd * 100)::integer "priceUsd",
  (select max(number) from course_versions v where v.course_id = c.id) "version", d.saved_at "savedAt", d.saved_as "savedAs"`;

export const findCourses = (tx: Db) =>
  allRows<CourseLine>(tx)`
    select ${columns} from courses c left join course_drafts d on d.course_id = c.id
     order by c.created_at desc, c.id limit 200`;

export type AuthoredCourse = CourseLine & {
  readonly draft: Draft | null;
  /** Number of saves; 0 when no draft exists. */
  readonly number: number;
};

/** Finds a course. `lock` locks it until the transaction ends. */
export async function findCourse(tx: Db, courseId: string, lock = false): Promise<AuthoredCourse | null> {
  if (lock) await sql`select from course_drafts where course_id = ${courseId} for update`.execute(tx);
  return firstRow<AuthoredCourse>(tx)`
    select ${columns}, d.content draft, coalesce(d.number, 0) "number"
      from courses c left join course_drafts d on d.course_id = c.id where c.id = ${courseId}`;
}

export type VersionLine = {
  readonly number: number;
  readonly whatChanged: string;
  readonly changes: readonly string[];
  readonly publishedAt: Date;
  readonly publishedAs: string | null;
};

export const findVersions = (tx: Db, courseId: string) =>
  allRows<VersionLine>(tx)`
    select number, what_changed "whatChanged", changes, published_at "publishedAt", published_as "publishedAs"
      from course_versions where course_id = ${courseId} order by number desc limit 100`;

export const findNewestVersion = (tx: Db, courseId: string) =>
  firstRow<{ id: string; number: number; content: CourseText }>(tx)`
    select id, number, content from course_versions where course_id = ${courseId} order by number desc limit 1`;

type NewSave = { readonly draft: Draft; readonly name: string; readonly now: Date };

export async function insertCourse(tx: Db, courseId: string, { draft, name, now }: NewSave): Promise<void> {
  await sql`insert into courses (id, title, state, created_by, created_at)
      values (${courseId}, ${draft.title}, 'draft', ${currentUserId}, ${now})`.execute(tx);
  await sql`insert into course_drafts (course_id, content, number, saved_at, saved_by, saved_as)
      values (${courseId}, ${JSON.stringify(draft)}, 1, ${now}, ${currentUserId}, ${name})`.execute(tx);
}

export const saveDraft = (tx: Db, courseId: string, { draft, name, now }: NewSave) =>
  sql`update course_drafts set content = ${JSON.stringify(draft)}, number = number + 1, saved_at = ${now},
        saved_by = ${currentUserId}, saved_as = ${name} where course_id = ${courseId}`.execute(tx);

export const publishCourse = (tx: Db, courseId: string, title: string) =>
  sql`update courses set title = ${title}, state = 'published' where id = ${courseId}`.execute(tx);

export const updateState = (tx: Db, courseId: string, to: Exclude<CourseState, 'draft'>) =>
  sql`update courses set state = ${to} where id = ${courseId}`.execute(tx);

export const updatePrice = (tx: Db, courseId: string, priceUsd: number) =>
  sql`update courses set price_usd = ${priceUsd}::numeric / 100 where id = ${courseId}`.execute(tx);

export async function findPictureIds(tx: Db, courseId: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ file: string }>`
    select file_id file from course_pictures where course_id = ${courseId}`.execute(tx);
  return new Set(rows.map(({ file }) => file));
}

export const insertPictures = (tx: Db, courseId: string, files: readonly string[]) =>
  sql`insert into course_pictures (course_id, file_id) select ${courseId}, id from unnest(${files}::uuid[]) id
      on conflict do nothing`.execute(tx);

export const canSeePicture = (tx: Db, file: string) =>
  hasRow(tx)`select from course_pictures where file_id = ${file} limit 1`;
