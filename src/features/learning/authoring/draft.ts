import { z } from 'zod';
import type { CourseText } from '../course-text.ts';

/** Maximum characters of a lesson. Eight minutes of reading are about 10,000. */
export const maxLessonLength = 15_000;
/** Maximum characters of all lessons of a course, because a process caches about 40 courses. */
const maxCourseLength = 400_000;

const Id = z.string().regex(/^[a-z][a-z0-9-]{1,40}$/);
const textUpTo = (max: number) => z.string().trim().max(max);
const countUpTo = (max: number) => z.number().int().min(0).max(max);

const Question = z.strictObject({
  id: Id,
  ask: textUpTo(600),
  answers: z.array(z.strictObject({ text: textUpTo(600), right: z.boolean(), because: textUpTo(600) })).max(6),
});

const Unit = z.strictObject({
  id: Id,
  title: textUpTo(200),
  aim: textUpTo(600),
  minutes: countUpTo(60),
  markdown: z.string().max(maxLessonLength),
  checks: z.array(Question).max(20),
});

export const DraftSection = z.strictObject({
  id: Id,
  title: textUpTo(200),
  about: textUpTo(600),
  /** Required when sections open by date. */
  opensOn: z.string().regex(/^(|\d{4}-\d{2}-\d{2})$/),
  units: z.array(Unit).max(30),
  quiz: z.strictObject({ asked: countUpTo(20), questions: z.array(Question.extend({ unit: textUpTo(41) })).max(60) }),
});

const Criterion = z.strictObject({
  id: Id,
  points: countUpTo(100),
  levels: z.array(z.strictObject({ points: countUpTo(100), says: textUpTo(600) })).max(6),
});
const Task = z.strictObject({
  id: Id,
  task: textUpTo(600),
  asks: textUpTo(600),
  evidence: z.enum(['text', 'transaction', 'costs']),
  criteria: z.array(Criterion).max(8),
});
const Project = z.strictObject({
  about: textUpTo(600),
  rubric: z.strictObject({ title: textUpTo(200), passPercent: countUpTo(100), tasks: z.array(Task).max(10) }),
});

export const DraftHead = z.strictObject({
  title: textUpTo(200),
  about: textUpTo(600),
  opens: z.enum(['at_once', 'by_date', 'by_section']),
  quizPassPercent: countUpTo(100),
  certificate: z.strictObject({ title: textUpTo(200), about: textUpTo(600) }).nullable(),
  project: Project.nullable(),
  facts: z.array(z.strictObject({ id: Id, says: textUpTo(600), source: textUpTo(600), asOf: textUpTo(10) })).max(300),
  terms: z.array(z.strictObject({ id: Id, word: textUpTo(60), means: textUpTo(600) })).max(300),
});

export type DraftHead = z.infer<typeof DraftHead>;
export type DraftSection = z.infer<typeof DraftSection>;

/** Like a published course, but possibly incomplete. */
export type Draft = DraftHead & { readonly sections: readonly DraftSection[] };

export const emptyDraft = (title: string): Draft => ({
  title,
  about: '',
  opens: 'at_once',
  quizPassPercent: 80,
  certificate: null,
  project: null,
  facts: [],
  terms: [],
  sections: [],
});

/** The changes of one save: head, section order and edited sections. */
export type DraftChange = {
  readonly head: DraftHead;
  readonly order: readonly string[];
  readonly sections: readonly DraftSection[];
};

export function applyChange({ sections: before }: Draft, { head, order, sections }: DraftChange): Draft {
  const known = new Map([...before, ...sections].map((section) => [section.id, section]));
  return { ...head, sections: [...new Set(order)].flatMap((id) => known.get(id) ?? []) };
}

export const isTooLong = ({ sections }: Draft): boolean =>
  sections.flatMap(({ units }) => units).reduce((sum, { markdown }) => sum + markdown.length, 0) > maxCourseLength;

