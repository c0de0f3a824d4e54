import { budgetKey } from '../../platform/budgets.ts';
import type { Db } from '../../platform/database.ts';
import type { Context } from '../../platform/procedure.ts';
import { countTry, forgetTries, limitKeysAt, withinLimit } from '../../platform/rate-limit.ts';
import { budgets } from './budgets.ts';
import { isKnownDevice, knowsDevice, ownCodesKey } from './device-store.ts';
import { knownBy } from './known-browser.ts';
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

/** Wrong codes and passkeys of somebody who already has the password. */
const secondStepKey = (userId: string): string => `second-step:${userId}`;

/** Wrong answers in one session that waits: half of what all strangers to the account have together. */
const perWaiting = { tries: 5, seconds: 900 };

/**
 * Wrong answers of all strangers until the password is another one, and as many in a row of each browser that the
 * account knows: three codes of a million fit at a time, so whoever has the password and may go on guessing is in one
 * day (NIST SP 800-63B, 3.2.2: a hundred at the most). `forgetOldTries` keeps these counts for as long.
 */
export const perPassword = { tries: 50, seconds: 365 * 24 * 3600 };
export const passwordKey = (userId: string): string => `${secondStepKey(userId)}:password`;
/** So many of them, and the owner is told. */
export const toldAfter = 10;

export type Counted = {
  readonly keys: readonly string[];
  /** Which of them is forgotten, not only taken back, once the answer was right: what a known browser has in a row. */
  readonly inRow: string | null;
  /** The how manieth it is until the password is another one: of this known browser, or else of all strangers. */
  readonly untilPassword: number;
};

/**
 * Counts an answer to the second step, and answers under which keys; null when there were too many. A browser that the
 * account knows has tries of its own, as with passwords: whoever else has the password keeps the owner out of none.
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
    if (!(await withinLimit(authDb, own, { ...perAccount, now }))) return null;
    const inRow = ownCodesKey(waiting.userId, device);
    const untilPassword = await countTry(authDb, inRow, { ...perPassword, now });
    return untilPassword <= perPassword.tries ? { keys: [own, inRow], inRow, untilPassword } : null;
  }
  const one = `${all}:session:${waiting.id}`;
  if (!(await withinLimit(authDb, one, { ...perWaiting, now }))) return null;
  if (!(await withinLimit(authDb, all, { ...perAccount, now }))) return null;
  const ever = passwordKey(waiting.userId);
  const untilPassword = await countTry(authDb, ever, { ...perPassword, now });
  return untilPassword <= perPassword.tries ? { keys: [one, all, ever], inRow: null, untilPassword } : null;
}
