import { useRef } from 'react';
import { isUnanswered } from './error-message.ts';

/** Generates a UUID v4. `crypto.randomUUID` works only in secure contexts. */
export function generateKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
  const digits = bytes.map((byte, at) => (at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte));
  const hex = digits.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Builds a request with an idempotency key (decision A9). Null sends nothing. */
export type RequestBody<In, Sent> = (values: In, key: string) => Sent | null;

/** Retries twice if there is no response. */
const retryOptions = {
  retry: (failures: number, error: unknown) =>
    failures < 2 && isUnanswered(error) && !(error instanceof Error && 'status' in error),
  retryDelay: (failures: number) => (failures + 1) * 1000,
} as const;

/** Reuses key and body until the outcome is known, so that a lost response never leads to a second order. */
export function useIdempotentBody<In, Sent>(body: RequestBody<In, Sent> | undefined) {
  const last = useRef<{ text: string; sent: Sent } | null>(null);
  return {
    retryOptions: body && retryOptions,
    getRequest(values: In): Sent | null {
      if (!body) return values as unknown as Sent;
      const text = JSON.stringify(values);
      if (last.current?.text === text) return last.current.sent;
      const sent = body(values, generateKey());
      if (sent !== null) last.current = { text, sent };
      return sent;
    },
    settle: () => {
      last.current = null;
    },
  };
}
