import { budgetKey, spend } from '../../platform/budgets.ts';
import type { Db } from '../../platform/database.ts';
import type { Context } from '../../platform/procedure.ts';
import { countTry, forgetTries, limitKeysAt, unlessCrowdedOut, withinLimit } from '../../platform/rate-limit.ts';
import { budgets } from './budgets.ts';
import { isKnownDevice, knowsDevice } from './device-store.ts';
import type { Changing } from './factor-change.ts';
import { knownBy } from './known-browser.ts';
import { refuse } from './messages.ts';
import type { Waiting } from './session-store.ts';

/** Wrong tries allowed in a quarter of an hour. */
export const perAccount = { tries: 10, seconds: 900 };
/** A mobile carrier has parishes behind one network, of which only browsers that are new count, and wrong tries. */
export const perConnection = { tries: 100, network: 3_000, seconds: 900 };

/** Under which the wrong passwords of an account are counted, whoever and wherever they come from. */
export const accountKey = (email: string): string => `sign-in:account:${email}`;

/**
 * From where something is asked, for counting: the browser itself where the account that it is about knows it, for many
 * customers share one address and a stranger among them must not lock them out; else the connection, and the network
 * around it. With no address typed in, any account that knows it will do: a passkey cannot be guessed. Who makes
 * browsers known to an account of their own has no more tries at the others for it.
 */
export async function limitKeysOf(
  name: string,
  context: Pick<Context, 'services' | 'request'>,
  email?: string,
): Promise<string[]> {
  const { authDb } = context.services;
  const device = knownBy(context);
  const known =
    device !== null &&
    (await (email === undefined ? isKnownDevice(authDb, device) : knowsDevice(authDb, email, device)));
  return known ? [`${name}:browser:${device}`] : limitKeysAt(name, context.request.ip);
}

/**
 * Wrong passwords within a day of all strangers to an account, from however many networks: ten in each quarter of an
 * hour were 960. In a row no more than a hundred (NIST SP 800-63B, 3.2.2). A browser that the account knows counts by
 * itself, and a new password by mail ends this count as well.
 */
export const perAccountDay = { tries: 100, seconds: 24 * 3600 };
export const accountDayKey = (email: string): string => `sign-in:account-day:${email}`;

/** A browser from which the owner has signed in before counts by itself: strangers cannot lock it out. */
export const deviceKey = (email: string, device: string): string => `sign-in:account:${email}:device:${device}`;

/**
 * Whose right sign-ins are counted together: those of each browser that the account knows, and of all others. Whoever
 * has the password alone would else use them up for the owner, without ever coming in.
 */
export const signedInBy = (userId: string, device: string | null): string =>
  device === null ? userId : `${userId}:device:${device}`;

/** A new password stands: the tries at the one of before, right or wrong, keep nobody out any more. */
export async function forgetTriesAt(tx: Db, { userId, email }: { userId: string; email: string }): Promise<void> {
  await forgetTries(tx, accountKey(email));
  await forgetTries(tx, accountDayKey(email));
  await forgetTries(tx, passwordKey(userId));
  await forgetTries(tx, budgetKey(budgets.signedIn, signedInBy(userId, null)));
}

/** Wrong codes and passkeys of somebody who already has the password, and wrong answers in an open session. */
const secondStepKey = (userId: string): string => `second-step:${userId}`;

/** Wrong answers in one session that waits: half of what all strangers to the account have together. */
const perWaiting = { tries: 5, seconds: 900 };

/**
 * Wrong answers of all strangers until the password is another one: three codes of a million fit at a time, so whoever
 * has the password and may go on guessing is in one day (NIST SP 800-63B, 3.2.2: a hundred at the most).
 */
const perPassword = { tries: 50, seconds: 365 * 24 * 3600 };
const passwordKey = (userId: string): string => `${secondStepKey(userId)}:password`;
/** So many of them, and the owner is told that somebody has the password. */
export const toldAfter = 10;

export type Counted = {
  readonly keys: readonly string[];
  /** The how manieth answer of a stranger it is; none of a browser that the account knows. */
  readonly ofStrangers: number;
};

/**
 * Counts an answer to the second step, and answers under which keys; null when there were too many. A browser that the
 * account knows has ten of its own, as with passwords: whoever else has the password does not keep the owner out of it.
 */
export async function countSecondStep(
  context: Pick<Context, 'services' | 'request'>,
  waiting: Waiting,
): Promise<Counted | null> {
  const { authDb, clock } = context.services;
  const now = clock();
  const device = knownBy(context);
  const all = secondStepKey(waiting.userId);
  if (device && (await knowsDevice(authDb, waiting.email, device))) {
    const own = `${all}:device:${device}`;
    return (await withinLimit(authDb, own, { ...perAccount, now })) ? { keys: [own], ofStrangers: 0 } : null;
  }
  const one = `${all}:session:${waiting.id}`;
  if (!(await withinLimit(authDb, one, { ...perWaiting, now }))) return null;
  if (!(await withinLimit(authDb, all, { ...perAccount, now }))) return null;
  const ever = passwordKey(waiting.userId);
  const ofStrangers = await countTry(authDb, ever, { ...perPassword, now });
  return ofStrangers <= perPassword.tries ? { keys: [one, all, ever], ofStrangers } : null;
}

export const confirmKey = (userId: string): string => `confirm:${userId}`;

/**
 * Judges an answer by which the person of an open session proves to be there. It is counted before anything is worked
 * out: ten wrong ones in a quarter of an hour. A right one was none, within what an account may have us work out.
 */
export async function judged(
  { services: { authDb, clock }, person }: Pick<Changing, 'services' | 'person'>,
  judge: () => Promise<boolean>,
): Promise<boolean> {
  const [key, now] = [confirmKey(person.id), clock()];
  if (!(await withinLimit(authDb, key, { ...perAccount, now }))) refuse('accounts.too_many_codes', {});
  if (!(await unlessCrowdedOut(authDb, [key], judge))) return false;
  // Past the budget the try stays counted, so that soon nothing is worked out any more.
  await spend(authDb, budgets.confirmed, { id: person.id, now });
  await forgetTries(authDb, key);
  return true;
}
