import { after, hours } from '../../../kernel/clock.ts';
import type { Known } from '../../scam-reports/types.ts';

export const questionnaireVersion = 1;

export const questions = ['askedToPay', 'hurried', 'ownKeys'] as const;
type Question = (typeof questions)[number];

export type SubmittedAnswers = { readonly warningSeen: string } & Readonly<Record<Question, boolean | null>>;
export type Answers = Readonly<Record<Question, boolean>>;

/** Identifies the warning a customer saw. The number of reporters is left out, because it may grow. */
export const warningVersionKey = (known: Known): string =>
  [questionnaireVersion, known.shown, ...(known.shown === 'published' ? [known.verdict, known.slug] : [])].join(' ');

/** Returns the answers to this warning, or null when one is missing or belongs to another warning. */
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

/** End of the cooling-off period, counted from placing, for a wallet with a published scam warning; null for none. */
export const coolingOffUntil = (known: Known, at: Date, coolingHours: number): Date | null =>
  known.shown === 'published' && known.verdict !== 'legitimate' && coolingHours > 0
    ? after(at, hours(coolingHours))
    : null;

export const isCoolingOff = ({ coolsUntil: until }: { readonly coolsUntil: Date | null }, now: Date): boolean =>
  until !== null && until > now;
