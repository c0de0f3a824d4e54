import { socialNames, socialSites } from '../../../ui/social.ts';
import type { Text } from './prose.ts';

export type OfficialKind = 'email' | 'phone' | 'site' | 'wallet' | 'token';

export type Official = { readonly kind: OfficialKind; readonly name: string; readonly value: Text; readonly to?: Text };

const social = socialSites.map(
  (site): Official => ({ kind: 'site', name: socialNames[site], value: `{${site}}`, to: `{${site}}` }),
);

/** The page hides social media without a value in the settings. */
export const officialContacts: readonly Official[] = [
  { kind: 'site', name: 'Website', value: '{host}', to: '{site}' },
  { kind: 'email', name: 'Email', value: '{email}', to: 'mailto:{email}' },
  { kind: 'phone', name: 'Phone', value: '{phone}', to: 'tel:{tel}' },
  { kind: 'site', name: 'Community', value: '{community}', to: '{community}' },
  ...social,
];

export const officialTokens: readonly Official[] = [
  { kind: 'token', name: 'Mahoni (MHI) on Solana', value: '{mahoniContract}' },
  { kind: 'token', name: 'Lignum (LGM) on Solana', value: '{lignumContract}' },
];

export const neverAsked: readonly Text[] = [
  'Your password, a code from your phone, or your recovery codes.',
  'The seed phrase or private key of your wallet. No honest person ever needs them.',
  'To install a program that lets us see or control your screen.',
  'To pay into any account other than the one in your order, or to any name but **{accountName}**.',
  'Cash, gift cards or phone credit.',
  'A fee to release money or coins that are "held" for you.',
  'To keep a payment secret from your bank or your family.',
];

export const whenInDoubt: readonly Text[] = [
  "Stop. Don't reply, don't pay, don't click.",
  'Type the address of this site yourself and check your order here.',
  'Email [{email}](mailto:{email}) or call [{phone}](tel:{tel}), Mon-Fri 9AM-6PM. Use the number on this page, not ' +
    'the one in the message.',
  "If you've already paid, call your bank first, then the police. Keep messages, addresses and receipts.",
];
