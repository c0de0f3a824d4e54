import { spend } from '../../platform/budgets.ts';
import type { Person } from '../../platform/database.ts';
import { countTry, forgetTries, takeBackTry, unlessCrowdedOut, withinLimit } from '../../platform/rate-limit.ts';
import { sessionSeconds } from '../../platform/session.ts';
import { budgets } from './budgets.ts';
import type { Changing } from './factor-change.ts';
import { refuse } from './messages.ts';
import { ownerLine } from './owner-line.ts';
import { endSession } from './session-store.ts';
import { accountDayKey, passwordKey, perAccount, perAccountDay, perPassword, toldAfter } from './sign-in-tries.ts';
import { tellOwner } from './tell-owner.ts';

/**
 * Wrong proofs of a kind in a row after which their session ends. Its person comes in anew; whoever has the session
 * alone does not. `forgetOldTries` keeps this count for as long as a session lives.
 */
const perSession = { tries: 30, seconds: sessionSeconds };

type Kind = 'code' | 'password';

/** Where the door counts the same kind: whoever has a session and the password does not have the guesses of both. */
const atTheDoor = ({ id, email }: Person, kind: Kind) =>
  kind === 'code'
    ? { key: passwordKey(id), seconds: perPassword.seconds, told: toldAfter }
    : { key: accountDayKey(email), seconds: perAccountDay.seconds, told: perAccountDay.tries };

/**
 * Judges an answer by which the person of an open session proves to be there: what the judge finds, or null where it
 * finds nothing. It is counted before anything is worked out: ten wrong ones in a quarter of an hour. After ten in a
 * row the owner is told, after thirty the session ends. What strangers tried at the door keeps nobody in a session from
 * proving themselves. A right one was none, within what an account may have us work out, nor were those before it.
 */
export async function judged<T>(
  context: Changing,
  kind: Kind,
  judge: () => Promise<T | null | false>,
): Promise<T | null> {
  const { services, person } = context;
  const { authDb, clock } = services;
  const [lately, now] = [`confirm:${person.id}`, clock()];
  if (!(await withinLimit(authDb, lately, { ...perAccount, now }))) refuse('accounts.too_many_codes', {});
  const session = `${lately}:session:${person.sessionId}:${kind}`;
  const door = atTheDoor(person, kind);
  const inSession = await countTry(authDb, session, { ...perSession, now });
  const inAll = await countTry(authDb, door.key, { seconds: door.seconds, now });
  const found = await unlessCrowdedOut(authDb, [lately, session, door.key], judge);
  if (!found) {
    const by = { jobs: services.jobs, now };
    if (inSession === toldAfter || inAll === door.told)
      await tellOwner(authDb, by, { email: person.email, about: 'proofs_guessed' });
    if (inSession >= perSession.tries) await endGuessing(context);
    return null;
  }
  // Past the budget the try stays counted, so that soon nothing is worked out any more.
  await spend(authDb, budgets.confirmed, { id: person.id, now });
  for (const key of [lately, session]) await forgetTries(authDb, key);
  await takeBackTry(authDb, door.key, inSession);
  return found;
}

const endGuessing = ({ services, person, request }: Changing) =>
  services.authDb.transaction().execute(async (tx) => {
    if (!(await endSession(tx, person.id, person.sessionId))) return;
    const after = { wrongProofs: perSession.tries };
    await ownerLine(tx, { userId: person.id, requestId: request.id }, { action: 'accounts.session_ended', after });
  });
