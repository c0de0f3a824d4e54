import { publishTopic } from '../../../platform/database.ts';
import type { Services } from '../../../platform/procedure.ts';
import { lockUnassigned } from '../../movements/unassigned-store.ts';
import { comparePayers } from '../../screening/compare-payer.ts';

const reference = 'unallocated money';

/** Screens payers of unallocated money. A match blocks the money. It opens no case, as there is no customer. */
export const screenUnallocated = (services: Services): Promise<number> =>
  comparePayers(services, 'nothing', {
    lock: async (tx, id) => (await lockUnassigned(tx, id)) && { orderId: null, reference },
    stop: async (tx) => {
      publishTopic(tx, 'desk');
      return true;
    },
  });
