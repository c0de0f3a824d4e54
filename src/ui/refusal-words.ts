import { ORPCError } from '@orpc/client';
import { saidIn } from './fault.ts';
import { toastError } from './toast.ts';
import type { NextStep } from './toaster.ts';

/** What to tell about a failed command: beside a field where its words name one, else as a toast. */
export type RefusalWords<C extends string = string> = {
  title: string;
  text: string;
  field?: string;
  code?: C;
  next?: NextStep;
};

/** Where the server says nothing of its own. */
export const silentFaults = {
  unreachable: { title: 'Error', text: 'We could not reach the server. Check your connection and try again.' },
  unknown: { title: 'Error', text: 'Something went wrong on our side. Please try again.' },
} as const;

/** The codes with which this question or command can be refused; any, where nobody knows which one it was. */
type CodeOf<E> = unknown extends E ? string : E extends ORPCError<infer C, unknown> ? C : never;

/**
 * The words of the house for whatever a command threw; never the text of a library or of the database (decision A10).
 */
export function refusalWords<E>(error: E): RefusalWords<CodeOf<E>> {
  if (!(error instanceof ORPCError)) return silentFaults.unreachable;
  const said = saidIn(error.data);
  if (!said) return silentFaults.unknown;
  const words = { title: 'Error', ...said, code: error.code as CodeOf<E> };
  return words.code === 'accounts.sign_in_required' ? { ...words, next: backHere } : words;
}

/** A session ended while somebody was at something: they log in, and are back where they were. */
export const backHere: NextStep = { name: 'Log in, and back here', to: '/auth', back: true };

/** Tells a failed command as a toast: for acts that have no form. */
export const toastRefusal = (error: unknown): void => toastError(refusalWords(error));

/** No clear answer came, so the command may or may not have been carried out: only the same request may follow. */
export const isUnanswered = (error: unknown): boolean => !(error instanceof ORPCError) || error.status >= 500;

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
