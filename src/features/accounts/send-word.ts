import type { Mailer } from '../../platform/mail.ts';
import type { Services } from '../../platform/procedure.ts';
import { resetLetter, verificationLetter } from './letters.ts';
import { keepWord, newWord } from './word-store.ts';

const letters = { verify: verificationLetter, reset: resetLetter } as const;
type Sent = { readonly email: string; readonly purpose: keyof typeof letters };

/** Draws a word and mails it, if the address has an account for it; the word stands in the mail alone. */
export async function sendWord({ authDb, config }: Services, mail: Mailer, { email, purpose }: Sent): Promise<void> {
  const word = newWord();
  if (await keepWord(authDb, email, { purpose, word })) await mail(letters[purpose](config.origin, email, word));
}
