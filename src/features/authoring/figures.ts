import { after, days } from '../../kernel/clock.ts';
import { staffOnly } from '../../platform/procedure.ts';
import type { Question } from '../learning/course-schema.ts';
import type { CourseText } from '../learning/course-text.ts';
import { authoringActs } from './acts.ts';
import { type Answered, answersTo, enoughLearn, type Way, waysThrough } from './figures-store.ts';
import { mayRefuse, refuse } from './messages.ts';
import { CourseFigures } from './schema.ts';
import { versionLines, versionOf } from './store.ts';

/** Whoever did nothing for so many days stopped where they are. */
const quietDays = 14;

type Line = Pick<Way, 'came' | 'done' | 'stopped'> & Pick<Way, 'kind' | 'place'> & { readonly title: string };

const none = { came: 0, done: 0, stopped: 0 };

/** Lessons and quizzes in the order in which they are come to. */
const linesOf = ({ sections }: CourseText, ways: readonly Way[]): Line[] =>
  sections
    .flatMap(({ id, title, units, quiz }) => [
      ...units.map((unit) => ({ kind: 'lesson' as const, place: unit.id, title: unit.title })),
      ...(quiz ? [{ kind: 'quiz' as const, place: id, title }] : []),
    ])
    .map((one) => ({ ...none, ...ways.find(({ kind, place }) => kind === one.kind && place === one.place), ...one }));

/** A wrong answer that many choose says what a question misleads to. */
type AnswerLine = { readonly text: string; readonly right: boolean; readonly chosen: number };
type QuestionLine = Pick<Answered, 'kind' | 'place' | 'asked' | 'wereRight'> & {
  readonly title: string;
  readonly ask: string;
  readonly answers: readonly AnswerLine[];
};

/** Each question that was asked, with its answers; the one that goes wrong most often first. */
function questionsOf({ sections }: CourseText, answered: readonly Answered[]): QuestionLine[] {
  const known = sections.flatMap(({ id, title, units, quiz }) => [
    ...units.flatMap((unit) =>
      unit.checks.map((question) => ({ kind: 'lesson' as const, place: unit.id, title: unit.title, question })),
    ),
    ...(quiz?.questions ?? []).map((question) => ({ kind: 'quiz' as const, place: id, title, question })),
  ]);
  const lines = known.flatMap(({ kind, place, title, question }) => {
    const found = answered.find((one) => one.kind === kind && one.place === place && one.question === question.id);
    return found ? [{ ...{ kind, place, title }, ...lineOf(question, found) }] : [];
  });
  return lines.sort((a, b) => a.wereRight / a.asked - b.wereRight / b.asked);
}

const lineOf = ({ ask, answers }: Question, { asked, wereRight, chosen }: Answered) => ({
  ...{ ask, asked, wereRight },
  answers: answers.map(({ text, right }, at) => ({ text, right, chosen: chosen[String(at)] ?? 0 })),
});

/** Where learners of a version stop, and which of its questions mislead. */
export const figures = staffOnly(authoringActs.write)
  .errors(mayRefuse('authoring.not_found'))
  .input(CourseFigures)
  .handler(async ({ context: { services, tx }, input: { courseId, version } }) => {
    const found = await versionOf(tx, courseId, version);
    if (!found) return refuse('authoring.not_found', {});
    const which = { courseId, versionId: found.id };
    const ways = await waysThrough(tx, which, after(services.clock(), -days(quietDays)));
    const answered = await answersTo(tx, which);
    const versions = (await versionLines(tx, courseId)).map((line) => line.number);
    const { content, number } = found;
    return {
      ...{ title: content.title, version: number, versions, quietDays, enough: await enoughLearn(tx, which) },
      ways: linesOf(content, ways),
      questions: questionsOf(content, answered),
    };
  });
