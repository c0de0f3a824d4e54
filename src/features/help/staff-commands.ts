import type { z } from 'zod';
import { atHour, jamaicaDay, startOfBusiness } from '../../kernel/calendar.ts';
import { after, days } from '../../kernel/clock.ts';
import { paginate } from '../../kernel/pagination.ts';
import { isSamePerson } from '../../kernel/permissions.ts';
import { audit, auditView, byStaff } from '../../platform/audit.ts';
import type { Db, SessionUser } from '../../platform/database/database.ts';
import { mapConstraintViolation } from '../../platform/database/database-faults.ts';
import { type Services, staff } from '../../platform/http/procedure.ts';
import { checkRateLimit } from '../../platform/limits/memory-rate-limit.ts';
import { holidaysAround } from '../trading/lifecycle/holidays.ts';
import {
  type Decision,
  getAllowedCommands,
  getComplaintDates,
  getComplaintStep,
  getDeadline,
  getShownState,
  noComplaint,
} from './conversation.ts';
import { refusalCodes, refuse } from './messages.ts';
import { helpPermissions } from './permissions.ts';
import { auditChange, findRepeated, saveConversation } from './save-conversation.ts';
import { Answer, Assign, Decide, HelpPage, OneConversation, RecordMessage, RegisterPeriod } from './schema.ts';
import {
  countConversations,
  findConversations,
  findCustomerByEmail,
  findPeople,
  findRegister,
  insertDecision,
} from './staff-store.ts';
import {
  type Conversation,
  findConversation,
  findMessages,
  type HelpEmailJob,
  insertConversation,
  insertMessage,
} from './store.ts';

type StaffContext = { services: Services; tx: Db; person: SessionUser; request: { id: string } };

const pageSize = 50;

export const list = staff(helpPermissions.answer)
  .input(HelpPage)
  .handler(async function list({ context: { services, tx }, input }) {
    const now = services.clock();
    const [rows, counts] = await Promise.all([
      findConversations(tx, { ...input, now, limit: pageSize + 1 }),
      countConversations(tx, now),
    ]);
    const { page, next } = paginate(rows, pageSize, ({ at, id }) => ({ at, id }));
    const lines = page.map(({ id, reference, customer, category, about, owner, waitsSince, dueAt, ...row }) => ({
      id,
      reference,
      customer,
      category,
      about,
      owner,
      waitsSince,
      dueAt,
      state: getShownState({ state: row.state, dueAt }),
      isComplaint: row.complainedAt !== null,
      isLate: dueAt !== null && dueAt < now,
    }));
    return { lines, next, counts };
  });

export const count = staff(helpPermissions.answer).handler(async function count({ context: { services, tx } }) {
  const { waiting, overdue } = await countConversations(tx, services.clock());
  return { waiting, overdue };
});

const workRefusalCodes = refusalCodes('approvals.own_matter', 'help.not_found');

/** Loads the conversation of another person. `lock` locks it. */
async function load({ tx, person }: StaffContext, id: string, lock = false): Promise<Conversation> {
  const found = (await findConversation(tx, id, { lock })) ?? refuse('help.not_found', {});
  return isSamePerson(person, found.userId) ? refuse('approvals.own_matter', {}) : found;
}

export const show = staff(helpPermissions.answer)
  .errors(workRefusalCodes)
  .input(OneConversation)
  .handler(async function show({ context, input: { conversationId } }) {
    const { services, tx, person } = context;
    const found = await load(context, conversationId);
    const [messages, { addressee: _addressee, ...people }] = await Promise.all([
      findMessages(tx, found),
      findPeople(tx, found),
    ]);
    const about = { subjectType: 'help', subjectId: found.id, aboutId: found.userId };
    const now = services.clock();
    await auditView(tx, now, { ...byStaff(context), action: 'help.viewed', ...about });
    return {
      ...found,
      ...people,
      messages,
      state: getShownState(found),
      step: getComplaintStep(found),
      isLate: found.dueAt !== null && found.dueAt < now,
      isMine: found.ownerId === person.id,
      may: getAllowedCommands(person, found),
    };
  });

