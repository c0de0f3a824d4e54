import { allRows, type Db, firstValue } from '../../platform/database.ts';

/** How many came to a lesson or quiz, got through it, and stopped there. */
export type Way = {
  readonly kind: 'lesson' | 'quiz';
  /** The lesson, or the section of the quiz. */
  readonly place: string;
  readonly came: number;
  readonly done: number;
  readonly stopped: number;
};

/** How a question was answered: `chosen` counts each answer by its place in the text. */
export type Answered = {
  readonly kind: 'lesson' | 'quiz';
  readonly place: string;
  readonly question: string;
  readonly asked: number;
  readonly wereRight: number;
  readonly chosen: Readonly<Record<string, number>>;
};

type Which = { readonly courseId: string; readonly versionId: string };

/** Where learners of a version stop: in numbers, and of nobody in particular. */
export const waysThrough = (tx: Db, { courseId, versionId }: Which, quietSince: Date) =>
  allRows<Way>(tx)`
    select * from app.course_ways(${courseId}, ${versionId}, ${quietSince})`;

/** Whether five at least take a version: of fewer nothing is counted, since it would be counted of somebody. */
export const enoughLearn = async (tx: Db, { courseId, versionId }: Which) =>
  (await firstValue<boolean>(tx)`select app.enough_learn(${courseId}, ${versionId}) enough`) ?? false;

/** How the questions of a version are answered. */
export const answersTo = (tx: Db, { courseId, versionId }: Which) =>
  allRows<Answered>(tx)`
    select kind, place, question, asked, were_right "wereRight", chosen
      from app.course_answers(${courseId}, ${versionId})`;
