import { accountPagesMessages } from './features/account-pages/messages.ts';
import { accountsMessages } from './features/accounts/messages.ts';
import { agreementsMessages } from './features/agreements/messages.ts';
import { documentsMessages } from './features/documents/messages.ts';
import { identityMessages } from './features/identity/messages.ts';
import { locationMessages } from './features/location/messages.ts';
import { pricesMessages } from './features/prices/messages.ts';
import { tradingMessages } from './features/trading/messages.ts';
import { type Takes, takes } from './kernel/params.ts';

/** What can go wrong anywhere: not the fault of what somebody typed. */
const generalMessages = {
  'general.fault': {
    status: 500,
    title: 'Error',
    text: 'Something went wrong on our side. Nothing you entered was lost. If it happens again, tell us this reference: {reference}',
    params: takes({ reference: 'text' }),
  },
  'general.unavailable': {
    status: 503,
    title: 'Error',
    text: 'We cannot reach our records at the moment. Please try again in a minute: nothing is done twice. Reference: {reference}',
    params: takes({ reference: 'text' }),
  },
  'general.invalid_input': {
    status: 400,
    title: 'Validation Error',
    text: 'Please fix the errors in the form before submitting.',
    params: takes({}),
  },
  'general.foreign_origin': {
    status: 403,
    title: 'Error',
    text: 'This request did not come from our own pages.',
    params: takes({}),
  },
  'general.busy': {
    status: 429,
    title: 'Please wait a moment',
    text: 'Too much is asked of us at once. Please try again in a minute.',
    params: takes({}),
  },
  'general.key_reused': {
    status: 409,
    title: 'Error',
    text: 'This request was already sent with other details. Please reload the page and try again.',
    params: takes({}),
  },
} as const;

/** What customers can be told. Their screens carry these sentences; those of the desk come with the desk. */
export const customerMessages = {
  ...generalMessages,
  ...accountsMessages,
  ...accountPagesMessages,
  ...agreementsMessages,
  ...documentsMessages,
  ...identityMessages,
  ...locationMessages,
  ...pricesMessages,
  ...tradingMessages,
};

export type CustomerCode = keyof typeof customerMessages;

/** One line of the catalogue. `title` heads a toast; a `field` shows the text beside that field instead. */
export type Message = {
  readonly status: number;
  readonly title?: string;
  readonly text: string;
  readonly field?: string;
  readonly params: Takes<unknown>;
};

export const customerMessage = (code: CustomerCode): Message => customerMessages[code];

/** A text of the catalogue with its parameters in place. */
export const worded = (text: string, params: Record<string, unknown>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''));

/** The text of a code with its parameters in place. */
export const customerSentence = (code: CustomerCode, params: Record<string, unknown>): string =>
  worded(customerMessage(code).text, params);
