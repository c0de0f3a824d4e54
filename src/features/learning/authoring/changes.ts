import type { CourseText } from '../course-text.ts';

type Item = { readonly key: string; readonly name: string; readonly value: unknown };

const shorten = (text: string): string => (text.length > 60 ? `${text.slice(0, 57)}...` : text);
const formatName = (kind: string, text: string): string => `${kind} “${shorten(text)}”`;

type Section = CourseText['sections'][number];
type Unit = Section['units'][number];

const getUnitItems = ({ checks, ...unit }: Unit): Item[] => [
  { key: `lesson ${unit.id}`, name: formatName('Lesson', unit.title), value: unit },
  ...checks.map((check) => ({
    ...{ key: `check ${unit.id} ${check.id}`, value: check },
    name: `${formatName('Question', check.ask)} of ${formatName('lesson', unit.title)}`,
  })),
];

const getSectionItems = ({ units, quiz, ...section }: Section): Item[] => [
  { key: `section ${section.id}`, name: formatName('Section', section.title), value: section },
  ...units.flatMap(getUnitItems),
  {
    key: `quiz ${section.id}`,
    name: `Questions per attempt in the quiz of ${formatName('section', section.title)}`,
    value: quiz?.asked,
  },
  ...(quiz?.questions ?? []).map((question) => ({
    ...{ key: `question ${question.id}`, name: formatName('Quiz question', question.ask), value: question },
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
  const gone = oldItems.filter(({ key }) => !present.has(key)).map(({ name }) => `${name} was removed`);
  const moved = isEqual(getCommonOrder(oldItems, newItems), getCommonOrder(newItems, oldItems))
    ? []
    : ['The order changed'];
  return [...lines, ...gone, ...moved];
}
