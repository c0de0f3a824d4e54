import { formatMessages } from '../../kernel/message-template.ts';
import { type Mail, renderEmail } from '../../platform/email/mail.ts';
import { formatDateTime } from '../../ui/format.ts';
import { letterAbout } from '../notifications/email.ts';

const formatMoment = (at: Date) => `${formatDateTime(at, { year: true })} (Jamaica)`;

const ignoreIfNotYou =
  "If this wasn't you, ignore this email. Nothing changes unless you use the link. We never ask for your password.";
const neverAsked = 'We never ask for your password or a code, by email or phone.';

/** [000 §7 Authentication] */
export const accountEmails = {
  verify: {
    subject: 'Verify your email for Cryptocommerce',
    greeting: 'Welcome to Cryptocommerce.',
    paragraphs: ['Press the button to activate your account. The link works for 24 hours.'],
    button: 'Verify my email',
    closing: ignoreIfNotYou,
  },
  reset: {
    subject: 'Choose a new password for Cryptocommerce',
    greeting: 'You asked to reset your password.',
    paragraphs: [
      'Press the button to choose a new one. The link works once, within one hour. It signs you out on all devices.',
    ],
    button: 'Choose a new password',
    closing: ignoreIfNotYou,
  },
  alreadyRegistered: {
    subject: 'You already have a Cryptocommerce account',
    greeting: 'Someone, maybe you, tried to sign up with this email address.',
    paragraphs: ['You already have an account. You can log in, or choose a new password if you forgot yours.'],
    button: 'Log in',
    closing: "If this wasn't you, you don't need to do anything. Your account is safe.",
  },
  newDevice: {
    subject: 'New sign-in to your Cryptocommerce account',
    greeting: 'We noticed a sign-in to your account from a new device.',
    paragraphs: [
      "If this was you, you don't need to do anything.",
      "If it wasn't, press the button. We'll sign out every device and stop all payouts.",
      '{last}',
    ],
    button: 'This was not me',
    closing: neverAsked,
  },
  lastToday: "This is today's last email about new devices. Your profile shows every device that is signed in.",
} as const;

/** The token is in the URL fragment, which browsers never send to a server [000 §7 Authentication]. */
export const buildVerificationEmail = (origin: string, to: string, token: string): Mail =>
  renderEmail(to, {
    ...formatMessages(accountEmails.verify, {}),
    url: `${origin}/auth?type=signup#access_token=${token}&type=signup`,
  });

export const buildResetEmail = (origin: string, to: string, token: string): Mail =>
  renderEmail(to, {
    ...formatMessages(accountEmails.reset, {}),
    url: `${origin}/auth?from=recovery#access_token=${token}&type=recovery`,
  });

/** Tells the owner only: the response to the sign-up never reveals that the account exists. */
export const buildAlreadyRegisteredEmail = (origin: string, to: string): Mail =>
  renderEmail(to, { ...formatMessages(accountEmails.alreadyRegistered, {}), url: `${origin}/auth` });

type NewDevice = { token: string; device: string; at: Date; last: boolean };

/** The link only opens a page with a button that reports the sign-in: a link scanner must not trigger a report. */
export const buildNewDeviceEmail = (origin: string, to: string, { token, device, at, last }: NewDevice): Mail => ({
  ...letterAbout('security', to, {
    ...formatMessages(accountEmails.newDevice, { last: last ? accountEmails.lastToday : '' }),
    url: `${origin}/this-was-not-me#access_token=${token}`,
    facts: [
      ['Device', device],
      ['When', formatMoment(at)],
    ],
  }),
  secret: true,
});

