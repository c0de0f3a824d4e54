import type { Db, SessionUser } from '../../platform/database/database.ts';
import { refuse } from './messages.ts';
import { lockCredentials } from './session-store.ts';

/** Refuses when the session has ended. Call it before writing anything that outlives the session. */
export async function assertSessionActive(tx: Db, { sessionId }: Pick<SessionUser, 'sessionId'>): Promise<void> {
  if (!(await lockCredentials(tx, sessionId))) refuse('accounts.sign_in_required', {});
}
