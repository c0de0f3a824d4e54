import { z } from 'zod';
import type { Known } from '../../../scam-reports/types.ts';
import { scamQuestionMessages } from '../../customer-messages.ts';
import { questions, type SubmittedAnswers, warningVersionKey } from '../../wallets/scam-questions.ts';

type Answer = '' | 'yes' | 'no';
export type ChosenAnswers = Readonly<Record<(typeof questions)[number], Answer>>;
export const noAnswers: ChosenAnswers = { askedToPay: '', hurried: '', ownKeys: '' };

export const answerRules = (warning: Known | null) =>
  warning
    ? Object.fromEntries(questions.map((name) => [name, z.enum(['yes', 'no'], scamQuestionMessages.choose)]))
    : {};

const parseAnswer = (answer: Answer): boolean | null => (answer === '' ? null : answer === 'yes');

export const parseAnswers = ({ askedToPay, hurried, ownKeys }: ChosenAnswers) => ({
  askedToPay: parseAnswer(askedToPay),
  hurried: parseAnswer(hurried),
  ownKeys: parseAnswer(ownKeys),
});

export const answersBody = (chosen: ChosenAnswers, warning: Known | null): SubmittedAnswers =>
  warning
    ? { warningSeen: warningVersionKey(warning), ...parseAnswers(chosen) }
    : { warningSeen: '', ...parseAnswers(noAnswers) };
