import { Secret, TOTP } from 'otpauth';

/** The codes of the previous and the next step are accepted too, as clocks differ. */
const stepSeconds = 30;
const windowSteps = 1;

const createTotp = (secret: Uint8Array, label: string) => {
  const bytes = new Uint8Array(secret).buffer;
  return new TOTP({ issuer: 'Cryptocommerce', label, secret: new Secret({ buffer: bytes }), period: stepSeconds });
};

/** Key length recommended by RFC 4226. */
export const secretBytes = 20;

export function getEnrolment(secret: Uint8Array, email: string): { uri: string; text: string } {
  const totp = createTotp(secret, email);
  return { uri: totp.toString(), text: totp.secret.base32 };
}

/** Returns the 30-second step (counted from 1970) of a valid code, else null. The caller must claim the step. */
export function getTotpStep(code: string, secret: Uint8Array, now: Date): number | null {
  const delta = createTotp(secret, '').validate({ token: code, timestamp: now.getTime(), window: windowSteps });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / stepSeconds) + delta;
}
