import { publishTopic } from '../../../platform/database.ts';
import type { Services } from '../../../platform/procedure.ts';
import { lockUnassigned } from '../../movements/unassigned-store.ts';
import { comparePayers } from '../../screening/compare-payer.ts';

const reference = 'unallocated money';

/** Screens payers of unallocated money. Without a customer, a match blocks the money without a case. */
export const screenUnallocated = (services: Services): Promise<number> =>
  comparePayers(services, 'nothing', {
    lock: async (tx, id) => (await lockUnassigned(tx, id)) && { orderId: null, reference },
    stop: async (tx) => {
      publishTopic(tx, 'desk');
      return true;
    },
  });
