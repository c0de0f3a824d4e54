import { z } from 'zod';
import { isSamePerson } from '../../../kernel/permissions.ts';
import { UuidSchema } from '../../../kernel/uuid.ts';
import { audit, byStaff } from '../../../platform/audit.ts';
import { authed, authedSerial, staff } from '../../../platform/http/procedure.ts';
import { consumeQuota, type Quota } from '../../../platform/limits/quotas.ts';
import { grade, pickQuestions, showQuestion } from '../grading.ts';
import { refusalCodes, refuse } from '../messages.ts';
import { appropriatenessPermissions } from '../permissions.ts';
import { type Basics, basics } from './content.ts';
import {
  findNewestAttempt,
  findRecord,
  hasPassedLesson,
  insertAttempt,
  insertWaiver,
  isCustomer,
  lockAttempt,
  saveAttempt,
} from './store.ts';

const Chosen = z.array(z.number().int().min(0).max(9)).min(1).max(6);

/** Answers in the order of the questions. */
const SubmitAnswers = z.strictObject({ tryId: UuidSchema, answers: z.array(Chosen).min(1).max(6) });
const OneCustomer = z.strictObject({ userId: UuidSchema });
const WaiveLesson = z.strictObject({ userId: UuidSchema, reason: z.string().trim().min(10).max(500) });

type Pool = Pick<Basics, 'questions' | 'asked'>;

/** Picks questions by seed, preferring questions that the previous attempt did not ask. */
export function pickAttemptQuestions({ questions, asked }: Pool, seed: string, before: readonly string[]): string[] {
  const fresh = questions.filter(({ id }) => !before.includes(id));
  const repeated = questions.filter(({ id }) => before.includes(id));
  return [...pickQuestions(fresh, seed, asked), ...pickQuestions(repeated, seed, asked)]
    .slice(0, asked)
    .map(({ id }) => id);
}

type AttemptAnswers = {
  readonly seed: string;
  readonly ids: readonly string[];
  /** For each question, the positions of the chosen answers as they were shown. */
  readonly answers: readonly (readonly number[])[];
};

/** Grades an attempt. `wrong` holds the wrongly answered questions as text. */
export function gradeAttempt(
  { questions, enough }: Pick<Basics, 'questions' | 'enough'>,
  { seed, ids, answers }: AttemptAnswers,
) {
  const marked = ids.flatMap((id, at) => {
    const question = questions.find((candidate) => candidate.id === id);
    return question ? [{ question, graded: grade(question, seed, answers[at] ?? []) }] : [];
  });
  const wrong = marked.flatMap(({ question, graded }) => (graded.right ? [] : [question.ask]));
  const right = marked.length - wrong.length;
  return { marked, wrong, right, passed: right >= enough };
}

const showLesson = authed.handler(async function showLesson({ context: { tx } }) {
  const { title, minutes, blocks, asked, enough } = basics();
  return { title, minutes, blocks, asked, enough, learned: await hasPassedLesson(tx) };
});

/** Limits attempts, as each is stored permanently. */
export const attemptQuota: Quota = {
  work: 'first-lesson',
  tries: 50,
  seconds: 24 * 60 * 60,
  refuse: () => refuse('appropriateness.too_many_tries', {}),
};

/** Limits how many customers one member of staff can exempt. */
export const waiverQuota: Quota = {
  work: 'lesson-waived',
  tries: 10,
  seconds: 24 * 60 * 60,
  refuse: () => refuse('appropriateness.too_many_waivers', { most: '10' }),
};

/** Returns the questions of the open or a new attempt, without the correct answers. */
const startAttempt = authedSerial
  .errors(refusalCodes('appropriateness.too_many_tries'))
  .handler(async function startAttempt({ context }) {
    const { services, tx } = context;
    const { id } = await context.userPromise;
    const now = services.clock();
    const last = await findNewestAttempt(tx);
    const pick = (id: string) => pickAttemptQuestions(basics(), id, last?.questions ?? []);
    if (!last?.open) await consumeQuota(tx, attemptQuota, { id, now });
    const open = last?.open ? last : await insertAttempt(tx, { now, pick });
    const questions = open.questions.flatMap((id) => basics().questions.find((question) => question.id === id) ?? []);
    return { tryId: open.id, questions: questions.map((question) => showQuestion(question, open.id)) };
  });

const submitAnswers = authedSerial
  .errors(refusalCodes('appropriateness.try_over'))
  .input(SubmitAnswers)
  .handler(async function submitAnswers({ context, input: { tryId, answers } }) {
    const { services, tx } = context;
    await context.userPromise;
    const open = await lockAttempt(tx, tryId);
    if (!open?.open) return refuse('appropriateness.try_over', {});
    const { marked, wrong, right, passed } = gradeAttempt(basics(), { seed: tryId, ids: open.questions, answers });
    await saveAttempt(tx, tryId, { answers, wrong, right, passed, now: services.clock() });
    return {
      right,
      asked: marked.length,
      passed,
      questions: marked.map(({ question, graded }) => ({ ...showQuestion(question, tryId), graded })),
    };
  });

const showRecord = staff(appropriatenessPermissions.look)
  .errors(refusalCodes('approvals.own_matter'))
  .input(OneCustomer)
  .handler(async function showRecord({ context: { tx, person }, input: { userId } }) {
    if (isSamePerson(person, userId)) return refuse('approvals.own_matter', {});
    return findRecord(tx, userId);
  });

/** Lets a customer order without the lesson. The reason is stored permanently. */
const waiveLesson = staff(appropriatenessPermissions.waive)
  .errors(refusalCodes('approvals.own_matter', 'appropriateness.unknown_customer', 'appropriateness.has_it'))
  .errors(refusalCodes('appropriateness.too_many_waivers'))
  .input(WaiveLesson)
  .handler(async function waiveLesson({ context, input: { userId, reason } }) {
    const { services, tx, person } = context;
    if (isSamePerson(person, userId)) return refuse('approvals.own_matter', {});
    if (!(await isCustomer(tx, userId))) return refuse('appropriateness.unknown_customer', {});
    const done = await insertWaiver(tx, { userId, by: person.id, reason, now: services.clock() });
    if (!done) return refuse('appropriateness.has_it', {});
    await consumeQuota(tx, waiverQuota, { id: person.id, now: services.clock() });
    const entry = { action: 'appropriateness.waived', subjectType: 'customer', subjectId: userId, aboutId: userId };
    await audit(tx, { ...byStaff(context), ...entry });
    return { done: true as const };
  });

export const appropriatenessApi = {
  lesson: showLesson,
  start: startAttempt,
  submit: submitAnswers,
  record: showRecord,
  waive: waiveLesson,
};
