import type { ORPCError } from '@orpc/server';
import { platformMessages } from '../../../platform/messages.ts';

/** How a program reads a refusal: its code, the words that a person would read, and what else it carries. */
export type RefusalBody = {
  readonly code: string;
  readonly status: number;
  readonly text: string;
  readonly title?: string;
  /** The field that it is about. */
  readonly field?: string;
  /** What fills the words, by the names of their places. */
  readonly details?: Readonly<Record<string, string>>;
  /** What is wrong with an input, and where. */
  readonly issues?: readonly { readonly path: string; readonly message: string }[];
};

type Carried = { readonly said?: { text?: string; title?: string; field?: string }; readonly issues?: unknown };

const isIssue = (issue: unknown): issue is { path?: PropertyKey[]; message: string } =>
  typeof issue === 'object' && issue !== null && 'message' in issue;

const issuesOf = (issues: readonly unknown[]) =>
  issues.filter(isIssue).map(({ path = [], message }) => ({ path: path.map(String).join('.'), message }));

const invalid = platformMessages['general.invalid_input'];

/** The body of an answer that says no. */
export function refusalBody(error: ORPCError<string, unknown>): RefusalBody {
  const { said, issues, ...details } = (error.data ?? {}) as Carried;
  if (!said) {
    const told = Array.isArray(issues) ? issuesOf(issues) : [];
    return { code: 'general.invalid_input', status: error.status, text: invalid.text, issues: told };
  }
  const { text = '', title, field } = said;
  return {
    code: error.code,
    status: error.status,
    text,
    ...(title && { title }),
    ...(field && { field }),
    ...(Object.keys(details).length > 0 && { details: details as Record<string, string> }),
  };
}

/** The same of a request that no procedure met: it could not be read, or there is nothing at its address. */
export const unreadBody = (status: number): RefusalBody => ({
  code: 'general.invalid_input',
  status,
  text: invalid.text,
});
