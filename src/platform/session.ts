import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from './config.ts';
import { programOf } from './programs.ts';

/** In production the browser itself guarantees that the cookie is ours: secure, whole site, no subdomain may set it. */
export const sessionCookieName = (mode: Config['mode']): string =>
  mode === 'production' ? '__Host-session' : 'session';

/**
 * The session token that the request carries, if its signature is ours; whether the session still lives is for the
 * database to say. Null for no cookie and for one that we did not write.
 */
export function sessionToken(request: FastifyRequest, config: Pick<Config, 'mode' | 'authSecret'>): string | null {
  const raw = request.cookies[sessionCookieName(config.mode)];
  return raw === undefined ? null : verifiedToken(raw, sessionSignature(config));
}

/**
 * The token that came in (empty for none), and the address that it came from. Of a program the token is the hash of its
 * key, and `scope` is what it has to open.
 */
export type Comer = { readonly token: string; readonly ip: string; readonly scope?: string };

/** Who comes with this request, for the session check of the database. Of a program no cookie is read. */
export function comerOf(request: FastifyRequest, config: Sealing): Comer {
  const program = programOf(request);
  if (program) return { token: program.keyHash, scope: program.scope, ip: request.ip };
  return { token: sessionToken(request, config) ?? '', ip: request.ip };
}

/**
 * How long a session lives at the longest, seconds, in place of tokens that are refreshed [000 §9, decision A6]; unused
 * for 24 hours it ends before (`app.enter`).
 */
export const sessionSeconds = 7 * 24 * 3600;

/** The token that a session goes by: 256 bits of chance. */
export const newSessionToken = (): string => randomBytes(32).toString('hex');

type Sealing = Pick<Config, 'mode' | 'authSecret'>;

/** Lax, so that a link in a mail finds the reader signed in; the origin check stops foreign forms. */
const cookieOptions = (config: Sealing, maxAge: number) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: config.mode === 'production', maxAge }) as const;

/**
 * Hands the browser its session, in a cookie that no script reads: there are no access and refresh tokens [000 §3
 * Session, decision A6].
 */
export const giveSessionCookie = (reply: FastifyReply, config: Sealing, token: string) =>
  reply.setCookie(
    sessionCookieName(config.mode),
    signed(token, sessionSignature(config)),
    cookieOptions(config, sessionSeconds),
  );

const deviceCookieName = (mode: Config['mode']) => (mode === 'production' ? '__Host-device' : 'device');
const deviceSeconds = 400 * 24 * 3600;

/** The token by which this browser is known again, signed in or not; null for a browser that is new. */
export function deviceToken(request: FastifyRequest, config: Sealing): string | null {
  const raw = request.cookies[deviceCookieName(config.mode)];
  return raw === undefined ? null : verifiedToken(raw, deviceSignature(config));
}

/** Gives the browser a token to be known by, for as long as browsers keep one. It says nothing about anybody. */
export const giveDeviceCookie = (reply: FastifyReply, config: Sealing, token: string) =>
  reply.setCookie(
    deviceCookieName(config.mode),
    signed(token, deviceSignature(config)),
    cookieOptions(config, deviceSeconds),
  );

type Signature = (token: string) => Buffer;

const signature = (of: string, { authSecret }: Sealing): Buffer => createHmac('sha256', authSecret).update(of).digest();
const sessionSignature =
  (config: Sealing): Signature =>
  (token) =>
    signature(token, config);
/** Its own: anybody gathers tokens for browsers by the thousand, and as sessions they would each ask the database. */
const deviceSignature =
  (config: Sealing): Signature =>
  (token) =>
    signature(`device ${token}`, config);

const signed = (token: string, sign: Signature) => `${token}.${sign(token).toString('base64')}`;

/** Cookie values have the form `token.signature`, the signature being HMAC-SHA256 in base64. */
function verifiedToken(value: string, sign: Signature): string | null {
  const dot = value.lastIndexOf('.');
  if (dot < 1) return null;
  const token = value.slice(0, dot);
  const expected = sign(token);
  const given = Buffer.from(value.slice(dot + 1), 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : null;
}
