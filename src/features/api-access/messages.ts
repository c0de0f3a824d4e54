import { defineErrors } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';
import { accountsMessages } from '../accounts/messages.ts';
import { tradingMessages } from '../trading/messages.ts';

export const programsMessages = {
  'programs.factor_needed': {
    status: 409,
    title: 'Second step needed',
    text: 'Please set up an authenticator app or a passkey in your profile first. It protects you if your password leaks.',
  },
  'programs.too_many_keys': {
    status: 409,
    text: 'You can have up to {most} keys. Revoke a key first.',
  },
  'programs.lasts_too_long': {
    field: 'days',
    text: 'A key with these permissions can be valid for up to {most} days.',
  },
  'programs.not_there': { status: 404, text: "We couldn't find this any more." },
  'programs.webhook_unfit': {
    field: 'url',
    text: 'Enter a URL that begins with https:// and has a host name, without port or password.',
  },
  'programs.webhook_known': { status: 409, field: 'url', text: "You've already added this URL." },
  'programs.too_many_webhooks': {
    status: 409,
    text: 'You can have up to {most} URLs. Remove a URL first.',
  },
  'programs.webhook_paused': { status: 409, text: 'This URL is paused. Turn it on first.' },
} as const;

export const partnerMessages = {
  'partner.key_unknown': {
    status: 401,
    text: 'This key is unknown or expired, or its account no longer has a second sign-in step.',
    denies: true,
  },
  'partner.scope_missing': { status: 403, text: "This key doesn't have the permission {scope}." },
  'partner.agreement_due': {
    status: 409,
    text: 'Our terms have changed. The account owner needs to accept them on our site before ordering.',
  },
  'partner.nothing_here': { status: 404, text: "This endpoint doesn't exist." },
} as const;

export const { refuse, refusal, refusalCodes } = defineErrors(
  programsMessages,
  partnerMessages,
  tradingMessages,
  accountsMessages,
  platformMessages,
);
