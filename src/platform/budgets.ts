import { type Code, refuse } from '../messages.ts';
import type { Db } from './database.ts';
import { withinLimit } from './rate-limit.ts';

const minute = 60;
const hour = 60 * minute;

type Budget = { readonly tries: number; readonly seconds: number; readonly code: Code };

/**
 * What one account may have us do, for each kind of work: so many times within so many seconds, and the words when that
 * is used up. Far beyond what anybody needs; a program that runs wild, or a thief with a password, comes to an end.
 */
export const budgets = {
  /** Right sign-ins. The wrong ones have limits of their own, which strangers can use up; these only the owner can. */
  'signed-in': { tries: 120, seconds: hour, code: 'accounts.too_many_tries' },
  /** Right proofs in an open session that its person is there: each is as much work as a sign-in. */
  confirmed: { tries: 60, seconds: hour, code: 'general.busy' },
  /** Recovery codes drawn anew: ten hashes each. */
  codes: { tries: 10, seconds: hour, code: 'general.busy' },
  /** Looks at all that we hold of oneself: each leaves a line in the log that is kept for years. */
  exported: { tries: 20, seconds: hour, code: 'general.busy' },
  /** Files that are sent, taken or not: judging one takes a core for a moment. */
  'upload-hour': { tries: 100, seconds: hour, code: 'documents.too_many_now' },
  upload: { tries: 200, seconds: 24 * hour, code: 'documents.too_many_files' },
  /** Changes of what a customer is compared with lists by: each may be an alert that a person has to look at. */
  names: { tries: 5, seconds: 24 * hour, code: 'account_pages.too_many_names' },
  'documents:test': { tries: 5, seconds: minute, code: 'documents.too_many_tests' },
} as const satisfies Record<string, Budget>;

export type Work = keyof typeof budgets;

/** Under which it is counted what an account had done. */
export const budgetKey = (work: Work, id: string): string => `${work}:${id}`;

/** Takes one from what an account may still have of this work; refuses when nothing is left. */
export async function spend(db: Db, work: Work, { id, now }: { id: string; now: Date }): Promise<void> {
  const { code, ...allowed } = budgets[work];
  if (!(await withinLimit(db, budgetKey(work, id), { ...allowed, now }))) refuse(code, {});
}
