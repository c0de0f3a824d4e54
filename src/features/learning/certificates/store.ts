import { sql } from 'kysely';
import { allRows, currentUserId, type Db, firstRow, firstValue } from '../../../platform/database/database.ts';
import type { Certificate, CourseSummary, CustomerCertificate, Grade, VerifiedCertificate } from './certificate.ts';
import type { EarnedCertificate } from './email.ts';

/** Returns null for a course without a certificate. */
export const findCourseSummary = (tx: Db, versionId: string) =>
  firstRow<CourseSummary>(tx)`
    select course_id "courseId", content ->> 'title' "courseTitle", number "version",
        content -> 'certificate' ->> 'title' title, (content ->> 'quizPassPercent')::integer "quizPass",
        (content -> 'project' ->> 'passPercent')::integer "projectPass"
      from course_versions where id = ${versionId} and content -> 'certificate' ->> 'title' is not null`;

export const findMyName = async (tx: Db) =>
  (await firstRow<{ firstName: string | null; lastName: string | null; displayName: string | null }>(tx)`
    select first_name "firstName", last_name "lastName", display_name "displayName" from profiles
     where id = ${currentUserId}`) ?? { firstName: null, lastName: null, displayName: null };

export type NewCertificate = CourseSummary & {
  readonly userId: string;
  readonly enrollmentId: string;
  readonly versionId: string;
  readonly name: string;
  readonly band: Grade;
  readonly code: string;
  readonly now: Date;
};

/** Returns false if the enrollment already has a certificate. */
export async function insertCertificate(tx: Db, certificate: NewCertificate): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into certificates (user_id, enrollment_id, course_id, version_id, course_title, version_number, title,
        quiz_pass, project_pass, name, band, code, issued_at)
      values (${certificate.userId}, ${certificate.enrollmentId}, ${certificate.courseId}, ${certificate.versionId}, ${certificate.courseTitle},
        ${certificate.version}, ${certificate.title}, ${certificate.quizPass}, ${certificate.projectPass}, ${certificate.name}, ${certificate.band}, ${certificate.code},
        ${certificate.now})
      on conflict (enrollment_id) do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

/** Returns null for a revoked certificate or a closed account. */
export const findEarned = (tx: Db, code: string) =>
  firstRow<EarnedCertificate>(tx)`
    select p.display_name "name", p.email, c.course_title "courseTitle", c.code
      from certificates c join profiles p on p.id = c.user_id
     where c.code = ${code} and c.revoked_at is null and p.closed_at is null`;

const columns = sql`id, code, course_id "courseId", course_title "courseTitle", version_number "version", title,
  quiz_pass "quizPass", project_pass "projectPass", name, shows_name "showsName", band, issued_at "issuedAt",
  revoked_at "revokedAt"`;

export const findMyCertificates = (tx: Db) =>
  allRows<Certificate>(tx)`
    select ${columns} from certificates where user_id = ${currentUserId} order by issued_at desc, id limit 200`;

export const findMyCertificate = (tx: Db, id: string) =>
  firstRow<Certificate>(tx)`
    select ${columns} from certificates where id = ${id} and user_id = ${currentUserId}`;

/** Returns true if the value changed; null for another user's certificate. */
export const updateShowsName = (tx: Db, id: string, shows: boolean) =>
  firstValue<boolean>(tx)`
    with changed as (update certificates set shows_name = ${shows}
      where id = ${id} and user_id = ${currentUserId} and shows_name <> ${shows} returning id)
    select exists (select from changed) changed from certificates
     where id = ${id} and user_id = ${currentUserId}`;

export const findVerified = (db: Db, code: string) =>
  firstRow<VerifiedCertificate>(db)`
    select code, course_title "courseTitle", version_number "version", title, band, issued_at "issuedAt",
        revoked_at "revokedAt", name from app.find_certificate(${code})`;

export const findCustomerCertificates = (tx: Db, userId: string) =>
  allRows<CustomerCertificate>(tx)`
    select c.id, c.code, c.course_title "courseTitle", c.version_number "version", c.band, c.issued_at "issuedAt",
        c.revoked_at "revokedAt", w.display_name "revokedBy", c.revoked_reason reason
      from certificates c left join profiles w on w.id = c.revoked_by
     where c.user_id = ${userId} order by c.issued_at desc, c.id limit 200`;

/** Locks the certificate until the transaction ends. */
export const lockCertificate = (tx: Db, id: string) =>
  firstRow<{ userId: string; code: string; counts: boolean }>(tx)`
    select user_id "userId", code, revoked_at is null counts from certificates where id = ${id} for update`;

export const updateRevocation = (tx: Db, id: string, revoked: { readonly reason: string; readonly now: Date } | null) =>
  sql`update certificates set revoked_at = ${revoked?.now ?? null}, revoked_reason = ${revoked?.reason ?? null},
        revoked_by = case when ${revoked !== null} then ${currentUserId} end where id = ${id}`.execute(tx);
