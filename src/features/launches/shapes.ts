import type { LaunchStatus, Outcome } from './status.ts';

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

export type MyLaunch = Launch & {
  readonly idea: string;
  readonly communityLinks: readonly string[];
  readonly paperName: string;
  readonly reason: string | null;
  readonly questions: readonly Question[];
};

export type LaunchRow = Launch & {
  readonly founder: string;
  readonly at: Date;
  readonly late: boolean;
};

export type StaffQuestion = Question & { readonly by: string };

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

/** Commands that the staff member may run. */
export type AllowedCommands = { readonly ask: boolean; readonly decide: boolean };

export type StaffLaunch = Launch & {
  readonly founderId: string;
  readonly founder: string;
  readonly email: string;
  readonly idea: string;
  readonly communityLinks: readonly string[];
  readonly waitsSince: Date;
  readonly paper: Paper;
  readonly questions: readonly StaffQuestion[];
  readonly decision: Decision | null;
  readonly may: AllowedCommands;
};