export const ownerNotices = {
  password_changed: {
    title: 'Your password was changed',
    text: 'Your password was changed. All your other devices were signed out.',
  },
  password_reset: {
    title: 'Your password was changed',
    text: 'A new password was set with the link from our email. All devices were signed out.',
  },
  passwords_guessed: {
    title: 'Someone is guessing your password',
    text: "A hundred wrong passwords were entered for your account today. None worked. Until tomorrow, sign in on a device you've used before, or reset your password by email.",
  },
  codes_guessed: {
    title: 'Someone is trying to sign in to your account',
    text: "Someone entered your password, then ten wrong codes. They didn't get in.",
  },
  proofs_guessed: {
    title: 'Someone is guessing codes or passwords for your account',
    text: "Ten wrong codes or passwords were entered on a device that is signed in to your account. After thirty in a row, we'll sign that device out.",
  },
  app_on: {
    title: 'Authenticator app set up',
    text: "Your authenticator app is on. We'll ask for its code when you sign in.",
  },
  app_off: {
    title: 'Authenticator app turned off',
    text: "Your authenticator app is off. We won't ask for its codes any more.",
  },
  codes_renewed: {
    title: 'New recovery codes',
    text: 'You have new recovery codes. The old ones no longer work.',
  },
  passkey_on: { title: 'Passkey added', text: 'A passkey was added. You can sign in with it.' },
  passkey_off: { title: 'Passkey removed', text: 'A passkey was removed. It can no longer sign in to your account.' },
  program_key_made: {
    title: 'API key created',
    text: "An API key was created. A program with this key can act in your account, within the key's permissions.",
  },
  program_key_rotated: {
    title: 'API key changed',
    text: 'An API key has a new secret. The old one stops working at the time you chose.',
  },
  program_key_ended: {
    title: 'API key ended',
    text: 'An API key ended. It no longer works.',
  },
  program_placed: {
    title: 'A program placed an order',
    text: 'An order was placed with your API key. You can see the order and its wallet in your transactions.',
  },
  program_address_added: {
    title: 'Webhook address added',
    text: "We'll send updates about your orders to the new webhook address.",
  },
  program_address_rotated: {
    title: 'Webhook secret changed',
    text: 'The signing secret of a webhook address was changed.',
  },
  program_address_on: {
    title: 'Webhooks turned on',
    text: "A paused webhook address is on again. We'll send updates about your orders to it.",
  },
  program_address_removed: {
    title: 'Webhook address removed',
    text: "A webhook address was removed. We won't send it any more updates.",
  },
  program_address_failing: {
    title: 'Webhooks paused',
    text: "A webhook address hasn't accepted our updates for several hours. It stays paused until you turn it on.",
  },
  payee_saved: {
    title: 'Wallet or bank account saved',
    text: 'A wallet or bank account was saved for your orders. You can see it on your profile.',
  },
  recurring_buy_set: {
    title: 'Recurring buy set up',
    text: 'A recurring buy was set up or its amount was changed. You can see it on your recurring buys page.',
  },
  unfrozen: {
    title: 'Your payouts are back on',
    text: "We've checked the sign-in you reported, and your payouts are back on.",
  },
  closed: {
    title: 'Your account is closed',
    text: 'Your account is closed, and all devices are signed out. We keep only the records that the law requires.',
  },
} as const;

const ownerEmailBase = { subject: '{title} - Cryptocommerce', greeting: '{text}', closing: neverAsked } as const;

export const ownerEmails = {
  changed: {
    ...ownerEmailBase,
    paragraphs: ["If this was you, you don't need to do anything. If it wasn't, choose a new password now."],
    button: 'Choose a new password',
  },
  closed: {
    ...ownerEmailBase,
    paragraphs: ["If this was you, you don't need to do anything. If it wasn't, contact us now."],
    button: 'How to reach us',
  },
  unfrozen: {
    ...ownerEmailBase,
    paragraphs: ["If you didn't expect this, contact us now."],
    button: 'How to reach us',
  },
  paused: {
    ...ownerEmailBase,
    paragraphs: ['Fix the address, turn it on again and resend the missed updates.'],
    button: 'Your programs',
  },
} as const;

export type OwnerNotice = keyof typeof ownerNotices;

const emailByNotice: Partial<Record<OwnerNotice, 'closed' | 'unfrozen' | 'paused'>> = {
  closed: 'closed',
  unfrozen: 'unfrozen',
  program_address_failing: 'paused',
};
const buttonPaths = {
  changed: '/auth?tab=forgot-password',
  closed: '/contact-check',
  unfrozen: '/contact-check',
  paused: '/profile/programs',
} as const;

export function buildOwnerEmail(origin: string, to: string, { about, at }: { about: OwnerNotice; at: Date }): Mail {
  const kind = emailByNotice[about] ?? 'changed';
  return letterAbout('security', to, {
    ...formatMessages(ownerEmails[kind], ownerNotices[about]),
    url: `${origin}${buttonPaths[kind]}`,
    facts: [['When', formatMoment(at)]],
  });
}
