import type { ShownQuestion } from '../grading.ts';
import type { CourseOutline, LessonView } from '../views.ts';

/** Lists each field, so that progress and right answers never reach browser storage. */
export type OfflineLesson = Omit<LessonView, 'place' | 'done' | 'checks'> & {
  readonly checks: readonly ShownQuestion[];
};

/** Fails to compile when a lesson gets a new field without a decision here. */
type OfflineLessonFields = { readonly [Piece in keyof Required<OfflineLesson>]: OfflineLesson[Piece] };

export function toOfflineLesson(view: LessonView): OfflineLessonFields {
  const { courseId, courseTitle, section, unit, title, aim, minutes, blocks, terms, facts } = view;
  const { previous, next, quizAfter } = view;
  const checks = view.checks.map(({ id, ask, several, answers }) => ({ id, ask, several, answers }));
  return {
    ...{ courseId, courseTitle, section, unit, title, aim, minutes, blocks, checks, terms, facts },
    ...{ previous, next, quizAfter },
  };
}

export const toLessonView = ({ checks, ...lesson }: OfflineLesson): LessonView => ({
  ...lesson,
  checks: checks.map((check) => ({ ...check, graded: null })),
  place: 0,
  done: false,
});

export type OfflineCourse = {
  readonly courseId: string;
  readonly title: string;
  readonly sections: readonly {
    readonly title: string;
    readonly lessons: readonly { readonly unit: string; readonly title: string }[];
  }[];
};

export const toOfflineCourse = ({ card, sections }: CourseOutline): OfflineCourse => ({
  courseId: card.id,
  title: card.title,
  sections: sections.map(({ title, units }) => ({
    title,
    lessons: units.map((unit) => ({ unit: unit.id, title: unit.title })),
  })),
});

export const listPictures = ({ blocks }: Pick<OfflineLesson, 'blocks'>): readonly string[] => [
  ...new Set(blocks.flatMap((block) => (block.kind === 'picture' ? [block.file] : []))),
];

const keyPrefix = '/kept/';
/** Cache keys, which the server does not serve. */
export const courseKey = (courseId: string): string => `${keyPrefix}${courseId}`;
export const lessonKey = (courseId: string, unit: string): string => `${courseKey(courseId)}/${unit}`;
export const pictureKey = (courseId: string, unit: string, file: string): string =>
  `${lessonKey(courseId, unit)}/${file}`;

type KeyParts = { readonly courseId: string; readonly unit: string | null; readonly file: string | null };

export function parseKey(pathname: string): KeyParts | null {
  const [courseId, unit, file, ...more] = pathname.startsWith(keyPrefix)
    ? pathname.slice(keyPrefix.length).split('/')
    : [];
  return courseId && more.length === 0 ? { courseId, unit: unit || null, file: file || null } : null;
}
