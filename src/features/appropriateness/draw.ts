import { drawn, grade } from '../learning/grading.ts';
import type { Basics } from './content.ts';

type Pool = Pick<Basics, 'questions' | 'asked'>;

/**
 * Which questions a try asks, by its seed: none that the try before asked, as far as there are enough others, so that
 * whoever failed is asked something else and not the same words again.
 */
export function draw({ questions, asked }: Pool, seed: string, before: readonly string[]): string[] {
  const fresh = questions.filter(({ id }) => !before.includes(id));
  const again = questions.filter(({ id }) => before.includes(id));
  return [...drawn(fresh, seed, asked), ...drawn(again, seed, asked)].slice(0, asked).map(({ id }) => id);
}

type Given = {
  readonly seed: string;
  readonly ids: readonly string[];
  /** For each question, in their order, the places of the chosen answers as they were shown. */
  readonly answers: readonly (readonly number[])[];
};

/** Grades a try: each question explained, which were wrong, in their own words, and whether it was enough. */
export function mark({ questions, enough }: Pick<Basics, 'questions' | 'enough'>, { seed, ids, answers }: Given) {
  const marked = ids.flatMap((id, at) => {
    const question = questions.find((one) => one.id === id);
    return question ? [{ question, graded: grade(question, seed, answers[at] ?? []) }] : [];
  });
  const wrong = marked.flatMap(({ question, graded }) => (graded.right ? [] : [question.ask]));
  const right = marked.length - wrong.length;
  return { marked, wrong, right, passed: right >= enough };
}
