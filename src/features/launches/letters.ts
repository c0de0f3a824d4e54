import type { Mail } from '../../platform/mail.ts';
import { letterAbout, letterFrame, saidLetter } from '../notices/letter.ts';
import type { LaunchTold } from './letter-store.ts';

/** What is written about a coin launch. The question and the reason stand behind sign-in. */
export const launchLetters = {
  asked: {
    ...letterFrame,
    subject: 'A question about your project {coin}',
    paragraphs: ['Our team reads your project and has a question. It waits until you answer.'],
    button: 'Answer it',
  },
  decided: {
    ...letterFrame,
    subject: 'Your project {coin} is decided',
    paragraphs: [
      'Our team has read your project and decided. What it decided, and why, stands on your page.',
      'Nothing is listed for trade by it.',
    ],
    button: 'Read the decision',
  },
} as const;

export const launchLetter = ({ name, email, coin, about }: LaunchTold, origin: string): Mail =>
  letterAbout('launch', email, {
    ...saidLetter(`launch.${about}`, launchLetters[about], { name, coin }),
    url: `${origin}/launch#submissions`,
  });
