import { createHash } from 'node:crypto';
import type { CourseContent } from './course-files.ts';
import type { Fact, Question, Quiz, Rubric, Term } from './course-schema.ts';
import { type Block, parseLesson } from './lesson-text.ts';
import type { Course, Section, Unit } from './level-one.ts';

type UnitText = Unit & { readonly markdown: string; readonly checks: readonly Question[] };
type SectionText = Omit<Section, 'units'> & {
  readonly units: readonly UnitText[];
  readonly quiz: Quiz | null;
  readonly opensOn?: string;
};

/** Contains the right answers, so the server never sends it whole. */
export type CourseText = Omit<Course, 'id' | 'level' | 'sections' | 'project' | 'certificate'> & {
  readonly level: number | null;
  readonly sections: readonly SectionText[];
  readonly facts: readonly Fact[];
  readonly terms: readonly Term[];
  readonly project: Course['project'] | null;
  /** Missing in versions from before projects were graded. */
  readonly rubric?: Rubric | null;
  readonly certificate: Course['certificate'] | null;
  readonly opens?: 'by_date' | 'by_section';
};

type SectionOutline = Omit<SectionText, 'units' | 'quiz'> & {
  readonly units: readonly Unit[];
  readonly quiz: Pick<Quiz, 'asked'> | null;
};

export type OutlineText = Omit<CourseText, 'sections' | 'facts' | 'terms' | 'rubric'> & {
  readonly sections: readonly SectionOutline[];
};

export function buildCourseText({ id: _id, ...outline }: Course, content: CourseContent): CourseText {
  const { lessons, quizzes, facts, terms, rubric } = content;
  const sections = outline.sections.map(({ units, ...section }) => ({
    ...section,
    units: units.map((unit) => {
      const lesson = lessons.find((candidate) => candidate.section === section.id && candidate.unit === unit.id);
      if (!lesson) throw new Error(`${section.id}/${unit.id} has no text`);
      return { ...unit, ...lesson.head, markdown: lesson.markdown, checks: lesson.checks };
    }),
    quiz: quizzes.get(section.id) ?? null,
  }));
  return { ...outline, sections, facts, terms, rubric };
}

export const digestCourse = (text: CourseText): string =>
  createHash('sha256').update(JSON.stringify(text)).digest('hex');

export type OpenLesson = UnitText & {
  readonly section: Pick<Section, 'id' | 'title'>;
  readonly blocks: readonly Block[];
  readonly previous: Unit | null;
  readonly next: Unit | null;
  readonly isLast: boolean;
};

/** A version that parses its lessons on first use. */
export type OpenCourse = {
  readonly courseId: string;
  readonly versionId: string;
  readonly text: CourseText;
  readonly lessons: ReadonlyMap<string, OpenLesson>;
};

export function parseCourse(courseId: string, versionId: string, text: CourseText): OpenCourse {
  const allUnits = text.sections.flatMap(({ id, title, units }) =>
    units.map((unit, at) => ({ ...unit, section: { id, title }, isLast: at === units.length - 1 })),
  );
  const lessons = allUnits.map((lesson, at) => {
    let blocks: readonly Block[] | undefined;
    return {
      ...lesson,
      previous: allUnits[at - 1] ?? null,
      next: allUnits[at + 1] ?? null,
      get blocks() {
        blocks ??= parseLesson(lesson.markdown).blocks;
        return blocks;
      },
    };
  });
  return { courseId, versionId, text, lessons: new Map(lessons.map((lesson) => [lesson.id, lesson])) };
}

export const getQuiz = ({ text }: OpenCourse, section: string): Quiz | null =>
  text.sections.find(({ id }) => id === section)?.quiz ?? null;
