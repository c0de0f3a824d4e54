import type { z } from 'zod';
import { type CourseFault, findCourseFaults, findLessonFaults, findRubricFaults } from '../course-faults.ts';
import { Announced, Checks, Facts, LessonHead, PassPercent, Quiz, Rubric, Terms } from '../course-schema.ts';
import { type LessonText, parseLesson } from '../lesson-text.ts';
import type { Draft, DraftSection } from './draft.ts';

const itemNames: Readonly<Record<string, string>> = {
  questions: 'question',
  answers: 'answer',
  tasks: 'part',
  criteria: 'criterion',
  levels: 'level',
};

const fieldNames: Readonly<Record<string, string>> = {
  ask: 'the question',
  because: 'explanation',
  asOf: 'as of',
  asked: 'questions per attempt',
  passPercent: 'pass mark',
  asks: 'what to hand in',
};

type Issue = z.core.$ZodIssue;

/** Formats the path of an issue. `each` names the items of a top-level list. */
function formatPath(path: Issue['path'], each: string): string {
  const steps = path.map((step, at) => {
    if (typeof step !== 'number') return String(step) in itemNames ? '' : (fieldNames[String(step)] ?? String(step));
    return `${at === 0 ? each : (itemNames[String(path[at - 1])] ?? 'line')} ${step + 1}`;
  });
  const location = steps.filter((step) => step !== '').join(', ');
  return location === '' ? '' : `${location[0]?.toUpperCase()}${location.slice(1)}: `;
}

const formatUnit = (origin: string): string =>
  origin === 'string' ? ' characters' : origin === 'array' ? ' items' : '';

function formatIssue(issue: Issue): string {
  if (issue.code === 'too_small') return `at least ${issue.minimum}${formatUnit(issue.origin)}`;
  if (issue.code === 'too_big') return `at most ${issue.maximum}${formatUnit(issue.origin)}`;
  if (issue.code === 'invalid_format')
    return issue.format === 'date' ? 'enter a date such as 2026-11-24' : 'invalid name';
  return issue.code === 'custom' ? issue.message : 'is missing';
}

const describeIssues = (schema: z.ZodType, value: unknown, each = 'line'): string[] =>
  (schema.safeParse(value).error?.issues ?? []).map((issue) => `${formatPath(issue.path, each)}${formatIssue(issue)}`);

type PartPath = 'course' | 'words' | 'project' | `${'section' | 'lesson' | 'quiz'}/${string}`;

const faultsAt = (where: PartPath, says: readonly string[]): CourseFault[] =>
  says.map((each) => ({ where, says: each }));
const withPrefix = (name: string, says: readonly string[]): string[] => says.map((each) => `${name}: ${each}`);

type Unit = DraftSection['units'][number];

function findUnitFaults(
  { id, checks, ...unit }: Unit,
  lesson: LessonText,
  pictures: ReadonlySet<string>,
): CourseFault[] {
  const { title, aim, minutes } = unit;
  return faultsAt(`lesson/${id}`, [
    ...describeIssues(LessonHead, { title, aim, minutes }),
    ...(lesson.blocks.length === 0 ? ['the lesson has no text'] : []),
    ...findLessonFaults(lesson, { checks, pictures }),
    ...describeIssues(Checks, checks, 'question'),
  ]);
}

function findOpeningFaults({ opens, sections }: Draft): CourseFault[] {
  if (opens !== 'by_date') return [];
  return sections.flatMap(({ id, opensOn }, n) => {
    const before = sections[n - 1]?.opensOn ?? '';
    if (opensOn === '') return faultsAt(`section/${id}`, ['choose an opening date']);
    return opensOn < before ? faultsAt(`section/${id}`, ['this section opens before the section above']) : [];
  });
}

function findHeadFaults({ title, about, quizPassPercent, certificate, project, facts, terms, sections }: Draft) {
  return [
    ...faultsAt('course', describeIssues(Announced, { title, about })),
    ...faultsAt('course', withPrefix('Pass mark', describeIssues(PassPercent, quizPassPercent))),
    ...faultsAt('course', certificate ? withPrefix('Certificate', describeIssues(Announced, certificate)) : []),
    ...faultsAt('course', sections.length === 0 ? ['the course has no sections'] : []),
    ...faultsAt('words', describeIssues(Facts, facts, 'figure')),
    ...faultsAt('words', describeIssues(Terms, terms, 'word')),
    ...faultsAt('project', project ? describeIssues(Announced.pick({ about: true }), { about: project.about }) : []),
    ...faultsAt('project', project ? describeIssues(Rubric, project.rubric) : []),
  ];
}

/** Returns everything that prevents publication, by part. Courses from files follow the same rules. */
export function findFaults(draft: Draft, pictures: ReadonlySet<string>): CourseFault[] {
  const { sections, facts, terms } = draft;
  const texts = sections.flatMap(({ units }) =>
    units.map((unit) => ({ unit, where: `lesson/${unit.id}`, lesson: parseLesson(unit.markdown) })),
  );
  const sectionFaults = ({ id, title, about, units, quiz }: DraftSection): CourseFault[] => [
    ...faultsAt(`section/${id}`, describeIssues(Announced, { title, about })),
    ...faultsAt(`section/${id}`, units.length === 0 ? ['the section has no lessons'] : []),
    ...faultsAt(`quiz/${id}`, describeIssues(Quiz, quiz)),
  ];
  const courseFaults = findCourseFaults({
    sections,
    facts,
    terms,
    texts: texts.map(({ where, lesson: { blocks } }) => ({ where, blocks })),
  });
  return [
    ...findHeadFaults(draft),
    ...findOpeningFaults(draft),
    ...sections.flatMap(sectionFaults),
    ...texts.flatMap(({ unit, lesson }) => findUnitFaults(unit, lesson, pictures)),
    ...courseFaults.map(({ where, says }) => ({ where: where === '' ? 'words' : where, says })),
    ...faultsAt('project', draft.project ? findRubricFaults(draft.project.rubric) : []),
  ];
}
