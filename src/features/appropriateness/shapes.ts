import type { Graded, ShownQuestion } from '../learning/grading.ts';
import type { Block } from '../learning/lesson-text.ts';

/** The lesson before a first order; `enough` of those asked, answered rightly, pass it. */
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

/** What staff see of somebody: how it was found that they know what an order means, and each try. */
export type AppropriatenessRecord = {
  readonly outcomes: readonly {
    readonly number: number;
    readonly way: 'passed' | 'waived';
    readonly at: Date;
    readonly by: string | null;
    readonly reason: string | null;
  }[];
  /** The newest first. `wrong`: the questions that were answered wrongly, in their words. */
  readonly tries: readonly {
    readonly number: number;
    readonly handedInAt: Date;
    readonly right: number;
    readonly asked: number;
    readonly passed: boolean;
    readonly wrong: readonly string[];
  }[];
};
