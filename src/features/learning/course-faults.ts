import type { Fact, Question, Quiz, Rubric, Term } from './course-schema.ts';
import { type Block, inlinesOf, type LessonText } from './lesson-text.ts';
import { isPractice } from './practices.ts';

/** Something that is wrong with a course: where, or nowhere in particular, and what. */
export type CourseFault = { readonly where: string; readonly says: string };

type Beside = {
  readonly checks: readonly Pick<Question, 'id'>[];
  /** Files that are pictures of this course. */
  readonly pictures?: ReadonlySet<string>;
  /** How many lines stand above the text where it is kept. */
  readonly linesBefore?: number;
};

const noPictures: ReadonlySet<string> = new Set();

/** What is wrong with a lesson: pieces that it cannot have, and questions that stand in its text not once. */
export function lessonFaults(
  { blocks, faults }: LessonText,
  { checks, pictures = noPictures, linesBefore = 0 }: Beside,
) {
  const placed = blocks.flatMap((block) => (block.kind === 'check' ? [block.id] : []));
  const exercises = blocks.flatMap((block) => (block.kind === 'practice' ? [block.id] : []));
  const shown = blocks.flatMap((block) => (block.kind === 'picture' ? [block.file] : []));
  return [
    ...faults.map(({ line, text }) => `line ${line + linesBefore}: ${text}`),
    ...placed.filter((id) => !checks.some((check) => check.id === id)).map((id) => `there is no question ${id}`),
    ...checks
      .filter(({ id }) => placed.filter((one) => one === id).length !== 1)
      .map(({ id }) => `question ${id} stands in the text once`),
    ...exercises.filter((one) => !isPractice(one)).map((one) => `there is no exercise ${one}`),
    ...twice('question', checks).map(({ says }) => says),
    ...shown.filter((file) => !pictures.has(file)).map((file) => `picture ${file} is not there`),
  ];
}

type Sections = readonly {
  readonly id: string;
  readonly units: readonly { readonly id: string }[];
  readonly quiz: Pick<Quiz, 'questions'> | null;
}[];

type Parts = {
  readonly sections: Sections;
  /** The text of each lesson, and where it is. */
  readonly texts: readonly { readonly where: string; readonly blocks: readonly Block[] }[];
  readonly facts: readonly Pick<Fact, 'id'>[];
  readonly terms: readonly Pick<Term, 'id'>[];
};

/** What does not fit together in a course, however it is kept: what names something that is not there, or is twice. */
export function courseFaults({ sections, texts, facts, terms }: Parts): CourseFault[] {
  const questions = sections.flatMap(({ quiz }) => quiz?.questions ?? []);
  return [
    ...sections.flatMap(strayQuestions),
    ...unknown(texts, { facts, terms }),
    ...twice('fact', facts),
    ...twice('term', terms),
    ...twice('section', sections),
    ...twice(
      'lesson',
      sections.flatMap(({ units }) => units),
    ),
    ...twice('quiz question', questions),
  ];
}

const strayQuestions = ({ id: section, units, quiz }: Sections[number]): CourseFault[] =>
  (quiz?.questions ?? [])
    .filter(({ unit }) => !units.some(({ id }) => id === unit))
    .map(({ unit }) => ({ where: `quiz/${section}`, says: `there is no unit ${unit}` }));

type Named = { readonly kind: string; readonly id: string };

/** Terms and facts that lessons name and nobody explains, and those that no lesson names. */
function unknown(texts: Parts['texts'], { facts, terms }: Pick<Parts, 'facts' | 'terms'>): CourseFault[] {
  const named = texts.flatMap(({ where, blocks }) =>
    blocks.flatMap(inlinesOf).flatMap((inline) => {
      if (typeof inline === 'string') return [];
      if ('term' in inline) return [{ kind: 'term', id: inline.term, where }];
      return 'fact' in inline ? [{ kind: 'fact', id: inline.fact, where }] : [];
    }),
  );
  const all = [...facts.map(({ id }) => ({ kind: 'fact', id })), ...terms.map(({ id }) => ({ kind: 'term', id }))];
  const same = (a: Named, b: Named) => a.kind === b.kind && a.id === b.id;
  return [
    ...named
      .filter((one) => !all.some((known) => same(one, known)))
      .map(({ where, kind, id }) => ({ where, says: `no ${kind} ${id}` })),
    ...all
      .filter((known) => !named.some((one) => same(one, known)))
      .map(({ kind, id }) => ({ where: '', says: `${kind} ${id} is named nowhere` })),
  ];
}

/** Parts of a project, or criteria of a part, under one name would be marked as one. */
export function rubricFaults({ tasks }: Rubric): string[] {
  const lists = [tasks, ...tasks.map(({ criteria }) => criteria)];
  const isDouble = lists.some((list) => new Set(list.map(({ id }) => id)).size < list.length);
  return isDouble ? ['two parts of it have one name'] : [];
}

const twice = (kind: string, all: readonly { id: string }[]): CourseFault[] =>
  all
    .filter(({ id }, n) => all.findIndex((other) => other.id === id) !== n)
    .map(({ id }) => ({ where: '', says: `${kind} ${id} stands twice` }));
