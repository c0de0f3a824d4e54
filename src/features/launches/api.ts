import { after, days, hours } from '../../kernel/clock.ts';
import { paginate } from '../../kernel/pagination.ts';
import { type Actor, isSamePerson, roleAllows } from '../../kernel/permissions.ts';
import { isUuid } from '../../kernel/uuid.ts';
import { audit, byCustomer, byStaff } from '../../platform/audit.ts';
import { type Db, publishTopic, type SessionUser } from '../../platform/database/database.ts';
import { mapConstraintViolation } from '../../platform/database/database-faults.ts';
import { hashRequest } from '../../platform/http/idempotency.ts';
import { authed, authedSerial, type Services, staff } from '../../platform/http/procedure.ts';
import { checkRateLimit } from '../../platform/limits/memory-rate-limit.ts';
import { findMyFiles, type MyFile } from '../documents/my-files.ts';
import { isOpen, type LaunchStatus, lateAfterHours, limits } from './launch.ts';
import { refusalCodes, refuse } from './messages.ts';
import { launchPermissions } from './permissions.ts';
import { Answer, isWhitepaper, LaunchDraft, OneLaunch, parseLinks, SubmitLaunch } from './schema.ts';
import { getLaunchReason } from './staff-messages.ts';
import { Ask, Decide, LaunchPage } from './staff-schema.ts';
import {
  answerQuestion,
  countLaunches,
  countMyLaunches,
  drafts,
  findDecision,
  findLaunch,
  findLaunchByKey,
  findLaunches,
  findLaunchOfQuestion,
  findMyLaunches,
  findQuestions,
  insertLaunch,
  insertQuestion,
  type LaunchContent,
  type LaunchEmailJob,
  lockMyLaunch,
  saveDecision,
  withdrawLaunch,
} from './store.ts';

const listMyLaunches = authed.handler(function listMyLaunches({ context: { tx } }) {
  return findMyLaunches(tx);
});

const purpose = 'launch-whitepaper';

/** Finds a whitepaper of the customer; null for any other file. */
async function findWhitepaper(tx: Db, id: string): Promise<MyFile | null> {
  const [file] = isUuid(id) ? await findMyFiles(tx, [id]) : [];
  return file?.purpose === purpose ? file : null;
}

const saveDraft = authed.input(LaunchDraft).handler(async function saveDraft({
  context: { services, tx, person },
  input: { data },
}) {
  checkRateLimit(services, 'draft', person.id);
  await drafts.save(tx, { data, now: services.clock() });
  return { stored: true as const };
});

const parseFileId = (whitepaper = ''): string => /"id":"([0-9a-f-]{36})"/.exec(whitepaper)?.[1] ?? '';

/** Returns the draft, or null. Omits a deleted whitepaper. */
const loadDraft = authed.handler(async function loadDraft({ context: { tx } }) {
  const stored = await drafts.read(tx);
  if (!stored) return null;
  const paper = await findWhitepaper(tx, parseFileId(stored.data['whitepaper']));
  const isUsable = paper && paper.state !== 'refused';
  return { ...stored, data: { ...stored.data, whitepaper: (isUsable && stored.data['whitepaper']) || '' } };
});

async function assertWithinLimits(tx: Db, now: Date): Promise<void> {
  const { open, day } = await countMyLaunches(tx, after(now, -days(1)));
  if (open >= limits.open) refuse('launches.too_many_open', {});
  if (day >= limits.day) refuse('launches.too_many_today', {});
}

/** Checks the stored whitepaper's owner, purpose, type and size. */
async function assertFormComplete(tx: Db, id: string): Promise<void> {
  const paper = await findWhitepaper(tx, id);
  if (!paper) return refuse('launches.paper_missing', {});
  if (paper.state === 'refused' || !isWhitepaper(paper)) refuse('launches.paper_invalid', {});
}

type FounderContext = { readonly tx: Db; readonly request: { readonly id: string } };
type FounderChange = { readonly action: string; readonly subjectId: string; readonly after?: object };

/** Audits a founder's change, and refreshes their page and the staff screens. */
async function auditFounderChange(
  { tx, request }: FounderContext,
  person: { readonly id: string },
  change: FounderChange,
): Promise<void> {
  await audit(tx, { ...byCustomer({ person, request }), subjectType: 'launch', ...change });
  publishTopic(tx, 'launches', person.id);
  publishTopic(tx, 'launches-desk');
}

