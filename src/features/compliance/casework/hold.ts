import { applyTransition, lockOrderForStaff, parseReason } from '../../trading/staff/order-commands.ts';
import { assertReleasable } from '../../trading/staff/screened.ts';
import { complianceProcedure } from '../procedures.ts';
import { HoldOrder, ReleaseOrder } from '../schema.ts';
import { addTimelineEntry, assertOrderInCase, lockCaseFor } from '../work-cases.ts';
import { refuse } from './messages.ts';
import { findOpenRelease, orderRefusalCodes } from './releases.ts';

export const holdOrder = complianceProcedure()
  .errors(orderRefusalCodes)
  .input(HoldOrder)
  .handler(async function holdOrder({ context, input: { caseId, orderId, reasonCode, note } }) {
    const found = await lockCaseFor(context, caseId, 'work');
    await assertOrderInCase(context, caseId, orderId);
    const order = await lockOrderForStaff(context, orderId, 'hold');
    const holdReason = parseReason('hold', reasonCode);
    const step = { command: 'hold', reasonCode: holdReason, note: note || null, public: false } as const;
    await applyTransition(context, order, { ...step, facts: { holdReason } });
    await addTimelineEntry(context, found, {
      event: 'order_held',
      reasonCode,
      note: note || null,
      subject: { type: 'order', id: orderId },
    });
    return { orderId };
  });

/** Releases an order with a clear wallet that one person may release (`release-rule.ts`). */
export const releaseOrder = complianceProcedure()
  .errors(orderRefusalCodes)
  .input(ReleaseOrder)
  .handler(async function releaseOrder({ context, input: { caseId, orderId, note } }) {
    const found = await lockCaseFor(context, caseId, 'work');
    await assertOrderInCase(context, caseId, orderId);
    const order = await lockOrderForStaff(context, orderId, 'release');
    await assertReleasable(context.tx, order, { people: 'one', now: context.services.clock() });
    if (await findOpenRelease(context.tx, orderId)) refuse('approvals.already_open', {});
    await applyTransition(context, order, { command: 'release', note, public: false, facts: { holdReason: null } });
    await addTimelineEntry(context, found, { event: 'order_released', note, subject: { type: 'order', id: orderId } });
    return { orderId };
  });
