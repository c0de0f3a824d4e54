import type { Db } from './database.ts';
import { insertRows, type NewRow } from './new-rows.ts';

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

const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));

/** The row of an entry, to be inserted beside what it is about. Its moment is the transaction's. */
export const auditRow = (entry: AuditEntry): NewRow => ({
  into: 'audit_log',
  holds: {
    actor_id: entry.actorId,
    actor_role: entry.actorRole,
    action: entry.action,
    subject_type: entry.subjectType,
    subject_id: entry.subjectId,
    about_id: entry.aboutId ?? null,
    for_role: entry.forRole ?? null,
    before: json(entry.before),
    after: json(entry.after),
    reason_code: entry.reasonCode ?? null,
    request_id: entry.requestId ?? null,
  },
});

/** Adds a line in the caller's transaction: the act and its record stand or fall together. */
export const audit = (tx: Db, entry: AuditEntry): Promise<void> => insertRows(tx, [auditRow(entry)]);
