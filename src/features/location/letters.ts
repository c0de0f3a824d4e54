import type { Mail } from '../../platform/mail.ts';
import { momentText } from '../../ui/format.ts';
import { letterAbout, saidLetter } from '../notices/letter.ts';

/** What the owner of an account is written when it was used from two places that nobody travels between so fast. */
export const locationLetters = {
  travel: {
    subject: 'Your account was used from two places too far apart',
    greeting: 'Your account was used from {to}, too soon after {from} for anybody to have travelled.',
    paragraphs: [
      'If you use a VPN or a company network, that is often why, and there is nothing to do.',
      'If it was not you, sign out all other devices in your profile and change your password.',
    ],
    button: 'See where I am signed in',
    closing: 'We never ask for your password or for a code, neither by mail nor by phone.',
  },
} as const;

export type Travelled = { readonly from: string; readonly to: string; readonly at: Date };

export const travelLetter = (origin: string, address: string, { from, to, at }: Travelled): Mail =>
  letterAbout('security', address, {
    ...saidLetter('security.travel', locationLetters.travel, { from, to }),
    url: `${origin}/profile#security`,
    facts: [['When', `${momentText(at, { year: true })} (Jamaica)`]],
  });
