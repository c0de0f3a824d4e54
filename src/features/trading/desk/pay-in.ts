import { mayRefuse } from '../../../messages.ts';
import { staffOnly } from '../../../platform/procedure.ts';
import { lapsesAt } from '../order.ts';
import { ConfirmReceived, PlainStep, ReasonedStep } from './schema.ts';
import { arrivedAmount, orderAtDesk, reasonOf, refuseOtherAmount, refuseUsedReference, takeStep } from './steps.ts';

/** With what any act at the desk can be refused. */
export const deskMayRefuse = mayRefuse(
  'trading.order_not_found',
  'trading.customer_frozen',
  'approvals.own_matter',
  'desk.not_now',
  'desk.reason_unknown',
  'desk.reference_used',
  'desk.amount_differs',
  'desk.amount_unreadable',
);

const finance = () => staffOnly('finance', 'admin').errors(deskMayRefuse);

/**
 * Confirms that the money (or the coins) of an order arrived, by its bank line or transaction hash (decision A3).
 * Money for an order that lapsed or was stopped is attached to it, to be returned (decision A2).
 */
export const confirmReceived = finance()
  .input(ConfirmReceived)
  .handler(async ({ context, input }) => {
    const order = await orderAtDesk(context, input.orderId, 'receive');
    await refuseUsedReference(context.tx, input.reference, order);
    const late = order.status === 'cancelled' || order.status === 'failed';
    if (!late) refuseOtherAmount(order, input.amount);
    const receivedAmount = late ? arrivedAmount(order, input.amount) : null;
    const facts = { receivedReference: input.reference, receivedAmount };
    return takeStep(context, order, { command: late ? 'attachLate' : 'receive', note: input.note || null, facts });
  });

/** Sends an unusable proof back to the customer, who uploads another. */
export const rejectClaim = finance()
  .input(ReasonedStep)
  .handler(async ({ context, input }) => {
    const order = await orderAtDesk(context, input.orderId, 'rejectClaim');
    const reasonCode = reasonOf('reject_claim', input.reasonCode);
    // It was claimed, so it does not lapse now: the time to pay begins anew.
    const facts = { lapsesAt: order.lapsesAt && lapsesAt(context.services.clock(), 'bank_transfer') };
    return takeStep(context, order, { command: 'rejectClaim', reasonCode, note: input.note || null, facts });
  });

/** Takes the order into work. */
export const startProcessing = finance()
  .input(PlainStep)
  .handler(async ({ context, input }) => {
    const order = await orderAtDesk(context, input.orderId, 'startProcessing');
    return takeStep(context, order, { command: 'startProcessing', note: input.note || null });
  });
