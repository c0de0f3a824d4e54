import { announce } from '../../../platform/database.ts';
import type { Services } from '../../../platform/procedure.ts';
import { lockUnassigned } from '../../movements/unassigned-store.ts';
import { comparePayers } from '../../screening/compare-payer.ts';

const paidFor = 'money that stands on no order';

/**
 * Compares who paid what stands on nothing with the lists, soon after it was written down and whenever those have
 * changed. What came off somebody's order is their match, with alert and case. What is nobody's has no customer to
 * raise one of: it stops by itself, and compliance finds it in the list. Answers how many were stopped.
 */
export const screenUnassigned = (services: Services): Promise<number> =>
  comparePayers(services, 'nothing', {
    lock: async (tx, id) => (await lockUnassigned(tx, id)) && { orderId: null, reference: paidFor },
    stop: async (tx) => {
      announce(tx, 'desk');
      return true;
    },
  });
