import { Secret, TOTP } from 'otpauth';

/** Half a minute: a code's life. The one before and the one after are taken too, for clocks that differ. */
const period = 30;
const neighbours = 1;

const generator = (secret: Uint8Array, label: string) => {
  const bytes = new Uint8Array(secret).buffer;
  return new TOTP({ issuer: 'Cryptocommerce', label, secret: new Secret({ buffer: bytes }), period });
};

/** How many bytes of chance stand behind an authenticator app's codes (RFC 4226 asks for 20). */
export const secretBytes = 20;

/** What the app reads from the square, and what a person can type instead. */
export function enrolment(secret: Uint8Array, email: string): { uri: string; text: string } {
  const made = generator(secret, email);
  return { uri: made.toString(), text: made.secret.base32 };
}

/**
 * The half minute (counted from 1970) that a six-digit code belongs to, if it is right at `now`; else null. Whether
 * that half minute's code was used already is for the database to say.
 */
export function stepOf(code: string, secret: Uint8Array, now: Date): number | null {
  const delta = generator(secret, '').validate({ token: code, timestamp: now.getTime(), window: neighbours });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / period) + delta;
}
