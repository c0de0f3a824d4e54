import type { AuditEntry } from '../../../platform/audit.ts';
import type { Order } from '../order/order-row.ts';

type About = 'actorId' | 'actorRole' | 'subjectType' | 'subjectId' | 'aboutId';

/** In a line about an order that nobody moved but the product itself. */
export const bySystem = ({ id, userId }: Pick<Order, 'id' | 'userId'>): Pick<AuditEntry, About> => ({
  ...{ actorId: null, actorRole: 'system' },
  ...{ subjectType: 'order', subjectId: id, aboutId: userId },
});
