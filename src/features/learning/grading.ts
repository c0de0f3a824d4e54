import { createHash } from 'node:crypto';
import type { Question } from './course-schema.ts';

/** Omits which answers are right. */
export type ShownQuestion = {
  readonly id: string;
  readonly ask: string;
  readonly several: boolean;
  readonly answers: readonly string[];
};

/** Graded answers in the order shown. */
export type Graded = {
  readonly right: boolean;
  readonly answers: readonly { readonly chosen: boolean; readonly right: boolean; readonly because: string }[];
};

/** Shuffles the indexes below `count`. Equal seeds give the same order. */
export function shuffleIndexes(seed: string, count: number): number[] {
  const order = Array.from({ length: count }, (_, at) => at);
  for (let last = count - 1; last > 0; last--) {
    const swap = createHash('sha256').update(`${seed} ${last}`).digest().readUInt32BE() % (last + 1);
    [order[last], order[swap]] = [order[swap] ?? 0, order[last] ?? 0];
  }
  return order;
}

const shuffleAnswers = ({ id, answers }: Question, seed: string) =>
  shuffleIndexes(`${seed} ${id}`, answers.length).flatMap((at) => answers[at] ?? []);

export const showQuestion = (question: Question, seed: string): ShownQuestion => ({
  id: question.id,
  ask: question.ask,
  several: question.answers.filter(({ right }) => right).length > 1,
  answers: shuffleAnswers(question, seed).map(({ text }) => text),
});

/** Grades `chosen`, the positions as shown with this seed. Right means all right answers and no other answer. */
export function grade(question: Question, seed: string, chosen: readonly number[]): Graded {
  const answers = shuffleAnswers(question, seed).map(({ right, because }, at) => ({
    chosen: chosen.includes(at),
    right,
    because,
  }));
  return { right: answers.every((answer) => answer.chosen === answer.right), answers };
}

export const pickQuestions = <T>(pool: readonly T[], seed: string, count: number): T[] =>
  shuffleIndexes(seed, pool.length)
    .slice(0, count)
    .flatMap((at) => pool[at] ?? []);

/** Maps positions as shown with a seed to positions in the stored question. */
export const toWrittenPositions = ({ id, answers }: Question, seed: string, shownAt: readonly number[]): number[] => {
  const order = shuffleIndexes(`${seed} ${id}`, answers.length);
  return [...new Set(shownAt)].flatMap((at) => order[at] ?? []).sort((a, b) => a - b);
};

export const toShownPositions = ({ id, answers }: Question, seed: string, written: readonly number[]): number[] => {
  const order = shuffleIndexes(`${seed} ${id}`, answers.length);
  return order.flatMap((at, shownAt) => (written.includes(at) ? [shownAt] : []));
};
