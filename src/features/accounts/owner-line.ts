import { type AuditEntry, audit } from '../../platform/audit.ts';
import type { Db } from '../../platform/database.ts';

type Whose = { readonly userId: string; readonly requestId: string };

/** A line about what the owner of an account did to it. */
export const ownerLine = (
  tx: Db,
  { userId, requestId }: Whose,
  did: Pick<AuditEntry, 'action' | 'after' | 'reasonCode'>,
): Promise<void> =>
  audit(tx, { actorId: userId, actorRole: 'customer', subjectType: 'account', subjectId: userId, requestId, ...did });
