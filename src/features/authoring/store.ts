import { sql } from 'kysely';
import { allRows, anyRow, type Db, firstRow, whoAsks } from '../../platform/database.ts';
import type { CourseText } from '../learning/course-text.ts';
import type { Draft } from './draft.ts';

export type CourseState = 'draft' | 'published' | 'withdrawn';

export type CourseLine = {
  readonly id: string;
  readonly title: string;
  readonly state: CourseState;
  /** Whether it comes out of the files of the house. */
  readonly isHouse: boolean;
  readonly priceUsd: number;
  /** Its newest version. */
  readonly version: number | null;
  readonly savedAt: Date | null;
  readonly savedAs: string | null;
};

const columns = sql`c.id, coalesce(d.content ->> 'title', c.title) "title", c.state, c.made_by is null "isHouse",
  (c.price_usd * 100)::integer "priceUsd",
  (select max(number) from course_versions v where v.course_id = c.id) "version", d.saved_at "savedAt", d.saved_as "savedAs"`;

/** All courses, those that were made last first. */
export const courseLines = (tx: Db) =>
  allRows<CourseLine>(tx)`
    select ${columns} from courses c left join course_drafts d on d.course_id = c.id
     order by c.created_at desc, c.id limit 200`;

export type CourseFile = CourseLine & {
  readonly draft: Draft | null;
  /** Counts the saves of the draft; 0 without one. */
  readonly number: number;
};

/** One course with its draft; with `lock` nobody else saves or publishes it until the transaction ends. */
export async function courseFile(tx: Db, courseId: string, lock = false): Promise<CourseFile | null> {
  if (lock) await sql`select from course_drafts where course_id = ${courseId} for update`.execute(tx);
  return firstRow<CourseFile>(tx)`
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

/** The versions of a course, the newest first. */
export const versionLines = (tx: Db, courseId: string) =>
  allRows<VersionLine>(tx)`
    select number, what_changed "whatChanged", changes, published_at "publishedAt", published_as "publishedAs"
      from course_versions where course_id = ${courseId} order by number desc limit 100`;

/** A version by its number, or the newest. */
export const versionOf = (tx: Db, courseId: string, number: number | null) =>
  firstRow<{ id: string; number: number; content: CourseText }>(tx)`
    select id, number, content from course_versions
     where course_id = ${courseId} ${number === null ? sql`` : sql`and number = ${number}`}
     order by number desc limit 1`;

type Saving = { readonly draft: Draft; readonly name: string; readonly now: Date };

/** A course that nobody sees yet, and its draft. */
export async function insertCourse(tx: Db, courseId: string, { draft, name, now }: Saving): Promise<void> {
  await sql`insert into courses (id, title, state, made_by, created_at)
      values (${courseId}, ${draft.title}, 'draft', ${whoAsks}, ${now})`.execute(tx);
  await sql`insert into course_drafts (course_id, content, number, saved_at, saved_by, saved_as)
      values (${courseId}, ${JSON.stringify(draft)}, 1, ${now}, ${whoAsks}, ${name})`.execute(tx);
}

/** Keeps a draft under the next number. */
export const saveDraft = (tx: Db, courseId: string, { draft, name, now }: Saving) =>
  sql`update course_drafts set content = ${JSON.stringify(draft)}, number = number + 1, saved_at = ${now},
        saved_by = ${whoAsks}, saved_as = ${name} where course_id = ${courseId}`.execute(tx);

/** Has a published course called as its newest version is, and offered. */
export const offerAs = (tx: Db, courseId: string, title: string) =>
  sql`update courses set title = ${title}, state = 'published' where id = ${courseId}`.execute(tx);

export const setState = (tx: Db, courseId: string, to: Exclude<CourseState, 'draft'>) =>
  sql`update courses set state = ${to} where id = ${courseId}`.execute(tx);

export const setPrice = (tx: Db, courseId: string, priceUsd: number) =>
  sql`update courses set price_usd = ${priceUsd}::numeric / 100 where id = ${courseId}`.execute(tx);

/** The files that are pictures of a course. */
export async function coursePictures(tx: Db, courseId: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ file: string }>`
    select file_id file from course_pictures where course_id = ${courseId}`.execute(tx);
  return new Set(rows.map(({ file }) => file));
}

export const addPictures = (tx: Db, courseId: string, files: readonly string[]) =>
  sql`insert into course_pictures (course_id, file_id) select ${courseId}, id from unnest(${files}::uuid[]) id
      on conflict do nothing`.execute(tx);

/** Whether a file is a picture of a course that whoever asks takes or writes. */
export const isPictureFor = (tx: Db, file: string) =>
  anyRow(tx)`select from course_pictures where file_id = ${file} limit 1`;
