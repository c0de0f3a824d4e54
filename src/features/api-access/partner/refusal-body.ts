import type { ORPCError } from '@orpc/server';
import { platformMessages } from '../../../platform/messages.ts';

export type RefusalBody = {
  readonly code: string;
  readonly status: number;
  readonly text: string;
  readonly title?: string;
  readonly field?: string;
  /** Values of the parameters in `text`, by name. */
  readonly details?: Readonly<Record<string, string>>;
  readonly issues?: readonly { readonly path: string; readonly message: string }[];
};

type ErrorData = { readonly said?: { text?: string; title?: string; field?: string }; readonly issues?: unknown };

const isIssue = (issue: unknown): issue is { path?: PropertyKey[]; message: string } =>
  typeof issue === 'object' && issue !== null && 'message' in issue;

const toIssues = (issues: readonly unknown[]) =>
  issues.filter(isIssue).map(({ path = [], message }) => ({ path: path.map(String).join('.'), message }));

const invalid = platformMessages['general.invalid_input'];

export function refusalBody(error: ORPCError<string, unknown>): RefusalBody {
  const { said, issues, ...details } = (error.data ?? {}) as ErrorData;
  if (!said) {
    const fieldIssues = Array.isArray(issues) ? toIssues(issues) : [];
    return { code: 'general.invalid_input', status: error.status, text: invalid.text, issues: fieldIssues };
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

export const unreadBody = (status: number): RefusalBody => ({
  code: 'general.invalid_input',
  status,
  text: invalid.text,
});
