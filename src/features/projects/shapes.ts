import type { Rubric } from '../learning/course-schema.ts';
import type { Levels } from './marking.ts';
import type { Evidence } from './schema.ts';

/** `appealed`: it was marked, and a second instructor is asked. */
export type SubmissionState = 'waiting' | 'failed' | 'passed' | 'appealed';

/** What an instructor said of a project. `round` 2 answers an appeal, and stands in the place of the first. */
export type Marked = {
  readonly round: 1 | 2;
  readonly levels: Levels;
  readonly comments: Readonly<Record<string, string>>;
  readonly says: string;
  readonly points: number;
  readonly passed: boolean;
  readonly at: Date;
};

export type Submission = {
  readonly id: string;
  readonly number: number;
  readonly evidence: Evidence;
  readonly state: SubmissionState;
  readonly handedInAt: Date;
  readonly appeal: string | null;
  /** The first mark, and where somebody appealed the second. */
  readonly marks: readonly Marked[];
};

/** A final project as its learner sees it: by what it is judged they know beforehand. */
export type ProjectView = {
  readonly courseTitle: string;
  readonly about: string;
  readonly rubric: Rubric;
  /** All lessons and quizzes are done, so it can be handed in. */
  readonly open: boolean;
  readonly draft: Evidence | null;
  /** The newest first. */
  readonly submissions: readonly Submission[];
};

export type SubmissionLine = {
  readonly id: string;
  readonly learner: string;
  readonly courseTitle: string;
  readonly number: number;
  readonly state: SubmissionState;
  /** When it was handed in; of an appeal when that was. */
  readonly at: Date;
  readonly points: number | null;
};

/** A project as an instructor reads it. */
export type DeskSubmission = Submission & {
  readonly learner: string;
  readonly courseTitle: string;
  readonly about: string;
  readonly rubric: Rubric;
  /** Whether its course was given back: then nobody marks it. */
  readonly givenBack: boolean;
  /** Whether whoever asks marks it now. */
  readonly mayMark: boolean;
};
