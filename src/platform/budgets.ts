import type { Db } from './database.ts';
import { refuse } from './messages.ts';
import { withinLimit } from './rate-limit.ts';

/** What one account may have us do of one kind of work: so many times within so many seconds, and the words after. */
export type Budget = {
  readonly work: string;
  readonly tries: number;
  readonly seconds: number;
  readonly refuse: () => never;
};

/**
 * Changes of what somebody says of themselves, in whichever room: each leaves a line in the log that is kept for years.
 * What is said again as it stands is no change, and leaves none.
 */
export const changes: Budget = {
  ...{ work: 'changed', tries: 60, seconds: 60 * 60 },
  refuse: () => refuse('general.busy', {}),
};

/**
 * Consents given, to news and to keeping a location: each answer stays, as the proof of what was agreed to. A no is
 * never refused, and needs no count of its own: it is kept where there was a yes before it.
 */
export const consents: Budget = {
  ...{ work: 'consented', tries: 20, seconds: 24 * 60 * 60 },
  refuse: () => refuse('general.busy', {}),
};

/** Under which it is counted what an account had done. */
export const budgetKey = ({ work }: Pick<Budget, 'work'>, id: string): string => `${work}:${id}`;

/** Takes one from what an account may still have of this work; refuses when nothing is left. */
export async function spend(db: Db, budget: Budget, { id, now }: { id: string; now: Date }): Promise<void> {
  const { tries, seconds, refuse } = budget;
  if (!(await withinLimit(db, budgetKey(budget, id), { tries, seconds, now }))) refuse();
}
