import type { Mailer } from '../../platform/mail.ts';
import type { Services } from '../../platform/procedure.ts';
import { resetLetter, verificationLetter } from './letters.ts';
import { keepToken, newToken } from './token-store.ts';

const letters = { verify: verificationLetter, reset: resetLetter } as const;
type Sent = { readonly email: string; readonly purpose: keyof typeof letters };

/** Draws a token and mails it, if the address has an account for it; the token stands in the mail alone. */
export async function sendToken({ authDb, config }: Services, mail: Mailer, { email, purpose }: Sent): Promise<void> {
  const token = newToken();
  if (await keepToken(authDb, email, { purpose, token })) await mail(letters[purpose](config.origin, email, token));
}
