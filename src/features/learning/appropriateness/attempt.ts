import { grade, pickQuestions } from '../grading.ts';
import type { Basics } from './content.ts';

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
