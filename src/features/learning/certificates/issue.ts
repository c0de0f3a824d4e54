import { randomBytes } from 'node:crypto';
import { type AuditEntry, audit } from '../../../platform/audit.ts';
import type { Db } from '../../../platform/database/database.ts';
import { getGrade } from './certificate.ts';
import { findCourseSummary, insertCertificate } from './store.ts';

/** Crockford's base 32, which lacks I, L, O and U. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const codeLength = 16;

export const generateCode = (): string => {
  const bits = randomBytes(10).reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  return Array.from(
    { length: codeLength },
    (_, at) => alphabet[Number((bits >> BigInt(5 * (codeLength - 1 - at))) & 31n)],
  ).join('');
};

const lookalikes: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' };

/** Parses a typed code; null when invalid. Accepts lower case, separators, O for 0, and I or L for 1. */
export function parseCode(typed: string): string | null {
  const code = typed
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .replaceAll(/[OIL]/g, (character) => lookalikes[character] ?? character);
  return code.length === codeLength && [...code].every((character) => alphabet.includes(character)) ? code : null;
}

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

/** Returns the code of the new certificate; null if issued or not offered. The database rejects unfinished courses. */
export async function issueCertificate(tx: Db, finished: EarnedCourse, by: IssuedBy): Promise<string | null> {
  const { userId, versionId, score } = finished;
  const course = await findCourseSummary(tx, versionId);
  if (!course) return null;
  const code = generateCode();
  const issued = await insertCertificate(tx, { ...course, ...finished, band: getGrade(score ?? 0), code });
  if (issued)
    await audit(tx, {
      ...by,
      action: 'certificates.issued',
      subjectType: 'certificate',
      subjectId: code,
      ...(by.actorId !== userId && { aboutId: userId }),
      after: { course: course.courseId, version: course.version, score },
    });
  return issued ? code : null;
}
