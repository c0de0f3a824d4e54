import { audit, byCustomer } from '../../platform/audit.ts';
import { announce } from '../../platform/database.ts';
import { signedInAlone } from '../../platform/procedure.ts';
import { standstillOf } from '../freezes/frozen.ts';
import { mayRefuse, refuse } from './messages.ts';
import { MovePlace } from './schema.ts';
import { isOpen, mayMove, placesLeft } from './session.ts';
import { movePlace, ownPlace, ownStanding, sessionById } from './store.ts';
import { taking } from './taking.ts';

/**
 * Moves a place that is paid, once, to another session or the other mode: its payment goes with it, whatever a place
 * costs today. All sessions cost the same. Of whom we take nothing, it stays where it is (E2).
 */
export const move = signedInAlone
  .errors(mayRefuse('workshops.place_unknown', 'workshops.cannot_move', 'workshops.not_open'))
  .errors(mayRefuse('workshops.twice', 'workshops.waits_already', 'workshops.full', 'payments.not_possible'))
  .input(MovePlace)
  .handler(async ({ context, input: { placeId, ...to } }) => {
    const { services, tx, request } = context;
    const person = await context.arriving;
    const now = services.clock();
    const place = (await ownPlace(tx, placeId)) ?? refuse('workshops.place_unknown', {});
    const isSame = place.sessionId === to.sessionId && place.mode === to.mode;
    if (isSame || !mayMove(place, now)) refuse('workshops.cannot_move', {});
    if ((await standstillOf(tx, person.id)) === 'stopped') refuse('payments.not_possible', {});
    const session = await sessionById(tx, to.sessionId);
    const seats = session?.seats.find(({ mode }) => mode === to.mode);
    if (!session || !seats || !isOpen(session, now)) return refuse('workshops.not_open', {});
    const has = await ownStanding(tx, to);
    if (has) refuse(has.status === 'waiting' ? 'workshops.waits_already' : 'workshops.twice', {});
    if (placesLeft(seats) < 1) refuse('workshops.full', {});
    if (!(await taking(movePlace(tx, placeId, { ...to, now })))) refuse('workshops.cannot_move', {});
    await audit(tx, {
      ...byCustomer({ person, request }),
      ...{ action: 'workshops.moved', subjectType: 'workshop_place', subjectId: placeId },
      before: { sessionId: place.sessionId, mode: place.mode },
      after: to,
    });
    announce(tx, 'payments', person.id);
    return { placeId };
  });
