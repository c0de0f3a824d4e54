import { createHmac, timingSafeEqual } from 'node:crypto';

export const signPayload = (secret: string, at: number, body: Buffer): string =>
  createHmac('sha256', secret).update(`${at}.`).update(body).digest('hex');

export function constantTimeEqual(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

const toleranceSeconds = 300;
const maxCandidates = 8;

type SignatureClaim = {
  /** Format: `t=<unix seconds>,v1=<hex>[,v1=<hex>]`. */
  readonly header: string | undefined;
  readonly secrets: readonly string[];
  readonly now: Date;
};
type SignedPayload = SignatureClaim & { readonly body: Buffer };

function parseClaim({ header = '', now }: SignatureClaim): { at: number; signatures: readonly string[] } | null {
  const parts = header.split(',').map((part) => part.trim());
  const moments = parts.filter((part) => /^t=\d{1,12}$/.test(part));
  if (moments.length !== 1 || parts.length > maxCandidates) return null;
  const at = Number(moments[0]?.slice(2));
  if (Math.abs(now.getTime() / 1000 - at) > toleranceSeconds) return null;
  const signatures = parts.filter((part) => part.startsWith('v1=')).map((part) => part.slice(3));
  return signatures.length === 0 ? null : { at, signatures };
}

/** Excludes empty secrets, with which anyone could sign. */
const getActiveSecrets = ({ secrets }: SignatureClaim) => secrets.filter((secret) => secret !== '');

/** Returns false when the header alone rules out a valid signature. Needs no body. */
export const canBeSigned = (claim: SignatureClaim): boolean =>
  getActiveSecrets(claim).length > 0 && parseClaim(claim) !== null;

/** Returns true when one of the secrets signed the payload within the tolerance. */
export function isSignatureValid(payload: SignedPayload): boolean {
  const claim = parseClaim(payload);
  if (claim === null) return false;
  const expected = getActiveSecrets(payload).map((secret) => signPayload(secret, claim.at, payload.body));
  // Compares every pair, to take constant time.
  return claim.signatures.flatMap((one) => expected.map((other) => constantTimeEqual(one, other))).includes(true);
}
