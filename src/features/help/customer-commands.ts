import { byCustomer } from '../../platform/audit.ts';
import type { Db } from '../../platform/database/database.ts';
import { authed, authedSerial } from '../../platform/http/procedure.ts';
import { consumeQuota, type Quota } from '../../platform/limits/quotas.ts';
import { findMyFiles } from '../documents/my-files.ts';
import { holidaysAround } from '../trading/lifecycle/holidays.ts';
import {
  getComplaintDates,
  getComplaintStep,
  getDeadline,
  getShownState,
  type HelpFacts,
  limits,
  noComplaint,
} from './conversation.ts';
import { refusalCodes, refuse } from './messages.ts';
import { auditChange, findRepeated, saveConversation } from './save-conversation.ts';
import { AboutInput, OneConversation, OpenConversation, parseAbout, RequestReview, WriteMessage } from './schema.ts';
import {
  type Conversation,
  findAboutName,
  findConversation,
  findMessages,
  findMyConversations,
  insertConversation,
  insertMessage,
  isOwn,
} from './store.ts';

const messageQuota: Quota = {
  work: 'help:message',
  tries: limits.messagesPerHour,
  seconds: 3600,
  refuse: () => refuse('help.too_many_messages', {}),
};

export const listOwn = authed.handler(async function listOwn({ context: { tx } }) {
  const rows = await findMyConversations(tx);
  return rows.map(({ id, reference, category, complainedAt, about, lastAt, ...row }) => ({
    id,
    reference,
    category,
    about,
    lastAt,
    state: getShownState(row),
    isComplaint: complainedAt !== null,
  }));
});

/** Name of the order, payment or submission that a new conversation is about. */
export const describeAbout = authed
  .errors(refusalCodes('help.about_unknown'))
  .input(AboutInput)
  .handler(async function describeAbout({ context: { tx }, input }) {
    const about = parseAbout(input.about);
    const name = about && (await findAboutName(tx, about));
    return about && name ? { kind: about.kind, name } : refuse('help.about_unknown', {});
  });

const loadOwn = async (tx: Db, id: string, lock = false): Promise<Conversation> =>
  (await findConversation(tx, id, { where: isOwn, lock })) ?? refuse('help.not_found', {});

export const showOwn = authed
  .errors(refusalCodes('help.not_found'))
  .input(OneConversation)
  .handler(async function showOwn({ context: { services, tx }, input: { conversationId } }) {
    const found = await loadOwn(tx, conversationId);
    const { userId: _user, ownerId: _owner, decidedBy: _decider, dueAt, ...shown } = found;
    const messages = await findMessages(tx, found);
    const step = getComplaintStep(found);
    return {
      ...shown,
      state: getShownState(found),
      step,
      isLate: step !== 'none' && dueAt !== null && dueAt < services.clock(),
      // Notes are never sent, also when the customer is a member of staff.
      messages: messages.filter(({ internal }) => !internal).map(({ author: _author, ...message }) => message),
    };
  });

/** Refuses files of others, of another purpose, or blocked by the virus scan. */
async function assertFiles(tx: Db, files: readonly string[]): Promise<void> {
  const found = await findMyFiles(tx, files);
  const usable = found.filter(({ purpose, state }) => purpose === 'help-file' && state !== 'refused');
  if (usable.length < new Set(files).size) refuse('help.file_invalid', {});
}

