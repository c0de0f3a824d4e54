import { customerMessages, type Message, worded } from './customer-messages.ts';
import { deskMessages } from './desk-messages.ts';
import type { Takes } from './kernel/params.ts';
import { Refused } from './kernel/refusal.ts';

/** Every sentence with which the product can say no, by its code. */
export const messages = { ...customerMessages, ...deskMessages };

export type Code = keyof typeof messages;
export type Params<C extends Code> = (typeof messages)[C]['params'] extends Takes<infer P> ? P : never;

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
export const sentence = (code: Code, params: Record<string, unknown>): string => worded(messageFor(code).text, params);
