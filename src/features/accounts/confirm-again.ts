import { mayRefuse, refuse } from '../../messages.ts';
import { whoseOf } from '../../platform/connection.ts';
import { signedIn } from '../../platform/procedure.ts';
import { forgetTries, withinLimit } from '../../platform/rate-limit.ts';
import { factorsOf } from './factor-store.ts';
import { askForPasskey } from './passkey-proof.ts';
import { passkeysOf } from './passkey-store.ts';
import { ConfirmAgain } from './schema.ts';
import { factorShown } from './second-step.ts';
import { credentialOf, markConfirmed } from './session-store.ts';
import { confirmKey, perAccount } from './sign-in-tries.ts';

/** With what the person of this session can prove again to be there: a factor where there is one, else the password. */
export const confirmWays = signedIn.handler(async ({ context: { services, person } }) => {
  const { app, passkeys } = await factorsOf(services.authDb, person.id);
  const kept = passkeys > 0 ? await passkeysOf(services.authDb, person.id) : [];
  const about = { purpose: 'confirm' as const, userId: person.id };
  const passkey = kept.length > 0 ? await askForPasskey(services, about, kept) : null;
  return { password: !app && !passkey, app, passkey };
});

/** Proves again that the person of the session is there, for what {@link freshly} guards. */
export const confirmAgain = signedIn
  .errors(mayRefuse('accounts.password_wrong', 'accounts.factor_wrong', 'accounts.too_many_codes'))
  .input(ConfirmAgain)
  .handler(async ({ context: { services, person, request }, input }) => {
    const { authDb } = services;
    const key = confirmKey(person.id);
    if (!(await withinLimit(authDb, key, { ...perAccount, now: services.clock() })))
      refuse('accounts.too_many_codes', {});
    if ('password' in input) {
      const account = await credentialOf(authDb, person.email);
      const right = await services.auth.passwordFits(
        account?.hash ?? null,
        input.password,
        whoseOf(request.ip, person.id),
      );
      // Where there is a factor, the password alone is what a thief of it has too.
      if (!right || person.factor) refuse('accounts.password_wrong', {});
    } else if (!(await factorShown(services, input, { userId: person.id, requestId: request.id })))
      refuse('accounts.factor_wrong', {});
    await forgetTries(authDb, key);
    await markConfirmed(authDb, person.sessionId);
    return { confirmed: true };
  });
