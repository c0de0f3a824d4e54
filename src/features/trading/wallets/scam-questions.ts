import { after, hours } from '../../../kernel/clock.ts';
import type { Known } from '../../scam-reports/types.ts';

export const questionnaireVersion = 1;

export const questions = ['askedToPay', 'hurried', 'ownKeys'] as const;
type Question = (typeof questions)[number];

export type SubmittedAnswers = { readonly warningSeen: string } & Readonly<Record<Question, boolean | null>>;
export type Answers = Readonly<Record<Question, boolean>>;

/** Identifies a version of a warning. Excludes the number of reporters, so a new report does not change the key. */
export const warningVersionKey = (known: Known): string =>
  [questionnaireVersion, known.shown, ...(known.shown === 'published' ? [known.verdict, known.slug] : [])].join(' ');

/** Returns null when an answer is missing or the customer answered another version of the warning. */
export function validAnswers(
  known: Known,
  { warningSeen, askedToPay, hurried, ownKeys }: SubmittedAnswers,
): Answers | null {
  if (warningSeen !== warningVersionKey(known) || askedToPay === null || hurried === null || ownKeys === null)
    return null;
  return { askedToPay, hurried, ownKeys };
}

export const indicatesCoercion = ({ askedToPay, hurried, ownKeys }: Omit<SubmittedAnswers, 'warningSeen'>): boolean =>
  askedToPay === true || hurried === true || ownKeys === false;

/** End of the cooling-off period of an order placed at `at`. Null without a published scam warning. */
export const coolingOffUntil = (known: Known, at: Date, coolingHours: number): Date | null =>
  known.shown === 'published' && known.verdict !== 'legitimate' && coolingHours > 0
    ? after(at, hours(coolingHours))
    : null;

export const isCoolingOff = ({ coolsUntil: until }: { readonly coolsUntil: Date | null }, now: Date): boolean =>
  until !== null && until > now;
