import type { Rubric } from '../course-schema.ts';
import type { Levels } from './marking.ts';
import type { Evidence } from './schema.ts';

/** `appealed`: marked once, and waiting for a second instructor. */
export type SubmissionState = 'waiting' | 'failed' | 'passed' | 'appealed';

/** Round 2 decides an appeal and replaces the first mark. */
export type MarkRecord = {
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
  readonly marks: readonly MarkRecord[];
};

export type ProjectView = {
  readonly courseTitle: string;
  readonly about: string;
  readonly rubric: Rubric;
  readonly open: boolean;
  readonly draft: Evidence | null;
  readonly submissions: readonly Submission[];
};

export type SubmissionLine = {
  readonly id: string;
  readonly learner: string;
  readonly courseTitle: string;
  readonly number: number;
  readonly state: SubmissionState;
  readonly at: Date;
  readonly points: number | null;
};

export type StaffSubmission = Submission & {
  readonly learner: string;
  readonly courseTitle: string;
  readonly about: string;
  readonly rubric: Rubric;
  readonly givenBack: boolean;
  readonly mayMark: boolean;
};
