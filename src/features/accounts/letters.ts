import { dress, type Mail } from '../../platform/mail.ts';
import { momentText } from '../../ui/format.ts';

/** As Jamaica's clocks say it. */
const moment = (at: Date) => `${momentText(at, { year: true })} (Jamaica)`;

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

type NewDevice = { word: string; device: string; at: Date; last: boolean };

const noMoreToday =
  'This is the last letter of this kind today. Your profile shows every device that is signed in to your account.';

/** Somebody signed in from a browser that the account did not know. The link opens a page; its button acts. */
export const newDeviceLetter = (origin: string, to: string, { word, device, at, last }: NewDevice): Mail =>
  dress(to, {
    subject: 'New sign-in to your Cryptocommerce account',
    greeting: 'Somebody has signed in to your account from a device that we did not know.',
    paragraphs: [
      'If it was you, there is nothing to do.',
      'If it was not, press the button: we end every session of your account and stop all pay-outs at once.',
      ...(last ? [noMoreToday] : []),
    ],
    facts: [
      ['Device', device],
      ['When', moment(at)],
    ],
    action: { label: 'This was not me', url: `${origin}/this-was-not-me#access_token=${word}` },
    closing: 'We never ask for your password or for a code, neither by mail nor by phone.',
  });

const told = {
  password_changed: [
    'Your password was changed',
    'Your password was changed. All other sessions of your account ended.',
  ],
  password_reset: [
    'Your password was changed',
    'A new password was chosen with a link from our mail. All sessions ended.',
  ],
  app_on: ['Authenticator app set up', 'An authenticator app was set up. We ask for its code when you sign in.'],
  app_off: ['Authenticator app turned off', 'The authenticator app was turned off. We no longer ask for its codes.'],
  codes_renewed: [
    'New recovery codes',
    'New recovery codes were made. The ones from before are worth nothing any more.',
  ],
  passkey_on: ['Passkey added', 'A passkey was added. It can sign in to your account.'],
  passkey_off: ['Passkey removed', 'A passkey was removed. It opens your account no longer.'],
  closed: [
    'Your account is closed',
    'Your account is closed and everybody is signed out. We keep what the law asks for.',
  ],
} as const;

const changedWords = (origin: string) => ({
  paragraphs: ['If it was you, there is nothing to do. If it was not, choose a new password now.'],
  action: { label: 'Choose a new password', url: `${origin}/auth?tab=forgot-password` },
});

/** A closed account has no password any more, so there is none to choose. */
const closedWords = (origin: string) => ({
  paragraphs: ['If it was you, there is nothing to do. If it was not, write to us at once.'],
  action: { label: 'How to reach us', url: `${origin}/contact-check` },
});

/** What the owner of an account is written about when it changes. */
export type Told = keyof typeof told;

/** Tells the owner that something which defends the account has changed. */
export const toldLetter = (origin: string, to: string, { about, at }: { about: Told; at: Date }): Mail =>
  dress(to, {
    subject: `${told[about][0]} - Cryptocommerce`,
    greeting: told[about][1],
    ...(about === 'closed' ? closedWords(origin) : changedWords(origin)),
    facts: [['When', moment(at)]],
    closing: 'We never ask for your password or for a code, neither by mail nor by phone.',
  });
