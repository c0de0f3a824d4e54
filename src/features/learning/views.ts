import type { Fact, Term } from './course-schema.ts';
import type { Graded, ShownQuestion } from './grading.ts';
import type { Block } from './lesson-text.ts';
import type { Course, Section, Unit } from './level-one.ts';
import type { NextStep, OpeningCondition } from './progress.ts';

export type CourseCard = {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly level: number | null;
  readonly sections: number;
  readonly units: number;
  readonly minutes: number;
  readonly priceUsd: number;
  readonly priceJmd: number;
  readonly gives: string | null;
};

export type CourseOutline = {
  readonly card: CourseCard;
  readonly sections: readonly (Omit<Section, 'units'> & {
    readonly units: readonly Unit[];
    readonly asked: number | null;
  })[];
  readonly project: Course['project'] | null;
  readonly certificate: Course['certificate'] | null;
  readonly passPercent: number;
};

/** `paused`: the plan, or access granted by staff, has ended. */
type EnrollmentState = 'none' | 'pending_payment' | 'active' | 'paused';

export type OwnCourse = {
  readonly courseId: string;
  readonly title: string;
  readonly state: Exclude<EnrollmentState, 'none'>;
  readonly until: Date | null;
  readonly units: number;
  readonly unitsDone: number;
  readonly quizzes: number;
  readonly quizzesPassed: number;
  readonly next: NextStep | null;
  readonly reviewsDue: number;
};

export type Progress = {
  readonly state: EnrollmentState;
  readonly until: Date | null;
  readonly done: readonly string[];
  readonly quizzes: readonly { readonly section: string; readonly passed: boolean; readonly best: number | null }[];
  readonly next: NextStep | null;
  readonly place: { readonly unit: string; readonly block: number } | null;
  readonly outline: CourseOutline | null;
  readonly closed: readonly { readonly section: string; readonly waits: OpeningCondition }[];
};

type LessonLink = { readonly unit: string; readonly title: string };

/** Omits which answers are right in unanswered questions. */
export type LessonView = Omit<Unit, 'id'> & {
  readonly courseId: string;
  readonly courseTitle: string;
  readonly section: Pick<Section, 'id' | 'title'>;
  readonly unit: string;
  readonly blocks: readonly Block[];
  readonly checks: readonly (ShownQuestion & { readonly graded: Graded | null })[];
  readonly terms: readonly Term[];
  readonly facts: readonly Omit<Fact, 'toCheck'>[];
  readonly place: number;
  readonly done: boolean;
  readonly previous: LessonLink | null;
  readonly next: LessonLink | null;
  readonly quizAfter: string | null;
};

export type QuizSheet = {
  readonly tryId: string;
  readonly asked: number;
  readonly passPercent: number;
  readonly questions: readonly ShownQuestion[];
};

export type QuizResult = {
  readonly right: number;
  readonly asked: number;
  readonly percent: number;
  readonly passed: boolean;
  readonly questions: readonly (ShownQuestion & { readonly graded: Graded })[];
  readonly again: readonly LessonLink[];
};

export type DueReview = {
  readonly id: string;
  readonly courseId: string;
  readonly question: ShownQuestion;
  readonly unit: string;
  readonly title: string;
};
