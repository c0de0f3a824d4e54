import { useRef } from 'react';

type Kept<Body> = { content: string; body: Body };

/** A random version 4 UUID, also where the page is not served over a secure connection. */
function newKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
  const digits = bytes.map((byte, at) => (at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte));
  const hex = digits.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/**
 * One request for one attempt (decision A9). While no clear answer came, the same form content sends the same key and
 * body again, with the quote of then, so that a lost answer never becomes a second order.
 */
export function useAttempt<Body>() {
  const kept = useRef<Kept<Body> | null>(null);
  return {
    /** The request of this content that got no clear answer, to be sent again as it was; null when there is none. */
    unanswered: (content: string): Body | null => (kept.current?.content === content ? kept.current.body : null),
    begin(content: string, make: (key: string) => Body): Body {
      const body = make(newKey());
      kept.current = { content, body };
      return body;
    },
    answered: () => {
      kept.current = null;
    },
  };
}
