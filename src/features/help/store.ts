import { type RawBuilder, sql } from 'kysely';
import { allRows, currentUserId, type Db, firstRow, firstValue, newId } from '../../platform/database/database.ts';
import type { AboutKind, Category, Decision, HelpFacts } from './conversation.ts';
import type { About } from './schema.ts';

export type Conversation = Omit<HelpFacts, 'decisions'> & {
  readonly id: string;
  readonly reference: string;
  readonly userId: string;
  readonly category: Category;
  readonly openedAt: Date;
  readonly dueAt: Date | null;
  readonly ownerId: string | null;
  readonly about: { readonly kind: AboutKind; readonly id: string; readonly name: string } | null;
  readonly decisions: readonly Decision[];
  readonly decidedBy: string | null;
};

/** Columns of a conversation `c`. */
export const conversationColumns = sql`c.id, c.reference, c.user_id "userId", c.category, c.state,
  c.opened_at "openedAt", c.waits_since "waitsSince", c.due_at "dueAt", c.owner_id "ownerId",
  c.complained_at "complainedAt", c.acknowledge_by "acknowledgeBy", c.acknowledged_at "acknowledgedAt",
  c.decide_by "decideBy", c.review_requested_at "reviewRequestedAt", c.review_by "reviewBy",
  case
    when c.order_id is not null then (select json_build_object('kind', 'order', 'id', t.id, 'name', t.reference)
      from transactions t where t.id = c.order_id)
    when c.payment_id is not null then (select json_build_object('kind', 'payment', 'id', t.id, 'name', t.reference)
      from payments t where t.id = c.payment_id)
    when c.submission_id is not null then (select json_build_object('kind', 'identity', 'id', t.id, 'name', t.tier::text)
      from kyc_submissions t where t.id = c.submission_id)
  end about`;

const findDecisions = (tx: Db, id: string) =>
  allRows<Decision & { readonly decidedBy: string }>(tx)`
    select stage, outcome, reasons, decided_at "decidedAt", decided_by "decidedBy" from complaint_decisions
     where conversation_id = ${id} order by stage`;

/** SQL condition: the customer's own conversation. Staff can read the rows of others. */
export const isOwn = sql`c.user_id = ${currentUserId}`;

/** Finds a conversation with its decisions, first decision first. `lock` locks it until the transaction ends. */
export async function findConversation(
  tx: Db,
  id: string,
  { where = sql`true`, lock = false }: { readonly where?: RawBuilder<unknown>; readonly lock?: boolean } = {},
): Promise<Conversation | null> {
  const row = await firstRow<Omit<Conversation, 'decisions' | 'decidedBy'>>(tx)`
    select ${conversationColumns} from help_conversations c where c.id = ${id} and ${where}
    ${lock ? sql`for update of c` : sql``}`;
  if (!row) return null;
  const decisions = await findDecisions(tx, id);
  return {
    ...row,
    decisions: decisions.map(({ decidedBy: _by, ...decision }) => decision),
    decidedBy: decisions.find(({ stage }) => stage === 'first')?.decidedBy ?? null,
  };
}

type Listed = Pick<Conversation, 'id' | 'reference' | 'category' | 'state' | 'dueAt' | 'complainedAt' | 'about'> & {
  readonly lastAt: Date;
};

export const findMyConversations = (tx: Db) =>
  allRows<Listed>(tx)`
    select ${conversationColumns}, (select max(m.written_at) from help_messages m
        where m.user_id = c.user_id and m.conversation_id = c.id and not m.internal) "lastAt"
      from help_conversations c where ${isOwn} order by c.waits_since desc, c.id desc limit 100`;

/** Returns the short name of the customer's own order, payment or submission. Null for any other. */
export const findAboutName = (tx: Db, { kind, id }: About) => {
  const source = {
    order: sql`select reference from transactions`,
    payment: sql`select reference from payments`,
    identity: sql`select tier::text from kyc_submissions`,
  }[kind];
  return firstValue<string>(tx)`${source} where id = ${id} and user_id = ${currentUserId}`;
};

export type NewConversation = Pick<HelpFacts, 'waitsSince' | 'complainedAt' | 'acknowledgeBy' | 'decideBy'> & {
  readonly userId: string;
  readonly category: Category;
  readonly about: About | null;
  readonly dueAt: Date | null;
};

