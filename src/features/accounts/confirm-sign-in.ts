import { type Context, signInProcedure } from '../../platform/http/procedure.ts';
import { sessionToken } from '../../platform/http/session.ts';
import { checkRateLimit } from '../../platform/limits/memory-rate-limit.ts';
import { deleteAttempts, isWithinLimits, revertAttempt, revertIfBusy } from '../../platform/limits/rate-limit.ts';
import { refusalCodes, refuse } from './messages.ts';
import { loadFactors } from './mfa-store.ts';
import { notifyOwner } from './notify-owner.ts';
import { findPasskeys } from './passkey-store.ts';
import { ConfirmSignIn, SignInWithPasskey } from './schema.ts';
import { type AwaitingSession, findAwaitingSession } from './session-store.ts';
import { connectionLimit, countMfaAttempt, findLimitKeys, notifyAfter } from './sign-in-limits.ts';
import { startSession } from './start-session.ts';
import { verifyFactor } from './verify-factor.ts';
import { createPasskeyChallenge, verifyPasskey } from './verify-passkey.ts';

async function loadAwaitingSession({ services, request }: Context): Promise<AwaitingSession> {
  const token = sessionToken(request, services.config);
  const awaiting = token && (await findAwaitingSession(services.authDb, token));
  return awaiting || refuse('accounts.second_step_over', {});
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
    await startSession(context, { userId, email, awaitingSessionId, by: `password and ${factor}` });
    return { email };
  });

export const passkeyOptions = signInProcedure
  .errors(refusalCodes('accounts.too_many_tries'))
  .handler(async function passkeyOptions({ context }) {
    const { services } = context;
    const allowed = { ...connectionLimit, now: services.clock() };
    if (!(await isWithinLimits(services.authDb, await findLimitKeys('passkey', context), allowed)))
      refuse('accounts.too_many_tries', {});
    return createPasskeyChallenge(services, { purpose: 'sign_in', userId: null });
  });

/** A passkey needs no second step: the device already checked a fingerprint, face or PIN. */
export const signInWithPasskey = signInProcedure
  .errors(refusalCodes('accounts.passkey_refused', 'accounts.too_many_tries'))
  .input(SignInWithPasskey)
  .handler(async function signInWithPasskey({ context, input }) {
    const { services } = context;
    const allowed = { ...connectionLimit, now: services.clock() };
    const keys = await findLimitKeys('sign-in', context);
    if (!(await isWithinLimits(services.authDb, keys, allowed))) refuse('accounts.too_many_tries', {});
    const passkey = await verifyPasskey(services, input.passkey, { purpose: 'sign_in', userId: null });
    if (!passkey) return refuse('accounts.passkey_refused', {});
    for (const key of keys) await revertAttempt(services.authDb, key);
    const { userId, email } = passkey;
    await startSession(context, { userId, email, passkey: passkey.id, by: 'passkey' });
    return { email };
  });
