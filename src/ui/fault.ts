import type { Said } from '../kernel/refusal.ts';
import { worded } from '../kernel/worded.ts';

const fieldOf = (from: unknown, name: string): unknown =>
  typeof from === 'object' && from !== null ? (from as Readonly<Record<string, unknown>>)[name] : undefined;

/** The reference of a fault, when the server gave one: people read it to support, support finds the log line. */
export function referenceOf(error: unknown): string | null {
  const reference = fieldOf(error, 'reference') ?? fieldOf(fieldOf(error, 'data'), 'reference');
  return typeof reference === 'string' ? reference : null;
}

export const referred = '{text} Reference: {reference}';

/** A text, with the reference of the fault after it where there is one (decision A10). */
export function withReference(text: string, error: unknown): string {
  const reference = referenceOf(error);
  return reference ? worded(referred, { text, reference }) : text;
}

/** What the server has the person told; null when the answer comes from somewhere else. */
export function saidIn(data: unknown): Said | null {
  const said = fieldOf(data, 'said');
  return typeof fieldOf(said, 'text') === 'string' ? (said as Said) : null;
}
