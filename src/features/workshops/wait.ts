import { audit, byCustomer } from '../../platform/audit.ts';
import { publishTopic } from '../../platform/database/database.ts';
import { mapConstraintViolation } from '../../platform/database/database-faults.ts';
import { authedSerial } from '../../platform/http/procedure.ts';
import { checkRateLimit } from '../../platform/limits/memory-rate-limit.ts';
import { freezeStatusOf } from '../freezes/frozen.ts';
import { assertNotHeldBefore, assertWaitAllowed, getOrigin } from './hold-limits.ts';
import { countHolds } from './hold-store.ts';
import { refusalCodes, refuse } from './messages.ts';
import { OnePlace, Which } from './schema.ts';
import { createSeatCode } from './seat-code.ts';
import { getSeatsLeft, isOpen } from './session.ts';
import { findOwnRegistration, findOwnSeat, findPublicSession } from './store.ts';
import { insertWait, leaveWaitingList } from './waiting-store.ts';

/** Joins the waiting list of a mode without free seats. */
export const wait = authedSerial
  .errors(refusalCodes('workshops.twice', 'workshops.waits_already', 'workshops.place_free'))
  .errors(refusalCodes('workshops.not_open', 'payments.not_possible', 'workshops.held_before'))
  .errors(refusalCodes('workshops.many_from_here'))
  .input(Which)
  .handler(async function wait({ context, input }) {
    const { services, tx, request } = context;
    const person = await context.userPromise;
    checkRateLimit(services, 'line', person.id);
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

export const leave = authedSerial
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
