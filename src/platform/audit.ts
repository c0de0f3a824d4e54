import { sql } from 'kysely';
import type { Db } from './database.ts';

/** One line of the audit log: who did what to what, and what changed. Values must survive JSON. */
export type AuditEntry = {
  readonly actorId: string | null;
  readonly actorRole: string;
  readonly action: string;
  readonly subjectType: string;
  readonly subjectId: string;
  /** The customer whose matter it is, who never reads the line as staff (A7). Left out for what they did themselves. */
  readonly aboutId?: string | null;
  /** Set where one role alone may read the line: suspicious-transaction reports (decision A7). */
  readonly forRole?: 'compliance' | null;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly reasonCode?: string | null;
  readonly requestId?: string | null;
};

/** Adds a line in the caller's transaction: the act and its record stand or fall together. */
export async function audit(tx: Db, entry: AuditEntry): Promise<void> {
  const { actorId, actorRole, action, subjectType, subjectId, aboutId = null, forRole = null } = entry;
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  await sql`insert into audit_log (actor_id, actor_role, action, subject_type, subject_id, about_id, for_role, before,
      after, reason_code, request_id)
    values (${actorId}, ${actorRole}, ${action}, ${subjectType}, ${subjectId}, ${aboutId}, ${forRole},
      ${json(entry.before)}, ${json(entry.after)}, ${entry.reasonCode ?? null}, ${entry.requestId ?? null})`.execute(
    tx,
  );
}
