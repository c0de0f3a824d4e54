import { audit, byCustomer } from '../../platform/audit.ts';
import { publishTopic } from '../../platform/database/database.ts';
import { authedSerial } from '../../platform/http/procedure.ts';
import { freezeStatusOf } from '../freezes/frozen.ts';
import { refusalCodes, refuse } from './messages.ts';
import { MovePlace } from './schema.ts';
import { mapSeatConflict } from './seat-errors.ts';
import { canMove, getSeatsLeft, isOpen } from './session.ts';
import { findOwnRegistration, findOwnSeat, findPublicSession, moveSeat } from './store.ts';

/** Moves a paid seat once to another session or mode, at no charge. Frozen customers cannot move (E2). */
export const move = authedSerial
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
      ...{ action: 'workshops.moved', subjectType: 'workshop_place', subjectId: placeId },
      before: { sessionId: place.sessionId, mode: place.mode },
      after: to,
    });
    publishTopic(tx, 'payments', person.id);
    return { placeId };
  });
