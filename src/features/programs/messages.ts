import { catalogue } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';
import { accountsMessages } from '../accounts/messages.ts';
import { tradingMessages } from '../trading/messages.ts';

/** Why a key or an address for programs could not be made or changed. */
export const programsMessages = {
  'programs.factor_needed': {
    status: 409,
    title: 'Second step needed',
    text: 'Set up an authenticator app or a passkey in your profile first: whoever has your password alone must not make a key.',
  },
  'programs.too_many_keys': {
    status: 409,
    text: 'You have {most} keys, which is as many as one may have. End one first.',
  },
  'programs.lasts_too_long': { field: 'days', text: 'A key with these permissions is good for {most} days at most.' },
  'programs.not_there': { status: 404, text: 'This is not there any more.' },
  'programs.webhook_unfit': {
    field: 'url',
    text: 'Give an address that begins with https:// and has a name, at the usual port and without a password in it.',
  },
  'programs.webhook_known': { status: 409, field: 'url', text: 'This address is told already.' },
  'programs.too_many_webhooks': {
    status: 409,
    text: 'You have {most} addresses, which is as many as one may have. Remove one first.',
  },
  'programs.webhook_paused': { status: 409, text: 'This address is paused. Turn it on first.' },
} as const;

/** Why a program was answered nothing. */
export const partnerMessages = {
  'partner.key_unknown': {
    status: 401,
    text: 'This key is not known, has ended, or its account has no second sign-in step any more.',
    denies: true,
  },
  'partner.scope_missing': { status: 403, text: 'This key was made without {scope}.' },
  'partner.agreement_due': {
    status: 409,
    text: 'Our terms have changed. Their owner has to read them and agree on our site before this account can order.',
  },
  'partner.nothing_here': { status: 404, text: 'There is nothing at this address.' },
} as const;

export const { refuse, refusal, mayRefuse } = catalogue(
  programsMessages,
  partnerMessages,
  tradingMessages,
  accountsMessages,
  platformMessages,
);
