import { createECDH, createPrivateKey, sign } from 'node:crypto';

/** Key that identifies us to push services (VAPID, RFC 8292). */
export type PushKey = {
  /** Uncompressed P-256 point as base64url. */
  readonly publicKey: string;
  readonly sign: (text: string) => string;
};

/** Reads a secret of 32 bytes as base64url; null if it is invalid. */
export function createPushKey(secret: string): PushKey | null {
  const d = Buffer.from(secret, 'base64url');
  if (d.length !== 32) return null;
  const curve = createECDH('prime256v1');
  try {
    curve.setPrivateKey(d);
  } catch {
    return null;
  }
  const point = curve.getPublicKey();
  const coordinate = (from: number) => point.subarray(from, from + 32).toString('base64url');
  const jwk = { kty: 'EC', crv: 'P-256', d: d.toString('base64url'), x: coordinate(1), y: coordinate(33) };
  const key = createPrivateKey({ key: jwk, format: 'jwk' });
  return {
    publicKey: point.toString('base64url'),
    sign: (text) => sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url'),
  };
}

const json = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
/** Push services accept up to 24 hours; 12 hours tolerate wrong clocks. */
const lifetimeS = 12 * 3600;

export function formatVapid(
  key: PushKey,
  { endpoint, contact, now }: { endpoint: URL; contact: string; now: Date },
): string {
  const exp = Math.floor(now.getTime() / 1000) + lifetimeS;
  const unsigned = `${json({ typ: 'JWT', alg: 'ES256' })}.${json({ aud: endpoint.origin, exp, sub: contact })}`;
  return `vapid t=${unsigned}.${key.sign(unsigned)}, k=${key.publicKey}`;
}
