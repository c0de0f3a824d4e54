import { dress, type Mail } from '../../platform/mail.ts';
import { momentText } from '../../ui/format.ts';
import { letterAbout, saidLetter } from '../notices/letter.ts';

/** As Jamaica's clocks say it. */
const moment = (at: Date) => `${momentText(at, { year: true })} (Jamaica)`;

const notYou =
  'If this was not you, you can ignore this mail: nothing happens without the link. We never ask for your password.';
const neverAsked = 'We never ask for your password or for a code, neither by mail nor by phone.';

/** What a letter says that belongs to no change of an account, such as the activation mail [000 §7 Authentication]. */
export const accountLetters = {
  verify: {
    subject: 'Verify your email for Cryptocommerce',
    greeting: 'Welcome to Cryptocommerce.',
    paragraphs: ['Press the button to activate your account. The link works for 24 hours.'],
    button: 'Verify my email',
    closing: notYou,
  },
  reset: {
    subject: 'Choose a new password for Cryptocommerce',
    greeting: 'You asked for a new password.',
    paragraphs: ['Press the button to choose one. The link works once, for one hour. All your other sessions end.'],
    button: 'Choose a new password',
    closing: notYou,
  },
  alreadyHere: {
    subject: 'You already have a Cryptocommerce account',
    greeting: 'Somebody, perhaps you, tried to sign up with this address.',
    paragraphs: ['You already have an account. You can log in, or choose a new password if you forgot yours.'],
    button: 'Log in',
    closing: 'If this was not you, there is nothing to do: your account was not touched.',
  },
  newDevice: {
    subject: 'New sign-in to your Cryptocommerce account',
    greeting: 'Somebody has signed in to your account from a device that we did not know.',
    paragraphs: [
      'If it was you, there is nothing to do.',
      'If it was not, press the button: we end every session of your account and stop all pay-outs at once.',
      '{last}',
    ],
    button: 'This was not me',
    closing: neverAsked,
  },
  lastToday:
    'This is the last letter of this kind today. Your profile shows every device that is signed in to your account.',
} as const;

/**
 * Proves that a new customer reads the address: the link that signing up and resending mail [000 §7 Authentication].
 * The token stands after the `#`, which no server log ever sees.
 */
export const verificationLetter = (origin: string, to: string, token: string): Mail =>
  dress(to, {
    ...saidLetter('account.verify', accountLetters.verify, {}),
    url: `${origin}/auth?type=signup#access_token=${token}&type=signup`,
  });

/** Lets somebody who forgot the password set a new one [000 §7 Authentication]. */
export const resetLetter = (origin: string, to: string, token: string): Mail =>
  dress(to, {
    ...saidLetter('account.reset', accountLetters.reset, {}),
    url: `${origin}/auth?from=recovery#access_token=${token}&type=recovery`,
  });

/** Somebody tried to sign up with an address that has an account; only its owner may learn that. */
export const alreadyHereLetter = (origin: string, to: string): Mail =>
  dress(to, { ...saidLetter('account.alreadyHere', accountLetters.alreadyHere, {}), url: `${origin}/auth` });

type NewDevice = { token: string; device: string; at: Date; last: boolean };

/** Somebody signed in from a browser that the account did not know. The link opens a page; its button acts. */
export const newDeviceLetter = (origin: string, to: string, { token, device, at, last }: NewDevice): Mail => ({
  ...letterAbout('security', to, {
    ...saidLetter('security.newDevice', accountLetters.newDevice, { last: last ? accountLetters.lastToday : '' }),
    url: `${origin}/this-was-not-me#access_token=${token}`,
    facts: [
      ['Device', device],
      ['When', moment(at)],
    ],
  }),
  secret: true,
});

