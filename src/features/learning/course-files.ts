import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { z } from 'zod';
import { findCourseFaults, findLessonFaults, findRubricFaults } from './course-faults.ts';
import {
  Checks,
  type Fact,
  Facts,
  LessonHead,
  type Question,
  Quiz,
  Rubric,
  type Term,
  Terms,
} from './course-schema.ts';
import { type Block, parseLesson } from './lesson-text.ts';
import type { Course } from './level-one.ts';

export type Lesson = {
  readonly section: string;
  readonly unit: string;
  readonly head: Head;
  readonly markdown: string;
  readonly blocks: readonly Block[];
  readonly checks: readonly Question[];
};

export type CourseContent = {
  readonly lessons: readonly Lesson[];
  readonly quizzes: ReadonlyMap<string, Quiz>;
  readonly facts: readonly Fact[];
  readonly terms: readonly Term[];
  readonly rubric: Rubric | null;
};

type Head = z.infer<typeof LessonHead>;
type Report = (message: string) => void;

/** Reads a course from a folder per section and lesson. Reports every difference from the outline as a fault. */
export function readCourse(folder: string, outline: Course): { content: CourseContent; faults: readonly string[] } {
  const faults: string[] = [];
  const lessons: Lesson[] = [];
  const quizzes = new Map<string, Quiz>();
  const facts: Fact[] = [];
  const terms: Term[] = [];
  for (const { id: section, units } of outline.sections) {
    const at = (name: string) => join(folder, section, name);
    const report = (name: string) => (message: string) => void faults.push(`${section}/${name}: ${message}`);
    facts.push(...(readJson(at('facts.json'), Facts, report('facts.json')) ?? []));
    terms.push(...(readJson(at('terms.json'), Terms, report('terms.json')) ?? []));
    const quiz = readJson(at('quiz.json'), Quiz, report('quiz.json'));
    if (quiz) quizzes.set(section, quiz);
    for (const unit of units) {
      const head = { title: unit.title, aim: unit.aim, minutes: unit.minutes };
      const lesson = readLessonFolder(at(unit.id), head, report(unit.id));
      if (lesson) lessons.push({ section, unit: unit.id, ...lesson });
    }
  }
  const reportProject = (message: string) => void faults.push(`project.json: ${message}`);
  const rubric = readJson(join(folder, 'project.json'), Rubric, reportProject);
  for (const fault of rubric ? findProjectFaults(rubric, outline.project) : []) reportProject(fault);
  const sections = outline.sections.map(({ id, units }) => ({ id, units, quiz: quizzes.get(id) ?? null }));
  const texts = lessons.map(({ section, unit, blocks }) => ({ where: `${section}/${unit}`, blocks }));
  for (const { where, says } of findCourseFaults({ sections, texts, facts, terms }))
    faults.push(where === '' ? says : `${where}: ${says}`);
  return { content: { lessons, quizzes, facts, terms, rubric }, faults };
}

function findProjectFaults(rubric: Rubric, { tasks, passPercent }: Course['project']): string[] {
  const taskNames = rubric.tasks.map(({ task }) => task);
  return [
    ...findRubricFaults(rubric),
    ...(rubric.passPercent === passPercent
      ? []
      : [`its pass mark is ${rubric.passPercent}, but the outline says ${passPercent}`]),
    ...(taskNames.length === tasks.length
      ? []
      : [`it has ${taskNames.length} parts, but the outline has ${tasks.length}`]),
    ...taskNames.flatMap((task, at) =>
      task === tasks[at] ? [] : [`part ${at + 1} is called '${tasks[at]}' in the outline`],
    ),
  ];
}

function readLessonFolder(folder: string, expected: Head, report: Report): Omit<Lesson, 'section' | 'unit'> | null {
  const file = join(folder, 'text.md');
  if (!existsSync(file)) {
    report('there is no text.md');
    return null;
  }
  const [, frontMatter = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(readFileSync(file, 'utf8')) ?? [];
  const head = parseAs(LessonHead, () => parse(frontMatter), report);
  if (!head) return null;
  for (const name of ['title', 'aim', 'minutes'] as const)
    if (head[name] !== expected[name])
      report(`its ${name} is '${head[name]}', but the outline says '${expected[name]}'`);
  const lesson = parseLesson(body);
  const checks = readJson(join(folder, 'questions.json'), Checks, report) ?? [];
  for (const fault of findLessonFaults(lesson, { checks, linesBefore: frontMatter.split('\n').length + 2 }))
    report(fault);
  const { blocks } = lesson;
  return { head, markdown: body, blocks, checks };
}

function readJson<T>(file: string, schema: z.ZodType<T>, report: Report): T | null {
  if (!existsSync(file)) {
    report('is missing');
    return null;
  }
  return parseAs(schema, () => JSON.parse(readFileSync(file, 'utf8')), report);
}

function parseAs<T>(schema: z.ZodType<T>, read: () => unknown, report: Report): T | null {
  try {
    const { success, data, error } = schema.safeParse(read());
    if (success) return data;
    for (const { path, message } of error.issues) report(`${path.join('.')}: ${message}`);
  } catch (error) {
    report(String(error));
  }
  return null;
}
