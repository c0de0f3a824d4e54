import { keepPace } from '../../platform/pace.ts';
import { beforeSignIn, type Context } from '../../platform/procedure.ts';
import { forgetTries, takeBackTry, unlessCrowdedOut, withinLimits } from '../../platform/rate-limit.ts';
import { sessionToken } from '../../platform/session.ts';
import { enterAccount } from './enter-account.ts';
import { factorsOf } from './factor-store.ts';
import { mayRefuse, refuse } from './messages.ts';
import { askForPasskey, passkeyProved } from './passkey-proof.ts';
import { passkeysOf } from './passkey-store.ts';
import { ConfirmSignIn, SignInWithPasskey } from './schema.ts';
import { factorShown } from './second-step.ts';
import { type Waiting, waitingSession } from './session-store.ts';
import { countSecondStep, limitKeysOf, perConnection, toldAfter } from './sign-in-tries.ts';
import { tellOwner } from './tell-owner.ts';

/** Who gave the right password a moment ago in this browser. */
async function whoWaits({ services, request }: Context): Promise<Waiting> {
  const token = sessionToken(request, services.config);
  const waiting = token && (await waitingSession(services.authDb, token));
  return waiting || refuse('accounts.second_step_over', {});
}

const by = ({ services: { jobs, clock } }: Context) => ({ jobs, now: clock() });

/** With what the second step can be taken: the app, a passkey (and what to ask it). Recovery codes always. */
export const secondStep = beforeSignIn.errors(mayRefuse('accounts.second_step_over')).handler(async ({ context }) => {
  const { id: session, userId } = await whoWaits(context);
  const { services } = context;
  keepPace(services, 'secret', session);
  const { app } = await factorsOf(services.authDb, userId);
  const passkeys = await passkeysOf(services.authDb, userId);
  const about = { purpose: 'confirm', userId, session } as const;
  const options = passkeys.length > 0 ? await askForPasskey(services, about, passkeys) : null;
  return { app, passkey: options };
});

/**
 * The second step of signing in. The session that waited ends and another begins, under a new token. Five wrong
 * answers end the waiting, ten of all strangers in a quarter of an hour that of every one: who gets here has the
 * password already. After ten the owner is told, after fifty nobody goes on before the password is another one. A
 * browser that the account knows has ten of its own in a quarter of an hour, and fifty of its own in a row.
 */
export const confirmSignIn = beforeSignIn
  .errors(mayRefuse('accounts.second_step_over', 'accounts.factor_wrong', 'accounts.too_many_codes'))
  .input(ConfirmSignIn)
  .handler(async ({ context, input }) => {
    const { services, request, aside } = context;
    const waiting = await whoWaits(context);
    const { id: waited, userId, email } = waiting;
    const counted = (await countSecondStep(context, waiting)) ?? refuse('accounts.too_many_codes', {});
    const { keys, inRow, untilPassword } = counted;
    const shown = await unlessCrowdedOut(services.authDb, keys, () =>
      factorShown(services, input, { userId, request, aside }),
    );
    if (!shown) {
      if (untilPassword === toldAfter) await tellOwner(services.authDb, by(context), { email, about: 'codes_guessed' });
      return refuse('accounts.factor_wrong', {});
    }
    // Strangers' guesses stay counted, as with passwords.
    for (const key of keys) await takeBackTry(services.authDb, key);
    if (inRow) await forgetTries(services.authDb, inRow);
    await enterAccount(context, { userId, email, waited, by: `password and ${shown}` });
    return { email };
  });

/** What to ask a passkey that is to sign in by itself: nobody has said who they are yet. */
export const passkeyOptions = beforeSignIn.errors(mayRefuse('accounts.too_many_tries')).handler(async ({ context }) => {
  const { services } = context;
  const allowed = { ...perConnection, now: services.clock() };
  if (!(await withinLimits(services.authDb, await limitKeysOf('passkey', context), allowed)))
    refuse('accounts.too_many_tries', {});
  return askForPasskey(services, { purpose: 'sign_in', userId: null });
});

/** Signs in with a passkey alone. It is two factors in one: the key, and the finger, face or PIN that opens it. */
export const signInWithPasskey = beforeSignIn
  .errors(mayRefuse('accounts.passkey_refused', 'accounts.too_many_tries'))
  .input(SignInWithPasskey)
  .handler(async ({ context, input }) => {
    const { services } = context;
    const allowed = { ...perConnection, now: services.clock() };
    const keys = await limitKeysOf('sign-in', context);
    if (!(await withinLimits(services.authDb, keys, allowed))) refuse('accounts.too_many_tries', {});
    const passkey = await passkeyProved(services, input.passkey, { purpose: 'sign_in', userId: null });
    if (!passkey) return refuse('accounts.passkey_refused', {});
    for (const one of keys) await takeBackTry(services.authDb, one);
    const { userId, email } = passkey;
    await enterAccount(context, { userId, email, passkey: passkey.id, by: 'passkey' });
    return { email };
  });
