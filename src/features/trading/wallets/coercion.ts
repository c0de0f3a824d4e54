import { after, hours } from '../../../kernel/clock.ts';
import type { Known } from '../../scam-reports/shapes.ts';

/** Which version of the warning's words and of the questions is shown; a new one where either means something else. */
export const wordsVersion = 1;

/** What banks ask of whoever pays to somebody who may be cheating them: each answered by yes or no. */
export const questions = ['toldToPay', 'hurried', 'ownKeys'] as const;
type Question = (typeof questions)[number];

/** What a buyer answered, and which warning stood before them then; null and empty where none did. */
export type GivenAnswers = { readonly warningSeen: string } & Readonly<Record<Question, boolean | null>>;
export type Answers = Readonly<Record<Question, boolean>>;

/** By what a warning is known again: how many people stand behind it may grow meanwhile. */
export const seenAs = (known: Known): string =>
  [wordsVersion, known.told, ...(known.told === 'published' ? [known.verdict, known.slug] : [])].join(' ');

/** The answers to this very warning; null while one is missing, or was given to another. */
export function answersTo(known: Known, { warningSeen, toldToPay, hurried, ownKeys }: GivenAnswers): Answers | null {
  if (warningSeen !== seenAs(known) || toldToPay === null || hurried === null || ownKeys === null) return null;
  return { toldToPay, hurried, ownKeys };
}

/** Whether an answer is one that people give who are being cheated. */
export const alarming = ({ toldToPay, hurried, ownKeys }: Omit<GivenAnswers, 'warningSeen'>): boolean =>
  toldToPay === true || hurried === true || ownKeys === false;

/**
 * Until when an order may be called off and nothing of it leaves: where a published warning calls the wallet a scam, or
 * likely one. Counted from placing; null where there is no such warning, or the hours are none.
 */
export const coolsUntil = (known: Known, at: Date, coolingHours: number): Date | null =>
  known.told === 'published' && known.verdict !== 'legitimate' && coolingHours > 0
    ? after(at, hours(coolingHours))
    : null;

/** Whether an order may still be called off for that, at a moment. */
export const isCooling = ({ coolsUntil: until }: { readonly coolsUntil: Date | null }, now: Date): boolean =>
  until !== null && until > now;
