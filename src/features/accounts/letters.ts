import { dress, type Mail } from '../../platform/mail.ts';

const notYou =
  'If this was not you, you can ignore this mail: nothing happens without the link. We never ask for your password.';

/** Proves that a new customer reads the address. The word stands after the `#`, which no server log ever sees. */
export const verificationLetter = (origin: string, to: string, token: string): Mail =>
  dress(to, {
    subject: 'Verify your email for Cryptocommerce',
    greeting: 'Welcome to Cryptocommerce.',
    paragraphs: ['Press the button to activate your account. The link works for 24 hours.'],
    action: { label: 'Verify my email', url: `${origin}/auth?type=signup#access_token=${token}&type=signup` },
    closing: notYou,
  });

/** Lets somebody who forgot the password set a new one. */
export const resetLetter = (origin: string, to: string, token: string): Mail =>
  dress(to, {
    subject: 'Choose a new password for Cryptocommerce',
    greeting: 'You asked for a new password.',
    paragraphs: ['Press the button to choose one. The link works once, for one hour. All your other sessions end.'],
    action: { label: 'Choose a new password', url: `${origin}/auth?from=recovery#access_token=${token}&type=recovery` },
    closing: notYou,
  });

/** Somebody tried to sign up with an address that has an account; only its owner may learn that. */
export const alreadyHereLetter = (origin: string, to: string): Mail =>
  dress(to, {
    subject: 'You already have a Cryptocommerce account',
    greeting: 'Somebody, perhaps you, tried to sign up with this address.',
    paragraphs: ['You already have an account. You can log in, or choose a new password if you forgot yours.'],
    action: { label: 'Log in', url: `${origin}/auth` },
    closing: 'If this was not you, there is nothing to do: your account was not touched.',
  });
