import { z } from 'zod';
import type { CourseText } from '../learning/course-text.ts';
import { longestCourse, longestLesson } from './longest.ts';

const Id = z.string().regex(/^[a-z][a-z0-9-]{1,40}$/);
const words = (most: number) => z.string().trim().max(most);
const few = (most: number) => z.number().int().min(0).max(most);

const Question = z.strictObject({
  id: Id,
  ask: words(600),
  answers: z.array(z.strictObject({ text: words(600), right: z.boolean(), because: words(600) })).max(6),
});

const Unit = z.strictObject({
  id: Id,
  title: words(200),
  aim: words(600),
  minutes: few(60),
  markdown: z.string().max(longestLesson),
  checks: z.array(Question).max(20),
});

export const DraftSection = z.strictObject({
  id: Id,
  title: words(200),
  about: words(600),
  /** The day on which it opens, where sections open by date. */
  opensOn: z.string().regex(/^(|\d{4}-\d{2}-\d{2})$/),
  units: z.array(Unit).max(30),
  quiz: z.strictObject({ asked: few(20), questions: z.array(Question.extend({ unit: words(41) })).max(60) }),
});

const Criterion = z.strictObject({
  id: Id,
  points: few(100),
  levels: z.array(z.strictObject({ points: few(100), says: words(600) })).max(6),
});
const Task = z.strictObject({
  id: Id,
  task: words(600),
  asks: words(600),
  evidence: z.enum(['text', 'transaction', 'costs']),
  criteria: z.array(Criterion).max(8),
});
const Project = z.strictObject({
  about: words(600),
  rubric: z.strictObject({ title: words(200), passPercent: few(100), tasks: z.array(Task).max(10) }),
});

/** Everything of a draft but its sections. */
export const DraftHead = z.strictObject({
  title: words(200),
  about: words(600),
  opens: z.enum(['at_once', 'by_date', 'by_section']),
  quizPassPercent: few(100),
  certificate: z.strictObject({ title: words(200), about: words(600) }).nullable(),
  project: Project.nullable(),
  facts: z.array(z.strictObject({ id: Id, says: words(600), source: words(600), asOf: words(10) })).max(300),
  terms: z.array(z.strictObject({ id: Id, word: words(60), means: words(600) })).max(300),
});

export type DraftHead = z.infer<typeof DraftHead>;
export type DraftSection = z.infer<typeof DraftSection>;

/** A course as it is being written: in the shape of what is published, and as unfinished as it may be. */
export type Draft = DraftHead & { readonly sections: readonly DraftSection[] };

/** A course of which nothing is written but what it is called. */
export const emptyDraft = (title: string): Draft => ({
  ...{ title, about: '', opens: 'at_once', quizPassPercent: 80, certificate: null, project: null },
  ...{ facts: [], terms: [], sections: [] },
});

/** What one save changes: the head, which sections there are in which order, and those that were written on. */
export type Written = {
  readonly head: DraftHead;
  readonly order: readonly string[];
  readonly sections: readonly DraftSection[];
};

/** A draft with what was written since. */
export function written({ sections: before }: Draft, { head, order, sections }: Written): Draft {
  const known = new Map([...before, ...sections].map((section) => [section.id, section]));
  return { ...head, sections: [...new Set(order)].flatMap((id) => known.get(id) ?? []) };
}

/** Whether all of its lessons together are longer than a course may be. */
export const isTooLong = ({ sections }: Draft): boolean =>
  sections.flatMap(({ units }) => units).reduce((sum, { markdown }) => sum + markdown.length, 0) > longestCourse;

/** A draft as it is published. What is wrong with it was told before. */
export function textOf({ opens, project, sections, ...head }: Draft): CourseText {
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

/** The pictures that its lessons show. */
export const picturesIn = ({ sections }: Pick<Draft, 'sections'>): string[] => [
  ...new Set(
    sections
      .flatMap(({ units }) => units)
      .flatMap(({ markdown }) => [...markdown.matchAll(/\]\(picture:([0-9a-f-]{36})\)/g)].map(([, id = '']) => id)),
  ),
];
