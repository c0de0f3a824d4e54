import { audit, byStaff } from '../../../platform/audit.ts';
import { addEvent } from '../lifecycle/transition-store.ts';
import { orderPermissions } from '../permissions.ts';
import { refusalCodes } from '../staff-messages.ts';
import { applyTransition, getActor, lockOrderForStaff, parseReason, staffProcedure } from './order-commands.ts';
import { AddNote, PlainStep, ReasonedStep } from './schema.ts';
import { assertReleasable } from './screened.ts';

const endProcedure = (command: 'fail' | 'cancel') =>
  staffProcedure(orderPermissions[command])
    .input(ReasonedStep)
    .handler(async ({ context, input }) => {
      const order = await lockOrderForStaff(context, input.orderId, command);
      const reasonCode = parseReason(command, input.reasonCode);
      return applyTransition(context, order, { command, reasonCode, note: input.note || null });
    });

export const failOrder = endProcedure('fail');

export const cancelOrder = endProcedure('cancel');

/** Blocks payout and refund. The customer does not see the hold (decision A7). */
export const holdOrder = staffProcedure(orderPermissions.hold)
  .input(ReasonedStep)
  .handler(async function holdOrder({ context, input }) {
    const order = await lockOrderForStaff(context, input.orderId, 'hold');
    const reasonCode = parseReason('hold', input.reasonCode);
    const facts = { holdReason: reasonCode };
    return applyTransition(context, order, {
      command: 'hold',
      reasonCode,
      note: input.note || null,
      public: false,
      facts,
    });
  });

/** Requires a clear wallet (decision A4). Rejects holds that need two people, see `release-rule.ts`. */
export const releaseOrder = staffProcedure(orderPermissions.release)
  .errors(refusalCodes('desk.screen_first', 'desk.two_people_needed'))
  .input(PlainStep)
  .handler(async function releaseOrder({ context, input }) {
    const order = await lockOrderForStaff(context, input.orderId, 'release');
    await assertReleasable(context.tx, order, { people: 'one', now: context.services.clock() });
    const facts = { holdReason: null };
    return applyTransition(context, order, { command: 'release', note: input.note || null, public: false, facts });
  });

export const addNote = staffProcedure(orderPermissions.note)
  .input(AddNote)
  .handler(async function addNote({ context, input }) {
    const order = await lockOrderForStaff(context, input.orderId, 'note');
    const { tx } = context;
    const step = { command: 'note' as const, note: input.note, public: false };
    await addEvent(tx, order, { step, mover: getActor(context), now: context.services.clock() });
    const what = { action: 'trading.note', subjectType: 'order', subjectId: order.id, aboutId: order.userId };
    await audit(tx, { ...byStaff(context), ...what });
    return { orderId: order.id };
  });
