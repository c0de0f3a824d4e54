import { createHash } from 'node:crypto';
import type { Question } from './course-schema.ts';

/** A question as it is shown: its answers in an order of their own, and nothing of which is right. */
export type ShownQuestion = {
  readonly id: string;
  readonly ask: string;
  /** More than one answer is right, so more than one can be chosen. */
  readonly several: boolean;
  readonly answers: readonly string[];
};

/** What is said once a question is answered: for each answer, in the order in which it was shown. */
export type Graded = {
  readonly right: boolean;
  readonly answers: readonly { readonly chosen: boolean; readonly right: boolean; readonly because: string }[];
};

/** The numbers below `count` in the order of a seed: the same seed gives the same order, wherever it is asked. */
export function orderOf(seed: string, count: number): number[] {
  const order = Array.from({ length: count }, (_, at) => at);
  for (let last = count - 1; last > 0; last--) {
    const other = createHash('sha256').update(`${seed} ${last}`).digest().readUInt32BE() % (last + 1);
    [order[last], order[other]] = [order[other] ?? 0, order[last] ?? 0];
  }
  return order;
}

const answersIn = ({ id, answers }: Question, seed: string) =>
  orderOf(`${seed} ${id}`, answers.length).flatMap((at) => answers[at] ?? []);

/** A question to be shown under a seed, such as the id of a try. */
export const shown = (question: Question, seed: string): ShownQuestion => ({
  id: question.id,
  ask: question.ask,
  several: question.answers.filter(({ right }) => right).length > 1,
  answers: answersIn(question, seed).map(({ text }) => text),
});

/**
 * Grades what was chosen, by the places in which the answers were shown under the same seed: right where all that is
 * right was chosen and nothing else.
 */
export function grade(question: Question, seed: string, chosen: readonly number[]): Graded {
  const answers = answersIn(question, seed).map(({ right, because }, at) => ({
    chosen: chosen.includes(at),
    right,
    because,
  }));
  return { right: answers.every((answer) => answer.chosen === answer.right), answers };
}

/** So many of a pool, in the order of a seed. */
export const drawn = <T>(pool: readonly T[], seed: string, count: number): T[] =>
  orderOf(seed, pool.length)
    .slice(0, count)
    .flatMap((at) => pool[at] ?? []);

/** Answers by their places as shown under a seed, as their places in the question as it is written. */
export const asWritten = ({ id, answers }: Question, seed: string, shownAt: readonly number[]): number[] => {
  const order = orderOf(`${seed} ${id}`, answers.length);
  return [...new Set(shownAt)].flatMap((at) => order[at] ?? []).sort((a, b) => a - b);
};

/** The same the other way round. */
export const asShown = ({ id, answers }: Question, seed: string, written: readonly number[]): number[] => {
  const order = orderOf(`${seed} ${id}`, answers.length);
  return order.flatMap((at, shownAt) => (written.includes(at) ? [shownAt] : []));
};
