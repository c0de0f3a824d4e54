import { ORPCError } from '@orpc/client';
import { customerMessages, type Message, worded } from '../customer-messages.ts';
import type { Code } from '../messages.ts';
import { toastError } from './toast.ts';

/** What to tell about a failed command: beside a field where the catalogue names one, else as a toast. */
export type RefusalWords = { title: string; text: string; field?: string; code?: Code };

const unreachable: RefusalWords = {
  title: 'Error',
  text: 'We could not reach the server. Check your connection and try again.',
};
const unknownFault: RefusalWords = { title: 'Error', text: 'Something went wrong on our side. Please try again.' };

const paramsOf = (data: unknown): Record<string, unknown> =>
  typeof data === 'object' && data !== null ? { ...data } : {};

const known: Record<string, Message> = { ...customerMessages };

/** Adds sentences that not every screen carries. */
export const bringWords = (more: Readonly<Record<string, Message>>): void => void Object.assign(known, more);

/** The words of the catalogue for whatever a command threw; never the text of a library or of the database. */
export function refusalWords(error: unknown): RefusalWords {
  if (!(error instanceof ORPCError)) return unreachable;
  const code: unknown = error.code;
  const message = typeof code === 'string' && Object.hasOwn(known, code) ? known[code] : undefined;
  if (!message) return unknownFault;
  const { title = 'Error', field } = message;
  const words = { title, text: worded(message.text, paramsOf(error.data)), code: code as Code };
  return field === undefined ? words : { ...words, field };
}

/** Tells a failed command as a toast: for acts that have no form. */
export function toastRefusal(error: unknown): void {
  const { title, text } = refusalWords(error);
  toastError(title, text);
}

export type Issue = { path: string; message: string };

/** What the server's own check of the input found, by field; empty when the error is of another kind. */
export function issuesOf(error: unknown): Issue[] {
  if (!(error instanceof ORPCError) || error.code !== 'BAD_REQUEST') return [];
  const data: unknown = error.data;
  if (typeof data !== 'object' || data === null || !('issues' in data) || !Array.isArray(data.issues)) return [];
  return data.issues.flatMap((issue: unknown) => {
    if (typeof issue !== 'object' || issue === null || !('message' in issue) || !('path' in issue)) return [];
    const path = Array.isArray(issue.path) ? issue.path.join('.') : '';
    return [{ path, message: String(issue.message) }];
  });
}
