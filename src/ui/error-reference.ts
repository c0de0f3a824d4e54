import { formatMessage } from '../kernel/message-template.ts';
import type { UserMessage } from '../kernel/refusal.ts';

const getField = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;

/** Reference by which support finds the log entry, or null. */
export function getReference(error: unknown): string | null {
  const reference = getField(error, 'reference') ?? getField(getField(error, 'data'), 'reference');
  return typeof reference === 'string' ? reference : null;
}

/** Like {@link getReference}. An error of the page gets one, which its report contains. */
export function ensureReference(error: unknown): string | null {
  if (error instanceof Error && !getReference(error))
    Object.assign(error, { reference: crypto.randomUUID?.().slice(0, 13) });
  return getReference(error);
}

export const referenceTemplate = '{text} Reference: {reference}';

/** Appends the error reference, if there is one (decision A10). */
export function appendReference(text: string, error: unknown): string {
  const reference = getReference(error);
  return reference ? formatMessage(referenceTemplate, { text, reference }) : text;
}

export function parseUserMessage(data: unknown): UserMessage | null {
  const message = getField(data, 'said');
  return typeof getField(message, 'text') === 'string' ? (message as UserMessage) : null;
}
