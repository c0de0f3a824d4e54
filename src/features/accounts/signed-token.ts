import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

const TokenPayload = z.object({ email: z.string(), iat: z.number(), exp: z.number() });

export type SignedToken = { readonly email: string; readonly at: Date };

/** Parses a signed token of November 2026; null if invalid or expired. Remove with the release after next (ADR 01). */
export function parseSignedToken(token: string, { secret, now }: { secret: string; now: Date }): SignedToken | null {
  const [head, body = '', signature = ''] = token.split('.');
  const expectedBytes = Buffer.from(createHmac('sha256', secret).update(`${head}.${body}`).digest('base64url'));
  const signatureBytes = Buffer.from(signature);
  if (expectedBytes.length !== signatureBytes.length || !timingSafeEqual(expectedBytes, signatureBytes)) return null;
  const { data } = TokenPayload.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString()));
  if (!data || data.exp * 1000 <= now.getTime()) return null;
  return { email: data.email, at: new Date(data.iat * 1000) };
}
