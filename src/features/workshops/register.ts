import type { Db } from '../../platform/database/database.ts';
import { authedSerial } from '../../platform/http/procedure.ts';
import { startPaymentOnce, startRefusalCodes } from '../payments/start-payment.ts';
import { loadCurrentSettings } from '../settings/store.ts';
import { assertHoldAllowed } from './hold-limits.ts';
import { refusalCodes, refuse } from './messages.ts';
import { Register } from './schema.ts';
import { createSeatCode } from './seat-code.ts';
import { mapSeatConflict } from './seat-errors.ts';
import { formatSeatTitle, getSeatsLeft, getUnpaidUntil, isOpen } from './session.ts';
import { acceptOffer, findOwnRegistration, findPublicSession, insertSeat, type NewSeat } from './store.ts';

type SeatRequest = Omit<NewSeat, 'code'> & { readonly left: number };

/** Accepts the user's offered seat, or inserts a free seat. */
async function holdSeat(tx: Db, { left, ...wanted }: SeatRequest): Promise<string> {
  const existing = await findOwnRegistration(tx, wanted);
  if (existing?.status === 'offered' && existing.offeredUntil && existing.offeredUntil > wanted.now) {
    return (await acceptOffer(tx, existing.id, wanted.method)) ? existing.id : refuse('workshops.full', {});
  }
  if (existing) refuse(existing.status === 'waiting' ? 'workshops.waits_already' : 'workshops.twice', {});
  if (left < 1) refuse('workshops.full', {});
  return mapSeatConflict(insertSeat(tx, { ...wanted, code: createSeatCode() }));
}

/**
 * Starts a pending registration [001 §4 Workshop registrations], due in 72 hours or earlier (decision A2). One per user
 * and mode [001 §5 Subscription and workshop]. Idempotent by key (A9).
 */
export const register = authedSerial
  .errors(startRefusalCodes)
  .errors(refusalCodes('workshops.twice', 'workshops.waits_already', 'workshops.full'))
  .errors(refusalCodes('workshops.not_open', 'workshops.price_changed'))
  .errors(refusalCodes('workshops.held_before', 'workshops.many_from_here'))
  .input(Register)
  .handler(async function register({ context, input }) {
    const { services, tx, request } = context;
    const person = await context.userPromise;
    return startPaymentOnce({ ...context, person }, input, async () => {
      const { sessionId, mode, method, price } = input;
      const now = services.clock();
      const session = await findPublicSession(tx, sessionId);
      const seats = session?.seats.find((each) => each.mode === mode);
      if (!session || !seats || !isOpen(session, now)) return refuse('workshops.not_open', {});
      const { plan_prices } = await loadCurrentSettings(tx);
      if (plan_prices.workshop !== price) refuse('workshops.price_changed', {});
      const wanted = { sessionId, mode, method, attendee: person.name, now };
      const payableId = await holdSeat(tx, { ...wanted, left: getSeatsLeft(seats) });
      await assertHoldAllowed(tx, { services, request }, { sessionId, placeId: payableId, seats: seats.seats });
      const title = formatSeatTitle(session.title, mode);
      return { payable: 'workshop', payableId, title, latest: getUnpaidUntil(session.startAt, now) };
    });
  });
