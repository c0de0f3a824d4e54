import type { SessionUser } from '../../platform/database/database.ts';
import { sessionSeconds } from '../../platform/http/session.ts';
import { consumeQuota } from '../../platform/limits/quotas.ts';
import {
  deleteAttempts,
  isWithinLimit,
  recordAttempt,
  revertAttempt,
  revertIfBusy,
} from '../../platform/limits/rate-limit.ts';
import { auditOwnAction } from './audit.ts';
import { refuse } from './messages.ts';
import type { AccountChange } from './mfa-change.ts';
import { notifyOwner } from './notify-owner.ts';
import { budgets } from './quotas.ts';
import { endSession } from './session-store.ts';
import {
  accountDayLimit,
  accountLimit,
  getAccountDayKey,
  getPasswordKey,
  notifyAfter,
  passwordLimit,
} from './sign-in-limits.ts';

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
