import type { Db } from '../../platform/database/database.ts';
import { authed, type Context, command, type Services, signInProcedure } from '../../platform/http/procedure.ts';
import {
  deviceToken,
  newSessionToken,
  sessionCookieName,
  sessionSeconds,
  sessionToken,
  setDeviceCookie,
  setSessionCookie,
} from '../../platform/http/session.ts';
import { isStaffUser } from '../../platform/http/session-user.ts';
import { queueSignIn } from '../../platform/limits/anonymous-queue.ts';
import { claimDailyEmail } from '../../platform/limits/email-quota.ts';
import { checkRateLimit } from '../../platform/limits/memory-rate-limit.ts';
import { consumeQuota } from '../../platform/limits/quotas.ts';
import { deleteAttempts, isWithinLimits, revertAttempt, revertIfBusy } from '../../platform/limits/rate-limit.ts';
import { userQueueFor } from '../../platform/limits/user-queue.ts';
import { deviceHash, formatDevice } from './device.ts';
import { refusalCodes, refuse } from './messages.ts';
import { findPasskeys, loadFactors, lockPasskey } from './mfa-store.ts';
import { auditOwnAction, notifyOwner } from './notify-owner.ts';
import { budgets } from './quotas.ts';
import { ConfirmSignIn, SignIn, SignInWithPasskey } from './schema.ts';
import {
  type AwaitingSession,
  addSession,
  endSession,
  endSessionByToken,
  findAwaitingSession,
  isStaff,
  lockMfaState,
  lockPassword,
  markNewDeviceMailSkipped,
  recordFirstSignIn,
  rememberDevice,
  upgradePasswordHash,
} from './session-store.ts';
import { connectionLimit, countMfaAttempt, findLimitKeys, getSignInQuotaId, notifyAfter } from './sign-in-limits.ts';
import { verifyFactor } from './verify-factor.ts';
import { createPasskeyChallenge, verifyPasskey } from './verify-passkey.ts';
import { attemptPassword } from './verify-password.ts';

const getUserAgent = ({ request }: Pick<Context, 'request'>): string =>
  String(request.headers['user-agent'] ?? '').slice(0, 400);

const awaitingSeconds = 600;

/** Prefix of the token after the provider's first step, which `confirmSignIn` audits. */
const providerMark = 'oidc-';

type FirstStep = { readonly userId: string; readonly hash?: string | null; readonly isByProvider?: boolean };

/** Starts a session that has no access until the second factor is verified. */
export async function startMfaSession(context: Context, { userId, hash, isByProvider }: FirstStep): Promise<void> {
  const { services, reply } = context;
  const token = `${isByProvider ? providerMark : ''}${newSessionToken()}`;
  const session = {
    token,
    userId,
    userAgent: getUserAgent(context),
    awaitsMfa: true,
    lifetimeSeconds: awaitingSeconds,
  };
  await services.authDb.transaction().execute(async (tx) => {
    if (!(await lockPassword(tx, userId, hash))) refuse('accounts.wrong_password', {});
    await addSession(tx, session);
  });
  userQueueFor(services.pool).rememberUser(token, userId);
  setSessionCookie(reply, services.config, token);
}

type SignInProof = {
  readonly userId: string;
  readonly email: string;
  readonly awaitingSessionId?: string;
  readonly hash?: string | null;
  readonly passkey?: string;
  readonly by: 'sign-up browser' | FirstMethod | `${FirstMethod} and ${SecondFactor}` | 'passkey';
  readonly issuer?: string | undefined;
};

type FirstMethod = 'password' | 'OpenID Connect';
type SecondFactor = 'code' | 'recovery code' | 'passkey';

const firstMethods: readonly SignInProof['by'][] = ['password', 'OpenID Connect', 'sign-up browser'];

/**
 * Starts a session under a new token in an HttpOnly cookie (decision A6) and remembers the device. A new device sends a
 * mail with 'This was not me', except at the first sign-in. False when a second factor was added meanwhile.
 */
