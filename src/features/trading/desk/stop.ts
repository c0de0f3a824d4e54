import { audit, byStaff } from '../../../platform/audit.ts';
import { orderActs } from '../acts.ts';
import { mayRefuse } from '../desk-messages.ts';
import { addEvent } from '../moving/move-store.ts';
import { AddNote, PlainStep, ReasonedStep } from './schema.ts';
import { refuseUnlessReleasable } from './screened.ts';
import { atDesk, moverOf, orderAtDesk, reasonOf, takeStep } from './steps.ts';

const ending = (command: 'fail' | 'cancel') =>
  atDesk(orderActs[command])
    .input(ReasonedStep)
    .handler(async ({ context, input }) => {
      const order = await orderAtDesk(context, input.orderId, command);
      const reasonCode = reasonOf(command, input.reasonCode);
      return takeStep(context, order, { command, reasonCode, note: input.note || null });
    });

/** Ends an order that cannot be carried out. Money in hand then waits to be returned. */
export const failOrder = ending('fail');

/** Calls an order off. */
export const cancelOrder = ending('cancel');

/** Keeps an order from being paid out or returned. The customer sees nothing of it (decision A7). */
export const holdOrder = atDesk(orderActs.hold)
  .input(ReasonedStep)
  .handler(async ({ context, input }) => {
    const order = await orderAtDesk(context, input.orderId, 'hold');
    const reasonCode = reasonOf('hold', input.reasonCode);
    const facts = { holdReason: reasonCode };
    return takeStep(context, order, { command: 'hold', reasonCode, note: input.note || null, public: false, facts });
  });

/**
 * Lets a held order go on, once its wallet is clear: a person releases it (decision A4). What a list had stopped, and
 * what its customer could not place now, takes two people, in its case.
 */
export const releaseOrder = atDesk(orderActs.release)
  .errors(mayRefuse('desk.screen_first', 'desk.two_people_needed'))
  .input(PlainStep)
  .handler(async ({ context, input }) => {
    const order = await orderAtDesk(context, input.orderId, 'release');
    await refuseUnlessReleasable(context.tx, order, { people: 'one', now: context.services.clock() });
    const facts = { holdReason: null };
    return takeStep(context, order, { command: 'release', note: input.note || null, public: false, facts });
  });

/** A remark among staff in the story of an order. */
export const addNote = atDesk(orderActs.note)
  .input(AddNote)
  .handler(async ({ context, input }) => {
    const order = await orderAtDesk(context, input.orderId, 'note');
    const { tx } = context;
    const step = { command: 'note' as const, note: input.note, public: false };
    await addEvent(tx, order, { step, mover: moverOf(context), now: context.services.clock() });
    const what = { action: 'trading.note', subjectType: 'order', subjectId: order.id, aboutId: order.userId };
    await audit(tx, { ...byStaff(context), ...what });
    return { orderId: order.id };
  });
