import { createHash } from 'node:crypto';
import type { CourseContent } from './course-files.ts';
import type { Fact, Question, Quiz, Rubric, Term } from './course-schema.ts';
import { type Block, readLesson } from './lesson-text.ts';
import type { Course, Section, Unit } from './level-one.ts';

type UnitText = Unit & { readonly markdown: string; readonly checks: readonly Question[] };
type SectionText = Omit<Section, 'units'> & {
  readonly units: readonly UnitText[];
  readonly quiz: Quiz | null;
  /** The day on which it opens, where sections open by date (YYYY-MM-DD). */
  readonly opensOn?: string;
};

/** All that a version of a course holds, as it is kept: right answers too, so it never leaves the server whole. */
export type CourseText = Omit<Course, 'id' | 'level' | 'sections' | 'project' | 'certificate'> & {
  readonly level: number | null;
  readonly sections: readonly SectionText[];
  readonly facts: readonly Fact[];
  readonly terms: readonly Term[];
  readonly project: Course['project'] | null;
  /** How the project is marked; versions of before it was kept have none. */
  readonly rubric?: Rubric | null;
  readonly certificate: Course['certificate'] | null;
  /** When sections open that do not all open at once: each on its day, or each once the one before is passed. */
  readonly opens?: 'by_date' | 'by_section';
};

type SectionOutline = Omit<SectionText, 'units' | 'quiz'> & {
  readonly units: readonly Unit[];
  readonly quiz: Pick<Quiz, 'asked'> | null;
};

/** Of a version what lists and progress need: neither lessons nor questions. */
export type OutlineText = Omit<CourseText, 'sections' | 'facts' | 'terms' | 'rubric'> & {
  readonly sections: readonly SectionOutline[];
};

/** An outline with the texts and questions that were written for it. Nothing of it may be missing. */
export function bound({ id: _id, ...outline }: Course, content: CourseContent): CourseText {
  const { lessons, quizzes, facts, terms, rubric } = content;
  const sections = outline.sections.map(({ units, ...section }) => ({
    ...section,
    units: units.map((unit) => {
      const lesson = lessons.find((one) => one.section === section.id && one.unit === unit.id);
      if (!lesson) throw new Error(`${section.id}/${unit.id} has no text`);
      return { ...unit, ...lesson.head, markdown: lesson.markdown, checks: lesson.checks };
    }),
    quiz: quizzes.get(section.id) ?? null,
  }));
  return { ...outline, sections, facts, terms, rubric };
}

/** By which two texts are known to be the same. */
export const digestOf = (text: CourseText): string => createHash('sha256').update(JSON.stringify(text)).digest('hex');

/** A lesson as it is handed out, with its neighbours. */
export type OpenLesson = UnitText & {
  readonly section: Pick<Section, 'id' | 'title'>;
  readonly blocks: readonly Block[];
  readonly previous: Unit | null;
  readonly next: Unit | null;
  /** Of its section: a quiz comes after it, where there is one. */
  readonly isLast: boolean;
};

/** A version of a course, each lesson read once it is asked for. It never changes, so one reading serves everybody. */
export type OpenCourse = {
  readonly courseId: string;
  readonly versionId: string;
  readonly text: CourseText;
  readonly lessons: ReadonlyMap<string, OpenLesson>;
};

export function opened(courseId: string, versionId: string, text: CourseText): OpenCourse {
  const all = text.sections.flatMap(({ id, title, units }) =>
    units.map((unit, at) => ({ ...unit, section: { id, title }, isLast: at === units.length - 1 })),
  );
  const lessons = all.map((lesson, at) => {
    let blocks: readonly Block[] | undefined;
    return {
      ...{ ...lesson, previous: all[at - 1] ?? null, next: all[at + 1] ?? null },
      get blocks() {
        blocks ??= readLesson(lesson.markdown).blocks;
        return blocks;
      },
    };
  });
  return { courseId, versionId, text, lessons: new Map(lessons.map((lesson) => [lesson.id, lesson])) };
}

/** The quiz of a section, where it has one. */
export const quizOf = ({ text }: OpenCourse, section: string): Quiz | null =>
  text.sections.find(({ id }) => id === section)?.quiz ?? null;
