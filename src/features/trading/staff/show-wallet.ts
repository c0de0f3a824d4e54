import { can } from '../../../kernel/permissions.ts';
import { staff } from '../../../platform/http/procedure.ts';
import { findOrder } from '../order/history-store.ts';
import { orderPermissions } from '../permissions.ts';
import { refusalCodes, refuse } from '../staff-messages.ts';
import { OneOrder } from './schema.ts';
import { findWalletScreening } from './wallet-store.ts';

/** Screening details of a wallet. Compliance only, and not for the user's own order (decision A7). */
export const showWallet = staff(orderPermissions.hold)
  .errors(refusalCodes('trading.order_not_found'))
  .input(OneOrder)
  .handler(async function showWallet({ context: { tx, person }, input }) {
    const order = await findOrder(tx, input.orderId);
    const sees = order && can(person, orderPermissions.viewStaffSide, { customerId: order.userId, preparedBy: null });
    if (!sees) return refuse('trading.order_not_found', {});
    return { held: order.state.held, holdReason: order.holdReason, screening: await findWalletScreening(tx, order.id) };
  });
