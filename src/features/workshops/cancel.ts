import { isSamePerson } from '../../kernel/permissions.ts';
import { RefusalError } from '../../kernel/refusal.ts';
import { actorFrom } from '../../platform/actor.ts';
import { audit, byStaff } from '../../platform/audit.ts';
import { publishTopic } from '../../platform/database/database.ts';
import { staff } from '../../platform/http/procedure.ts';
import { type FulfilmentByProduct, movePayment } from '../payments/move-payment.ts';
import { findWaitingProposal, proposeRefund } from '../payments/refunds.ts';
import type { StaffContext } from '../payments/staff-api.ts';
import { findPayment, type Payment } from '../payments/store.ts';
import { enqueueSeatEmail } from './emails.ts';
import { workshopPermissions } from './permissions.ts';
import { CancelSession } from './schema.ts';
import { getSessionState } from './session.ts';
import { refusalCodes, refuse } from './staff-messages.ts';
import { endWait, findSeatsToEnd, findSession, type SeatToEnd, setCancelled } from './staff-store.ts';

type Outcome = 'ended' | 'prepared' | 'left';

/** Ends an unpaid payment. Finance keeps looking for a claimed transfer (A3). */
async function endUnpaid(staff: StaffContext, payment: Payment): Promise<Outcome> {
  const command = payment.state.payIn === 'claimed' ? 'release' : 'reject';
  await movePayment(staff, payment, { command, actor: actorFrom('staff', staff), facts: { reasonCode: 'called_off' } });
  return 'ended';
}

/** Proposes a refund, which a second person must approve. Skips a refused one without stating the reason (A7). */
async function prepareRefund(staff: StaffContext, payment: Payment, note: string): Promise<Outcome> {
  try {
    await proposeRefund(staff, payment, { reasonCode: 'cannot_be_given', note });
    return 'prepared';
  } catch (error) {
    if (error instanceof RefusalError) return 'left';
    throw error;
  }
}

async function endSeat(staff: StaffContext, place: SeatToEnd, note: string): Promise<Outcome> {
  const { tx, person } = staff;
  if (isSamePerson(person, place.userId)) return 'left';
  if (place.status === 'waiting' || place.status === 'offered') {
    await endWait(tx, place.id);
    return 'ended';
  }
  const payment = place.paymentId ? await findPayment(tx, place.paymentId, true) : null;
  if (!payment || payment.held || (await findWaitingProposal(staff, payment.id))) return 'left';
  return payment.state.payIn === 'received' ? prepareRefund(staff, payment, note) : endUnpaid(staff, payment);
}

/** Cancels a session: ends unpaid seats, proposes refunds (D2) and emails everyone once. Safe to repeat. */
export const cancelSession = (payables: FulfilmentByProduct) =>
  staff(workshopPermissions.cancel)
    .errors(refusalCodes('workshops.not_found', 'workshops.not_now'))
    .input(CancelSession)
    .handler(async ({ context, input: { sessionId, reason } }) => {
      const staff = { ...context, payables };
      const { tx, services, person, request } = staff;
      const now = services.clock();
      const session = (await findSession(tx, sessionId, true)) ?? refuse('workshops.not_found', {});
      const state = getSessionState(session, now);
      if (state === 'over') refuse('workshops.not_now', { state });
      if (state !== 'cancelled') await setCancelled(tx, sessionId, { reason, now });
      const counts: Record<Outcome, number> = { ended: 0, prepared: 0, left: 0 };
      for (const place of await findSeatsToEnd(tx, sessionId)) {
        const outcome = await endSeat(staff, place, `Workshop cancelled: ${reason}`);
        counts[outcome] += 1;
        if (state !== 'cancelled') await enqueueSeatEmail(services, tx, { ...place, kind: 'cancelled' });
        publishTopic(tx, 'payments', place.userId);
      }
      if (state === 'cancelled' && counts.ended + counts.prepared === 0) refuse('workshops.not_now', { state });
      await audit(tx, {
        ...byStaff({ person, request }),
        action: 'workshops.cancelled',
        subjectType: 'workshop',
        subjectId: sessionId,
        after: { reason, ...counts },
      });
      return { sessionId, ...counts };
    });
