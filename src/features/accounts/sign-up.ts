import { createHmac, timingSafeEqual } from 'node:crypto';
import { dictionary } from '@zxcvbn-ts/language-common';
import { z } from 'zod';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { audit } from '../../platform/audit.ts';
import { getConnectionKey, getQueueKeys } from '../../platform/http/client-network.ts';
import { type Context, type Services, signInProcedure } from '../../platform/http/procedure.ts';
import { deviceToken, newSessionToken, setDeviceCookie } from '../../platform/http/session.ts';
import {
  getLimitKeys,
  isWithinLimit,
  isWithinLimits,
  revertAttempt,
  revertIfBusy,
} from '../../platform/limits/rate-limit.ts';
import { isOfAge } from './age.ts';
import { versionsInForce } from './agreements/legal-documents.ts';
import { deviceHash, deviceHashOf } from './device.ts';
import { refusalCodes, refuse } from './messages.ts';
import { auditOwnAction, canRequestEmail, canRequestFrom } from './notify-owner.ts';
import { EmailOnly, isCommonPassword, SignUp, VerifyEmail } from './schema.ts';
import { findCredential } from './session-store.ts';
import { startSession } from './sign-in.ts';
import {
  type AddressProof,
  createAccount,
  findOwnerAt,
  findUnverifiedAddress,
  recordRepeatedSignUp,
  verifyAddress,
} from './store.ts';
import { consumeToken, createToken, findTokenOwner, storeToken } from './token-store.ts';
import { attemptPassword } from './verify-password.ts';

const common: ReadonlySet<string> = new Set(dictionary['passwords-common'] as string[]);

/** The connection limit is wide, as a mobile carrier puts thousands of customers behind one IP address. */
const perEmailLimit = { tries: 5, seconds: 3_600 };
const connectionLimit = { tries: 100, network: 400, seconds: 3_600 };
const demoConnectionLimit = { tries: 200, seconds: 3_600 };

/** Returns the counted keys, or null when over a limit. */
async function countSignUp({ services, request }: Pick<Context, 'services' | 'request'>, email: string) {
  const { authDb, config, clock } = services;
  const now = clock();
  const emailKey = `sign-up:again:${getConnectionKey(request.ip)}:${email}`;
  if (!(await isWithinLimit(authDb, emailKey, { ...perEmailLimit, now }))) return null;
  const keys = getLimitKeys('sign-up', request.ip);
  const limit = config.mode === 'demo' ? demoConnectionLimit : connectionLimit;
  if (await isWithinLimits(authDb, keys, { ...limit, now })) return [emailKey, ...keys];
  await revertAttempt(authDb, emailKey);
  return null;
}

/** Refuses a common password (decision B1). */
export const assertUncommonPassword = (
  password: string,
  code: 'accounts.common_password' | 'accounts.common_new_password' = 'accounts.common_password',
) => {
  if (isCommonPassword(password, common)) refuse(code, {});
};

/** Creates an unverified account [000 §7 Authentication]. For a taken email, response and duration are the same. */
export const signUp = signInProcedure
  .errors(refusalCodes('accounts.too_young', 'accounts.common_password', 'accounts.too_many_sign_ups'))
  .input(SignUp)
  .handler(async function signUp({ context: { services, request, reply, releaseSlotWhile }, input }) {
    const now = services.clock();
    if (!isOfAge(input.dateOfBirth, jamaicaDay(now))) refuse('accounts.too_young', {});
    assertUncommonPassword(input.password);
    const keys = (await countSignUp({ services, request }, input.email)) ?? refuse('accounts.too_many_sign_ups', {});

    const existing = await findCredential(services.authDb, input.email);
    const queueKeys = getQueueKeys(request.ip, input.email);
    const passwordHash = await revertIfBusy(services.authDb, keys, () =>
      releaseSlotWhile(() => services.passwords.hash(input.password, queueKeys, existing?.hash)),
    );
    // Over the daily limit, no mail is sent and the response stays the same.
    const canSendEmail = await canRequestEmail('welcome', input.email, { services, request });
    const device = deviceToken(request, services.config) ?? newSessionToken();
    const account = { ...input, passwordHash, browser: deviceHash(device), agreed: versionsInForce };
    await services.authDb.transaction().execute(async (tx) => {
      const created = await createAccount(tx, account);
      const emailKey = created || (await recordRepeatedSignUp(tx, account));
      // Both cases write one audit entry, so that the duration reveals nothing.
      const action = created ? 'accounts.signed_up' : 'accounts.sign_up_repeated';
      const subjectId = (await findCredential(tx, input.email))?.userId ?? '';
      await audit(tx, {
        actorId: null,
        actorRole: 'visitor',
        action,
        subjectType: 'account',
        subjectId,
        requestId: request.id,
      });
      if (canSendEmail) await services.jobs.enqueue(tx, 'accounts.welcome', { email: input.email, created: emailKey });
      // Finds accounts of the same person: their freeze must cover the new account from the start.
      await services.jobs.enqueue(tx, 'identity.links', { userId: subjectId });
    });
    setDeviceCookie(reply, services.config, device);
    return { email: input.email };
  });

