import type { KeyRing } from './sealed.ts';

/**
 * Reads `id:key,id:key`: ids of letters, digits and `._-`, keys of 32 bytes in base64. The first encrypts what is
 * new; the others still open what they encrypted. Null for anything else.
 */
export function readKeyRing(text: string): KeyRing | null {
  const pairs = text.split(',').map((pair) => /^\s*([\w.-]{1,40}):([A-Za-z0-9+/_-]{43}=?)\s*$/.exec(pair));
  const keys = new Map<string, Buffer>();
  for (const pair of pairs) {
    const key = Buffer.from(pair?.[2] ?? '', 'base64');
    // A key of few different signs is somebody's placeholder.
    if (!pair?.[1] || key.length !== 32 || new Set(key).size < 12 || keys.has(pair[1])) return null;
    keys.set(pair[1], key);
  }
  return { current: pairs[0]?.[1] ?? '', keys };
}
