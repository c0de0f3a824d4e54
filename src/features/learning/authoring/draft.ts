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
  ...{ title, about: '', opens: 'at_once', quizPassPercent: 80, certificate: null, project: null },
  ...{ facts: [], terms: [], sections: [] },
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
    ...{ level: null, ...head, rubric },
    project: project && {
      ...{ title: project.rubric.title, about: project.about, passPercent: project.rubric.passPercent },
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
