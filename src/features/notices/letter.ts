import { type Entry, type FillingOf, type SaidOf, said } from '../../kernel/said.ts';
import { dress, type Letter, type LetterWords, type Mail, type Wording } from '../../platform/mail.ts';
import type { Kind } from './kinds.ts';

/** How most letters begin and end. */
export const letterFrame = {
  greeting: 'Hello {name},',
  closing: 'We never ask for your password, your recovery phrase or a code, in mails, calls or chats.',
} as const;

/** A letter that stands in its reader's page, too: its subject as the notice, its button as where that leads. */
export const letterAbout = (kind: Kind, to: string, letter: Letter): Mail => ({ ...dress(to, letter), about: kind });

/** Says a letter in the house's words, and under which name others of the operator's may stand in their place. */
export const saidLetter = <const E extends Entry & Wording>(
  key: string,
  entry: E,
  filling: FillingOf<E>,
): SaidOf<E> & { readonly words: LetterWords } => {
  const { subject, paragraphs } = entry;
  return { ...said(entry, filling), words: { key, house: { subject, paragraphs }, filling } };
};
