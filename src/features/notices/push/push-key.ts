import { createECDH, createPrivateKey, sign } from 'node:crypto';

/** What tells a browser's maker that it is us (VAPID, RFC 8292). */
export type PushKey = {
  /** As browsers and their makers read it: the point of P-256, uncompressed, base64url. */
  readonly publicKey: string;
  /** ES256 over these bytes. */
  readonly sign: (text: string) => string;
};

/** The key whose secret is this: 32 bytes as base64url. Null for what is none. */
export function pushKeyOf(secret: string): PushKey | null {
  const d = Buffer.from(secret, 'base64url');
  if (d.length !== 32) return null;
  const curve = createECDH('prime256v1');
  try {
    curve.setPrivateKey(d);
  } catch {
    return null;
  }
  const point = curve.getPublicKey();
  const part = (from: number) => point.subarray(from, from + 32).toString('base64url');
  const jwk = { kty: 'EC', crv: 'P-256', d: d.toString('base64url'), x: part(1), y: part(33) };
  const key = createPrivateKey({ key: jwk, format: 'jwk' });
  return {
    publicKey: point.toString('base64url'),
    sign: (text) => sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url'),
  };
}

const json = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
/** A day is the most that makers take; half of it leaves room for clocks. */
const lasts = 12 * 3600;

/** Says for one maker, until half a day from now, that it is us; `contact` is where they reach us. */
export function vapid(key: PushKey, { endpoint, contact, now }: { endpoint: URL; contact: string; now: Date }): string {
  const exp = Math.floor(now.getTime() / 1000) + lasts;
  const said = `${json({ typ: 'JWT', alg: 'ES256' })}.${json({ aud: endpoint.origin, exp, sub: contact })}`;
  return `vapid t=${said}.${key.sign(said)}, k=${key.publicKey}`;
}