/** Submits a coin launch with its whitepaper [001 §1, §4 Launch submission]. Idempotent by key. Enforces the limits. */
const submitLaunch = authedSerial
  .errors(refusalCodes('general.key_reused', 'launches.paper_missing', 'launches.paper_invalid'))
  .errors(refusalCodes('launches.too_many_open', 'launches.too_many_today'))
  .input(SubmitLaunch)
  .handler(async function submitLaunch({ context, input }) {
    const { services, tx } = context;
    const person = await context.userPromise;
    const requestHash = hashRequest(input);
    const earlier = await findLaunchByKey(tx, input.key);
    if (earlier && earlier.requestHash !== requestHash) refuse('general.key_reused', {});
    if (earlier) return { submissionId: earlier.id };
    const now = services.clock();
    await assertWithinLimits(tx, now);
    await assertFormComplete(tx, input.whitepaper);
    const { coinName, idea, whitepaper, key } = input;
    const links = parseLinks(input.communityLinks);
    const id = await insertLaunch(tx, { coinName, idea, links, whitepaper, key, requestHash, now });
    await auditFounderChange(context, person, { action: 'launches.submitted', subjectId: id, after: { whitepaper } });
    return { submissionId: id };
  });

const answerOwnQuestion = authedSerial
  .errors(refusalCodes('launches.not_found', 'launches.not_open'))
  .input(Answer)
  .handler(async function answerOwnQuestion({ context, input: { questionId, answer: words } }) {
    const { services, tx } = context;
    const person = await context.userPromise;
    const id = (await findLaunchOfQuestion(tx, questionId)) ?? refuse('launches.not_found', {});
    const launch = await lockMyLaunch(tx, id);
    if (launch?.questionId !== questionId) refuse('launches.not_open', {});
    await answerQuestion(tx, id, { questionId, answer: words, now: services.clock() });
    await auditFounderChange(context, person, { action: 'launches.answered', subjectId: id, after: { questionId } });
    return { done: true as const };
  });

const withdrawOwnLaunch = authedSerial
  .errors(refusalCodes('launches.not_found'))
  .input(OneLaunch)
  .handler(async function withdrawOwnLaunch({ context, input: { submissionId } }) {
    const { services, tx } = context;
    const person = await context.userPromise;
    if (!(await lockMyLaunch(tx, submissionId))) refuse('launches.not_found', {});
    await withdrawLaunch(tx, submissionId, services.clock());
    await auditFounderChange(context, person, { action: 'launches.withdrawn', subjectId: submissionId });
    return { done: true as const };
  });

export const launchesApi = {
  own: listMyLaunches,
  draft: loadDraft,
  saveDraft,
  submit: submitLaunch,
  answer: answerOwnQuestion,
  withdraw: withdrawOwnLaunch,
};

type LaunchState = {
  readonly founderId: string;
  readonly status: LaunchStatus;
  readonly questions: readonly { readonly answeredAt: Date | null }[];
};

/** Returns the commands that a staff member may run: none on their own launch, no decision before an open answer. */
export function getAllowedCommands(actor: Actor, { founderId, status, questions }: LaunchState) {
  const mayWork = isOpen(status) && !isSamePerson(actor, founderId);
  const isAnswered = questions.every(({ answeredAt }) => answeredAt !== null);
  return {
    ask: mayWork && isAnswered && roleAllows(launchPermissions.ask, actor.roles),
    decide: mayWork && isAnswered && roleAllows(launchPermissions.decide, actor.roles),
  };
}

type StaffContext = { services: Services; tx: Db; person: SessionUser; request: { id: string } };

const workRefusalCodes = refusalCodes('approvals.own_matter', 'launches.not_found', 'launches.decided_before');

const decidedBefore = () => refuse('launches.decided_before', {});

/** Locks an open launch. Refuses the staff member's own launch. */
async function lockLaunch({ tx, person }: StaffContext, id: string): Promise<LaunchContent> {
  const found = await findLaunch(tx, id);
  if (!found) return refuse('launches.not_found', {});
  if (isSamePerson(person, found.founderId)) return refuse('approvals.own_matter', {});
  const locked = await findLaunch(tx, id, true);
  return locked && isOpen(locked.status) ? locked : decidedBefore();
}

