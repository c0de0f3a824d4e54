import { z } from 'zod';
import type { Known } from '../../../scam-reports/shapes.ts';
import { coercionWords } from '../../own-messages.ts';
import { type GivenAnswers, questions, seenAs } from '../../wallets/coercion.ts';

type Answer = '' | 'yes' | 'no';
/** The answers of a form, as chosen. */
export type Chosen = Readonly<Record<(typeof questions)[number], Answer>>;
export const unasked: Chosen = { toldToPay: '', hurried: '', ownKeys: '' };

/** Each is answered where a warning is shown; nothing is asked where none is. */
export const answerRules = (warning: Known | null) =>
  warning ? Object.fromEntries(questions.map((name) => [name, z.enum(['yes', 'no'], coercionWords.choose)])) : {};

const saidYes = (answer: Answer): boolean | null => (answer === '' ? null : answer === 'yes');

export const givenIn = ({ toldToPay, hurried, ownKeys }: Chosen) => ({
  toldToPay: saidYes(toldToPay),
  hurried: saidYes(hurried),
  ownKeys: saidYes(ownKeys),
});

/** The same as the order carries it, with the warning that it answers. */
export const answersBody = (chosen: Chosen, warning: Known | null): GivenAnswers =>
  warning ? { warningSeen: seenAs(warning), ...givenIn(chosen) } : { warningSeen: '', ...givenIn(unasked) };
