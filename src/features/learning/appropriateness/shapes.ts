import type { Graded, ShownQuestion } from '../grading.ts';
import type { Block } from '../lesson-text.ts';

export type BasicsView = {
  readonly title: string;
  readonly minutes: number;
  readonly blocks: readonly Block[];
  readonly asked: number;
  readonly enough: number;
  readonly learned: boolean;
};

export type BasicsSheet = { readonly tryId: string; readonly questions: readonly ShownQuestion[] };

export type BasicsResult = {
  readonly right: number;
  readonly asked: number;
  readonly passed: boolean;
  readonly questions: readonly (ShownQuestion & { readonly graded: Graded })[];
};

/** The record of one customer for staff: outcomes, and attempts with the newest first. */
export type AppropriatenessRecord = {
  readonly outcomes: readonly {
    readonly number: number;
    readonly way: 'passed' | 'waived';
    readonly at: Date;
    readonly by: string | null;
    readonly reason: string | null;
  }[];
  readonly tries: readonly {
    readonly number: number;
    readonly handedInAt: Date;
    readonly right: number;
    readonly asked: number;
    readonly passed: boolean;
    readonly wrong: readonly string[];
  }[];
};
