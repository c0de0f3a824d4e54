import type { Db } from '../../platform/database.ts';
import { letterToday } from '../../platform/letters-a-day.ts';
import { turnsBefore } from '../../platform/own-turn.ts';
import type { Context, Services } from '../../platform/procedure.ts';
import {
  deviceToken,
  giveDeviceCookie,
  giveSessionCookie,
  newSessionToken,
  sessionSeconds,
} from '../../platform/session.ts';
import { firstSignIn, leaveUntold, rememberDevice } from './device-store.ts';
import { deviceWords } from './device-words.ts';
import { deviceHash } from './known-browser.ts';
import { refuse } from './messages.ts';
import { ownerLine } from './owner-line.ts';
import { holdPasskey } from './passkey-store.ts';
import { addSession, endSession, factorStands, holdPassword } from './session-store.ts';

/** What a browser says of itself, as much of it as we keep. */
export const agentOf = ({ request }: Pick<Context, 'request'>): string =>
  String(request.headers['user-agent'] ?? '').slice(0, 400);

/** Seconds that a session may wait for its second step. */
const waitingSeconds = 600;

/** The right password of an account that wants a second step: a session that opens nothing until it is taken. */
export async function waitForFactor(context: Context, userId: string, hash: string | null): Promise<void> {
  const { services, reply } = context;
  const token = newSessionToken();
  const session = { token, userId, userAgent: agentOf(context), waits: true, seconds: waitingSeconds };
  await services.authDb.transaction().execute(async (tx) => {
    if (!(await holdPassword(tx, userId, hash))) refuse('accounts.wrong_password', {});
    await addSession(tx, session);
  });
  turnsBefore(services.pool).learn(token, userId);
  giveSessionCookie(reply, services.config, token);
}

export type Entering = {
  readonly userId: string;
  readonly email: string;
  /** The session that waited for this, if one did: it ends, so that no token of before opens anything after. */
  readonly waited?: string;
  /** The stored form of the password that was right a moment ago. */
  readonly hash?: string | null;
  /** The passkey that proved them a moment ago, where it did so alone. */
  readonly passkey?: string;
  /** How they proved who they are. */
  readonly by: 'password' | 'password and code' | 'password and recovery code' | 'password and passkey' | 'passkey';
};

/**
 * Starts a session under a token that nobody had before, in an HttpOnly cookie (decision A6), and makes this browser
 * known to the account. For one that was not, a mail goes to the owner, with the link 'This was not me'; not for the
 * first browser ever, in which the owner comes from signing up. False where the password alone does not do any more: a
 * second factor came while it was looked at.
 */
export async function enterAccount(
  context: Context,
  { userId, email, waited, hash, passkey, by }: Entering,
): Promise<boolean> {
  const { services, request, reply } = context;
  const { authDb, config } = services;
  const token = newSessionToken();
  const device = deviceToken(request, config) ?? newSessionToken();
  const browser = deviceHash(device);
  const userAgent = agentOf(context);
  const entered = await authDb.transaction().execute(async (tx) => {
    // The password is held by a passkey too, for whoever changes it ends the sessions of before, and 'This was not me'
    // takes passkeys away.
    const stands = (await holdPassword(tx, userId, hash)) && (!passkey || (await holdPasskey(tx, passkey)));
    if (!stands) refuse(passkey ? 'accounts.passkey_refused' : 'accounts.wrong_password', {});
    if (by === 'password' && !(await factorStands(tx, userId, false))) return false;
    if (waited && !(await endSession(tx, userId, waited))) refuse('accounts.second_step_over', {});
    await addSession(tx, { token, userId, userAgent, waits: false, seconds: sessionSeconds, device: browser });
    const first = await firstSignIn(tx, userId);
    const fresh = (await rememberDevice(tx, userId, browser)) && !first;
    if (fresh) await raiseAlarm(tx, services, { email, userAgent, browser });
    await ownerLine(tx, { userId, requestId: request.id }, { action: 'accounts.signed_in', after: { by, fresh } });
    return true;
  });
  if (!entered) return false;
  turnsBefore(services.pool).learn(token, userId);
  giveSessionCookie(reply, config, token);
  giveDeviceCookie(reply, config, device);
  return true;
}

type Strange = { email: string; userAgent: string; browser: string };

/**
 * Writes to the owner about a browser that the account did not know; the last letter of a day says that it is. Beyond
 * it none goes: factors of such a browser fall with any letter.
 */
async function raiseAlarm(tx: Db, { jobs, clock }: Services, { email, userAgent, browser }: Strange): Promise<void> {
  const now = clock();
  const alarm = await letterToday(tx, 'new-device', { whom: email, now });
  if (!alarm) return void (await leaveUntold(tx, email, browser));
  const about = { email, device: deviceWords(userAgent), browser, signedInAt: now.toISOString() };
  await jobs.enqueue(tx, 'accounts.new-device', { ...about, last: alarm === 'last' });
}
