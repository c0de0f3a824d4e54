import { useRef } from 'react';
import { isUnanswered } from './refusal-words.ts';

/** A random version 4 UUID, also where the page is not served over a secure connection. */
export function newKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
  const digits = bytes.map((byte, at) => (at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte));
  const hex = digits.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/**
 * What a form sends where that is not simply its values. The key makes it one request for one attempt (decision A9);
 * null when nothing can be sent now, which was told.
 */
export type Body<In, Sent> = (values: In, key: string) => Sent | null;

/** A request without an answer goes again as it is, twice at most. */
const again = {
  retry: (failures: number, error: unknown) =>
    failures < 2 && isUnanswered(error) && !(error instanceof Error && 'status' in error),
  retryDelay: (failures: number) => (failures + 1) * 1000,
} as const;

/**
 * At most once: while no clear answer came, the same values send the same key and body again, with the quote of then,
 * so that a lost answer never becomes a second order. Without a `body` the values themselves are sent, unkeyed.
 */
export function useOnce<In, Sent>(body: Body<In, Sent> | undefined) {
  const kept = useRef<{ text: string; sent: Sent } | null>(null);
  return {
    again: body && again,
    sentFor(values: In): Sent | null {
      // The hook asks for a body wherever the values are not what the command takes.
      if (!body) return values as unknown as Sent;
      const text = JSON.stringify(values);
      if (kept.current?.text === text) return kept.current.sent;
      const sent = body(values, newKey());
      if (sent !== null) kept.current = { text, sent };
      return sent;
    },
    answered: () => {
      kept.current = null;
    },
  };
}
