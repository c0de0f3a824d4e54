import type { Mail } from '../../platform/mail.ts';
import { letterAbout, saidLetter } from '../notices/letter.ts';
import type { LaunchTold } from './letter-store.ts';

const frame = {
  greeting: 'Hello {name},',
  closing: 'We never ask for your password, your recovery phrase or a code, in mails, calls or chats.',
} as const;

/** What is written about a coin launch. The question and the reason stand behind sign-in. */
export const launchLetters = {
  asked: {
    ...frame,
    subject: 'A question about your project {coin}',
    paragraphs: ['Our team reads your project and has a question. It waits until you answer.'],
    button: 'Answer it',
  },
  decided: {
    ...frame,
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
