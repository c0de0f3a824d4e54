import type { KeyRing } from './file-encryption.ts';

/** Parses `id:key,id:key` with 32-byte base64 keys. Null when invalid. The first key encrypts, all keys decrypt. */
export function readKeyRing(text: string): KeyRing | null {
  const pairs = text.split(',').map((pair) => /^\s*([\w.-]{1,40}):([A-Za-z0-9+/_-]{43}=?)\s*$/.exec(pair));
  const keys = new Map<string, Buffer>();
  for (const pair of pairs) {
    const key = Buffer.from(pair?.[2] ?? '', 'base64');
    if (!pair?.[1] || key.length !== 32 || new Set(key).size < 12 || keys.has(pair[1])) return null;
    keys.set(pair[1], key);
  }
  return { current: pairs[0]?.[1] ?? '', keys };
}
