import type { ShownQuestion } from '../grading.ts';
import type { CourseOutline, LessonView } from '../shapes.ts';

/**
 * What a browser keeps of a lesson: what everybody reads who takes the course, named piece by piece. Whether it was
 * finished, where its reader stopped and what they answered stay with the server, and so does what is right.
 */
export type KeptLesson = Omit<LessonView, 'place' | 'done' | 'checks'> & { readonly checks: readonly ShownQuestion[] };

/** Each piece of a lesson, also one that only some have: whoever adds one decides here whether it is kept. */
type Whole = { readonly [Piece in keyof Required<KeptLesson>]: KeptLesson[Piece] };

export function keptOf(view: LessonView): Whole {
  const { courseId, courseTitle, section, unit, title, aim, minutes, blocks, terms, facts } = view;
  const { previous, next, quizAfter } = view;
  const checks = view.checks.map(({ id, ask, several, answers }) => ({ id, ask, several, answers }));
  return {
    ...{ courseId, courseTitle, section, unit, title, aim, minutes, blocks, checks, terms, facts },
    ...{ previous, next, quizAfter },
  };
}

/** A kept lesson as the screen reads it: nothing is known of its reader. */
export const readAsKept = ({ checks, ...lesson }: KeptLesson): LessonView => ({
  ...lesson,
  checks: checks.map((check) => ({ ...check, graded: null })),
  place: 0,
  done: false,
});

/** What of a course is kept beside its lessons: what there is to read, and how much room it takes. */
export type KeptCourse = {
  readonly courseId: string;
  readonly title: string;
  readonly sections: readonly {
    readonly title: string;
    readonly lessons: readonly { readonly unit: string; readonly title: string }[];
  }[];
};

export const keptCourseOf = ({ card, sections }: CourseOutline): KeptCourse => ({
  courseId: card.id,
  title: card.title,
  sections: sections.map(({ title, units }) => ({
    title,
    lessons: units.map((unit) => ({ unit: unit.id, title: unit.title })),
  })),
});

/** The files of its pictures. They are the course's, whoever reads it. */
export const picturesOf = ({ blocks }: Pick<KeptLesson, 'blocks'>): readonly string[] => [
  ...new Set(blocks.flatMap((block) => (block.kind === 'picture' ? [block.file] : []))),
];

const before = '/kept/';
/** Where in the cache a course, its lessons and their pictures lie. No server answers there. */
export const courseKey = (courseId: string): string => `${before}${courseId}`;
export const lessonKey = (courseId: string, unit: string): string => `${courseKey(courseId)}/${unit}`;
export const pictureKey = (courseId: string, unit: string, file: string): string =>
  `${lessonKey(courseId, unit)}/${file}`;

type KeyParts = { readonly courseId: string; readonly unit: string | null; readonly file: string | null };

/** The other way round: a course, a lesson of it, or a picture of that. */
export function keyParts(pathname: string): KeyParts | null {
  const [courseId, unit, file, ...more] = pathname.startsWith(before) ? pathname.slice(before.length).split('/') : [];
  return courseId && more.length === 0 ? { courseId, unit: unit || null, file: file || null } : null;
}
