import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Config } from '../config/config.ts';
import { withUser } from '../database/database.ts';
import { getApiKey } from './api-key.ts';
import type { RequestCredentials, SessionUser } from './session-user.ts';

/** Browsers accept `__Host-` cookies only over TLS, for the whole site and not from subdomains. */
export const sessionCookieName = (mode: Config['mode']): string =>
  mode === 'production' ? '__Host-session' : 'session';

/** Verified once per request: the body limits and the session check both need it. */
const verifiedSessions = new WeakMap<FastifyRequest, string | null>();

/** Returns the token of a cookie that we signed, else null. The database checks the session later. */
export function sessionToken(request: FastifyRequest, config: CookieConfig): string | null {
  const verified = verifiedSessions.get(request);
  if (verified !== undefined) return verified;
  const cookie = request.cookies[sessionCookieName(config.mode)];
  const token = cookie === undefined ? null : verifiedToken(cookie, sessionSignature(config));
  verifiedSessions.set(request, token);
  return token;
}

export function credentialsOf(request: FastifyRequest, config: CookieConfig): RequestCredentials {
  const apiKey = getApiKey(request);
  if (apiKey) return { token: apiKey.keyHash, scope: apiKey.scope, ip: request.ip };
  return { token: sessionToken(request, config) ?? '', ip: request.ip };
}

/** Lifetime of a session, without refresh tokens [000 §9, decision A6]. An unused session ends after 24 hours. */
export const sessionSeconds = 7 * 24 * 3600;

export const newSessionToken = (): string => randomBytes(32).toString('hex');

type CookieConfig = Pick<Config, 'mode' | 'authSecret'>;

/** `lax` keeps users signed in when they open a link in an email. The origin check refuses forms of other sites. */
const cookieOptions = (config: CookieConfig, maxAge: number) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: config.mode === 'production', maxAge }) as const;

/** Sets the session cookie, which scripts cannot read [000 §3 Session, decision A6]. */
export const setSessionCookie = (reply: FastifyReply, config: CookieConfig, token: string) =>
  reply.setCookie(
    sessionCookieName(config.mode),
    signToken(token, sessionSignature(config)),
    cookieOptions(config, sessionSeconds),
  );

const deviceCookieName = (mode: Config['mode']) => (mode === 'production' ? '__Host-device' : 'device');
const deviceSeconds = 400 * 24 * 3600;

/** Returns the token that identifies a known browser, or null. */
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
/** Signs device tokens differently, so that a device token cannot pass as a session token. */
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

/** Returns the user of a request to a route that is no command, or null for a visitor. */
export async function currentUser(
  { pool, config }: SessionServices,
  request: FastifyRequest,
): Promise<SessionUser | null> {
  const credentials = credentialsOf(request, config);
  const found = await withUser(pool, credentials, async (_tx, person) => person);
  return found ? found.value : null;
}
