import { formatMessages } from '../../kernel/message-template.ts';
import type { Mail } from '../../platform/email/mail.ts';
import { formatDateTime } from '../../ui/format.ts';
import { letterAbout } from '../notifications/email.ts';

export const locationEmails = {
  travel: {
    subject: 'Was this you? Your account was used from two distant places',
    greeting: 'Your account was used from {to}, too soon after {from} for anyone to travel that far.',
    paragraphs: [
      "If you use a VPN or a company network, that's probably why. You don't need to do anything.",
      "If it wasn't you, sign out all other devices in your profile and change your password.",
    ],
    button: 'See where I am signed in',
    closing: 'We never ask for your password or a code, by email or by phone.',
  },
} as const;

export type TravelEmailParams = { readonly from: string; readonly to: string; readonly at: Date };

export const createTravelEmail = (origin: string, address: string, { from, to, at }: TravelEmailParams): Mail =>
  letterAbout('security', address, {
    ...formatMessages(locationEmails.travel, { from, to }),
    url: `${origin}/profile#security`,
    facts: [['When', `${formatDateTime(at, { year: true })} (Jamaica)`]],
  });
