import { withSystem } from '../../../platform/database/database.ts';
import type { Services } from '../../../platform/http/procedure.ts';
import { notifyCustomer } from './notify-customer.ts';
import { claimPlaced } from './transition-store.ts';

const batchSize = 500;

/** Job: queues the confirmation emails of new orders. */
export async function notifyPlaced(services: Services): Promise<void> {
  for (let found = batchSize; found === batchSize; )
    found = await withSystem(services.pool, async (tx) => {
      const orders = await claimPlaced(tx, batchSize);
      for (const order of orders) await notifyCustomer({ services, tx }, order, { command: 'placed' });
      return orders.length;
    });
}
