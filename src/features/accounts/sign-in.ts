import { spend } from '../../platform/budgets.ts';
import { whoseOf } from '../../platform/connection.ts';
import { beforeSignIn, type Context } from '../../platform/procedure.ts';
import {
  countTry as countOne,
  forgetTries,
  takeBackTry,
  unlessCrowdedOut,
  withinLimit,
  withinLimits,
} from '../../platform/rate-limit.ts';
import { budgets } from './budgets.ts';
import { knowsDevice } from './device-store.ts';
import { enterAccount, waitForFactor } from './enter-account.ts';
import { knownBy } from './known-browser.ts';
import { mayRefuse, refuse } from './messages.ts';
import { SignIn } from './schema.ts';
import { credentialOf, keepAnew } from './session-store.ts';
import {
  accountDayKey,
  accountKey,
  deviceKey,
  limitKeysOf,
  perAccount,
  perAccountDay,
  perConnection,
  signedInBy,
} from './sign-in-tries.ts';
import { tellOwner } from './tell-owner.ts';

/**
 * Starts a session in an HttpOnly cookie [000 §7 Authentication, decision A6]; for an account with a second factor, one
 * that opens nothing until `confirmSignIn`. Wrong address and wrong password are one refusal and take the same work. At
 * most ten wrong tries an account in a quarter of an hour, and a hundred in a day, from all browsers together that it
 * does not know; each that it knows has its own ten, and stands outside what its connection may try, so guessing locks
 * neither its owner out nor a neighbour.
 */
export const signIn = beforeSignIn
  .errors(mayRefuse('accounts.wrong_password', 'accounts.not_verified', 'accounts.too_many_tries'))
  .input(SignIn)
  .handler(async ({ context, input }) => {
    const { services, aside } = context;
    const count = await countTry(context, input.email);
    const account = await credentialOf(services.authDb, input.email);
    const whose = whoseOf(context.request.ip, input.email);
    const hash = await count.unlessCrowdedOut(() =>
      aside(() => services.passwords.fitting(account?.hash ?? null, input.password, whose)),
    );
    if (account && !hash && count.isLast) {
      const by = { jobs: services.jobs, now: services.clock() };
      await tellOwner(services.authDb, by, { email: input.email, about: 'passwords_guessed' });
    }
    if (!account || !hash) return refuse('accounts.wrong_password', {});
    if (!account.verified) return refuse('accounts.not_verified', {});
    // Past the budget the try stays counted, so that soon nothing is worked out any more.
    await spend(services.authDb, budgets.signedIn, {
      id: signedInBy(account.userId, count.device),
      now: services.clock(),
    });
    await count.wasRight();
    const { userId, factor } = account;
    if (hash !== account.hash) await keepAnew(services.authDb, userId, { from: account.hash, to: hash });
    const alone = { userId, email: input.email, hash, by: 'password' } as const;
    const entered = !factor && (await enterAccount(context, alone));
    if (!entered) await waitForFactor(context, userId, hash);
    return { email: input.email, next: entered ? ('in' as const) : ('second_step' as const) };
  });

/** Counts a try before anything is looked at; a right password was none. */
async function countTry(context: Context, email: string) {
  const { services } = context;
  const { authDb } = services;
  const now = services.clock();
  const browser = knownBy(context);
  const device = (await knowsDevice(authDb, email, browser ?? '')) ? browser : null;
  const key = device === null ? accountKey(email) : deviceKey(email, device);
  const day = device === null ? accountDayKey(email) : null;
  const keys = await limitKeysOf('sign-in', context, email);
  // These first: behind one that is used up each other name would leave a row of its own.
  const within =
    (await withinLimits(authDb, keys, { ...perConnection, now })) &&
    (await withinLimit(authDb, key, { ...perAccount, now }));
  if (!within) refuse('accounts.too_many_tries', {});
  const today = day === null ? 0 : await countOne(authDb, day, { ...perAccountDay, now });
  if (today > perAccountDay.tries) refuse('accounts.too_many_tries', {});
  // Strangers' guesses stay counted: an owner who comes in beside them does not hand them ten more.
  const wasRight = async () => {
    await (device ? forgetTries(authDb, key) : takeBackTry(authDb, key));
    if (day) await takeBackTry(authDb, day);
    // A mobile network has hundreds of customers behind one address.
    for (const one of keys) await takeBackTry(authDb, one);
  };
  return {
    /** This browser, where the account knows it. */
    device,
    /** Whether it was the last that strangers have today. */
    isLast: today === perAccountDay.tries,
    wasRight,
    unlessCrowdedOut: <T>(act: () => Promise<T>) =>
      unlessCrowdedOut(authDb, [key, ...(day ? [day] : []), ...keys], act),
  };
}
