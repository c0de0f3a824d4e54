import { signInProcedure } from '../../platform/http/procedure.ts';
import { consumeQuota } from '../../platform/limits/quotas.ts';
import { refusalCodes, refuse } from './messages.ts';
import { budgets } from './quotas.ts';
import { SignIn } from './schema.ts';
import { upgradePasswordHash } from './session-store.ts';
import { getSignInQuotaId } from './sign-in-limits.ts';
import { startMfaSession, startSession } from './start-session.ts';
import { attemptPassword } from './verify-password.ts';

/** An unknown email and a wrong password get the same response and work [000 §7 Authentication, decision A6]. */
export const signIn = signInProcedure
  .errors(refusalCodes('accounts.wrong_password', 'accounts.not_verified', 'accounts.too_many_tries'))
  .input(SignIn)
  .handler(async function signIn({ context, input }) {
    const { services } = context;
    const { account, hash, device, revertCounts } = await attemptPassword(context, input);
    if (!account || !hash) return refuse('accounts.wrong_password', {});
    if (!account.verified) return refuse('accounts.not_verified', {});
    // Refuses before the counts are cleared: over the quota, the limits soon stop costly hashing.
    await consumeQuota(services.authDb, budgets.signedIn, {
      id: getSignInQuotaId(account.userId, device),
      now: services.clock(),
    });
    await revertCounts();
    const { userId, hasMfa: factor } = account;
    if (hash !== account.hash) await upgradePasswordHash(services.authDb, userId, { from: account.hash, to: hash });
    const credentials = { userId, email: input.email, hash, by: 'password' } as const;
    const isSignedIn = !factor && (await startSession(context, credentials));
    if (!isSignedIn) await startMfaSession(context, userId, hash);
    return { email: input.email, next: isSignedIn ? ('in' as const) : ('second_step' as const) };
  });
