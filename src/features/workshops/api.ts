import { randomInt, randomUUID } from 'node:crypto';
import { formatReference, referenceCount } from '../../kernel/order-reference.ts';
import { audit, byCustomer } from '../../platform/audit.ts';
import { type Db, publishTopic } from '../../platform/database/database.ts';
import { getViolatedConstraint, mapConstraintViolation } from '../../platform/database/database-faults.ts';
import { pseudonymizeIp } from '../../platform/http/ip-pseudonyms.ts';
import { authed, authedSerial, type Context, publicProcedure } from '../../platform/http/procedure.ts';
import { checkRateLimit } from '../../platform/limits/memory-rate-limit.ts';
import { changeQuota, consumeQuota } from '../../platform/limits/quotas.ts';
import { freezeStatusOf } from '../freezes/frozen.ts';
import { startPaymentOnce, startRefusalCodes } from '../payments/start-payment.ts';
import { parseCustomerWallet } from '../settings/company-addresses.ts';
import { loadCurrentSettings } from '../settings/store.ts';
import { findOwnAwards, lockOwnAward, setWallet } from './award-store.ts';
import { refusalCodes, refuse } from './messages.ts';
import { flyerPath } from './routes.ts';
import { MovePlace, NameWallet, OnePlace, Register, Which } from './schema.ts';
import { canMove, formatSeatTitle, getSeatsLeft, getUnpaidUntil, isOpen } from './session.ts';
import {
  acceptOffer,
  countHolds,
  countWaits,
  findAnnouncedSessions,
  findOwnRegistration,
  findOwnSeat,
  findOwnSeats,
  findPublicSession,
  type Holds,
  insertHold,
  insertSeat,
  insertWait,
  isKnownCustomer,
  leaveWaitingList,
  moveSeat,
  type NewSeat,
  type Session,
} from './store.ts';

const createSeatCode = (): string => formatReference(randomInt(referenceCount), randomUUID());

const refusalByConstraint = {
  registration_once: 'workshops.twice',
  no_seat_sold_twice: 'workshops.full',
  first_come_first_served: 'workshops.full',
  workshop_takes_registrations: 'workshops.not_open',
  nothing_moves_while_frozen: 'payments.not_possible',
} as const;

/** Maps the constraint of a lost race for a seat to its error. */
const mapSeatConflict = <T>(write: Promise<T>): Promise<T> =>
  write.catch((error: unknown) => {
    const constraint = getViolatedConstraint(error) ?? '';
    if (Object.hasOwn(refusalByConstraint, constraint))
      refuse(refusalByConstraint[constraint as keyof typeof refusalByConstraint], {});
    throw error;
  });

/** Unpaid holds of one user per session. */
const maxUnpaidHolds = 3;

/** Limits of unpaid seats per connection, such as a school, and per network. */
const getHoldLimits = (seats: number) => ({
  connection: Math.max(5, Math.ceil(seats / 3)),
  network: Math.max(10, Math.ceil(seats / 2)),
});

type RequestContext = Pick<Context, 'services' | 'request'>;
const getOrigin = ({ services, request }: RequestContext) => pseudonymizeIp(services.config, 'places', request.ip);

function assertNotHeldBefore({ own }: Pick<Holds, 'own'>): void {
  if (own >= maxUnpaidHolds) refuse('workshops.held_before', {});
}

type HeldSeat = { readonly sessionId: string; readonly placeId: string; readonly seats: number };

/**
 * Stores a hold. Throws after three unpaid holds by one user, or for too many unpaid seats from one connection. Known
 * customers are exempt from the second limit, since mobile networks share connections. Requires the seat lock.
 */
async function assertHoldAllowed(
  tx: Db,
  context: RequestContext,
  { sessionId, placeId, seats }: HeldSeat,
): Promise<void> {
  const [from, now] = [getOrigin(context), context.services.clock()];
  await insertHold(tx, placeId, { from, now });
  const holds = await countHolds(tx, { sessionId, from, now });
  assertNotHeldBefore(holds);
  await assertWithinLimits(tx, holds, seats);
}

