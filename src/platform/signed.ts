import { createHmac, timingSafeEqual } from 'node:crypto';

/** A signature in hex over a moment and the bytes that came, as hooks of others carry it. */
export const signature = (secret: string, at: number, body: Buffer): string =>
  createHmac('sha256', secret).update(`${at}.`).update(body).digest('hex');

/** Whether two texts are the same, in a time that tells nothing of where they differ. */
export function sameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** How far the moment of a signature may be from ours, seconds. */
const window = 300;
/** More candidates than a header needs while one secret takes the place of another. */
const mostCandidates = 8;

type Signed = {
  /** `t=<unix seconds>,v1=<hex>[,v1=<hex>]`. */
  readonly header: string | undefined;
  readonly body: Buffer;
  /** Those that count: two while one is being changed. */
  readonly secrets: readonly string[];
  readonly now: Date;
};

/** Whether a hook was signed with one of the secrets, and within the window. */
export function isSigned({ header = '', body, secrets, now }: Signed): boolean {
  const parts = header.split(',').map((part) => part.trim());
  const moments = parts.filter((part) => /^t=\d{1,12}$/.test(part));
  if (moments.length !== 1 || parts.length > mostCandidates) return false;
  const at = Number(moments[0]?.slice(2));
  if (Math.abs(now.getTime() / 1000 - at) > window) return false;
  const given = parts.filter((part) => part.startsWith('v1=')).map((part) => part.slice(3));
  // An empty one would be everybody's.
  const right = secrets.filter((secret) => secret !== '').map((secret) => signature(secret, at, body));
  // Every pair is compared, whether or not one was found.
  return given.flatMap((one) => right.map((other) => sameText(one, other))).includes(true);
}
