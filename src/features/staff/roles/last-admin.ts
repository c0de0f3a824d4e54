import type { Db } from '../../../platform/database/database.ts';
import { refuse } from './messages.ts';
import { isOnlyAdmin, lockRoles } from './store.ts';

/** Throws `roles.last_admin` for the only admin. Locks the roles until the transaction ends. */
export async function assertNotLastAdmin(tx: Db, personId: string): Promise<void> {
  await lockRoles(tx);
  if (await isOnlyAdmin(tx, personId)) refuse('roles.last_admin', {});
}
