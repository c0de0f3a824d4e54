import { type AuditEntry, audit } from '../../platform/audit.ts';
import { type Db, publishTopic } from '../../platform/database/database.ts';
import { hashRequest } from '../../platform/http/idempotency.ts';
import { holidaysAround } from '../trading/lifecycle/holidays.ts';
import { getNextDeadline } from './conversation.ts';
import { refuse } from './messages.ts';
import { type ChangedConversation, type Conversation, findMessageByKey, updateConversation } from './store.ts';

/** Returns the conversation of an earlier request with this key, or null. Refuses a key of a different request. */
export async function findRepeated(tx: Db, input: { readonly key: string }) {
  const requestHash = hashRequest(input);
  const earlier = await findMessageByKey(tx, input.key);
  if (earlier && earlier.requestHash !== requestHash) refuse('general.key_reused', {});
  return { requestHash, repeated: earlier?.conversationId ?? null };
}

/** Saves a change with the deadline that follows from it. Returns the changed conversation. */
export async function saveConversation(
  tx: Db,
  before: Conversation,
  { now, ...change }: Partial<Omit<Conversation, 'id'>> & { readonly now: Date },
): Promise<Conversation> {
  const changed = { ...before, ...change };
  const after = { ...changed, dueAt: getNextDeadline(changed, holidaysAround(now)) };
  await updateConversation(tx, after satisfies ChangedConversation);
  return after;
}

type Entry = Pick<AuditEntry, 'actorId' | 'actorRole' | 'requestId' | 'aboutId' | 'action' | 'after'>;

/** Actions that the customer cannot see. A refresh of the customer's page would reveal them (decision A7). */
const staffActions: readonly string[] = ['help.noted', 'help.assigned'];

/** Audits a change without its texts, which are erased with the customer. Refreshes the pages that show it. */
export async function auditChange(tx: Db, { id, userId }: { id: string; userId: string }, entry: Entry): Promise<void> {
  await audit(tx, { ...entry, subjectType: 'help', subjectId: id });
  if (!staffActions.includes(entry.action)) publishTopic(tx, 'help', userId);
  publishTopic(tx, 'help-desk');
}
