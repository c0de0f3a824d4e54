import { type AuditEntry, audit } from '../../../platform/audit.ts';
import type { Db } from '../../../platform/database/database.ts';
import { getGrade } from './certificate.ts';
import { generateCode } from './code.ts';
import { findCourseSummary, insertCertificate } from './store.ts';

export type EarnedCourse = {
  readonly userId: string;
  readonly name: string;
  readonly enrollmentId: string;
  readonly versionId: string;
  /** Percent of the project, or of the quizzes if there is no project; null if nothing is graded. */
  readonly score: number | null;
  readonly now: Date;
};

type IssuedBy = Pick<AuditEntry, 'actorId' | 'actorRole' | 'requestId'>;

/**
 * Issues the certificate of a finished course and returns its code. Returns null if already issued or if the course has
 * no certificate. The database rejects an unfinished course.
 */
export async function issueCertificate(tx: Db, finished: EarnedCourse, by: IssuedBy): Promise<string | null> {
  const { userId, versionId, score } = finished;
  const course = await findCourseSummary(tx, versionId);
  if (!course) return null;
  const code = generateCode();
  const issued = await insertCertificate(tx, { ...course, ...finished, band: getGrade(score ?? 0), code });
  if (issued)
    await audit(tx, {
      ...{ ...by, action: 'certificates.issued', subjectType: 'certificate', subjectId: code },
      ...(by.actorId !== userId && { aboutId: userId }),
      after: { course: course.courseId, version: course.version, score },
    });
  return issued ? code : null;
}