export async function startSession(
  context: Context,
  { userId, email, awaitingSessionId, hash, passkey, by, issuer }: SignInProof,
): Promise<boolean> {
  const { services, request, reply } = context;
  const { authDb, config } = services;
  const token = newSessionToken();
  const device = deviceToken(request, config) ?? newSessionToken();
  const browser = deviceHash(device);
  const userAgent = getUserAgent(context);
  const isStarted = await authDb.transaction().execute(async (tx) => {
    // Passkey sign-ins lock the password too: changing it ends sessions, and 'This was not me' removes passkeys.
    const isCurrent = (await lockPassword(tx, userId, hash)) && (!passkey || (await lockPasskey(tx, passkey)));
    if (!isCurrent) refuse(passkey ? 'accounts.passkey_refused' : 'accounts.wrong_password', {});
    if (firstMethods.includes(by) && !(await lockMfaState(tx, userId, false))) return false;
    if (awaitingSessionId && !(await endSession(tx, userId, awaitingSessionId)))
      refuse('accounts.second_step_over', {});
    const session = { token, userId, userAgent, awaitsMfa: false, lifetimeSeconds: sessionSeconds, device: browser };
    // The provider's sign-in is no step-up, which stays with our own factors.
    await addSession(tx, { ...session, isProof: by !== 'OpenID Connect' });
    const isFirst = await recordFirstSignIn(tx, userId);
    const isNewDevice = (await rememberDevice(tx, userId, browser)) && !isFirst;
    if (isNewDevice) await notifyNewDevice(tx, services, { email, userAgent, browser });
    await auditOwnAction(
      tx,
      { userId, requestId: request.id },
      { action: 'accounts.signed_in', after: { by, fresh: isNewDevice, ...(issuer && { issuer }) } },
    );
    return true;
  });
  if (!isStarted) return false;
  userQueueFor(services.pool).rememberUser(token, userId);
  setSessionCookie(reply, config, token);
  setDeviceCookie(reply, config, device);
  return true;
}

type UnknownDevice = { email: string; userAgent: string; browser: string };

/** Mails the owner. Over the daily limit, marks the device: any reported sign-in then removes its factors. */
async function notifyNewDevice(
  tx: Db,
  { jobs, clock }: Services,
  { email, userAgent, browser }: UnknownDevice,
): Promise<void> {
  const now = clock();
  const quota = await claimDailyEmail(tx, 'new-device', { recipientId: email, now });
  if (!quota) return void (await markNewDeviceMailSkipped(tx, email, browser));
  const payload = { email, device: formatDevice(userAgent), browser, signedInAt: now.toISOString() };
  await jobs.enqueue(tx, 'accounts.new-device', { ...payload, last: quota === 'last' });
}

/** The current user for shell and screens [000 §7 Authentication, Tables]. */
export const viewer = authed.handler(function viewer({ context: { person } }) {
  return {
    id: person.id,
    email: person.email,
    name: person.name,
    roles: [...person.roles],
    staff: isStaffUser(person),
    /** True for staff without a second factor, who cannot use the back office. */
    factorNeeded: person.needsMfa,
  };
});

/** Succeeds without a session too [000 §7 Authentication]. Queued, so that replayed tokens cannot cause a flood. */
export const signOut = command.handler(async function signOut({ context: { services, request, reply } }) {
  const token = sessionToken(request, services.config);
  const endAndAudit = (tx: Db) => endActiveSession(tx, { token: token ?? '', requestId: request.id });
  if (token) await queueSignIn(request, () => services.authDb.transaction().execute(endAndAudit));
  const secure = services.config.mode === 'production';
  reply.clearCookie(sessionCookieName(services.config.mode), { path: '/', httpOnly: true, secure, sameSite: 'lax' });
  reply.header('clear-site-data', '"storage"');
  return { signedOut: true };
});

async function endActiveSession(tx: Db, { token, requestId }: { token: string; requestId: string }): Promise<void> {
  const userId = await endSessionByToken(tx, token);
  if (userId === null) return;
  await auditOwnAction(tx, { userId, requestId }, { action: 'accounts.signed_out' });
}

async function loadAwaitingSession({
  services,
  request,
}: Context): Promise<AwaitingSession & { isByProvider: boolean }> {
  const token = sessionToken(request, services.config);
  const awaiting = token && (await findAwaitingSession(services.authDb, token));
  if (!awaiting) return refuse('accounts.second_step_over', {});
  return { ...awaiting, isByProvider: token.startsWith(providerMark) };
}

const toNotifyContext = ({ services: { jobs, clock } }: Context) => ({ jobs, now: clock() });

export const secondStep = signInProcedure
  .errors(refusalCodes('accounts.second_step_over'))
  .handler(async function secondStep({ context }) {
    const { id: session, userId } = await loadAwaitingSession(context);
    const { services } = context;
    checkRateLimit(services, 'secret', session);
    const { app } = await loadFactors(services.authDb, userId);
    const passkeys = await findPasskeys(services.authDb, userId);
    const about = { purpose: 'confirm', userId, session } as const;
    const options = passkeys.length > 0 ? await createPasskeyChallenge(services, about, passkeys) : null;
    return { app, passkey: options };
  });

