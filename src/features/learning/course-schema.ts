import { z } from 'zod';

const Id = z.string().regex(/^[a-z][a-z0-9-]{1,40}$/);
const Sentence = z.string().trim().min(3).max(600);

/** `because` explains why the answer is right or wrong. */
const Answer = z.strictObject({ text: Sentence, right: z.boolean(), because: Sentence });

const hasBoth = (answers: readonly { right: boolean }[]) =>
  answers.some(({ right }) => right) && answers.some(({ right }) => !right);

export const Announced = z.object({ title: z.string().trim().min(3).max(90), about: Sentence });

export const PassPercent = z.number().int().min(1).max(100);

export const Question = z.strictObject({
  id: Id,
  ask: Sentence,
  answers: z.array(Answer).min(2).max(6).refine(hasBoth, 'Add at least one right and one wrong answer'),
});
export type Question = z.infer<typeof Question>;

export const Checks = z.array(Question).min(1);

/** Each attempt picks `asked` of the questions. */
export const Quiz = z
  .strictObject({ asked: z.number().int().min(5).max(8), questions: z.array(Question.extend({ unit: Id })) })
  .refine(
    ({ asked, questions }) => questions.length >= asked * 2,
    'Add at least twice as many questions as each attempt has',
  );
export type Quiz = z.infer<typeof Quiz>;

/** A figure or legal statement that staff review. `asOf`: YYYY-MM-DD. */
export const Facts = z.array(
  z.strictObject({ id: Id, says: Sentence, source: Sentence, asOf: z.iso.date(), toCheck: z.literal(true).optional() }),
);
export type Fact = z.infer<typeof Facts>[number];

export const Terms = z.array(z.strictObject({ id: Id, word: z.string().min(2).max(60), means: Sentence }));
export type Term = z.infer<typeof Terms>[number];

export const LessonHead = z.strictObject({
  title: z.string().min(3).max(90),
  aim: Sentence,
  minutes: z.number().int().min(2).max(8),
});

const Level = z.strictObject({ points: z.number().int().min(0).max(100), says: Sentence });
type Level = z.infer<typeof Level>;
const isRising = (levels: readonly Level[]) =>
  levels.every(({ points }, at) => points > (levels[at - 1]?.points ?? -1));

const Criterion = z
  .strictObject({ id: Id, points: z.number().int().min(1).max(100), levels: z.array(Level).min(2).max(6) })
  .refine(({ levels }) => levels[0]?.points === 0 && isRising(levels), 'Levels must start at 0 and rise')
  .refine(({ levels, points }) => levels.at(-1)?.points === points, 'The last level must give all points');

const Task = z.strictObject({
  id: Id,
  task: Sentence,
  asks: Sentence,
  evidence: z.enum(['text', 'transaction', 'costs']),
  criteria: z.array(Criterion).min(1).max(8),
});

export const Rubric = z
  .strictObject({ title: z.string().min(3).max(90), passPercent: PassPercent, tasks: z.array(Task).min(1).max(10) })
  .refine(({ tasks }) => sumPoints(tasks) === 100, 'The points of all parts must add up to 100');
export type Rubric = z.infer<typeof Rubric>;

function sumPoints(tasks: readonly z.infer<typeof Task>[]): number {
  return tasks.flatMap(({ criteria }) => criteria).reduce((sum, { points }) => sum + points, 0);
}