/** Records what a customer wrote or said elsewhere. Deadlines count from that day. Idempotent by key. */
export const record = staff(helpPermissions.answer)
  .errors(refusalCodes('general.key_reused', 'approvals.own_matter', 'help.customer_unknown', 'help.day_ahead'))
  .input(RecordMessage)
  .handler(async function record({ context, input }) {
    const { services, tx, person } = context;
    const { requestHash, repeated } = await findRepeated(tx, input);
    if (repeated) return { conversationId: repeated };
    const now = services.clock();
    if (input.receivedOn > jamaicaDay(now)) refuse('help.day_ahead', {});
    const userId = (await findCustomerByEmail(tx, input.email)) ?? refuse('help.customer_unknown', {});
    if (isSamePerson(person, userId)) refuse('approvals.own_matter', {});
    const opening = startOfBusiness(input.receivedOn);
    const waitsSince = opening < now ? opening : now;
    const { category, kind, message: text, key } = input;
    const holidays = holidaysAround(waitsSince);
    const id = await insertConversation(tx, {
      userId,
      category,
      about: null,
      waitsSince,
      dueAt: getDeadline(waitsSince, 'answer', holidays),
      ...(kind === 'complaint' ? getComplaintDates(waitsSince, holidays) : noComplaint),
    });
    const inserted = insertMessage(tx, { conversationId: id, userId, text, key, requestHash, now: waitsSince });
    await mapConstraintViolation(inserted, 'help_message_once', () => refuse('general.busy', {}));
    const entry = { ...byStaff(context), aboutId: userId, action: 'help.recorded', after: { kind } };
    await auditChange(tx, { id, userId }, entry);
    return { conversationId: id };
  });

const byStaffAbout = (context: StaffContext, { userId }: Conversation) => ({ ...byStaff(context), aboutId: userId });

const enqueueEmail = ({ services, tx }: StaffContext, job: HelpEmailJob) =>
  services.jobs.enqueue(tx, 'help.send_email', job);

/** Sends an answer, which confirms a complaint, or saves a note for staff. Idempotent by key. */
export const answer = staff(helpPermissions.answer)
  .errors(workRefusalCodes)
  .errors(refusalCodes('general.key_reused'))
  .input(Answer)
  .handler(async function answer({ context, input }) {
    const { services, tx, person } = context;
    const conversation = await load(context, input.conversationId, true);
    const { requestHash, repeated } = await findRepeated(tx, input);
    if (repeated) return { internal: input.internal };
    const now = services.clock();
    const { id, userId, ownerId, complainedAt, acknowledgedAt } = conversation;
    const { message: text, internal, key } = input;
    const messageId = await insertMessage(tx, { conversationId: id, userId, text, internal, key, requestHash, now });
    if (!internal) {
      await saveConversation(tx, conversation, {
        now,
        state: 'answered',
        waitsSince: now,
        ownerId: ownerId ?? person.id,
        acknowledgedAt: complainedAt && (acknowledgedAt ?? now),
      });
      await enqueueEmail(context, { id, about: 'answered', messageId });
    }
    const action = internal ? 'help.noted' : 'help.answered';
    await auditChange(tx, conversation, { ...byStaffAbout(context, conversation), action, after: { messageId } });
    return { internal };
  });

/** Takes a conversation, also from a colleague, or releases it. */
export const assign = staff(helpPermissions.answer)
  .errors(workRefusalCodes)
  .input(Assign)
  .handler(async function assign({ context, input: { conversationId, toMe } }) {
    const { services, tx, person } = context;
    const conversation = await load(context, conversationId, true);
    const ownerId = toMe ? person.id : null;
    await saveConversation(tx, conversation, { now: services.clock(), ownerId });
    await auditChange(tx, conversation, {
      ...byStaffAbout(context, conversation),
      action: 'help.assigned',
      after: { ownerId },
    });
    return { toMe };
  });

