import type { Outcome } from './outcomes.ts';
import type { Part } from './rubric.ts';

/** Where a launch stands. `withdrawn`: its founder took it back. */
export type LaunchStatus = 'submitted' | 'waiting_for_founder' | 'withdrawn' | Outcome;

export type Question = {
  readonly id: string;
  readonly question: string;
  readonly askedAt: Date;
  readonly answer: string | null;
  readonly answeredAt: Date | null;
};

type Launch = {
  readonly id: string;
  readonly coinName: string;
  readonly status: LaunchStatus;
  readonly createdAt: Date;
  readonly decidedAt: Date | null;
};

/** One's own launch. `reason` is what its founder reads of the decision. */
export type OwnLaunch = Launch & {
  readonly idea: string;
  readonly communityLinks: readonly string[];
  readonly paperName: string;
  readonly reason: string | null;
  /** The oldest first. */
  readonly questions: readonly Question[];
};

export type LaunchLine = Launch & {
  readonly founder: string;
  /** When it came to where it waits. */
  readonly at: Date;
  readonly marked: number;
  readonly late: boolean;
};

export type PartMark = {
  readonly part: Part;
  readonly score: number;
  readonly note: string;
  readonly by: string;
  readonly at: Date;
};

export type Conflict = {
  readonly by: string;
  readonly conflict: boolean;
  readonly words: string;
  readonly at: Date;
};

export type DeskQuestion = Question & { readonly by: string };

export type Decision = {
  readonly by: string;
  readonly outcome: Outcome;
  readonly reasonCode: string;
  readonly note: string;
  readonly at: Date;
};

export type Paper = {
  readonly id: string;
  readonly name: string;
  readonly mime: string;
  readonly bytes: number;
  readonly state: string;
};

/** What whoever looks may do with it now, and what stands in the way. */
export type DeskMay = {
  readonly ask: boolean;
  readonly declare: boolean;
  readonly mark: boolean;
  readonly decide: boolean;
  /** What they said of themselves; null before they said anything. */
  readonly declared: boolean | null;
};

/** A launch as staff work on it. */
export type DeskLaunch = Launch & {
  readonly founderId: string;
  readonly founder: string;
  readonly email: string;
  readonly idea: string;
  readonly communityLinks: readonly string[];
  readonly waitsSince: Date;
  readonly paper: Paper;
  readonly questions: readonly DeskQuestion[];
  readonly marks: readonly PartMark[];
  readonly conflicts: readonly Conflict[];
  readonly decision: Decision | null;
  readonly may: DeskMay;
};

/** What was decided, counted without anybody's name. */
export type Figures = { readonly accepted: number; readonly declined: number; readonly notEnough: number };
