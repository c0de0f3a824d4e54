import type { SessionUser } from '../../platform/database/database.ts';
import { getQueueKeys } from '../../platform/http/client-network.ts';
import { authed, authedTwoPhase, type Context, exclusivePerUser } from '../../platform/http/procedure.ts';
import { sessionSeconds } from '../../platform/http/session.ts';
import { checkRateLimit } from '../../platform/limits/memory-rate-limit.ts';
import { consumeQuota } from '../../platform/limits/quotas.ts';
import {
  deleteAttempts,
  isWithinLimit,
  recordAttempt,
  revertAttempt,
  revertIfBusy,
} from '../../platform/limits/rate-limit.ts';
import { refusalCodes, refuse } from './messages.ts';
import type { AccountChange } from './mfa-change.ts';
import { findPasskeys, loadFactors } from './mfa-store.ts';
import { auditOwnAction, notifyOwner } from './notify-owner.ts';
import { budgets } from './quotas.ts';
import { type Proof, Reauthenticate } from './schema.ts';
import { endSession, findCredential, lockMfaState, markReauthenticated } from './session-store.ts';
import {
  accountDayLimit,
  accountLimit,
  getAccountDayKey,
  getPasswordKey,
  notifyAfter,
  passwordLimit,
} from './sign-in-limits.ts';
import { verifyFactor } from './verify-factor.ts';
import { createPasskeyChallenge } from './verify-passkey.ts';

/** Wrong proofs in a row that end the session. `deleteOldAttempts` must keep this count as long. */
const sessionLimit = { tries: 30, seconds: sessionSeconds };

type ProofKind = 'code' | 'password';

/** Shared with sign-in, so that an open session gives no extra guesses. */
const getSignInCounter = ({ id, email }: SessionUser, kind: ProofKind) =>
  kind === 'code'
    ? { key: getPasswordKey(id), seconds: passwordLimit.seconds, notifyAfter }
    : { key: getAccountDayKey(email), seconds: accountDayLimit.seconds, notifyAfter: accountDayLimit.tries };

/**
 * Counts and verifies a proof in a signed-in session. Returns the result, or null when wrong. Ten wrong proofs notify
 * the owner and block for 15 minutes; thirty end the session. Wrong sign-ins on other devices never block this session.
 */
export async function countAttempt<T>(
  context: AccountChange,
  kind: ProofKind,
  verify: () => Promise<T | null | false>,
): Promise<T | null> {
  const { services, person } = context;
  const { authDb, clock } = services;
  const [recentKey, now] = [`confirm:${person.id}`, clock()];
  if (!(await isWithinLimit(authDb, recentKey, { ...accountLimit, now }))) refuse('accounts.too_many_codes', {});
  const sessionKey = `${recentKey}:session:${person.sessionId}:${kind}`;
  const signInCounter = getSignInCounter(person, kind);
  const sessionCount = await recordAttempt(authDb, sessionKey, { ...sessionLimit, now });
  const totalCount = await recordAttempt(authDb, signInCounter.key, { seconds: signInCounter.seconds, now });
  const result = await revertIfBusy(authDb, [recentKey, sessionKey, signInCounter.key], verify);
  if (!result) {
    const notifyContext = { jobs: services.jobs, now };
    if (sessionCount === notifyAfter || totalCount === signInCounter.notifyAfter)
      await notifyOwner(authDb, notifyContext, { email: person.email, about: 'proofs_guessed' });
    if (sessionCount >= sessionLimit.tries) await endGuessedSession(context);
    return null;
  }
  // Refuses before the counts are cleared: over the quota, the limits soon stop costly hashing.
  await consumeQuota(authDb, budgets.confirmed, { id: person.id, now });
  for (const key of [recentKey, sessionKey]) await deleteAttempts(authDb, key);
  await revertAttempt(authDb, signInCounter.key, sessionCount);
  return result;
}

const endGuessedSession = ({ services, person, request }: AccountChange) =>
  services.authDb.transaction().execute(async (tx) => {
    if (!(await endSession(tx, person.id, person.sessionId))) return;
    const after = { wrongProofs: sessionLimit.tries };
    await auditOwnAction(tx, { userId: person.id, requestId: request.id }, { action: 'accounts.session_ended', after });
  });

export const reauthMethods = authed.handler(async function reauthMethods({ context: { services, person } }) {
  checkRateLimit(services, 'secret', person.sessionId);
  const { app, passkeys } = await loadFactors(services.authDb, person.id);
  const stored = passkeys > 0 ? await findPasskeys(services.authDb, person.id) : [];
  const about = { purpose: 'confirm' as const, userId: person.id, session: person.sessionId };
  const passkey = stored.length > 0 ? await createPasskeyChallenge(services, about, stored) : null;
  return { password: !app && !passkey, app, passkey };
});

export const reauthenticate = authedTwoPhase
  .use(exclusivePerUser)
  .errors(refusalCodes('accounts.password_wrong', 'accounts.factor_wrong', 'accounts.too_many_codes'))
  .input(Reauthenticate)
  .handler(async function reauthenticate({ context, input }) {
    const { services, person } = context;
    const kind = 'password' in input ? 'password' : 'code';
    const isRight = await countAttempt(context, kind, () => verifyProof(context, input));
    if (!isRight) refuse('password' in input ? 'accounts.password_wrong' : 'accounts.factor_wrong', {});
    await services.authDb.transaction().execute(async (tx) => {
      if ('password' in input && !(await lockMfaState(tx, person.id, false))) refuse('accounts.password_wrong', {});
      await markReauthenticated(tx, person.sessionId);
    });
    return { confirmed: true };
  });

type ReauthContext = Pick<Context, 'services' | 'request'> & { readonly person: SessionUser };

async function verifyProof(
  { services, person, request }: ReauthContext,
  input: Proof | { password: string },
): Promise<boolean> {
  if (!('password' in input)) return (await verifyFactor(services, input, { userId: person.id, request })) !== null;
  const account = await findCredential(services.authDb, person.email);
  const queueKeys = getQueueKeys(request.ip, person.id);
  const verifiedHash = await services.passwords.verify(account?.hash ?? null, input.password, queueKeys);
  // A password alone is not enough for an account with a second factor.
  return verifiedHash !== null && !person.hasMfa;
}
