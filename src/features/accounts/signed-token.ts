import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

const Said = z.object({ email: z.string(), iat: z.number(), exp: z.number() });

export type Signed = { readonly email: string; readonly at: Date };

/**
 * What a verification token of the release of November 2026 says: it was signed instead of kept, for a day. Null for
 * any other. To be removed with the release after next (decision 018).
 */
export function readSignedToken(token: string, { secret, now }: { secret: string; now: Date }): Signed | null {
  const [head, body = '', given = ''] = token.split('.');
  const own = Buffer.from(createHmac('sha256', secret).update(`${head}.${body}`).digest('base64url'));
  const theirs = Buffer.from(given);
  if (own.length !== theirs.length || !timingSafeEqual(own, theirs)) return null;
  const { data } = Said.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString()));
  if (!data || data.exp * 1000 <= now.getTime()) return null;
  return { email: data.email, at: new Date(data.iat * 1000) };
}
