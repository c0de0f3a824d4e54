import type { Db, Person } from '../../platform/database.ts';
import { refuse } from './messages.ts';
import { holdWayIn } from './session-store.ts';

/**
 * Nobody leaves something behind whose way in is taken from them at this moment: to be asked before whatever outlives
 * the session is written.
 */
export async function refuseIfOut(tx: Db, { sessionId }: Pick<Person, 'sessionId'>): Promise<void> {
  if (!(await holdWayIn(tx, sessionId))) refuse('accounts.sign_in_required', {});
}
