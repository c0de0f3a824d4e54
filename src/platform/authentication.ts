import { betterAuth } from 'better-auth';
import { APIError } from 'better-auth/api';
import type pg from 'pg';
import type { Config } from './config.ts';
import { hashPassword, passwordIs } from './password-work.ts';
import { sessionCookieName } from './session.ts';
import type { Whose } from './turns.ts';

/** What the sign-in library hands us to send: to whom, and the one-use word that proves the reader. */
type Proof = { user: { id: string; email: string; name: string }; token: string };

type Options = {
  config: Config;
  pool: pg.Pool;
  sendVerification: (proof: Proof) => Promise<void>;
};

export type Authentication = ReturnType<typeof openAuthentication>;

/** In the form of a kept password, and of no password at all: for the work of comparing alone. */
const nobodysHash = `${'5a'.repeat(16)}:${'a5'.repeat(64)}`;

const hour = 3600;

/**
 * Passwords, sessions and words of verification, by the sign-in library behind doors of our own: none of its HTTP
 * endpoints is mounted, so each way in is a command of ours with its own limits.
 */
export function openAuthentication({ config, pool, sendVerification }: Options) {
  const auth = betterAuth({
    database: pool,
    secret: config.authSecret,
    baseURL: config.origin,
    telemetry: { enabled: false },
    logger: { disabled: true },
    rateLimit: { enabled: false }, // Our commands count tries themselves, in the database, by account and address.
    emailAndPassword: {
      enabled: true,
      // Only whoever holds a reset word gets so far: they wait together.
      password: {
        hash: (password) => hashPassword(password, ['reset']),
        verify: ({ hash, password }) => passwordIs(hash, password, ['reset']),
      },
      requireEmailVerification: true,
      minPasswordLength: 8,
      maxPasswordLength: 256,
    },
    emailVerification: { expiresIn: 24 * hour, sendVerificationEmail: sendVerification },
    session: { expiresIn: 7 * 24 * hour, disableSessionRefresh: true, cookieCache: { enabled: false } },
    advanced: {
      database: { generateId: 'uuid' },
      useSecureCookies: false,
      cookies: { session_token: { name: sessionCookieName(config.mode), attributes: cookieAttributes(config) } },
    },
  });

  return {
    /** Whether a password is the one kept as `hash`. Without one it takes as long, and is not. */
    passwordFits: async (hash: string | null, password: string, whose: Whose): Promise<boolean> =>
      (await passwordIs(hash ?? nobodysHash, password, whose)) && hash !== null,
    /** Ends the session of these headers, if there is one. The cookie is the caller's to clear. */
    async signOut(headers: Headers): Promise<void> {
      await auth.api.signOut({ headers });
    },
    /** Marks the address behind the word as verified; false for a word that is spoilt, foreign or too old. */
    verifyEmail: (token: string) => settled(auth.api.verifyEmail({ query: { token } })),
    /** Sends the verification word again to an address that still needs it; says nothing about others. */
    sendVerification: (email: string) => auth.api.sendVerificationEmail({ body: { email } }),
    /** The stored form of a password. */
    hash: hashPassword,
  };
}

/** Lax, so that a link in a mail finds the reader signed in; the origin check stops foreign forms. */
const cookieAttributes = (config: Config) =>
  ({ httpOnly: true, sameSite: 'lax', path: '/', secure: config.mode === 'production' }) as const;

/** The library says no; with a status of its own, from 500 on, it says that something broke. */
const isRefusal = (error: unknown): error is APIError => error instanceof APIError && error.statusCode < 500;

/** True when the library accepted, false when it refused; anything else is a fault and goes on up. */
async function settled(act: Promise<unknown>): Promise<boolean> {
  try {
    await act;
    return true;
  } catch (error) {
    if (isRefusal(error)) return false;
    throw error;
  }
}