export const confirmSignIn = signInProcedure
  .errors(refusalCodes('accounts.second_step_over', 'accounts.factor_wrong', 'accounts.too_many_codes'))
  .input(ConfirmSignIn)
  .handler(async function confirmSignIn({ context, input }) {
    const { services, request, releaseSlotWhile } = context;
    const awaiting = await loadAwaitingSession(context);
    const { id: awaitingSessionId, userId, email } = awaiting;
    const { oidc } = services.config;
    if (awaiting.isByProvider && !(oidc && (await isStaff(services.authDb, userId))))
      refuse('accounts.second_step_over', {});
    const attempt = (await countMfaAttempt(context, awaiting)) ?? refuse('accounts.too_many_codes', {});
    const { keys, streakKey, countSincePassword } = attempt;
    const factor = await revertIfBusy(services.authDb, keys, () =>
      verifyFactor(services, input, { userId, request, releaseSlotWhile }),
    );
    if (!factor) {
      if (countSincePassword === notifyAfter)
        await notifyOwner(services.authDb, toNotifyContext(context), { email, about: 'codes_guessed' });
      return refuse('accounts.factor_wrong', {});
    }
    // Reverts only this attempt: earlier wrong codes of unknown devices stay counted.
    for (const key of keys) await revertAttempt(services.authDb, key);
    if (streakKey) await deleteAttempts(services.authDb, streakKey);
    const firstStep = awaiting.isByProvider
      ? ({ by: `OpenID Connect and ${factor}`, issuer: oidc?.issuer } as const)
      : ({ by: `password and ${factor}` } as const);
    await startSession(context, { userId, email, awaitingSessionId, ...firstStep });
    return { email };
  });

/** Returns the limit keys of the counted attempt. Refuses over the limit. */
async function countPasskeyAttempt(context: Context, name: 'passkey' | 'sign-in'): Promise<string[]> {
  const { authDb, clock } = context.services;
  const keys = await findLimitKeys(name, context);
  if (!(await isWithinLimits(authDb, keys, { ...connectionLimit, now: clock() })))
    refuse('accounts.too_many_tries', {});
  return keys;
}

export const passkeyOptions = signInProcedure
  .errors(refusalCodes('accounts.too_many_tries'))
  .handler(async function passkeyOptions({ context }) {
    const { services } = context;
    await countPasskeyAttempt(context, 'passkey');
    return createPasskeyChallenge(services, { purpose: 'sign_in', userId: null });
  });

/** A passkey needs no second step: the device already checked a fingerprint, face or PIN. */
export const signInWithPasskey = signInProcedure
  .errors(refusalCodes('accounts.passkey_refused', 'accounts.too_many_tries'))
  .input(SignInWithPasskey)
  .handler(async function signInWithPasskey({ context, input }) {
    const { services } = context;
    const keys = await countPasskeyAttempt(context, 'sign-in');
    const passkey = await verifyPasskey(services, input.passkey, { purpose: 'sign_in', userId: null });
    if (!passkey) return refuse('accounts.passkey_refused', {});
    for (const key of keys) await revertAttempt(services.authDb, key);
    const { userId, email } = passkey;
    await startSession(context, { userId, email, passkey: passkey.id, by: 'passkey' });
    return { email };
  });

/** An unknown email and a wrong password get the same response and work [000 §7 Authentication, decision A6]. */
export const signIn = signInProcedure
  .errors(refusalCodes('accounts.wrong_password', 'accounts.not_verified', 'accounts.too_many_tries'))
  .input(SignIn)
  .handler(async function signIn({ context, input }) {
    const { services } = context;
    const { account, hash, device, revertCounts } = await attemptPassword(context, input);
    if (!account || !hash) return refuse('accounts.wrong_password', {});
    if (!account.isVerified) return refuse('accounts.not_verified', {});
    // A refusal here keeps the counts, so the limits soon stop costly hashing.
    await consumeQuota(services.authDb, budgets.signedIn, {
      id: getSignInQuotaId(account.userId, device),
      now: services.clock(),
    });
    await revertCounts();
    const { userId, hasMfa } = account;
    if (hash !== account.hash) await upgradePasswordHash(services.authDb, userId, { from: account.hash, to: hash });
    const credentials = { userId, email: input.email, hash, by: 'password' } as const;
    const isSignedIn = !hasMfa && (await startSession(context, credentials));
    if (!isSignedIn) await startMfaSession(context, { userId, hash });
    return { email: input.email, next: isSignedIn ? ('in' as const) : ('second_step' as const) };
  });
