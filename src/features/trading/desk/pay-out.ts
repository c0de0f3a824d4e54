import { mayRefuse, refuse } from '../../../messages.ts';
import { brokenConstraint } from '../../../platform/database.ts';
import { staffOnly } from '../../../platform/procedure.ts';
import { decideProposal, openProposal, propose } from '../../approvals/decide.ts';
import { deskMayRefuse } from './pay-in.ts';
import { PlainStep, PreparePayout, ReasonedStep } from './schema.ts';
import { orderAtDesk, payoutOf, reasonOf, refuseUnlessSecond, refuseUsedReference, takeStep } from './steps.ts';

const finance = () =>
  staffOnly('finance', 'admin')
    .errors(deskMayRefuse)
    .errors(
      mayRefuse(
        'approvals.not_found',
        'approvals.already_open',
        'approvals.already_decided',
        'approvals.second_person_needed',
        'approvals.changed_since',
      ),
    );

/** Lays a pay-out before a second person, frozen: what, where to, under which bank reference or transaction hash. */
export const preparePayout = finance()
  .input(PreparePayout)
  .handler(async ({ context, input }) => {
    const { tx, person } = context;
    const order = await orderAtDesk(context, input.orderId, 'preparePayout');
    await refuseUsedReference(tx, input.reference, order);
    const payload = payoutOf(order, input.reference);
    const note = input.note || null;
    const done = await takeStep(context, order, { command: 'preparePayout', note, public: false });
    await propose(tx, { kind: 'payout', subject: order.id, payload, by: person.id });
    return done;
  });

/** The second pair of eyes (decision D2): approves exactly what was frozen, if the order is still that order. */
export const approvePayout = finance()
  .input(PlainStep)
  .handler(async ({ context, input }) => {
    const { tx, person } = context;
    await refuseUnlessSecond(context, 'payout', input.orderId);
    const order = await orderAtDesk(context, input.orderId, 'approvePayout');
    const which = { kind: 'payout', subject: order.id } as const;
    const { payload } = await decideProposal(tx, which, { by: person.id, decision: 'approve' });
    const { reference } = payload as { reference: string };
    const { length } = Object.entries(payoutOf(order, reference)).filter(
      ([name, value]) => (payload as Record<string, unknown>)[name] !== value,
    );
    if (length > 0) refuse('approvals.changed_since', {});
    const facts = { payoutReference: reference };
    return takeStep(context, order, { command: 'approvePayout', note: input.note || null, public: false, facts }).catch(
      (error) => {
        if (brokenConstraint(error) === 'payout_reference_once') refuse('desk.reference_used', { reference });
        throw error;
      },
    );
  });

/** The second person does not agree: it has to be prepared again. */
export const sendBackPayout = finance()
  .input(ReasonedStep)
  .handler(async ({ context, input }) => {
    const { tx, person } = context;
    const order = await orderAtDesk(context, input.orderId, 'sendBack');
    const reasonCode = reasonOf('send_back', input.reasonCode);
    await decideProposal(tx, { kind: 'payout', subject: order.id }, { by: person.id, decision: 'reject' });
    return takeStep(context, order, { command: 'sendBack', reasonCode, note: input.note || null, public: false });
  });

/** The first person takes the preparation back; also after approval, while nothing was sent. */
export const withdrawPayout = finance()
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
export const payoutFailed = finance()
  .input(PlainStep)
  .handler(async ({ context, input }) => {
    const order = await orderAtDesk(context, input.orderId, 'payoutFailed');
    const facts = { payoutReference: null };
    return takeStep(context, order, { command: 'payoutFailed', note: input.note || null, public: false, facts });
  });

/** The approved pay-out left: the order is done and its customer has the receipt. */
export const completeOrder = finance()
  .input(PlainStep)
  .handler(async ({ context, input }) => {
    const order = await orderAtDesk(context, input.orderId, 'complete');
    return takeStep(context, order, { command: 'complete', note: input.note || null });
  });
