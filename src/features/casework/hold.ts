import { officer } from '../compliance/desk.ts';
import { HoldOrder, ReleaseOrder } from '../compliance/schema.ts';
import { caseFor, refuseForeign, tellCase } from '../compliance/work-cases.ts';
import { refuseUnlessReleasable } from '../trading/desk/screened.ts';
import { orderAtDesk, reasonOf, takeStep } from '../trading/desk/steps.ts';
import { refuse } from './messages.ts';
import { ordersMayRefuse, releaseOf } from './releases.ts';

/** Holds an order of a case: by the desk's own rules, told in the case too. */
export const holdOrder = officer()
  .errors(ordersMayRefuse)
  .input(HoldOrder)
  .handler(async ({ context, input: { caseId, orderId, reasonCode, note } }) => {
    const found = await caseFor(context, caseId, 'work');
    await refuseForeign(context, caseId, orderId);
    const order = await orderAtDesk(context, orderId, 'hold');
    const holdReason = reasonOf('hold', reasonCode);
    const step = { command: 'hold', reasonCode: holdReason, note: note || null, public: false } as const;
    await takeStep(context, order, { ...step, facts: { holdReason } });
    await tellCase(context, found, {
      event: 'order_held',
      reasonCode,
      note: note || null,
      subject: { type: 'order', id: orderId },
    });
    return { orderId };
  });

/** Releases an order of a case for which one person is enough (`release-rule.ts`), once its wallet is clear. */
export const releaseOrder = officer()
  .errors(ordersMayRefuse)
  .input(ReleaseOrder)
  .handler(async ({ context, input: { caseId, orderId, note } }) => {
    const found = await caseFor(context, caseId, 'work');
    await refuseForeign(context, caseId, orderId);
    const order = await orderAtDesk(context, orderId, 'release');
    await refuseUnlessReleasable(context.tx, order, { people: 'one', now: context.services.clock() });
    if (await releaseOf(context.tx, orderId)) refuse('approvals.already_open', {});
    await takeStep(context, order, { command: 'release', note, public: false, facts: { holdReason: null } });
    await tellCase(context, found, { event: 'order_released', note, subject: { type: 'order', id: orderId } });
    return { orderId };
  });
