import { isFirstUnderKey } from '../../platform/once.ts';
import { keepPace } from '../../platform/pace.ts';
import { signedIn } from '../../platform/procedure.ts';
import type { Question } from './course-schema.ts';
import { type OpenCourse, type OpenLesson, quizOf } from './course-text.ts';
import { savePlace, saveReadUntil } from './enrollment-store.ts';
import { asShown, asWritten, grade, shown } from './grading.ts';
import { inlinesOf } from './lesson-text.ts';
import { mayRefuse, refuse } from './messages.ts';
import { answersIn, finishUnit, handedOut, handOut, keepAnswer, learnedIn } from './progress-store.ts';
import { AnswerCheck, KeepPlace, OneLesson } from './schema.ts';
import type { LessonView } from './shapes.ts';
import { nextOf, readAt } from './standing.ts';
import { heldCourse, lessonIn, notYetMayRefuse, openedLesson, takenCourse, takingMayRefuse } from './taking.ts';

/** The words that a lesson explains and the sources that it names. */
function named({ text }: OpenCourse, { blocks }: OpenLesson): Pick<LessonView, 'terms' | 'facts'> {
  const inlines = blocks.flatMap(inlinesOf).filter((inline) => typeof inline !== 'string');
  const terms = new Set(inlines.flatMap((inline) => ('term' in inline ? [inline.term] : [])));
  const facts = new Set(inlines.flatMap((inline) => ('fact' in inline ? [inline.fact] : [])));
  return {
    terms: text.terms.filter(({ id }) => terms.has(id)),
    facts: text.facts.filter(({ id }) => facts.has(id)).map(({ toCheck: _toCheck, ...fact }) => fact),
  };
}

/** A question of a lesson as this learner sees it, with what they learned of their last answer. */
function shownCheck(question: Question, seed: string, chosen: readonly number[] | undefined) {
  const graded = chosen ? grade(question, seed, asShown(question, seed, chosen)) : null;
  return { ...shown(question, seed), graded };
}

/** A lesson of a course that whoever asks takes. Its time begins when it is handed out for the first time. */
export const lesson = signedIn
  .errors(takingMayRefuse)
  .errors(notYetMayRefuse)
  .input(OneLesson)
  .handler(async ({ context: { services, tx }, input }): Promise<LessonView> => {
    const now = services.clock();
    const taken = await takenCourse(tx, input.courseId, now);
    const { enrollment, course } = taken;
    const found = await openedLesson(tx, taken, { unit: input.unit, now });
    const unit = found.id;
    await handOut(tx, enrollment.id, { unit, now });
    const [answers, known] = await Promise.all([
      answersIn(tx, enrollment.id, unit),
      handedOut(tx, enrollment.id, unit),
    ]);
    const neighbour = (other: OpenLesson['next']) => other && { unit: other.id, title: other.title };
    return {
      ...{ courseId: course.courseId, courseTitle: course.text.title, section: found.section, unit },
      ...{ title: found.title, aim: found.aim, minutes: found.minutes, blocks: found.blocks },
      checks: found.checks.map((check) => shownCheck(check, enrollment.id, answers.get(check.id))),
      ...named(course, found),
      place: enrollment.place?.unit === unit ? enrollment.place.block : 0,
      done: known?.doneAt != null,
      previous: neighbour(found.previous),
      next: neighbour(found.next),
      quizAfter: found.isLast && quizOf(course, found.section.id) ? found.section.id : null,
    };
  });

/**
 * Answers a question within a lesson: as often as one likes, each time with what explains it. What was answered without
 * a line may be sent again by whoever never heard that it arrived: it is told again, and counts once.
 */
export const answer = signedIn
  .errors(takingMayRefuse)
  .errors(notYetMayRefuse)
  .errors(mayRefuse('learning.unknown_question'))
  .input(AnswerCheck)
  .handler(async ({ context: { services, tx, person }, input }) => {
    keepPace(services, 'answer', person.id);
    const now = services.clock();
    const taken = await takenCourse(tx, input.courseId, now);
    const { enrollment } = taken;
    const { id: unit, checks } = await openedLesson(tx, taken, { unit: input.unit, now });
    const question = checks.find(({ id }) => id === input.check) ?? refuse('learning.unknown_question', {});
    const graded = grade(question, enrollment.id, input.chosen);
    const chosen = asWritten(question, enrollment.id, input.chosen);
    const { key } = input;
    if (key === undefined || (await isFirstUnderKey(tx, { whose: enrollment.id, key, now })))
      await keepAnswer(tx, enrollment.id, { unit, question: question.id, chosen, right: graded.right, now });
    return graded;
  });

/** Remembers where whoever asks stopped reading, for whatever device they go on with. */
export const keepPlace = signedIn
  .errors(takingMayRefuse)
  .input(KeepPlace)
  .handler(async ({ context: { services, tx, person }, input }) => {
    keepPace(services, 'wish', person.id);
    const { enrollment, course } = await takenCourse(tx, input.courseId, services.clock());
    const { id: unit, blocks } = lessonIn(course, input.unit);
    await savePlace(tx, enrollment.id, { unit, block: Math.min(input.block, blocks.length - 1) });
    return { done: true as const };
  });

/** Says when a lesson can be finished that was opened too short a time ago. */
function refuseYet(now: Date, read: Parameters<typeof readAt>[0]): never {
  const minutes = Math.ceil((readAt(read).getTime() - now.getTime()) / 60_000);
  return refuse('learning.read_on', { wait: minutes > 1 ? `${minutes} minutes` : 'a minute' });
}

/**
 * Finishes a lesson. That it was read the server knows by itself: each question was answered, and since it was handed
 * out, and since the lesson before was over, time enough has gone by ({@link readAt}).
 */
export const finish = signedIn
  .errors(takingMayRefuse)
  .errors(mayRefuse('learning.read_on', 'learning.questions_open'))
  .input(OneLesson)
  .handler(async ({ context: { services, tx }, input }) => {
    const { enrollment, course } = await heldCourse(tx, input.courseId, services.clock());
    const { id: unit, checks, minutes } = lessonIn(course, input.unit);
    const known = await handedOut(tx, enrollment.id, unit);
    const now = services.clock();
    if (!known) return refuseYet(now, { handedOut: now, readUntil: enrollment.readUntil, minutes });
    if (!known.doneAt) {
      const answers = await answersIn(tx, enrollment.id, unit);
      const count = checks.filter(({ id }) => !answers.has(id)).length;
      if (count > 0) refuse('learning.questions_open', { count: String(count) });
      const read = { handedOut: known.handedOut, readUntil: enrollment.readUntil, minutes };
      const until = readAt(read);
      if (until > now) refuseYet(now, read);
      await finishUnit(tx, enrollment.id, { unit, now });
      await saveReadUntil(tx, enrollment.id, until);
    }
    const learned = (await learnedIn(tx, [enrollment.id])).get(enrollment.id);
    return { done: true as const, next: learned ? nextOf(course.text, learned) : null };
  });
