import { type AuditEntry, audit } from '../../platform/audit.ts';
import type { Db } from '../../platform/database.ts';
import { bandOf } from './certificate.ts';
import { newCode } from './code.ts';
import { courseFacts, insertCertificate } from './store.ts';

export type Earned = {
  readonly userId: string;
  /** As they are called now: first and last name. */
  readonly name: string;
  readonly enrollmentId: string;
  readonly versionId: string;
  /** Percent of the final project, or of the quizzes where the course has none; null where nothing is marked. */
  readonly score: number | null;
  readonly now: Date;
};

/** Who issues it: the learner who finished, or whoever marked their project. */
type Issuing = Pick<AuditEntry, 'actorId' | 'actorRole' | 'requestId'>;

/**
 * Issues the certificate of a course that somebody finished, once: its code; null where they have it, or where the
 * course gives none. The database refuses one whose lessons and quizzes are not all done.
 */
export async function issueCertificate(tx: Db, earned: Earned, by: Issuing): Promise<string | null> {
  const { userId, versionId, score } = earned;
  const facts = await courseFacts(tx, versionId);
  if (!facts) return null;
  const code = newCode();
  const issued = await insertCertificate(tx, { ...facts, ...earned, band: bandOf(score ?? 0), code });
  if (issued)
    await audit(tx, {
      ...{ ...by, action: 'certificates.issued', subjectType: 'certificate', subjectId: code },
      ...(by.actorId !== userId && { aboutId: userId }),
      after: { course: facts.courseId, version: facts.version, score },
    });
  return issued ? code : null;
}
