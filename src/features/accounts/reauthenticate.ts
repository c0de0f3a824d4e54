import type { SessionUser } from '../../platform/database/database.ts';
import { getQueueKeys } from '../../platform/http/client-network.ts';
import { authed, authedTwoPhase, type Context, exclusivePerUser } from '../../platform/http/procedure.ts';
import { checkRateLimit } from '../../platform/limits/memory-rate-limit.ts';
import { refusalCodes, refuse } from './messages.ts';
import { loadFactors } from './mfa-store.ts';
import { findPasskeys } from './passkey-store.ts';
import { countAttempt } from './reauth-attempts.ts';
import { type Proof, Reauthenticate } from './schema.ts';
import { findCredential, lockMfaState, markReauthenticated } from './session-store.ts';
import { verifyFactor } from './verify-factor.ts';
import { createPasskeyChallenge } from './verify-passkey.ts';

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
