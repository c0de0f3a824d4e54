import { sql } from 'kysely';
import { allRows, type Db, firstRow, firstValue, whoAsks } from '../../platform/database.ts';
import type { Band, Certificate, CourseFacts, DeskCertificate, Verified } from './certificate.ts';
import type { Earned } from './earned-letter.ts';

/** What a certificate of a version of a course says of it; null where the course gives none. */
export const courseFacts = (tx: Db, versionId: string) =>
  firstRow<CourseFacts>(tx)`
    select course_id "courseId", content ->> 'title' "courseTitle", number "version",
        content -> 'certificate' ->> 'title' title, (content ->> 'quizPassPercent')::integer "quizPass",
        (content -> 'project' ->> 'passPercent')::integer "projectPass"
      from course_versions where id = ${versionId} and content -> 'certificate' ->> 'title' is not null`;

/** Whom a certificate names: whoever asks, as they are called now. */
export async function ownName(tx: Db) {
  const { rows } = await sql<{ firstName: string | null; lastName: string | null; displayName: string | null }>`
    select first_name "firstName", last_name "lastName", display_name "displayName" from profiles
     where id = ${whoAsks}`.execute(tx);
  return rows[0] ?? { firstName: null, lastName: null, displayName: null };
}

export type NewCertificate = CourseFacts & {
  readonly userId: string;
  readonly enrollmentId: string;
  readonly versionId: string;
  readonly name: string;
  readonly band: Band;
  readonly code: string;
  readonly now: Date;
};

/** Whether it was issued by this: false where this enrollment has one. */
export async function insertCertificate(tx: Db, one: NewCertificate): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into certificates (user_id, enrollment_id, course_id, version_id, course_title, version_number, title,
        quiz_pass, project_pass, name, band, code, issued_at)
      values (${one.userId}, ${one.enrollmentId}, ${one.courseId}, ${one.versionId}, ${one.courseTitle},
        ${one.version}, ${one.title}, ${one.quizPass}, ${one.projectPass}, ${one.name}, ${one.band}, ${one.code},
        ${one.now})
      on conflict (enrollment_id) do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

/** Whose certificate it is and where they are reached; null where it does not count, or their account is closed. */
export const earnedUnder = (tx: Db, code: string) =>
  firstRow<Earned>(tx)`
    select p.display_name "name", p.email, c.course_title "courseTitle", c.code
      from certificates c join profiles p on p.id = c.user_id
     where c.code = ${code} and c.revoked_at is null and p.closed_at is null`;

const columns = sql`id, code, course_id "courseId", course_title "courseTitle", version_number "version", title,
  quiz_pass "quizPass", project_pass "projectPass", name, shows_name "showsName", band, issued_at "issuedAt",
  revoked_at "revokedAt"`;

/** The certificates of whoever asks, the newest first. */
export const ownCertificates = (tx: Db) =>
  allRows<Certificate>(tx)`
    select ${columns} from certificates where user_id = ${whoAsks} order by issued_at desc, id limit 200`;

export const ownCertificate = (tx: Db, id: string) =>
  firstRow<Certificate>(tx)`
    select ${columns} from certificates where id = ${id} and user_id = ${whoAsks}`;

/** Whether strangers are shown the name of whoever asks, and whether that is new; null where it is not theirs. */
export const saveShowsName = (tx: Db, id: string, shows: boolean) =>
  firstValue<boolean>(tx)`
    with changed as (update certificates set shows_name = ${shows}
      where id = ${id} and user_id = ${whoAsks} and shows_name <> ${shows} returning id)
    select exists (select from changed) changed from certificates
     where id = ${id} and user_id = ${whoAsks}`;

/** What anybody may know of a code. */
export const verified = (db: Db, code: string) =>
  firstRow<Verified>(db)`
    select code, course_title "courseTitle", version_number "version", title, band, issued_at "issuedAt",
        revoked_at "revokedAt", name from app.certificate_under(${code})`;

export const certificatesOf = (tx: Db, userId: string) =>
  allRows<DeskCertificate>(tx)`
    select c.id, c.code, c.course_title "courseTitle", c.version_number "version", c.band, c.issued_at "issuedAt",
        c.revoked_at "revokedAt", w.display_name "revokedBy", c.revoked_reason reason
      from certificates c left join profiles w on w.id = c.revoked_by
     where c.user_id = ${userId} order by c.issued_at desc, c.id limit 200`;

/** Whose a certificate is, and whether it counts; held to the end of the transaction. */
export const heldCertificate = (tx: Db, id: string) =>
  firstRow<{ userId: string; code: string; counts: boolean }>(tx)`
    select user_id "userId", code, revoked_at is null counts from certificates where id = ${id} for update`;

/** Has a certificate count no more, by whoever asks and for a reason; or count again. */
export const saveStanding = (tx: Db, id: string, revoked: { readonly reason: string; readonly now: Date } | null) =>
  sql`update certificates set revoked_at = ${revoked?.now ?? null}, revoked_reason = ${revoked?.reason ?? null},
        revoked_by = case when ${revoked !== null} then ${whoAsks} end where id = ${id}`.execute(tx);
