import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Lifetime of a signed link in seconds [000 §7 Storage, 001 §7 Storage, §9 Files, decision A5]. */
export const linkSeconds = 1_800;

type Linked = { readonly fileId: string; readonly personId: string; readonly expires: number };

/** Derives a separate key, so that no other signature is valid for a link. */
const deriveKey = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'cryptocommerce file links', 32));

const signature = ({ fileId, personId, expires }: Linked, secret: string): Buffer =>
  createHmac('sha256', deriveKey(secret)).update(`${fileId}\n${personId}\n${expires}`).digest();

/** Signs a link for one file and one user. `expires` is in seconds since 1970. */
export const createLink = (linked: Linked, secret: string): string =>
  `/api/files/${linked.fileId}?expires=${linked.expires}&signature=${signature(linked, secret).toString('base64url')}`;

type LinkParams = { readonly expires?: unknown; readonly signature?: unknown };

export function verifySignedUrl(
  { fileId, personId, now }: { fileId: string; personId: string; now: Date },
  params: LinkParams,
  secret: string,
): 'good' | 'expired' | 'false' {
  if (typeof params.expires !== 'string' || typeof params.signature !== 'string') return 'false';
  if (!/^\d{1,12}$/.test(params.expires)) return 'false';
  const expires = Number(params.expires);
  const expected = signature({ fileId, personId, expires }, secret);
  // Compares the text: another encoding of the same bytes is invalid.
  const [expectedBytes, givenBytes] = [Buffer.from(expected.toString('base64url')), Buffer.from(params.signature)];
  if (expectedBytes.length !== givenBytes.length || !timingSafeEqual(expectedBytes, givenBytes)) return 'false';
  return expires * 1000 > now.getTime() ? 'good' : 'expired';
}
