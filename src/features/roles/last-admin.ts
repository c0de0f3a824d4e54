import type { Db } from '../../platform/database.ts';
import { refuse } from './messages.ts';
import { oneAtATime, onlyAdmin } from './store.ts';

/** For other features: refuses what would leave no admin, who alone proposes one. True until the transaction ends. */
export async function refuseLastAdmin(tx: Db, person: string): Promise<void> {
  await oneAtATime(tx);
  if (await onlyAdmin(tx, person)) refuse('roles.last_admin', {});
}