export const close = staff(helpPermissions.answer)
  .errors(workRefusalCodes)
  .errors(refusalCodes('help.undecided'))
  .input(OneConversation)
  .handler(async function close({ context, input: { conversationId } }) {
    const { services, tx } = context;
    const conversation = await load(context, conversationId, true);
    const now = services.clock();
    const saved = saveConversation(tx, conversation, { now, state: 'closed', waitsSince: now });
    await mapConstraintViolation(saved, 'complaint_is_decided', () => refuse('help.undecided', {}));
    await auditChange(tx, conversation, { ...byStaffAbout(context, conversation), action: 'help.closed' });
    return { done: true as const };
  });

/** Treats a question as a complaint. Its deadlines count from the message that waits for an answer, else from now. */
export const markComplaint = staff(helpPermissions.answer)
  .errors(workRefusalCodes)
  .errors(refusalCodes('help.is_complaint'))
  .input(OneConversation)
  .handler(async function markComplaint({ context, input: { conversationId } }) {
    const { services, tx } = context;
    const conversation = await load(context, conversationId, true);
    if (conversation.complainedAt) refuse('help.is_complaint', {});
    const now = services.clock();
    const since = conversation.state === 'open' ? conversation.waitsSince : now;
    const dates = getComplaintDates(since, holidaysAround(since));
    await saveConversation(tx, conversation, { now, state: 'open', waitsSince: since, ...dates });
    await auditChange(tx, conversation, { ...byStaffAbout(context, conversation), action: 'help.complained' });
    return { done: true as const };
  });

type DecideInput = z.output<typeof Decide>;

async function saveDecision(context: StaffContext, stage: Decision['stage'], input: DecideInput) {
  const { services, tx } = context;
  const conversation = await load(context, input.conversationId, true);
  const step = getComplaintStep(conversation);
  const isDue = stage === 'review' ? step === 'review' : step === 'acknowledge' || step === 'decide';
  if (!isDue) refuse('help.not_decidable', {});
  const { decidedBy } = conversation;
  if (decidedBy !== null && isSamePerson(context.person, decidedBy)) refuse('approvals.second_person_needed', {});
  const { outcome, reasons } = input;
  const now = services.clock();
  await insertDecision(tx, conversation, { stage, outcome, reasons, now });
  const decisions = [...conversation.decisions, { stage, outcome, reasons, decidedAt: now }];
  const state = stage === 'review' ? 'closed' : 'answered';
  const acknowledgedAt = conversation.acknowledgedAt ?? now;
  await saveConversation(tx, conversation, { now, decisions, state, waitsSince: now, acknowledgedAt });
  const about = stage === 'review' ? 'reviewed' : 'decided';
  await enqueueEmail(context, { id: conversation.id, about, messageId: null });
  const entry = { ...byStaffAbout(context, conversation), action: `help.${about}`, after: { outcome } };
  await auditChange(tx, conversation, entry);
  return { done: true as const };
}

/** Decides a complaint with reasons. The customer can then ask for a review. */
export const decide = staff(helpPermissions.decide)
  .errors(workRefusalCodes)
  .errors(refusalCodes('help.not_decidable'))
  .input(Decide)
  .handler(async function decide({ context, input }) {
    return saveDecision(context, 'first', input);
  });

/** Reviews a decision, by a different person. The result is our final position. */
export const review = staff(helpPermissions.review)
  .errors(workRefusalCodes)
  .errors(refusalCodes('help.not_decidable', 'approvals.second_person_needed'))
  .input(Decide)
  .handler(async function review({ context, input }) {
    return saveDecision(context, 'review', input);
  });

/** Returns the complaints received in a period, for the register that regulators inspect. `until` is inclusive. */
export const register = staff(helpPermissions.exportRegister)
  .input(RegisterPeriod)
  .handler(async function register({ context, input: { from, until } }) {
    const { services, tx, person } = context;
    checkRateLimit(services, 'export', person.id);
    const end = after(atHour(until, 0), days(1));
    const entry = { action: 'help.register_exported', subjectType: 'help', subjectId: `${from} ${until}` };
    await audit(tx, { ...byStaff(context), ...entry });
    return { until, lines: await findRegister(tx, { from: atHour(from, 0), until: end }) };
  });