export const insertConversation = (tx: Db, conversation: NewConversation) => {
  const { userId, category, about, waitsSince, dueAt, complainedAt, acknowledgeBy, decideBy } = conversation;
  const getAboutId = (kind: AboutKind) => (about?.kind === kind ? about.id : null);
  return newId(tx)`
    insert into help_conversations (user_id, category, order_id, payment_id, submission_id, opened_at, waits_since,
        due_at, complained_at, acknowledge_by, decide_by)
      values (${userId}, ${category}, ${getAboutId('order')}, ${getAboutId('payment')}, ${getAboutId('identity')},
        ${waitsSince}, ${waitsSince}, ${dueAt}, ${complainedAt}, ${acknowledgeBy}, ${decideBy}) returning id`;
};

export type ChangedConversation = Omit<HelpFacts, 'decisions'> & Pick<Conversation, 'id' | 'ownerId' | 'dueAt'>;

export const updateConversation = (tx: Db, changed: ChangedConversation) =>
  sql`update help_conversations set state = ${changed.state}, waits_since = ${changed.waitsSince},
      due_at = ${changed.dueAt}, owner_id = ${changed.ownerId}, complained_at = ${changed.complainedAt},
      acknowledge_by = ${changed.acknowledgeBy}, decide_by = ${changed.decideBy},
      acknowledged_at = ${changed.acknowledgedAt}, review_requested_at = ${changed.reviewRequestedAt},
      review_by = ${changed.reviewBy}
    where id = ${changed.id}`.execute(tx);

/** Finds the message written with this key, and the hash of its request. */
export const findMessageByKey = (tx: Db, key: string) =>
  firstRow<{ readonly conversationId: string; readonly requestHash: string }>(tx)`
    select conversation_id "conversationId", request_hash "requestHash" from help_messages
     where author_id = ${currentUserId} and idempotency_key = ${key}`;

export type NewMessage = {
  readonly conversationId: string;
  readonly userId: string;
  readonly text: string;
  readonly internal?: boolean;
  readonly files?: readonly string[];
  readonly key: string;
  readonly requestHash: string;
  readonly now: Date;
};

/** Inserts a message of the current user with its files. */
export async function insertMessage(tx: Db, message: NewMessage): Promise<string> {
  const { conversationId, userId, text, internal = false, files = [], key, requestHash, now } = message;
  const id = await newId(tx)`
    insert into help_messages (conversation_id, user_id, author_id, text, internal, written_at, idempotency_key,
        request_hash)
      values (${conversationId}, ${userId}, ${currentUserId}, ${text}, ${internal}, ${now}, ${key}, ${requestHash})
      returning id`;
  if (files.length > 0)
    await sql`insert into help_files (file_id, message_id, user_id)
      select f, ${id}, ${userId} from unnest(${[...new Set(files)]}::uuid[]) f`.execute(tx);
  return id;
}

export type HelpFile = {
  readonly id: string;
  readonly name: string;
  readonly mime: string;
  readonly bytes: number;
  readonly state: 'clean' | 'being_checked' | 'refused';
};

export type Message = {
  readonly id: string;
  readonly text: string;
  readonly internal: boolean;
  readonly writtenAt: Date;
  readonly isStaff: boolean;
  readonly author: string;
  readonly files: readonly HelpFile[];
};

/** A customer can write 480 messages a day without end, and every view would send them all. */
const maxShownMessages = 300;

/** Finds the newest 300 messages, oldest first. Row security hides internal notes from the customer. */
export const findMessages = (tx: Db, { id, userId }: Pick<Conversation, 'id' | 'userId'>) =>
  allRows<Message>(tx)`
    select m.id, m.text, m.internal, m.written_at "writtenAt", m.author_id <> m.user_id "isStaff",
        coalesce((select p.display_name from profiles p where p.id = m.author_id), '') author,
        coalesce((select json_agg(json_build_object('id', f.id, 'name', f.name, 'mime', f.mime, 'bytes', f.bytes,
            'state', f.state)
            order by f.created_at, f.id)
          from help_files h join files f on f.id = h.file_id
         where h.user_id = m.user_id and h.message_id = m.id), '[]') files
      from (select * from help_messages where user_id = ${userId} and conversation_id = ${id}
        order by written_at desc, id desc limit ${maxShownMessages}) m order by m.written_at, m.id`;

export type HelpEmailJob = { readonly id: string; readonly about: HelpEmailKind; readonly messageId: string | null };
export type HelpEmailKind = 'answered' | 'decided' | 'reviewed';
export type HelpEmail = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly reference: string;
  readonly text: string;
};

/** Returns null when the account is closed. */
export const findHelpEmail = (tx: Db, { id, messageId }: HelpEmailJob) =>
  firstRow<HelpEmail>(tx)`
    select c.id, p.display_name "name", p.email, c.reference,
        coalesce((select m.text from help_messages m where m.id = ${messageId} and not m.internal), '') "text"
      from help_conversations c join profiles p on p.id = c.user_id where c.id = ${id} and p.closed_at is null`;
