import { may } from '../../../kernel/acts.ts';
import { staffOnly } from '../../../platform/procedure.ts';
import { orderActs } from '../acts.ts';
import { mayRefuse, refuse } from '../desk-messages.ts';
import { orderById } from '../order/history-store.ts';
import { OneOrder } from './schema.ts';
import { walletOf } from './wallet-store.ts';

/** What screening found about an order's wallet: for compliance, and never about one's own order (decision A7). */
export const showWallet = staffOnly(orderActs.hold)
  .errors(mayRefuse('trading.order_not_found'))
  .input(OneOrder)
  .handler(async ({ context: { tx, person }, input }) => {
    const order = await orderById(tx, input.orderId);
    const sees = order && may(person, orderActs.viewStaffSide, { customerId: order.userId, preparedBy: null });
    if (!sees) return refuse('trading.order_not_found', {});
    return { held: order.state.held, holdReason: order.holdReason, screening: await walletOf(tx, order.id) };
  });
