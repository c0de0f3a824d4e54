import type { Said } from '../kernel/refusal.ts';

const fieldOf = (from: unknown, name: string): unknown =>
  typeof from === 'object' && from !== null ? (from as Readonly<Record<string, unknown>>)[name] : undefined;

/** The reference of a fault, when the server gave one: people read it to support, support finds the log line. */
export function referenceOf(error: unknown): string | null {
  const reference = fieldOf(error, 'reference') ?? fieldOf(fieldOf(error, 'data'), 'reference');
  return typeof reference === 'string' ? reference : null;
}

/** What the server has the person told; null when the answer comes from somewhere else. */
export function saidIn(data: unknown): Said | null {
  const said = fieldOf(data, 'said');
  return typeof fieldOf(said, 'text') === 'string' ? (said as Said) : null;
}
