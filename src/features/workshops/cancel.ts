import { Refused } from '../../kernel/refusal.ts';
import { audit, byStaff } from '../../platform/audit.ts';
import { announce, isOwn } from '../../platform/database.ts';
import { asMover } from '../../platform/mover.ts';
import { staffOnly } from '../../platform/procedure.ts';
import type { Desk } from '../payments/desk.ts';
import { prepareBack, waiting } from '../payments/give-back.ts';
import { movePayment, type Payables } from '../payments/move-payment.ts';
import { type Payment, paymentById } from '../payments/store.ts';
import { workshopActs } from './acts.ts';
import { cancelNow, endWait, type PlaceToEnd, placesToEnd } from './cancel-store.ts';
import { mayRefuse, refuse } from './desk-messages.ts';
import { sessionOfDesk } from './desk-store.ts';
import { CancelSession } from './schema.ts';
import { stateOf } from './session.ts';
import { writeAbout } from './write.ts';

/** What became of a place: its wait or payment ended, its money waits to go back, or it is for somebody else to do. */
type Outcome = 'ended' | 'prepared' | 'left';

/** What is not here ends; what was claimed is looked for all the same (A3). */
async function endUnpaid(desk: Desk, payment: Payment): Promise<Outcome> {
  const command = payment.state.payIn === 'claimed' ? 'release' : 'reject';
  await movePayment(desk, payment, { command, mover: asMover('staff', desk), facts: { reasonCode: 'called_off' } });
  return 'ended';
}

/** What is here goes back by two people, as every refund. What may not leave now stays, and nobody is told why (A7). */
async function prepare(desk: Desk, payment: Payment, note: string): Promise<Outcome> {
  try {
    await prepareBack(desk, payment, { reasonCode: 'cannot_be_given', note });
    return 'prepared';
  } catch (error) {
    if (error instanceof Refused) return 'left';
    throw error;
  }
}

async function endPlaceOf(desk: Desk, place: PlaceToEnd, note: string): Promise<Outcome> {
  const { tx, person } = desk;
  if (isOwn(person, place.userId)) return 'left';
  if (place.status === 'waiting' || place.status === 'offered') {
    await endWait(tx, place.id);
    return 'ended';
  }
  const payment = place.paymentId ? await paymentById(tx, place.paymentId, true) : null;
  if (!payment || payment.held || (await waiting(desk, payment.id))) return 'left';
  return payment.state.payIn === 'received' ? prepare(desk, payment, note) : endUnpaid(desk, payment);
}

/**
 * Calls a session off: nobody waits or pays for it any more, what was paid is prepared to go back (D2), and everybody
 * is written to, once. Done again it does what was left: one's own place, or what could not leave then.
 */
export const cancelSession = (payables: Payables) =>
  staffOnly(workshopActs.cancel)
    .errors(mayRefuse('workshops.not_found', 'workshops.not_now'))
    .input(CancelSession)
    .handler(async ({ context, input: { sessionId, reason } }) => {
      const desk = { ...context, payables };
      const { tx, services, person, request } = desk;
      const now = services.clock();
      const was = (await sessionOfDesk(tx, sessionId, true)) ?? refuse('workshops.not_found', {});
      const state = stateOf(was, now);
      if (state === 'over') refuse('workshops.not_now', { state });
      if (state !== 'cancelled') await cancelNow(tx, sessionId, { reason, now });
      const counts: Record<Outcome, number> = { ended: 0, prepared: 0, left: 0 };
      for (const place of await placesToEnd(tx, sessionId)) {
        const outcome = await endPlaceOf(desk, place, `Workshop called off: ${reason}`);
        counts[outcome] += 1;
        if (state !== 'cancelled') await writeAbout(services, tx, { ...place, kind: 'cancelled' });
        announce(tx, 'payments', place.userId);
      }
      if (state === 'cancelled' && counts.ended + counts.prepared === 0) refuse('workshops.not_now', { state });
      await audit(tx, {
        ...byStaff({ person, request }),
        ...{
          action: 'workshops.cancelled',
          subjectType: 'workshop',
          subjectId: sessionId,
          after: { reason, ...counts },
        },
      });
      return { sessionId, ...counts };
    });
