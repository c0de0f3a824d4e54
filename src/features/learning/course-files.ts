import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { z } from 'zod';
import { courseFaults, lessonFaults, rubricFaults } from './course-faults.ts';
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
import { type Block, readLesson } from './lesson-text.ts';
import type { Course } from './level-one.ts';

export type Lesson = {
  readonly section: string;
  readonly unit: string;
  readonly head: Head;
  /** As it is written, and the pieces of it. */
  readonly markdown: string;
  readonly blocks: readonly Block[];
  readonly checks: readonly Question[];
};

export type CourseContent = {
  readonly lessons: readonly Lesson[];
  readonly quizzes: ReadonlyMap<string, Quiz>;
  readonly facts: readonly Fact[];
  readonly terms: readonly Term[];
  /** How the final project is marked. */
  readonly rubric: Rubric | null;
};

type Head = z.infer<typeof LessonHead>;
type Say = (what: string) => void;

/**
 * Reads the files of a course, one folder a section and one a unit, and holds them against its outline: what is
 * missing, cannot be read, or names what is not there, comes back as sentences that say where.
 */
export function readCourse(folder: string, outline: Course): { content: CourseContent; faults: readonly string[] } {
  const faults: string[] = [];
  const lessons: Lesson[] = [];
  const quizzes = new Map<string, Quiz>();
  const facts: Fact[] = [];
  const terms: Term[] = [];
  for (const { id: section, units } of outline.sections) {
    const at = (name: string) => join(folder, section, name);
    const say = (name: string) => (what: string) => void faults.push(`${section}/${name}: ${what}`);
    facts.push(...(jsonIn(at('facts.json'), Facts, say('facts.json')) ?? []));
    terms.push(...(jsonIn(at('terms.json'), Terms, say('terms.json')) ?? []));
    const quiz = jsonIn(at('quiz.json'), Quiz, say('quiz.json'));
    if (quiz) quizzes.set(section, quiz);
    for (const unit of units) {
      const head = { title: unit.title, aim: unit.aim, minutes: unit.minutes };
      const lesson = lessonIn(at(unit.id), head, say(unit.id));
      if (lesson) lessons.push({ section, unit: unit.id, ...lesson });
    }
  }
  const sayProject = (what: string) => void faults.push(`project.json: ${what}`);
  const rubric = jsonIn(join(folder, 'project.json'), Rubric, sayProject);
  for (const fault of rubric ? projectFaults(rubric, outline.project) : []) sayProject(fault);
  const sections = outline.sections.map(({ id, units }) => ({ id, units, quiz: quizzes.get(id) ?? null }));
  const texts = lessons.map(({ section, unit, blocks }) => ({ where: `${section}/${unit}`, blocks }));
  for (const { where, says } of courseFaults({ sections, texts, facts, terms }))
    faults.push(where === '' ? says : `${where}: ${says}`);
  return { content: { lessons, quizzes, facts, terms, rubric }, faults };
}

/** A project is marked as it is announced. */
function projectFaults(rubric: Rubric, { tasks, passPercent }: Course['project']): string[] {
  const judged = rubric.tasks.map(({ task }) => task);
  return [
    ...rubricFaults(rubric),
    ...(rubric.passPercent === passPercent
      ? []
      : [`it is passed with ${rubric.passPercent}, announced are ${passPercent}`]),
    ...(judged.length === tasks.length ? [] : [`it has ${judged.length} parts, announced are ${tasks.length}`]),
    ...judged.flatMap((task, at) => (task === tasks[at] ? [] : [`part ${at + 1} is announced as '${tasks[at]}'`])),
  ];
}

function lessonIn(folder: string, announced: Head, say: Say): Omit<Lesson, 'section' | 'unit'> | null {
  const file = join(folder, 'text.md');
  if (!existsSync(file)) {
    say('there is no text.md');
    return null;
  }
  const [, top = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(readFileSync(file, 'utf8')) ?? [];
  const head = readAs(LessonHead, () => parse(top), say);
  if (!head) return null;
  for (const name of ['title', 'aim', 'minutes'] as const)
    if (head[name] !== announced[name]) say(`its ${name} is '${head[name]}', and is announced as '${announced[name]}'`);
  const read = readLesson(body);
  const checks = jsonIn(join(folder, 'questions.json'), Checks, say) ?? [];
  for (const fault of lessonFaults(read, { checks, linesBefore: top.split('\n').length + 2 })) say(fault);
  const { blocks } = read;
  return { head, markdown: body, blocks, checks };
}

function jsonIn<T>(file: string, schema: z.ZodType<T>, say: Say): T | null {
  if (!existsSync(file)) {
    say('is not there');
    return null;
  }
  return readAs(schema, () => JSON.parse(readFileSync(file, 'utf8')), say);
}

function readAs<T>(schema: z.ZodType<T>, read: () => unknown, say: Say): T | null {
  try {
    const { success, data, error } = schema.safeParse(read());
    if (success) return data;
    for (const { path, message } of error.issues) say(`${path.join('.')}: ${message}`);
  } catch (error) {
    say(String(error));
  }
  return null;
}
