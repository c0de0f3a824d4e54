import type { Db } from '../../platform/database.ts';
import { dress, type Letter, type Mail } from '../../platform/mail.ts';
import { inOwnWords } from './own-words.ts';
import { ownWordsNow } from './own-words-store.ts';

/** A letter in the operator's own words, where there are any; from here on it knows of no others. */
export async function letterNow(tx: Db, letter: Letter): Promise<Letter> {
  const { words, ...rest } = letter;
  if (!words) return letter;
  return { ...rest, ...inOwnWords(words, (await ownWordsNow(tx)).get(words.key)) };
}

/** The same for the mail that it is. */
export const mailNow = async (tx: Db, mail: Mail): Promise<Mail> =>
  mail.letter.words ? { ...mail, ...dress(mail.to, await letterNow(tx, mail.letter)) } : mail;
