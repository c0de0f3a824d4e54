import { socialNames, socialSites } from '../../../ui/social.ts';
import type { Text } from './prose.ts';

export type OfficialKind = 'email' | 'phone' | 'site' | 'wallet' | 'token';

/** One of the things by which the real company is known. */
export type Official = { readonly kind: OfficialKind; readonly name: string; readonly value: Text; readonly to?: Text };

const social = socialSites.map(
  (site): Official => ({ kind: 'site', name: socialNames[site], value: `{${site}}`, to: `{${site}}` }),
);

/**
 * How people reach us, and what they may meet on the way. Wallets come beside these, from the settings. A page on
 * somebody else's site that we do not have stays empty, and is not shown.
 */
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
  'Your password, a code from your phone or your recovery codes.',
  'The seed phrase or private key of a wallet. Nobody honest needs it.',
  'To install a program so that we can see or steer your screen.',
  'To pay to another account than the one inside your own order, or in the name of anybody but **{accountName}**.',
  'Cash, gift cards or phone credit.',
  'A fee to release money or coins that are "held" for you.',
  'To keep a payment secret from your bank or your family.',
];

export const whenInDoubt: readonly Text[] = [
  'Stop. Do not answer, do not pay, do not click.',
  'Open this site by typing its address yourself, and look at your order there.',
  'Write to [{email}](mailto:{email}) or call [{phone}](tel:{tel}), Mon-Fri 9AM-6PM. Take the number from this page, ' +
    'not from the message.',
  'If money is already gone, call your bank first, then the police. Keep messages, addresses and receipts.',
];
