import { type AuditEntry, audit } from '../../platform/audit.ts';
import type { Db } from '../../platform/database/database.ts';

type Owner = { readonly userId: string; readonly requestId: string };

export const auditOwnAction = (
  tx: Db,
  { userId, requestId }: Owner,
  entry: Pick<AuditEntry, 'action' | 'after' | 'reasonCode'>,
): Promise<void> =>
  audit(tx, { actorId: userId, actorRole: 'customer', subjectType: 'account', subjectId: userId, requestId, ...entry });
