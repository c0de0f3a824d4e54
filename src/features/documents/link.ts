import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** How long a signed link opens its file, seconds [000 §7 Storage, 001 §7 Storage, §9 Files, decision A5]. */
export const linkSeconds = 1_800;

type Linked = { readonly fileId: string; readonly personId: string; readonly expires: number };

/** A key of its own, so that no other signature of the product can ever be taken for one of a link. */
const keyFrom = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'cryptocommerce file links', 32));

const signature = ({ fileId, personId, expires }: Linked, secret: string): Buffer =>
  createHmac('sha256', keyFrom(secret)).update(`${fileId}\n${personId}\n${expires}`).digest();

/** A link that opens one file for one person, who must be signed in too, until `expires` (seconds since 1970). */
export const linkTo = (linked: Linked, secret: string): string =>
  `/api/files/${linked.fileId}?expires=${linked.expires}&signature=${signature(linked, secret).toString('base64url')}`;

type Given = { readonly expires?: unknown; readonly signature?: unknown };

/** What a link is worth that this person came with. */
export function judgeLink(
  { fileId, personId, now }: { fileId: string; personId: string; now: Date },
  given: Given,
  secret: string,
): 'good' | 'lapsed' | 'false' {
  if (typeof given.expires !== 'string' || typeof given.signature !== 'string') return 'false';
  if (!/^\d{1,12}$/.test(given.expires)) return 'false';
  const expires = Number(given.expires);
  const expected = signature({ fileId, personId, expires }, secret);
  // Compared as text, so that no second way of writing the same bytes passes.
  const [ours, theirs] = [Buffer.from(expected.toString('base64url')), Buffer.from(given.signature)];
  if (ours.length !== theirs.length || !timingSafeEqual(ours, theirs)) return 'false';
  return expires * 1000 > now.getTime() ? 'good' : 'lapsed';
}