/** Opens a question or a complaint about the customer's own order, payment or submission. Idempotent by key. */
export const openConversation = authedSerial
  .errors(refusalCodes('general.key_reused', 'help.too_many_messages', 'help.about_unknown', 'help.file_invalid'))
  .input(OpenConversation)
  .handler(async function openConversation({ context, input }) {
    const { services, tx } = context;
    const person = await context.userPromise;
    const { requestHash, repeated } = await findRepeated(tx, input);
    if (repeated) return { conversationId: repeated };
    const now = services.clock();
    await consumeQuota(tx, messageQuota, { id: person.id, now });
    const { category, isComplaint, message, files, key } = input;
    const about = input.about === null ? null : parseAbout(input.about);
    if (about && !(await findAboutName(tx, about))) refuse('help.about_unknown', {});
    await assertFiles(tx, files);
    const holidays = holidaysAround(now);
    const dates = isComplaint ? getComplaintDates(now, holidays) : noComplaint;
    const dueAt = getDeadline(now, 'answer', holidays);
    const id = await insertConversation(tx, { userId: person.id, category, about, waitsSince: now, dueAt, ...dates });
    await insertMessage(tx, { conversationId: id, userId: person.id, text: message, files, key, requestHash, now });
    const after = { category, about: input.about, isComplaint };
    await auditChange(
      tx,
      { id, userId: person.id },
      { ...byCustomer({ person, request: context.request }), action: 'help.opened', after },
    );
    return { conversationId: id };
  });

/** Adds the customer's message. It reopens a closed conversation. Idempotent by key. */
export const writeMessage = authedSerial
  .errors(refusalCodes('general.key_reused', 'help.too_many_messages', 'help.not_found', 'help.file_invalid'))
  .input(WriteMessage)
  .handler(async function writeMessage({ context, input }) {
    const { services, tx } = context;
    const person = await context.userPromise;
    const conversation = await loadOwn(tx, input.conversationId, true);
    const { requestHash, repeated } = await findRepeated(tx, input);
    if (repeated) return { conversationId: repeated };
    const now = services.clock();
    await consumeQuota(tx, messageQuota, { id: person.id, now });
    const { message: text, files, key } = input;
    const { id, userId } = conversation;
    await assertFiles(tx, files);
    await insertMessage(tx, { conversationId: id, userId, text, files, key, requestHash, now });
    await saveConversation(tx, conversation, { now, ...reopen(conversation, now) });
    await auditChange(tx, conversation, {
      ...byCustomer({ person, request: context.request }),
      action: 'help.written',
    });
    return { conversationId: id };
  });

/** Values of a conversation with a new message. It waits since its oldest message without an answer. */
const reopen = ({ state, waitsSince }: HelpFacts, now: Date) =>
  ({ state: 'open', waitsSince: state === 'open' ? waitsSince : now }) as const;

/** Turns a question into a complaint. Its deadlines count from now. */
export const makeComplaint = authedSerial
  .errors(refusalCodes('help.not_found', 'help.is_complaint'))
  .input(OneConversation)
  .handler(async function makeComplaint({ context, input: { conversationId } }) {
    const { services, tx, request } = context;
    const person = await context.userPromise;
    const conversation = await loadOwn(tx, conversationId, true);
    if (conversation.complainedAt) refuse('help.is_complaint', {});
    const now = services.clock();
    const dates = getComplaintDates(now, holidaysAround(now));
    await saveConversation(tx, conversation, { now, ...reopen(conversation, now), ...dates });
    await auditChange(tx, conversation, { ...byCustomer({ person, request }), action: 'help.complained' });
    return { done: true as const };
  });

/** Asks for the review of a decision by a different person, once. Idempotent by key. */
export const requestReview = authedSerial
  .errors(refusalCodes('general.key_reused', 'help.too_many_messages', 'help.not_found', 'help.no_review'))
  .input(RequestReview)
  .handler(async function requestReview({ context, input }) {
    const { services, tx, request } = context;
    const person = await context.userPromise;
    const conversation = await loadOwn(tx, input.conversationId, true);
    const { requestHash, repeated } = await findRepeated(tx, input);
    if (repeated) return { done: true as const };
    const now = services.clock();
    await consumeQuota(tx, messageQuota, { id: person.id, now });
    if (getComplaintStep(conversation) !== 'decided') refuse('help.no_review', {});
    const { id, userId } = conversation;
    await insertMessage(tx, { conversationId: id, userId, text: input.message, key: input.key, requestHash, now });
    const reviewBy = getDeadline(now, 'review', holidaysAround(now));
    await saveConversation(tx, conversation, { now, ...reopen(conversation, now), reviewRequestedAt: now, reviewBy });
    await auditChange(tx, conversation, { ...byCustomer({ person, request }), action: 'help.review_requested' });
    return { done: true as const };
  });