/** Converts a draft without faults to a course version. */
export function toCourseText({ opens, project, sections, ...head }: Draft): CourseText {
  const rubric = project?.rubric ?? null;
  return {
    level: null,
    ...head,
    rubric,
    project: project && {
      title: project.rubric.title,
      about: project.about,
      passPercent: project.rubric.passPercent,
      tasks: project.rubric.tasks.map(({ task }) => task),
    },
    sections: sections.map(({ opensOn, ...section }) => ({ ...section, ...(opens === 'by_date' && { opensOn }) })),
    ...(opens !== 'at_once' && { opens }),
  };
}

export const getPictureIds = ({ sections }: Pick<Draft, 'sections'>): string[] => [
  ...new Set(
    sections
      .flatMap(({ units }) => units)
      .flatMap(({ markdown }) => [...markdown.matchAll(/\]\(picture:([0-9a-f-]{36})\)/g)].map(([, id = '']) => id)),
  ),
];

type Item = { readonly key: string; readonly name: string; readonly value: unknown };

const shorten = (text: string): string => (text.length > 60 ? `${text.slice(0, 57)}...` : text);
const formatName = (kind: string, text: string): string => `${kind} “${shorten(text)}”`;

type CourseSection = CourseText['sections'][number];
type CourseUnit = CourseSection['units'][number];

const getUnitItems = ({ checks, ...unit }: CourseUnit): Item[] => [
  { key: `lesson ${unit.id}`, name: formatName('Lesson', unit.title), value: unit },
  ...checks.map((check) => ({
    key: `check ${unit.id} ${check.id}`,
    value: check,
    name: `${formatName('Question', check.ask)} of ${formatName('lesson', unit.title)}`,
  })),
];

const getSectionItems = ({ units, quiz, ...section }: CourseSection): Item[] => [
  { key: `section ${section.id}`, name: formatName('Section', section.title), value: section },
  ...units.flatMap(getUnitItems),
  {
    key: `quiz ${section.id}`,
    name: `Questions per attempt in the quiz of ${formatName('section', section.title)}`,
    value: quiz?.asked,
  },
  ...(quiz?.questions ?? []).map((question) => ({
    key: `question ${question.id}`,
    name: formatName('Quiz question', question.ask),
    value: question,
  })),
];

function getItems({ sections, facts, terms, project, rubric, ...head }: CourseText): Item[] {
  const { tasks = [], ...grading } = rubric ?? {};
  return [
    { key: 'course', name: 'Course details', value: head },
    ...sections.flatMap(getSectionItems),
    ...facts.map((fact) => ({ key: `fact ${fact.id}`, name: formatName('Figure', fact.says), value: fact })),
    ...terms.map((term) => ({ key: `term ${term.id}`, name: formatName('Word', term.word), value: term })),
    ...(project ? [{ key: 'project', name: 'The final project', value: { about: project.about, grading } }] : []),
    ...tasks.map((task) => ({
      key: `task ${task.id}`,
      name: formatName('Part of the project', task.task),
      value: task,
    })),
  ];
}

/** Normalizes the order of object keys, which JSON storage may change. */
const sortKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sortKeys(inner)]),
  );
};
const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(sortKeys(a)) === JSON.stringify(sortKeys(b));

const getCommonOrder = (items: readonly Item[], otherItems: readonly Item[]): string[] => {
  const known = new Set(otherItems.map(({ key }) => key));
  return items.map(({ key }) => key).filter((key) => known.has(key));
};

export function describeChanges(before: CourseText, after: CourseText): string[] {
  const [oldItems, newItems] = [getItems(before), getItems(after)];
  const former = new Map(oldItems.map((item) => [item.key, item]));
  const present = new Set(newItems.map(({ key }) => key));
  const lines = newItems.flatMap(({ key, name, value }) => {
    const old = former.get(key);
    if (!old) return [`${name} was added`];
    return isEqual(old.value, value) ? [] : [`${name} changed`];
  });
  const removed = oldItems.filter(({ key }) => !present.has(key)).map(({ name }) => `${name} was removed`);
  const moved = isEqual(getCommonOrder(oldItems, newItems), getCommonOrder(newItems, oldItems))
    ? []
    : ['The order changed'];
  return [...lines, ...removed, ...moved];
}