async function assertWithinLimits(tx: Db, { near, around }: Omit<Holds, 'own'>, seats: number): Promise<void> {
  const limits = getHoldLimits(seats);
  const isOverLimit = near > limits.connection || around > limits.network;
  if (isOverLimit && !(await isKnownCustomer(tx))) refuse('workshops.many_from_here', {});
}

/** Stores a hold for a waiting list entry under the same limits: each offer blocks a seat for a day. */
async function assertWaitAllowed(
  tx: Db,
  context: RequestContext,
  { sessionId, placeId, seats }: HeldSeat,
): Promise<void> {
  const [from, now] = [getOrigin(context), context.services.clock()];
  await insertHold(tx, placeId, { from, now });
  const [held, waiting] = [await countHolds(tx, { sessionId, from, now }), await countWaits(tx, { sessionId, from })];
  await assertWithinLimits(tx, { near: held.near + waiting.near, around: held.around + waiting.around }, seats);
}

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

/** Registers, idempotent by key (decisions A2, A9) [001 §4 Workshop registrations, §5 Subscription and workshop]. */
const register = authedSerial
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

/** Joins the waiting list of a mode without free seats. */
const wait = authedSerial
  .errors(refusalCodes('workshops.twice', 'workshops.waits_already', 'workshops.place_free'))
  .errors(refusalCodes('workshops.not_open', 'payments.not_possible', 'workshops.held_before'))
  .errors(refusalCodes('workshops.many_from_here'))
  .input(Which)
  .handler(async function wait({ context, input }) {
    const { services, tx, request } = context;
    const person = await context.userPromise;
    checkRateLimit(services, 'subscribe', person.id);
    const now = services.clock();
    if ((await freezeStatusOf(tx, person.id)) === 'stopped') refuse('payments.not_possible', {});
    const session = await findPublicSession(tx, input.sessionId);
    const seats = session?.seats.find(({ mode }) => mode === input.mode);
    if (!session || !seats || !isOpen(session, now)) return refuse('workshops.not_open', {});
    const existing = await findOwnRegistration(tx, input);
    if (existing) refuse(existing.status === 'waiting' ? 'workshops.waits_already' : 'workshops.twice', {});
    if (getSeatsLeft(seats) > 0) refuse('workshops.place_free', {});
    assertNotHeldBefore(
      await countHolds(tx, { sessionId: input.sessionId, from: getOrigin({ services, request }), now }),
    );
    const insert = insertWait(tx, { ...input, attendee: person.name, code: createSeatCode(), now });
    const placeId = await mapConstraintViolation(insert, 'registration_once', () =>
      refuse('workshops.waits_already', {}),
    );
    await assertWaitAllowed(tx, { services, request }, { sessionId: input.sessionId, placeId, seats: seats.seats });
    const what = { action: 'workshops.waits', subjectType: 'workshop_place', subjectId: placeId } as const;
    await audit(tx, { ...byCustomer({ person, request }), ...what, after: input });
    publishTopic(tx, 'payments', person.id);
    return { placeId };
  });

const leave = authedSerial
  .errors(refusalCodes('workshops.place_unknown', 'workshops.not_waiting'))
  .input(OnePlace)
  .handler(async function leave({ context, input: { placeId } }) {
    const { tx, request } = context;
    const person = await context.userPromise;
    if (!(await findOwnSeat(tx, placeId))) refuse('workshops.place_unknown', {});
    if (!(await leaveWaitingList(tx, placeId))) refuse('workshops.not_waiting', {});
    const what = { action: 'workshops.left', subjectType: 'workshop_place', subjectId: placeId } as const;
    await audit(tx, { ...byCustomer({ person, request }), ...what });
    publishTopic(tx, 'payments', person.id);
    return { placeId };
  });