/** What the owner of an account is told when something changes that defends it. */
export const ownerTold = {
  password_changed: {
    title: 'Your password was changed',
    text: 'Your password was changed. All other sessions of your account ended.',
  },
  password_reset: {
    title: 'Your password was changed',
    text: 'A new password was chosen with a link from our mail. All sessions ended.',
  },
  passwords_guessed: {
    title: 'Somebody tries passwords at your account',
    text: 'A hundred wrong passwords were given for your account within a day. Nobody came in. Until tomorrow you get in where you signed in before, or with a new password by mail.',
  },
  codes_guessed: {
    title: 'Somebody tries to sign in to your account',
    text: 'Somebody gave your password, and then ten wrong codes. Nobody came in.',
  },
  proofs_guessed: {
    title: 'Somebody tries codes or passwords in your account',
    text: 'Ten wrong codes or passwords were given for your account, where it is signed in. After thirty in a row it is signed out there.',
  },
  app_on: {
    title: 'Authenticator app set up',
    text: 'An authenticator app was set up. We ask for its code when you sign in.',
  },
  app_off: {
    title: 'Authenticator app turned off',
    text: 'The authenticator app was turned off. We no longer ask for its codes.',
  },
  codes_renewed: {
    title: 'New recovery codes',
    text: 'New recovery codes were made. The ones from before are worth nothing any more.',
  },
  passkey_on: { title: 'Passkey added', text: 'A passkey was added. It can sign in to your account.' },
  passkey_off: { title: 'Passkey removed', text: 'A passkey was removed. It opens your account no longer.' },
  program_key_made: {
    title: 'Key for a program made',
    text: 'A key was made. A program that has it acts in your account, within what the key opens.',
  },
  program_key_rotated: {
    title: 'Key for a program changed',
    text: 'A key of your account has another secret. The one before it ends when you said it should.',
  },
  program_key_ended: {
    title: 'Key for a program ended',
    text: 'A key of your account ended. It opens nothing any more.',
  },
  program_placed: {
    title: 'A program placed an order',
    text: 'An order was placed by a key of your account. It stands among your orders, with the wallet that it goes to.',
  },
  program_address_added: {
    title: 'Address for webhooks added',
    text: 'An address was named that is told from now on when an order of yours moves.',
  },
  program_address_rotated: {
    title: 'Secret of webhooks changed',
    text: 'What we sign webhooks with to an address of yours was changed.',
  },
  program_address_on: {
    title: 'Webhooks turned on',
    text: 'An address that was paused is told again when an order of yours moves.',
  },
  program_address_removed: {
    title: 'Address for webhooks removed',
    text: 'An address of yours is told nothing any more.',
  },
  program_address_failing: {
    title: 'Webhooks paused',
    text: 'An address of yours did not take what we told it, for some hours. It is told nothing until you turn it on.',
  },
  closed: {
    title: 'Your account is closed',
    text: 'Your account is closed and everybody is signed out. We keep what the law asks for.',
  },
} as const;

const told = { subject: '{title} - Cryptocommerce', greeting: '{text}', closing: neverAsked } as const;

/** The letter around it. A closed account has no password any more, so there is none to choose. */
export const ownerLetters = {
  changed: {
    ...told,
    paragraphs: ['If it was you, there is nothing to do. If it was not, choose a new password now.'],
    button: 'Choose a new password',
  },
  closed: {
    ...told,
    paragraphs: ['If it was you, there is nothing to do. If it was not, write to us at once.'],
    button: 'How to reach us',
  },
  paused: {
    ...told,
    paragraphs: ['Put right what takes them, turn the address on again, and have what was missed sent once more.'],
    button: 'Your programs',
  },
} as const;

/** What the owner of an account is written about when it changes. */
export type OwnerNotice = keyof typeof ownerTold;

/** What is about no change of the owner's own, and where its button leads. */
const lettersAbout: Partial<Record<OwnerNotice, 'closed' | 'paused'>> = {
  closed: 'closed',
  program_address_failing: 'paused',
};
const leadsTo = {
  changed: '/auth?tab=forgot-password',
  closed: '/contact-check',
  paused: '/profile/programs',
} as const;

/** Tells the owner that something which defends the account has changed. */
export function toldLetter(origin: string, to: string, { about, at }: { about: OwnerNotice; at: Date }): Mail {
  const which = lettersAbout[about] ?? 'changed';
  return letterAbout('security', to, {
    ...saidLetter(`security.${which}`, ownerLetters[which], ownerTold[about]),
    url: `${origin}${leadsTo[which]}`,
    facts: [['When', moment(at)]],
  });
}
