import { createHash } from 'node:crypto';
import { normalizeUuid } from '../kernel/uuid.ts';
import { defineRow, insertRows } from './database/batch-insert.ts';
import type { Db } from './database/database.ts';
import type { SessionUser } from './http/session-user.ts';
import { recordAttempt } from './limits/rate-limit.ts';

/** Entry of the audit log. Values must survive JSON. */
export type AuditEntry = {
  readonly actorId: string | null;
  readonly actorRole: string;
  readonly action: string;
  readonly subjectType: string;
  readonly subjectId: string;
  /** Customer concerned, who cannot read the entry even as staff (A7). Omitted for their own actions. */
  readonly aboutId?: string | null;
  /** Only this role may read the entry, for example about an STR (decision A7). */
  readonly forRole?: 'compliance' | null;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly reasonCode?: string | null;
  readonly requestId?: string | null;
};

type ActingContext = { readonly person: Pick<SessionUser, 'id' | 'roles'>; readonly request: { readonly id: string } };

export const byStaff = ({
  person,
  request,
}: ActingContext): Pick<AuditEntry, 'actorId' | 'actorRole' | 'requestId'> => ({
  actorId: person.id,
  actorRole: person.roles.join(','),
  requestId: request.id,
});

export const byCustomer = ({ person: { id }, request }: { person: { id: string }; request: { id: string } }) =>
  ({ actorId: id, actorRole: 'customer', requestId: request.id }) as const;

const toJson = (value: unknown) => (value === undefined ? null : JSON.stringify(value));

export const auditRow = defineRow<AuditEntry>('audit_log', {
  actor_id: (entry) => entry.actorId,
  actor_role: (entry) => entry.actorRole,
  action: (entry) => entry.action,
  subject_type: (entry) => entry.subjectType,
  subject_id: (entry) => normalizeUuid(entry.subjectId),
  about_id: (entry) => entry.aboutId,
  for_role: (entry) => entry.forRole,
  before: (entry) => toJson(entry.before),
  after: (entry) => toJson(entry.after),
  reason_code: (entry) => entry.reasonCode,
  request_id: (entry) => entry.requestId,
});

/** Adds an entry in the caller's transaction. The application cannot change or delete entries (decision D3). */
export const audit = (tx: Db, entry: AuditEntry): Promise<void> => insertRows(tx, [auditRow(entry)]);

const viewWindowSeconds = 900;

/** Audits a view of another person's data, at most once in 15 minutes, because open pages refetch. */
export async function auditView(tx: Db, now: Date, entry: AuditEntry): Promise<void> {
  const { actorId, action, subjectId, after } = entry;
  const viewKey = createHash('sha256')
    .update(JSON.stringify([action, normalizeUuid(subjectId), after]))
    .digest('base64url');
  const viewCount = await recordAttempt(tx, `look:${actorId}:${viewKey}`, { seconds: viewWindowSeconds, now });
  if (viewCount === 1) await audit(tx, entry);
}
