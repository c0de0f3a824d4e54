import type { Fact, Question, Quiz, Rubric, Term } from './course-schema.ts';
import { type Block, flattenInlines, type LessonText } from './lesson-text.ts';
import { isPractice } from './practices.ts';

export type CourseFault = { readonly where: string; readonly says: string };

type LessonContext = {
  readonly checks: readonly Pick<Question, 'id'>[];
  readonly pictures?: ReadonlySet<string>;
  readonly linesBefore?: number;
};

const noPictures: ReadonlySet<string> = new Set();

export function findLessonFaults(
  { blocks, faults }: LessonText,
  { checks, pictures = noPictures, linesBefore = 0 }: LessonContext,
) {
  const placed = blocks.flatMap((block) => (block.kind === 'check' ? [block.id] : []));
  const exercises = blocks.flatMap((block) => (block.kind === 'practice' ? [block.id] : []));
  const pictureIds = blocks.flatMap((block) => (block.kind === 'picture' ? [block.file] : []));
  return [
    ...faults.map(({ line, text }) => `line ${line + linesBefore}: ${text}`),
    ...placed.filter((id) => !checks.some((check) => check.id === id)).map((id) => `there is no question ${id}`),
    ...checks
      .filter(({ id }) => placed.filter((one) => one === id).length !== 1)
      .map(({ id }) => `question ${id} must appear once in the text`),
    ...exercises.filter((one) => !isPractice(one)).map((one) => `there is no exercise ${one}`),
    ...findDuplicates('question', checks).map(({ says }) => says),
    ...pictureIds.filter((file) => !pictures.has(file)).map((file) => `picture ${file} is missing`),
  ];
}

type Sections = readonly {
  readonly id: string;
  readonly units: readonly { readonly id: string }[];
  readonly quiz: Pick<Quiz, 'questions'> | null;
}[];

type Parts = {
  readonly sections: Sections;
  readonly texts: readonly { readonly where: string; readonly blocks: readonly Block[] }[];
  readonly facts: readonly Pick<Fact, 'id'>[];
  readonly terms: readonly Pick<Term, 'id'>[];
};

export function findCourseFaults({ sections, texts, facts, terms }: Parts): CourseFault[] {
  const questions = sections.flatMap(({ quiz }) => quiz?.questions ?? []);
  return [
    ...sections.flatMap(findStrayQuestions),
    ...findUnknown(texts, { facts, terms }),
    ...findDuplicates('fact', facts),
    ...findDuplicates('term', terms),
    ...findDuplicates('section', sections),
    ...findDuplicates(
      'lesson',
      sections.flatMap(({ units }) => units),
    ),
    ...findDuplicates('quiz question', questions),
  ];
}

const findStrayQuestions = ({ id: section, units, quiz }: Sections[number]): CourseFault[] =>
  (quiz?.questions ?? [])
    .filter(({ unit }) => !units.some(({ id }) => id === unit))
    .map(({ unit }) => ({ where: `quiz/${section}`, says: `there is no unit ${unit}` }));

type NamedEntry = { readonly kind: string; readonly id: string };

/** Reports terms and facts without an entry, and unused entries. */
function findUnknown(texts: Parts['texts'], { facts, terms }: Pick<Parts, 'facts' | 'terms'>): CourseFault[] {
  const references = texts.flatMap(({ where, blocks }) =>
    blocks.flatMap(flattenInlines).flatMap((inline) => {
      if (typeof inline === 'string') return [];
      if ('term' in inline) return [{ kind: 'term', id: inline.term, where }];
      return 'fact' in inline ? [{ kind: 'fact', id: inline.fact, where }] : [];
    }),
  );
  const all = [...facts.map(({ id }) => ({ kind: 'fact', id })), ...terms.map(({ id }) => ({ kind: 'term', id }))];
  const isSame = (a: NamedEntry, b: NamedEntry) => a.kind === b.kind && a.id === b.id;
  return [
    ...references
      .filter((one) => !all.some((known) => isSame(one, known)))
      .map(({ where, kind, id }) => ({ where, says: `there is no ${kind} ${id}` })),
    ...all
      .filter((known) => !references.some((one) => isSame(one, known)))
      .map(({ kind, id }) => ({ where: '', says: `${kind} ${id} is never used` })),
  ];
}

/** Reports duplicate ids of parts or criteria, which would share one mark. */
export function findRubricFaults({ tasks }: Rubric): string[] {
  const lists = [tasks, ...tasks.map(({ criteria }) => criteria)];
  const hasDuplicates = lists.some((list) => new Set(list.map(({ id }) => id)).size < list.length);
  return hasDuplicates ? ['two parts have the same name'] : [];
}

const findDuplicates = (kind: string, all: readonly { id: string }[]): CourseFault[] =>
  all
    .filter(({ id }, n) => all.findIndex((other) => other.id === id) !== n)
    .map(({ id }) => ({ where: '', says: `${kind} ${id} appears twice` }));