/** Moves a paid seat once to another session or mode, at no charge. Frozen customers cannot move (E2). */
const move = authedSerial
  .errors(refusalCodes('workshops.place_unknown', 'workshops.cannot_move', 'workshops.not_open'))
  .errors(refusalCodes('workshops.twice', 'workshops.waits_already', 'workshops.full', 'payments.not_possible'))
  .input(MovePlace)
  .handler(async function move({ context, input: { placeId, ...to } }) {
    const { services, tx, request } = context;
    const person = await context.userPromise;
    const now = services.clock();
    const place = (await findOwnSeat(tx, placeId)) ?? refuse('workshops.place_unknown', {});
    const isSame = place.sessionId === to.sessionId && place.mode === to.mode;
    if (isSame || !canMove(place, now)) refuse('workshops.cannot_move', {});
    if ((await freezeStatusOf(tx, person.id)) === 'stopped') refuse('payments.not_possible', {});
    const session = await findPublicSession(tx, to.sessionId);
    const seats = session?.seats.find(({ mode }) => mode === to.mode);
    if (!session || !seats || !isOpen(session, now)) return refuse('workshops.not_open', {});
    const existing = await findOwnRegistration(tx, to);
    if (existing) refuse(existing.status === 'waiting' ? 'workshops.waits_already' : 'workshops.twice', {});
    if (getSeatsLeft(seats) < 1) refuse('workshops.full', {});
    if (!(await mapSeatConflict(moveSeat(tx, placeId, { ...to, now })))) refuse('workshops.cannot_move', {});
    await audit(tx, {
      ...byCustomer({ person, request }),
      action: 'workshops.moved',
      subjectType: 'workshop_place',
      subjectId: placeId,
      before: { sessionId: place.sessionId, mode: place.mode },
      after: to,
    });
    publishTopic(tx, 'payments', person.id);
    return { placeId };
  });

/** Stores the wallet of an award, which can change until the release. */
const nameAwardWallet = authed
  .errors(refusalCodes('workshops.award_unknown', 'workshops.award_released', 'workshops.wallet_unsound'))
  .input(NameWallet)
  .handler(async function nameAwardWallet({
    context: { tx, services, person, request },
    input: { awardId, address: typed },
  }) {
    const award = (await lockOwnAward(tx, awardId)) ?? refuse('workshops.award_unknown', {});
    if (award.releasedAt) refuse('workshops.award_released', {});
    const wallet = parseCustomerWallet(typed, await loadCurrentSettings(tx));
    if (!wallet.ok) return refuse('workshops.wallet_unsound', {});
    if (wallet.address === award.address) return { awardId };
    const now = services.clock();
    await consumeQuota(tx, changeQuota, { id: person.id, now });
    await setWallet(tx, awardId, { address: wallet.address, now });
    await audit(tx, {
      ...byCustomer({ person, request }),
      action: 'workshops.wallet_named',
      subjectType: 'lgm_award',
      subjectId: awardId,
      before: { address: award.address },
      after: { address: wallet.address },
    });
    publishTopic(tx, 'payments', person.id);
    return { awardId };
  });

/** Returns a session with its free seats, without waiting list and attendance. */
const toPublicSession = ({ seats, flyerFile, status: _status, ...session }: Session, now: Date) => ({
  ...session,
  flyer: flyerFile && flyerPath(flyerFile),
  open: isOpen({ ...session, status: 'active' }, now),
  seats: seats.map((each) => ({ mode: each.mode, left: getSeatsLeft(each) })),
});

/** Lists announced workshops with their price in whole J$. */
const list = publicProcedure.handler(async function list({ context: { services } }) {
  const now = services.clock();
  const { plan_prices } = await loadCurrentSettings(services.db);
  const sessions = await findAnnouncedSessions(services.db, now);
  return { sessions: sessions.map((session) => toPublicSession(session, now)), price: plan_prices.workshop, now };
});

const own = authed.handler(async function own({ context: { tx } }) {
  return { places: await findOwnSeats(tx), awards: await findOwnAwards(tx) };
});

export const workshopsApi = { list, own, register, wait, leave, move, nameAwardWallet };
