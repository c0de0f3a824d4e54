import { after, hours } from '../../kernel/clock.ts';
import { paginate } from '../../kernel/pagination.ts';
import { type Actor, isSamePerson, roleAllows } from '../../kernel/permissions.ts';
import { audit, byStaff } from '../../platform/audit.ts';
import { type Db, publishTopic, type SessionUser } from '../../platform/database/database.ts';
import { mapConstraintViolation } from '../../platform/database/database-faults.ts';
import { type Services, staff } from '../../platform/http/procedure.ts';
import { isOpen, type LaunchStatus, lateAfterHours, limits } from './launch.ts';
import { refusalCodes, refuse } from './messages.ts';
import { launchPermissions } from './permissions.ts';
import { OneLaunch } from './schema.ts';
import { getLaunchReason } from './staff-messages.ts';
import { Ask, Decide, LaunchPage } from './staff-schema.ts';
import {
  countLaunches,
  findDecision,
  findLaunch,
  findLaunches,
  findQuestions,
  insertQuestion,
  type LaunchContent,
  saveDecision,
} from './staff-store.ts';
import type { LaunchEmailJob } from './store.ts';

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

/** Emails the founder and refreshes their page. */
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
