import { audit, byStaff } from '../../platform/audit.ts';
import { announce, type Db, isOwn, type Person } from '../../platform/database.ts';
import { unlessBroken } from '../../platform/database-faults.ts';
import { type Services, staffOnly } from '../../platform/procedure.ts';
import { launchActs } from './acts.ts';
import { Ask, Decide, Declare, MarkPart } from './desk-schema.ts';
import {
  conflictsOn,
  declareConflict,
  insertQuestion,
  launchAtDesk,
  marksOn,
  questionsOn,
  type ReadLaunch,
  saveDecision,
  saveMark,
} from './desk-store.ts';
import type { LetterAbout } from './letter-store.ts';
import { limits } from './limits.ts';
import { mayRefuse, refuse } from './messages.ts';
import { isOpen } from './open.ts';
import { readLaunchReason } from './reasons.ts';
import { rubric, unmarked } from './rubric.ts';
import { declaredBy } from './standing.ts';

type Desk = { services: Services; tx: Db; person: Person; request: { id: string } };

const workMayRefuse = mayRefuse('approvals.own_matter', 'launches.not_found', 'launches.decided_before');
const judgeMayRefuse = mayRefuse('launches.declare_first', 'launches.conflict_declared');

const decidedBefore = () => refuse('launches.decided_before', {});

/** The launch, held, for whoever may work on it now: not one's own, and not decided. */
async function launchFor({ tx, person }: Desk, id: string): Promise<ReadLaunch> {
  const seen = await launchAtDesk(tx, id);
  if (!seen) return refuse('launches.not_found', {});
  if (isOwn(person, seen.founderId)) return refuse('approvals.own_matter', {});
  const held = await launchAtDesk(tx, id, true);
  return held && isOpen(held.status) ? held : decidedBefore();
}

/** Refuses whoever has an interest in it, and whoever has not said yet that they have none. */
async function refuseJudge({ tx, person }: Desk, { id }: ReadLaunch): Promise<void> {
  const declared = declaredBy(person, { conflicts: await conflictsOn(tx, id) });
  if (declared === true) refuse('launches.conflict_declared', {});
  if (declared === null) refuse('launches.declare_first', {});
}

const ofLaunch = ({ id, founderId }: ReadLaunch, { services }: Desk) => ({ id, founderId, now: services.clock() });

type Line = { readonly action: string; readonly after: object; readonly reasonCode?: string };

/** Writes the line about it, without anybody's words, which are erased with them, and tells the desk. */
async function record(desk: Desk, { id, founderId }: ReadLaunch, line: Line): Promise<void> {
  const about = { subjectType: 'launch', subjectId: id, aboutId: founderId };
  await audit(desk.tx, { ...byStaff(desk), ...about, ...line });
  announce(desk.tx, 'launches-desk');
}

/** Its founder is written to, and their page says so at once. */
async function tell({ services, tx }: Desk, { id, founderId }: ReadLaunch, about: LetterAbout['about']): Promise<void> {
  await services.jobs.enqueue(tx, 'launches.letter', { id, about } satisfies LetterAbout);
  announce(tx, 'launches', founderId);
}

/** Asks its founder something: it waits for them until they answer. */
export const ask = staffOnly(launchActs.ask)
  .errors(workMayRefuse)
  .errors(mayRefuse('launches.question_open', 'launches.too_many_questions'))
  .input(Ask)
  .handler(async ({ context, input: { submissionId, question } }) => {
    const launch = await launchFor(context, submissionId);
    const asked = await questionsOn(context.tx, submissionId);
    if (asked.some(({ answeredAt }) => answeredAt === null)) refuse('launches.question_open', {});
    if (asked.length >= limits.questions) refuse('launches.too_many_questions', {});
    const questionId = await insertQuestion(context.tx, ofLaunch(launch, context), question);
    await record(context, launch, { action: 'launches.asked', after: { questionId } });
    await tell(context, launch, 'asked');
    return { questionId };
  });

/** Says whether whoever asks has an interest in it. Nothing takes a declared interest back. */
export const declare = staffOnly(launchActs.declare)
  .errors(workMayRefuse)
  .errors(mayRefuse('launches.conflict_declared'))
  .input(Declare)
  .handler(async ({ context, input: { submissionId, conflict, words } }) => {
    const launch = await launchFor(context, submissionId);
    const declared = declaredBy(context.person, { conflicts: await conflictsOn(context.tx, submissionId) });
    if (declared === true) refuse('launches.conflict_declared', {});
    await declareConflict(context.tx, ofLaunch(launch, context), { conflict, words });
    await record(context, launch, { action: 'launches.declared', after: { conflict } });
    return { done: true as const };
  });

/** Marks one part of the rubric, in the place of what stood there. */
export const mark = staffOnly(launchActs.mark)
  .errors(workMayRefuse)
  .errors(judgeMayRefuse)
  .input(MarkPart)
  .handler(async ({ context, input: { submissionId, ...given } }) => {
    const launch = await launchFor(context, submissionId);
    await refuseJudge(context, launch);
    await saveMark(context.tx, ofLaunch(launch, context), given);
    const { part, score } = given;
    await record(context, launch, { action: 'launches.marked', after: { part, score } });
    return { done: true as const };
  });

/** Decides it, once all five parts are marked and no question is open. It lists nothing for trade. */
export const decide = staffOnly(launchActs.decide)
  .errors(workMayRefuse)
  .errors(judgeMayRefuse)
  .errors(mayRefuse('launches.parts_unmarked', 'launches.question_open', 'launches.reason_unknown'))
  .input(Decide)
  .handler(async ({ context, input: { submissionId, outcome, reasonCode, note } }) => {
    const launch = await launchFor(context, submissionId);
    await refuseJudge(context, launch);
    if (launch.status === 'waiting_for_founder') refuse('launches.question_open', {});
    const open = unmarked(await marksOn(context.tx, submissionId));
    if (open.length > 0) refuse('launches.parts_unmarked', { parts: open.map((part) => rubric[part].name).join(', ') });
    if (!readLaunchReason(outcome, reasonCode)) refuse('launches.reason_unknown', {});
    const written = saveDecision(context.tx, ofLaunch(launch, context), { outcome, reasonCode, note });
    await unlessBroken(written, 'launch_is_open', decidedBefore);
    await record(context, launch, { action: 'launches.decided', after: { outcome }, reasonCode });
    await tell(context, launch, 'decided');
    return { outcome };
  });