const launchRef = ({ id, founderId }: LaunchContent, { services }: StaffContext) => ({
  id,
  founderId,
  now: services.clock(),
});

type AuditEntry = { readonly action: string; readonly after: object; readonly reasonCode?: string };

/** Audits the change without free text, which is erased with its author. Refreshes staff screens. */
async function auditChange(context: StaffContext, { id, founderId }: LaunchContent, line: AuditEntry): Promise<void> {
  const about = { subjectType: 'launch', subjectId: id, aboutId: founderId };
  await audit(context.tx, { ...byStaff(context), ...about, ...line });
  publishTopic(context.tx, 'launches-desk');
}

async function notifyFounder(
  { services, tx }: StaffContext,
  { id, founderId }: LaunchContent,
  about: LaunchEmailJob['about'],
): Promise<void> {
  await services.jobs.enqueue(tx, 'launches.send_email', { id, about } satisfies LaunchEmailJob);
  publishTopic(tx, 'launches', founderId);
}

/** Asks the founder a question. The launch then waits for the answer. */
const ask = staff(launchPermissions.ask)
  .errors(workRefusalCodes)
  .errors(refusalCodes('launches.question_open', 'launches.too_many_questions'))
  .input(Ask)
  .handler(async function ask({ context, input: { submissionId, question } }) {
    const launch = await lockLaunch(context, submissionId);
    const questions = await findQuestions(context.tx, submissionId);
    if (questions.some(({ answeredAt }) => answeredAt === null)) refuse('launches.question_open', {});
    if (questions.length >= limits.questions) refuse('launches.too_many_questions', {});
    const questionId = await insertQuestion(context.tx, launchRef(launch, context), question);
    await auditChange(context, launch, { action: 'launches.asked', after: { questionId } });
    await notifyFounder(context, launch, 'asked');
    return { questionId };
  });

/** Decides a launch that has no open question. Does not list the coin for trading. */
const decide = staff(launchPermissions.decide)
  .errors(workRefusalCodes)
  .errors(refusalCodes('launches.question_open', 'launches.reason_unknown'))
  .input(Decide)
  .handler(async function decide({ context, input: { submissionId, outcome, reasonCode, note } }) {
    const launch = await lockLaunch(context, submissionId);
    if (launch.status === 'waiting_for_founder') refuse('launches.question_open', {});
    if (!getLaunchReason(outcome, reasonCode)) refuse('launches.reason_unknown', {});
    const saved = saveDecision(context.tx, launchRef(launch, context), { outcome, reasonCode, note });
    await mapConstraintViolation(saved, 'launch_is_open', decidedBefore);
    await auditChange(context, launch, { action: 'launches.decided', after: { outcome }, reasonCode });
    await notifyFounder(context, launch, 'decided');
    return { outcome };
  });

const pageSize = 50;
const lateBefore = (now: Date) => after(now, -hours(lateAfterHours));

const list = staff(launchPermissions.look)
  .input(LaunchPage)
  .handler(async function list({ context: { services, tx }, input }) {
    const now = services.clock();
    const late = lateBefore(now);
    const [rows, counts] = await Promise.all([
      findLaunches(tx, { ...input, lateBefore: late, limit: pageSize + 1 }),
      countLaunches(tx, late),
    ]);
    const { page, next } = paginate(rows, pageSize, ({ at, id }) => ({ at, id }));
    const lines = page.map((row) => ({ ...row, late: row.status === 'submitted' && row.at < late }));
    return { lines, next, counts };
  });

const count = staff(launchPermissions.look).handler(async function count({ context: { services, tx } }) {
  const { waiting } = await countLaunches(tx, lateBefore(services.clock()));
  return { waiting };
});

const show = staff(launchPermissions.look)
  .errors(refusalCodes('approvals.own_matter', 'launches.not_found'))
  .input(OneLaunch)
  .handler(async function show({ context: { tx, person }, input: { submissionId } }) {
    const found = await findLaunch(tx, submissionId);
    if (!found) return refuse('launches.not_found', {});
    if (isSamePerson(person, found.founderId)) return refuse('approvals.own_matter', {});
    const [questions, decision] = await Promise.all([findQuestions(tx, submissionId), findDecision(tx, submissionId)]);
    return { ...found, questions, decision, may: getAllowedCommands(person, { ...found, questions }) };
  });

export const launchesDeskApi = { list, count, show, ask, decide };