const TokenPayload = z.object({ email: z.string(), iat: z.number(), exp: z.number() });

type SignedToken = { readonly email: string; readonly at: Date };

/** Parses a signed token of November 2026; null if invalid or expired. Remove with the release after next (ADR 01). */
function parseSignedToken(token: string, { secret, now }: { secret: string; now: Date }): SignedToken | null {
  const [head, body = '', signature = ''] = token.split('.');
  const expectedBytes = Buffer.from(createHmac('sha256', secret).update(`${head}.${body}`).digest('base64url'));
  const signatureBytes = Buffer.from(signature);
  if (expectedBytes.length !== signatureBytes.length || !timingSafeEqual(expectedBytes, signatureBytes)) return null;
  const { data } = TokenPayload.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString()));
  if (!data || data.exp * 1000 <= now.getTime()) return null;
  return { email: data.email, at: new Date(data.iat * 1000) };
}

/** `token` is set when the customer must `choose` a password. */
type VerifyResult =
  | { readonly next: 'password'; readonly token: null }
  | { readonly next: 'sign_in' | 'signed_in'; readonly token: null }
  | { readonly next: 'choose'; readonly token: string };

/**
 * Verifies the address once [000 §7 Authentication]. The browser that signed up within 24 hours is signed in: its
 * HttpOnly device cookie is the secret. Any other browser needs the password and signs in afterwards (decision F2, ASVS
 * 7.6.2). After competing sign-ups, the user chooses a new password.
 */
export const verifyEmail = signInProcedure
  .errors(refusalCodes('accounts.link_invalid', 'accounts.sign_up_password_wrong', 'accounts.too_many_tries'))
  .input(VerifyEmail)
  .handler(async function verifyEmail({ context, input }): Promise<VerifyResult> {
    const { services } = context;
    const userId = await findOwnerId(services, input.token);
    const unverified = userId === undefined ? undefined : await findUnverifiedAddress(services.authDb, userId);
    if (!userId || !unverified) return refuse('accounts.link_invalid', {});
    const browser = deviceHashOf(context);
    const isSignUpBrowser = unverified.browser === null || unverified.browser === browser;
    if (isSignUpBrowser || unverified.hash === null) {
      const result = await activate(context, input.token, { userId, browser, hash: null });
      const isSameBrowser = unverified.browser !== null && unverified.browser === browser && unverified.isRecent;
      if (!isSameBrowser || result.next !== 'sign_in') return result;
      const { email, hash } = unverified;
      const isSignedIn = await startSession(context, { userId, email, hash, by: 'sign-up browser' });
      return isSignedIn ? { next: 'signed_in', token: null } : result;
    }
    if (input.password === undefined) return { next: 'password', token: null };
    const { account, hash, revertCounts } = await attemptPassword(context, {
      email: unverified.email,
      password: input.password,
    });
    if (!account || !hash) return refuse('accounts.sign_up_password_wrong', {});
    const result = await activate(context, input.token, { userId, browser, hash: account.hash });
    await revertCounts();
    return result;
  });

function activate(context: Context, token: string, { userId, browser, hash }: AddressProof): Promise<VerifyResult> {
  const { services, request } = context;
  return services.authDb.transaction().execute(async (tx) => {
    const isConsumed = await consumeToken(tx, 'verify', token);
    if (!isConsumed && !parseSigned(services, token)) refuse('accounts.link_invalid', {});
    const verified = (await verifyAddress(tx, { userId, browser, hash })) ?? refuse('accounts.link_invalid', {});
    await auditOwnAction(tx, { userId, requestId: request.id }, { action: 'accounts.email_verified' });
    // Screened here, not at sign-up, where anyone could raise urgent alerts with invented names.
    await services.jobs.enqueue(tx, 'screening.names', { userId });
    if (verified.hasPassword) return { next: 'sign_in', token: null };
    const resetToken = createToken();
    await storeToken(tx, verified.email, { purpose: 'reset', token: resetToken });
    return { next: 'choose', token: resetToken };
  });
}

const parseSigned = ({ config, clock }: Services, token: string) =>
  parseSignedToken(token, { secret: config.authSecret, now: clock() });

async function findOwnerId(services: Services, token: string): Promise<string | undefined> {
  const { authDb } = services;
  const owner = await findTokenOwner(authDb, 'verify', token);
  if (owner) return owner.userId;
  const signedToken = parseSigned(services, token);
  return signedToken ? findOwnerAt(authDb, signedToken) : undefined;
}

/** Resends the verification mail [000 §7 Authentication]. The response is the same for every address. */
export const resendVerification = signInProcedure
  .errors(refusalCodes('accounts.too_many_mails'))
  .input(EmailOnly)
  .handler(async function resendVerification({ context, input }) {
    const { services } = context;
    const { email } = input;
    if (
      !(await canRequestFrom('verification', email, context)) ||
      !(await canRequestEmail('verification', email, context))
    )
      refuse('accounts.too_many_mails', {});
    await services.jobs.enqueue(services.authDb, 'accounts.verification', { email: input.email });
    return { email: input.email };
  });
