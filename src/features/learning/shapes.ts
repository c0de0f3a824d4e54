import type { Fact, Term } from './course-schema.ts';
import type { Graded, ShownQuestion } from './grading.ts';
import type { Block } from './lesson-text.ts';
import type { Course, Section, Unit } from './level-one.ts';
import type { Next, Waits } from './standing.ts';

/** A course as everybody may read about it. `priceUsd` is whole cents, 0 where it is free. */
export type CourseCard = {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly level: number | null;
  readonly sections: number;
  readonly units: number;
  readonly minutes: number;
  readonly priceUsd: number;
  /** The same in whole J$, as it is paid. */
  readonly priceJmd: number;
  /** What its certificate is called. */
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
  /** Share of a quiz to answer rightly, in percent. */
  readonly passPercent: number;
};

/** `paused`: what gave it is over: a plan that does not run now, or the time for which staff gave it. */
type Standing = 'none' | 'pending_payment' | 'active' | 'paused';

/** How far somebody is in a course of theirs. */
export type OwnCourse = {
  readonly courseId: string;
  readonly title: string;
  readonly state: Exclude<Standing, 'none'>;
  /** Where staff give it until a day. */
  readonly until: Date | null;
  readonly units: number;
  readonly unitsDone: number;
  readonly quizzes: number;
  readonly quizzesPassed: number;
  readonly next: Next | null;
  readonly reviewsDue: number;
};

export type Progress = {
  readonly state: Standing;
  /** Where staff give it until a day. */
  readonly until: Date | null;
  /** Ids of finished lessons. */
  readonly done: readonly string[];
  readonly quizzes: readonly { readonly section: string; readonly passed: boolean; readonly best: number | null }[];
  readonly next: Next | null;
  readonly place: { readonly unit: string; readonly block: number } | null;
  /** What they take, where the course is offered otherwise now. */
  readonly outline: CourseOutline | null;
  /** Sections that are not open yet. */
  readonly closed: readonly { readonly section: string; readonly waits: Waits }[];
};

type Neighbour = { readonly unit: string; readonly title: string };

/** A lesson as its learner reads it: nothing in it tells which answer of an open question is right. */
export type LessonView = Omit<Unit, 'id'> & {
  readonly courseId: string;
  readonly courseTitle: string;
  readonly section: Pick<Section, 'id' | 'title'>;
  readonly unit: string;
  readonly blocks: readonly Block[];
  readonly checks: readonly (ShownQuestion & { readonly graded: Graded | null })[];
  readonly terms: readonly Term[];
  readonly facts: readonly Omit<Fact, 'toCheck'>[];
  /** The block at which they stopped. */
  readonly place: number;
  readonly done: boolean;
  readonly previous: Neighbour | null;
  readonly next: Neighbour | null;
  /** The section whose quiz comes after this lesson. */
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
  /** Lessons to read again: those of the questions that went wrong. */
  readonly again: readonly Neighbour[];
};

export type DueReview = {
  readonly id: string;
  readonly courseId: string;
  readonly question: ShownQuestion;
  readonly unit: string;
  readonly title: string;
};
