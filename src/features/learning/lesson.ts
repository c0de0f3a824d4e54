import { claimIdempotencyKey } from '../../platform/http/idempotency.ts';
import { authed } from '../../platform/http/procedure.ts';
import { checkRateLimit } from '../../platform/limits/memory-rate-limit.ts';
import type { Question } from './course-schema.ts';
import { getQuiz, type OpenCourse, type OpenLesson } from './course-text.ts';
import { saveReadUntil, updatePlace } from './enrollment-store.ts';
import { grade, showQuestion, toShownPositions, toWrittenPositions } from './grading.ts';
import { flattenInlines } from './lesson-text.ts';
import { refusalCodes, refuse } from './messages.ts';
import {
  enrollmentCodes,
  getLesson,
  loadEnrolledCourse,
  loadOpenLesson,
  lockEnrolledCourse,
  notOpenCodes,
} from './my-courses.ts';
import { getFinishableAt, getNextStep } from './progress.ts';
import {
  findLessonProgress,
  finishUnit,
  loadAnswers,
  loadLearned,
  recordOpening,
  saveAnswer,
} from './progress-store.ts';
import { AnswerCheck, LessonInput, SavePlace } from './schema.ts';
import type { LessonView } from './views.ts';

function getReferences({ text }: OpenCourse, { blocks }: OpenLesson): Pick<LessonView, 'terms' | 'facts'> {
  const inlines = blocks.flatMap(flattenInlines).filter((inline) => typeof inline !== 'string');
  const terms = new Set(inlines.flatMap((inline) => ('term' in inline ? [inline.term] : [])));
  const facts = new Set(inlines.flatMap((inline) => ('fact' in inline ? [inline.fact] : [])));
  return {
    terms: text.terms.filter(({ id }) => terms.has(id)),
    facts: text.facts.filter(({ id }) => facts.has(id)).map(({ toCheck: _toCheck, ...fact }) => fact),
  };
}

function showCheck(question: Question, seed: string, chosen: readonly number[] | undefined) {
  const graded = chosen ? grade(question, seed, toShownPositions(question, seed, chosen)) : null;
  return { ...showQuestion(question, seed), graded };
}

/** Returns a lesson. The first request starts its reading time. */
export const openLesson = authed
  .errors(enrollmentCodes)
  .errors(notOpenCodes)
  .input(LessonInput)
  .handler(async function openLesson({ context: { services, tx }, input }): Promise<LessonView> {
    const now = services.clock();
    const enrolled = await loadEnrolledCourse(tx, input.courseId, now);
    const { enrollment, course } = enrolled;
    const found = await loadOpenLesson(tx, enrolled, { unit: input.unit, now });
    const unit = found.id;
    await recordOpening(tx, enrollment.id, { unit, now });
    const [answers, progress] = await Promise.all([
      loadAnswers(tx, enrollment.id, unit),
      findLessonProgress(tx, enrollment.id, unit),
    ]);
    const toLink = (other: OpenLesson['next']) => other && { unit: other.id, title: other.title };
    return {
      courseId: course.courseId,
      courseTitle: course.text.title,
      section: found.section,
      unit,
      title: found.title,
      aim: found.aim,
      minutes: found.minutes,
      blocks: found.blocks,
      checks: found.checks.map((check) => showCheck(check, enrollment.id, answers.get(check.id))),
      ...getReferences(course, found),
      place: enrollment.place?.unit === unit ? enrollment.place.block : 0,
      done: progress?.doneAt != null,
      previous: toLink(found.previous),
      next: toLink(found.next),
      quizAfter: found.isLast && getQuiz(course, found.section.id) ? found.section.id : null,
    };
  });

/** Grades an answer. A repeated key is graded again but counted once. */
export const answerCheck = authed
  .errors(enrollmentCodes)
  .errors(notOpenCodes)
  .errors(refusalCodes('learning.unknown_question'))
  .input(AnswerCheck)
  .handler(async function answerCheck({ context: { services, tx, person }, input }) {
    checkRateLimit(services, 'answer', person.id);
    const now = services.clock();
    const enrolled = await loadEnrolledCourse(tx, input.courseId, now);
    const { enrollment } = enrolled;
    const { id: unit, checks } = await loadOpenLesson(tx, enrolled, { unit: input.unit, now });
    const question = checks.find(({ id }) => id === input.check) ?? refuse('learning.unknown_question', {});
    const graded = grade(question, enrollment.id, input.chosen);
    const chosen = toWrittenPositions(question, enrollment.id, input.chosen);
    const { key } = input;
    if (key === undefined || (await claimIdempotencyKey(tx, { scope: enrollment.id, key, now })))
      await saveAnswer(tx, enrollment.id, { unit, question: question.id, chosen, right: graded.right, now });
    return graded;
  });

export const savePlace = authed
  .errors(enrollmentCodes)
  .input(SavePlace)
  .handler(async function savePlace({ context: { services, tx, person }, input }) {
    checkRateLimit(services, 'preference', person.id);
    const { enrollment, course } = await loadEnrolledCourse(tx, input.courseId, services.clock());
    const { id: unit, blocks } = getLesson(course, input.unit);
    await updatePlace(tx, enrollment.id, { unit, block: Math.min(input.block, blocks.length - 1) });
    return { done: true as const };
  });

function refuseTooEarly(now: Date, reading: Parameters<typeof getFinishableAt>[0]): never {
  const minutes = Math.ceil((getFinishableAt(reading).getTime() - now.getTime()) / 60_000);
  return refuse('learning.read_on', { wait: minutes > 1 ? `${minutes} minutes` : 'a minute' });
}

/** Finishes a lesson. Requires answers to all questions and the minimum reading time ({@link getFinishableAt}). */
export const finishLesson = authed
  .errors(enrollmentCodes)
  .errors(refusalCodes('learning.read_on', 'learning.questions_open'))
  .input(LessonInput)
  .handler(async function finishLesson({ context: { services, tx }, input }) {
    const { enrollment, course } = await lockEnrolledCourse(tx, input.courseId, services.clock());
    const { id: unit, checks, minutes } = getLesson(course, input.unit);
    const progress = await findLessonProgress(tx, enrollment.id, unit);
    const now = services.clock();
    if (!progress) return refuseTooEarly(now, { handedOut: now, readUntil: enrollment.readUntil, minutes });
    if (!progress.doneAt) {
      const answers = await loadAnswers(tx, enrollment.id, unit);
      const count = checks.filter(({ id }) => !answers.has(id)).length;
      if (count > 0) refuse('learning.questions_open', { count: String(count) });
      const reading = { handedOut: progress.handedOut, readUntil: enrollment.readUntil, minutes };
      const until = getFinishableAt(reading);
      if (until > now) refuseTooEarly(now, reading);
      await finishUnit(tx, enrollment.id, { unit, now });
      await saveReadUntil(tx, enrollment.id, until);
    }
    const learned = (await loadLearned(tx, [enrollment.id])).get(enrollment.id);
    return { done: true as const, next: learned ? getNextStep(course.text, learned) : null };
  });
