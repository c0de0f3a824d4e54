import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { getApiKey } from './api-key.ts';
import type { Config } from './config.ts';
import { withUser } from './database.ts';
import type { RequestCredentials, SessionUser } from './session-user.ts';

/** Browsers accept `__Host-` cookies only over TLS, for the whole site, and not from subdomains. */
export const sessionCookieName = (mode: Config['mode']): string =>
  mode === 'production' ? '__Host-session' : 'session';

/** Null when the signature is not ours. The database decides whether the session is valid. */
export function sessionToken(request: FastifyRequest, config: Pick<Config, 'mode' | 'authSecret'>): string | null {
  const cookie = request.cookies[sessionCookieName(config.mode)];
  return cookie === undefined ? null : verifiedToken(cookie, sessionSignature(config));
}

export function credentialsOf(request: FastifyRequest, config: CookieConfig): RequestCredentials {
  const apiKey = getApiKey(request);
  if (apiKey) return { token: apiKey.keyHash, scope: apiKey.scope, ip: request.ip };
  return { token: sessionToken(request, config) ?? '', ip: request.ip };
}

/** Lifetime without refresh tokens [000 §9, decision A6]. Unused, a session ends after 24 hours. */
export const sessionSeconds = 7 * 24 * 3600;

export const newSessionToken = (): string => randomBytes(32).toString('hex');

type CookieConfig = Pick<Config, 'mode' | 'authSecret'>;

/** Lax, so that a link in a mail opens signed in. The origin check stops foreign forms. */
const cookieOptions = (config: CookieConfig, maxAge: number) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: config.mode === 'production', maxAge }) as const;

/** Hidden from scripts, without access and refresh tokens [000 §3 Session, decision A6]. */
export const setSessionCookie = (reply: FastifyReply, config: CookieConfig, token: string) =>
  reply.setCookie(
    sessionCookieName(config.mode),
    signToken(token, sessionSignature(config)),
    cookieOptions(config, sessionSeconds),
  );

const deviceCookieName = (mode: Config['mode']) => (mode === 'production' ? '__Host-device' : 'device');
const deviceSeconds = 400 * 24 * 3600;

/** Token that recognises this browser; null for a new one. */
export function deviceToken(request: FastifyRequest, config: CookieConfig): string | null {
  const raw = request.cookies[deviceCookieName(config.mode)];
  return raw === undefined ? null : verifiedToken(raw, deviceSignature(config));
}

export const setDeviceCookie = (reply: FastifyReply, config: CookieConfig, token: string) =>
  reply.setCookie(
    deviceCookieName(config.mode),
    signToken(token, deviceSignature(config)),
    cookieOptions(config, deviceSeconds),
  );

type Signature = (token: string) => Buffer;

const signature = (text: string, { authSecret }: CookieConfig): Buffer =>
  createHmac('sha256', authSecret).update(text).digest();
const sessionSignature =
  (config: CookieConfig): Signature =>
  (token) =>
    signature(token, config);
/** Own signature: device tokens are easy to collect, and as session tokens each would query the database. */
const deviceSignature =
  (config: CookieConfig): Signature =>
  (token) =>
    signature(`device ${token}`, config);

const signToken = (token: string, sign: Signature) => `${token}.${sign(token).toString('base64')}`;

function verifiedToken(value: string, sign: Signature): string | null {
  const dot = value.lastIndexOf('.');
  if (dot < 1) return null;
  const token = value.slice(0, dot);
  const expected = sign(token);
  const received = Buffer.from(value.slice(dot + 1), 'base64');
  return received.length === expected.length && timingSafeEqual(received, expected) ? token : null;
}

type SessionServices = { readonly pool: pg.Pool; readonly config: CookieConfig };

/** User of a request outside commands; null for a visitor. */
export async function currentUser(
  { pool, config }: SessionServices,
  request: FastifyRequest,
): Promise<SessionUser | null> {
  const credentials = credentialsOf(request, config);
  const found = await withUser(pool, credentials, async (_tx, person) => person);
  return found ? found.value : null;
}
