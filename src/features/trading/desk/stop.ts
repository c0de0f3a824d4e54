import { audit } from '../../../platform/audit.ts';
import { staffOnly } from '../../../platform/procedure.ts';
import { addEvent } from '../move-store.ts';
import { mayRefuse } from './messages.ts';
import { deskMayRefuse } from './pay-in.ts';
import { AddNote, PlainStep, ReasonedStep } from './schema.ts';
import { refuseUnlessReleasable } from './screened.ts';
import { asStaff, orderAtDesk, reasonOf, takeStep } from './steps.ts';

const finance = () => staffOnly('finance', 'admin').errors(deskMayRefuse);
const compliance = () => staffOnly('compliance', 'admin').errors(deskMayRefuse);

/** Ends an order that cannot be carried out. Money in hand then waits to be returned. */
export const failOrder = finance()
  .input(ReasonedStep)
  .handler(async ({ context, input }) => {
    const order = await orderAtDesk(context, input.orderId, 'fail');
    const reasonCode = reasonOf('fail', input.reasonCode);
    return takeStep(context, order, { command: 'fail', reasonCode, note: input.note || null });
  });

/** Calls an order off. */
export const cancelOrder = finance()
  .input(ReasonedStep)
  .handler(async ({ context, input }) => {
    const order = await orderAtDesk(context, input.orderId, 'cancel');
    const reasonCode = reasonOf('cancel', input.reasonCode);
    return takeStep(context, order, { command: 'cancel', reasonCode, note: input.note || null });
  });

/** Keeps an order from being paid out or returned. The customer sees nothing of it (decision A7). */
export const holdOrder = compliance()
  .input(ReasonedStep)
  .handler(async ({ context, input }) => {
    const order = await orderAtDesk(context, input.orderId, 'hold');
    const reasonCode = reasonOf('hold', input.reasonCode);
    const facts = { holdReason: reasonCode };
    return takeStep(context, order, { command: 'hold', reasonCode, note: input.note || null, public: false, facts });
  });

/**
 * Lets a held order go on, once its wallet is clear. What a list had stopped, and what its customer could not place
 * now, takes two people, in its case.
 */
export const releaseOrder = compliance()
  .errors(mayRefuse('desk.screen_first', 'desk.two_people_needed'))
  .input(PlainStep)
  .handler(async ({ context, input }) => {
    const order = await orderAtDesk(context, input.orderId, 'release');
    await refuseUnlessReleasable(context.tx, order, { people: 'one', now: context.services.clock() });
    const facts = { holdReason: null };
    return takeStep(context, order, { command: 'release', note: input.note || null, public: false, facts });
  });

/** A remark among staff in the story of an order. */
export const addNote = staffOnly('finance', 'compliance', 'support', 'admin')
  .errors(deskMayRefuse)
  .input(AddNote)
  .handler(async ({ context, input }) => {
    const order = await orderAtDesk(context, input.orderId, 'note');
    const { tx, person, request } = context;
    const step = { command: 'note' as const, note: input.note, public: false };
    await addEvent(tx, order, { step, mover: asStaff(context), now: context.services.clock() });
    const who = { actorId: person.id, actorRole: person.roles.join(','), requestId: request.id };
    const what = { action: 'trading.note', subjectType: 'order', subjectId: order.id, aboutId: order.userId };
    await audit(tx, { ...who, ...what });
    return { orderId: order.id };
  });
