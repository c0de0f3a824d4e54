import { decideProposal, openProposal, propose } from '../../approvals/decide.ts';
import { approveOutward, outward, outwardNow } from './outward.ts';
import { PlainStep, PreparePayout, ReasonedStep } from './schema.ts';
import { refuseUnscreened } from './screened.ts';
import { orderAtDesk, payoutOf, reasonOf, refuseUnlessSecond, refuseUsedReference, takeStep } from './steps.ts';

/** Lays a pay-out before a second person, frozen: what, where to, under which bank reference or transaction hash. */
export const preparePayout = outwardNow()
  .input(PreparePayout)
  .handler(async ({ context, input }) => {
    const { tx, person } = context;
    const order = await orderAtDesk(context, input.orderId, 'preparePayout');
    await refuseUnscreened(tx, order, context.services.clock());
    await refuseUsedReference(tx, input.reference, order);
    const payload = payoutOf(order, input.reference);
    const note = input.note || null;
    const done = await takeStep(context, order, { command: 'preparePayout', note, public: false });
    await propose(tx, { kind: 'payout', subject: order.id, payload, by: person.id, customer: order.userId });
    return done;
  });

/** The second pair of eyes on a pay-out (decision D2). */
export const approvePayout = outwardNow()
  .input(PlainStep)
  .handler(async ({ context, input }) => {
    await refuseUnlessSecond(context, 'payout', input.orderId);
    const order = await orderAtDesk(context, input.orderId, 'approvePayout');
    await refuseUnscreened(context.tx, order, context.services.clock());
    return approveOutward(context, order, {
      kind: 'payout',
      again: ({ reference }) => payoutOf(order, reference),
      step: () => ({ command: 'approvePayout', note: input.note || null, public: false }),
    });
  });

/** The second person does not agree: it has to be prepared again. */
export const sendBackPayout = outward()
  .input(ReasonedStep)
  .handler(async ({ context, input }) => {
    const { tx, person } = context;
    const order = await orderAtDesk(context, input.orderId, 'sendBack');
    const reasonCode = reasonOf('send_back', input.reasonCode);
    await decideProposal(tx, { kind: 'payout', subject: order.id }, { by: person.id, decision: 'reject' });
    return takeStep(context, order, { command: 'sendBack', reasonCode, note: input.note || null, public: false });
  });

/** The first person takes the preparation back; also after approval, while nothing was sent. */
export const withdrawPayout = outward()
  .input(PlainStep)
  .handler(async ({ context, input }) => {
    const { tx, person } = context;
    const order = await orderAtDesk(context, input.orderId, 'withdrawPreparation');
    const open = await openProposal(tx, 'payout', order.id);
    if (open) await decideProposal(tx, { id: open.id }, { by: person.id, decision: 'withdraw' });
    const facts = { payoutReference: null };
    return takeStep(context, order, { command: 'withdrawPreparation', note: input.note || null, public: false, facts });
  });

/** The bank or the chain did not take an approved pay-out. It can be prepared again, under another reference. */
export const payoutFailed = outward()
  .input(PlainStep)
  .handler(async ({ context, input }) => {
    const order = await orderAtDesk(context, input.orderId, 'payoutFailed');
    const facts = { payoutReference: null };
    return takeStep(context, order, { command: 'payoutFailed', note: input.note || null, public: false, facts });
  });

/** The approved pay-out left: the order is done and its customer has the receipt. */
export const completeOrder = outwardNow()
  .input(PlainStep)
  .handler(async ({ context, input }) => {
    const order = await orderAtDesk(context, input.orderId, 'complete');
    await refuseUnscreened(context.tx, order, context.services.clock());
    return takeStep(context, order, { command: 'complete', note: input.note || null });
  });
