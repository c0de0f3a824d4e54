import { sameJson } from '../../../kernel/same-json.ts';
import type { Db } from '../../../platform/database.ts';
import { decideProposal, propose } from '../../approvals/decide.ts';
import { holderMatches } from '../../movements/names.ts';
import { currentSettings } from '../../settings/store.ts';
import { orderActs } from '../acts.ts';
import { refuse } from '../desk-messages.ts';
import type { Order } from '../order/order-row.ts';
import { readReason } from '../order/reasons.ts';
import { addLeft, approvedToLeave, outward, refuseStopped, refuseToLeave, refuseToRecord } from './outward.ts';
import { payeeOf, payoutOf, payoutRail, withoutPeople } from './pay-out-terms.ts';
import { nameOf } from './queue-store.ts';
import { AnswerStep, PlainStep, RecordSent, SendBack } from './schema.ts';
import { orderAtDesk, orderToApprove, reasonOf, refuseBesideAnother, takeStep } from './steps.ts';

const read = ({ orderId, proposalId }: { orderId: string; proposalId: string }) =>
  ({ id: proposalId, kind: 'payout', subject: orderId }) as const;

/** A name that was changed since the order was placed was checked for another account than this one. */
async function refuseRenamed(tx: Db, { side, userId, bank }: Order): Promise<void> {
  if (side === 'buy' || bank === null) return;
  const name = await nameOf(tx, userId);
  if (!name || !holderMatches(bank.accountHolderName, name)) refuse('desk.payee_renamed', {});
}

/**
 * Lays a pay-out before a second person, frozen: what, to whom, and from what of ours (decisions D2, E4). Nothing is
 * sent yet.
 */
export const preparePayout = outward(orderActs.preparePayout)
  .input(PlainStep)
  .handler(async ({ context, input }) => {
    const { tx, person } = context;
    const order = await orderAtDesk(context, input.orderId, 'preparePayout');
    await refuseBesideAnother(tx, order);
    await refuseRenamed(tx, order);
    await refuseToLeave(context, order, payeeOf(order));
    const payload = payoutOf(order, await currentSettings(tx));
    const note = input.note || null;
    const done = await takeStep(context, order, {
      command: 'preparePayout',
      note,
      public: false,
      record: withoutPeople(payload),
    });
    await propose(tx, { kind: 'payout', subject: order.id, payload, by: person.id, customer: order.userId });
    return done;
  });

/** The second pair of eyes on a pay-out (decision D2): from here on it may be sent. */
export const approvePayout = outward(orderActs.approvePayout)
  .input(AnswerStep)
  .handler(async ({ context, input }) => {
    const { tx, person } = context;
    const { order } = await orderToApprove(context, input.orderId, { kind: 'payout', act: 'approvePayout' });
    await refuseRenamed(tx, order);
    await refuseToLeave(context, order, payeeOf(order));
    const now = payoutOf(order, await currentSettings(tx));
    const unchanged = ({ payload }: { payload: unknown }) => sameJson(payload, now);
    await decideProposal(tx, read(input), { by: person.id, decision: 'approve', unchanged });
    return takeStep(context, order, {
      command: 'approvePayout',
      note: input.note || null,
      public: false,
      record: withoutPeople(now),
    });
  });

/** The reason of the list, and what was noted beside it. */
const whySentBack = (code: string, note: string): string =>
  [readReason('send_back', code)?.staff, note].filter(Boolean).join(' ').slice(0, 500);

/** The second person does not agree: it has to be prepared again. */
export const sendBackPayout = outward(orderActs.sendBack)
  .input(SendBack)
  .handler(async ({ context, input }) => {
    const { tx, person } = context;
    const order = await orderAtDesk(context, input.orderId, 'sendBack');
    const reasonCode = reasonOf('send_back', input.reasonCode);
    const reason = whySentBack(reasonCode, input.note);
    await decideProposal(tx, read(input), { by: person.id, decision: 'reject', reason });
    return takeStep(context, order, { command: 'sendBack', reasonCode, note: input.note || null, public: false });
  });

/** The first person takes the preparation back. What a second person approved is undone by two. */
export const withdrawPayout = outward(orderActs.withdrawPreparation)
  .input(AnswerStep)
  .handler(async ({ context, input }) => {
    const { tx, person } = context;
    const order = await orderAtDesk(context, input.orderId, 'withdrawPreparation');
    await decideProposal(tx, read(input), { by: person.id, decision: 'withdraw' });
    return takeStep(context, order, { command: 'withdrawPreparation', note: input.note || null, public: false });
  });

/**
 * The approved pay-out was sent, and its reference is recorded afterwards by whoever sent it (decision E4): the order
 * is done and its customer has the receipt.
 */
export const recordSent = outward(orderActs.complete)
  .input(RecordSent)
  .handler(async ({ context, input }) => {
    const order = await orderAtDesk(context, input.orderId, 'complete');
    await refuseStopped(context, order);
    const agreed = await approvedToLeave(context, order, 'payout');
    await refuseToRecord(context, order, { agreed, sent: input, to: payeeOf(order) });
    const record = await addLeft(context, order, { agreed, sent: input, rail: payoutRail(order) });
    return takeStep(context, order, { command: 'complete', note: input.note || null, record });
  });
