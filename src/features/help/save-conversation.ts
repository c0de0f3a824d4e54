import type { AuditEntry } from '../../platform/audit.ts';
import { audit } from '../../platform/audit.ts';
import { type Db, publishTopic } from '../../platform/database/database.ts';
import { holidaysAround } from '../trading/lifecycle/holidays.ts';
import { findDue } from './conversation.ts';
import { type ChangedConversation, type Conversation, updateConversation } from './store.ts';

/** Saves a change with the deadline that follows from it. Returns the changed conversation. */
export async function saveConversation(
  tx: Db,
  before: Conversation,
  { now, ...change }: Partial<Omit<Conversation, 'id'>> & { readonly now: Date },
): Promise<Conversation> {
  const changed = { ...before, ...change };
  const after = { ...changed, dueAt: findDue(changed, holidaysAround(now)) };
  await updateConversation(tx, after satisfies ChangedConversation);
  return after;
}

type Entry = Pick<AuditEntry, 'actorId' | 'actorRole' | 'requestId' | 'aboutId' | 'action' | 'after'>;

/** Audits a change without its texts, which are erased with the customer. Refreshes the pages of both sides. */
export async function auditChange(tx: Db, { id, userId }: { id: string; userId: string }, entry: Entry): Promise<void> {
  await audit(tx, { ...entry, subjectType: 'help', subjectId: id });
  publishTopic(tx, 'help', userId);
  publishTopic(tx, 'help-desk');
}
