import type { AuditEntry } from '../../../platform/audit.ts';
import type { Order } from '../order/order-row.ts';

type SystemEntryKey = 'actorId' | 'actorRole' | 'subjectType' | 'subjectId' | 'aboutId';

export const systemAuditEntry = ({ id, userId }: Pick<Order, 'id' | 'userId'>): Pick<AuditEntry, SystemEntryKey> => ({
  actorId: null,
  actorRole: 'system',
  subjectType: 'order',
  subjectId: id,
  aboutId: userId,
});
