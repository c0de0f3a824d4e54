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

type Claim = {
  /** `t=<unix seconds>,v1=<hex>[,v1=<hex>]`. */
  readonly header: string | undefined;
  /** Those that count: two while one is being changed. */
  readonly secrets: readonly string[];
  readonly now: Date;
};
type Signed = Claim & { readonly body: Buffer };

/** Moment and signatures of a header; null where it is none, or not of now. */
function readClaim({ header = '', now }: Claim): { at: number; given: readonly string[] } | null {
  const parts = header.split(',').map((part) => part.trim());
  const moments = parts.filter((part) => /^t=\d{1,12}$/.test(part));
  if (moments.length !== 1 || parts.length > mostCandidates) return null;
  const at = Number(moments[0]?.slice(2));
  if (Math.abs(now.getTime() / 1000 - at) > window) return null;
  const given = parts.filter((part) => part.startsWith('v1=')).map((part) => part.slice(3));
  return given.length === 0 ? null : { at, given };
}

/** An empty one would be everybody's. */
const thatCount = ({ secrets }: Claim) => secrets.filter((secret) => secret !== '');

/** Whether a hook could be signed, by its head alone: what could not is answered before its body is read. */
export const mayBeSigned = (claim: Claim): boolean => thatCount(claim).length > 0 && readClaim(claim) !== null;

/** Whether a hook was signed with one of the secrets, and within the window. */
export function isSigned(signed: Signed): boolean {
  const claim = readClaim(signed);
  if (claim === null) return false;
  const right = thatCount(signed).map((secret) => signature(secret, claim.at, signed.body));
  // Every pair is compared, whether or not one was found.
  return claim.given.flatMap((one) => right.map((other) => sameText(one, other))).includes(true);
}
