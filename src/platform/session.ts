import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Config } from './config.ts';

/** In production the browser itself guarantees that the cookie is ours: secure, whole site, no subdomain may set it. */
export const sessionCookieName = (mode: Config['mode']): string =>
  mode === 'production' ? '__Host-session' : 'session';

/**
 * The session token that the request carries, if its signature is ours; whether the session still lives is for the
 * database to say. Null for no cookie and for one that we did not write.
 */
export function sessionToken(request: FastifyRequest, config: Pick<Config, 'mode' | 'authSecret'>): string | null {
  const raw = request.cookies[sessionCookieName(config.mode)];
  return raw === undefined ? null : verifiedToken(raw, config.authSecret);
}

/** Cookie values have the form `token.signature`, the signature being HMAC-SHA256 in base64. */
function verifiedToken(value: string, secret: string): string | null {
  const dot = value.lastIndexOf('.');
  if (dot < 1) return null;
  const token = value.slice(0, dot);
  const expected = createHmac('sha256', secret).update(token).digest();
  const given = Buffer.from(value.slice(dot + 1), 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : null;
}
