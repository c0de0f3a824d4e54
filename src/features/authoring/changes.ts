import type { CourseText } from '../learning/course-text.ts';

/** Something in a course that is compared by itself: known by its key, named for people, in its place. */
type Piece = { readonly key: string; readonly name: string; readonly value: unknown };

const short = (text: string): string => (text.length > 60 ? `${text.slice(0, 57)}...` : text);
const named = (kind: string, text: string): string => `${kind} “${short(text)}”`;

type Section = CourseText['sections'][number];
type Unit = Section['units'][number];

const unitPieces = ({ checks, ...unit }: Unit): Piece[] => [
  { key: `lesson ${unit.id}`, name: named('Lesson', unit.title), value: unit },
  ...checks.map((check) => ({
    ...{ key: `check ${unit.id} ${check.id}`, value: check },
    name: `${named('Question', check.ask)} of ${named('lesson', unit.title)}`,
  })),
];

const sectionPieces = ({ units, quiz, ...section }: Section): Piece[] => [
  { key: `section ${section.id}`, name: named('Section', section.title), value: section },
  ...units.flatMap(unitPieces),
  {
    key: `quiz ${section.id}`,
    name: `How many questions the quiz of ${named('section', section.title)} asks`,
    value: quiz?.asked,
  },
  ...(quiz?.questions ?? []).map((question) => ({
    ...{ key: `question ${question.id}`, name: named('Quiz question', question.ask), value: question },
  })),
];

function piecesOf({ sections, facts, terms, project, rubric, ...head }: CourseText): Piece[] {
  const { tasks = [], ...judged } = rubric ?? {};
  return [
    { key: 'course', name: 'What is said of the course', value: head },
    ...sections.flatMap(sectionPieces),
    ...facts.map((fact) => ({ key: `fact ${fact.id}`, name: named('Figure', fact.says), value: fact })),
    ...terms.map((term) => ({ key: `term ${term.id}`, name: named('Word', term.word), value: term })),
    ...(project ? [{ key: 'project', name: 'The final project', value: { about: project.about, judged } }] : []),
    ...tasks.map((task) => ({ key: `task ${task.id}`, name: named('Part of the project', task.task), value: task })),
  ];
}

/** A value with the keys of its objects in order: where it was kept in between, they may have changed places. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
};
const same = (a: unknown, b: unknown): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));

/** Those that both have, in the order of one of them. */
const orderIn = (pieces: readonly Piece[], others: readonly Piece[]): string[] => {
  const known = new Set(others.map(({ key }) => key));
  return pieces.map(({ key }) => key).filter((key) => known.has(key));
};

/** What changed from one version of a course to the next, a line for each thing. */
export function changesBetween(before: CourseText, after: CourseText): string[] {
  const [was, is] = [piecesOf(before), piecesOf(after)];
  const former = new Map(was.map((piece) => [piece.key, piece]));
  const present = new Set(is.map(({ key }) => key));
  const lines = is.flatMap(({ key, name, value }) => {
    const old = former.get(key);
    if (!old) return [`${name} is new`];
    return same(old.value, value) ? [] : [`${name} changed`];
  });
  const gone = was.filter(({ key }) => !present.has(key)).map(({ name }) => `${name} is gone`);
  const moved = same(orderIn(was, is), orderIn(is, was)) ? [] : ['The order changed'];
  return [...lines, ...gone, ...moved];
}
