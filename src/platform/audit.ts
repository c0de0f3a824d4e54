import { createHash } from 'node:crypto';
import { idAsKept } from '../kernel/ids.ts';
import type { Db } from './database.ts';
import { insertRows, rowsOf } from './new-rows.ts';
import type { Person } from './person.ts';
import { countTry } from './rate-limit.ts';

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

type Asking = { readonly person: Pick<Person, 'id' | 'roles'>; readonly request: { readonly id: string } };

/** Who did it, in a line about an act of staff: with the roles that they held then. */
export const byStaff = ({ person, request }: Asking): Pick<AuditEntry, 'actorId' | 'actorRole' | 'requestId'> => ({
  actorId: person.id,
  actorRole: person.roles.join(','),
  requestId: request.id,
});

/** The same of what somebody did in their own matters. */
export const byCustomer = ({ person: { id }, request }: { person: { id: string }; request: { id: string } }) =>
  ({ actorId: id, actorRole: 'customer', requestId: request.id }) as const;

const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));

/** The row of an entry, to be inserted beside what it is about. Its moment is the transaction's. */
export const auditRow = rowsOf<AuditEntry>('audit_log', {
  actor_id: (entry) => entry.actorId,
  actor_role: (entry) => entry.actorRole,
  action: (entry) => entry.action,
  subject_type: (entry) => entry.subjectType,
  subject_id: (entry) => idAsKept(entry.subjectId),
  about_id: (entry) => entry.aboutId,
  for_role: (entry) => entry.forRole,
  before: (entry) => json(entry.before),
  after: (entry) => json(entry.after),
  reason_code: (entry) => entry.reasonCode,
  request_id: (entry) => entry.requestId,
});

/**
 * Adds a line in the caller's transaction: the act and its record stand or fall together. The log is append-only: the
 * application may only add, by the grants on the table (decision D3; `db/migrations/0001_people.sql`).
 */
export const audit = (tx: Db, entry: AuditEntry): Promise<void> => insertRows(tx, [auditRow(entry)]);

/** Seconds for which one look stands for all of one person at one thing: open pages read anew by themselves. */
const lookStands = 900;

/** Adds a line about somebody who looks at what is not theirs, once in a quarter of an hour. */
export async function auditLook(tx: Db, now: Date, entry: AuditEntry): Promise<void> {
  const { actorId, action, subjectId, after } = entry;
  const what = createHash('sha256')
    .update(JSON.stringify([action, idAsKept(subjectId), after]))
    .digest('base64url');
  const looks = await countTry(tx, `look:${actorId}:${what}`, { seconds: lookStands, now });
  if (looks === 1) await audit(tx, entry);
}
