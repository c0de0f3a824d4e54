import { said } from '../../kernel/said.ts';
import type { Mail } from '../../platform/mail.ts';
import { letterAbout, letterFrame } from '../notices/letter.ts';

/** What stands around news. */
export const newsLetters = {
  frame: {
    ...letterFrame,
    button: 'See more',
  },
} as const;

export type NewsLetter = {
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly path: string;
};

/** One reader's mail. What was written is put in as it is: nothing of it is read for names or markup. */
export const newsLetter = ({ name, email, subject, paragraphs, path }: NewsLetter, origin: string): Mail =>
  letterAbout('news', email, { ...said(newsLetters.frame, { name }), subject, paragraphs, url: `${origin}${path}` });
