import { accountPagesMessages } from './features/account-pages/messages.ts';
import { accountsMessages } from './features/accounts/messages.ts';
import { agreementsMessages } from './features/agreements/messages.ts';
import { approvalsMessages } from './features/approvals/messages.ts';
import { complianceMessages } from './features/compliance/messages.ts';
import { documentsMessages } from './features/documents/messages.ts';
import { identityMessages } from './features/identity/messages.ts';
import { locationMessages } from './features/location/messages.ts';
import { pricesMessages } from './features/prices/messages.ts';
import { riskMessages } from './features/risk/messages.ts';
import { rolesMessages } from './features/roles/messages.ts';
import { screeningMessages } from './features/screening/messages.ts';
import { settingsMessages } from './features/settings/messages.ts';
import { staffMessages } from './features/staff/messages.ts';
import { tradingMessages } from './features/trading/messages.ts';
import { type Takes, takes } from './kernel/params.ts';
import { Refused } from './kernel/refusal.ts';

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
  'general.key_reused': {
    status: 409,
    title: 'Error',
    text: 'This request was already sent with other details. Please reload the page and try again.',
    params: takes({}),
  },
} as const;

/** Every sentence with which the product can say no, by its code. */
export const messages = {
  ...generalMessages,
  ...accountsMessages,
  ...accountPagesMessages,
  ...agreementsMessages,
  ...complianceMessages,
  ...documentsMessages,
  ...identityMessages,
  ...locationMessages,
  ...approvalsMessages,
  ...pricesMessages,
  ...riskMessages,
  ...rolesMessages,
  ...screeningMessages,
  ...settingsMessages,
  ...staffMessages,
  ...tradingMessages,
};

export type Code = keyof typeof messages;
export type Params<C extends Code> = (typeof messages)[C]['params'] extends Takes<infer P> ? P : never;

/** One line of the catalogue. `title` heads a toast; a `field` shows the text beside that field instead. */
export type Message = {
  readonly status: number;
  readonly title?: string;
  readonly text: string;
  readonly field?: string;
  readonly params: Takes<unknown>;
};

export const messageFor = (code: Code): Message => messages[code];
export const isCode = (code: string): code is Code => Object.hasOwn(messages, code);

/** Ends the act: the business says no. The transaction around it is undone. */
export const refuse = <C extends Code>(code: C, params: Params<C>): never => {
  throw new Refused(code, params as Record<string, unknown>);
};

/** For `.errors(mayRefuse('a.b', 'c.d'))`: the codes and their parameters become part of the procedure's type. */
export const mayRefuse = <const C extends Code>(...codes: C[]) =>
  Object.fromEntries(
    codes.map((code) => [code, { status: messages[code].status, data: messages[code].params }]),
  ) as unknown as { [K in C]: { status: number; data: (typeof messages)[K]['params'] } };

/** The text of a code with its parameters in place. */
export const sentence = (code: Code, params: Record<string, unknown>): string =>
  messageFor(code).text.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''));
