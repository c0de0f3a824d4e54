import { ORPCError } from '@orpc/client';
import { parseUserMessage } from './error-reference.ts';
import { isCancelled } from './reauth.ts';
import { toastError } from './toast.ts';
import type { NextStep } from './toaster.ts';

/** Error to show: at the form field named `field`, otherwise as a toast. */
export type ErrorMessage<C extends string = string> = {
  title: string;
  text: string;
  field?: string;
  code?: C;
  next?: NextStep;
  /** The user cancelled the request, so there is no toast. */
  isCancelled?: true;
};

export const defaultErrors = {
  unreachable: { title: 'Error', text: "We couldn't reach our server. Check your connection and try again." },
  unknown: { title: 'Error', text: 'Something went wrong on our side. Please try again.' },
} as const;

type CodeOf<E> = unknown extends E ? string : E extends ORPCError<infer C, unknown> ? C : never;

/** User-facing message of any error. Texts of libraries and the database are never shown (decision A10). */
export function errorMessage<E>(error: E): ErrorMessage<CodeOf<E>> {
  if (!(error instanceof ORPCError)) return defaultErrors.unreachable;
  const userMessage = parseUserMessage(error.data);
  if (!userMessage) return defaultErrors.unknown;
  const message = {
    title: 'Error',
    ...userMessage,
    code: error.code as CodeOf<E>,
    ...(isCancelled(error) && { isCancelled: true as const }),
  };
  const next = nextSteps[error.code];
  return next ? { ...message, next } : message;
}

export const signInAndReturn: NextStep = { name: 'Log in to continue', to: '/auth', back: true };
const nextSteps: Readonly<Record<string, NextStep>> = {
  'accounts.sign_in_required': signInAndReturn,
  'accounts.profile_incomplete': { name: 'Complete your profile', to: '/verify-identity' },
};

export const toastRefusal = (error: unknown): void => toastError(errorMessage(error));

/** True if the command may have run: retry only with an identical request. */
export const isUnanswered = (error: unknown): boolean => !(error instanceof ORPCError) || error.status >= 500;

export type Issue = { path: string; message: string };

/** Server-side validation issues; `path` is the field name. */
export function getIssues(error: unknown): Issue[] {
  if (!(error instanceof ORPCError) || error.code !== 'BAD_REQUEST') return [];
  const data: unknown = error.data;
  if (typeof data !== 'object' || data === null || !('issues' in data) || !Array.isArray(data.issues)) return [];
  return data.issues.flatMap((issue: unknown) => {
    if (typeof issue !== 'object' || issue === null || !('message' in issue) || !('path' in issue)) return [];
    const path = Array.isArray(issue.path) ? issue.path.join('.') : '';
    return [{ path, message: String(issue.message) }];
  });
}
