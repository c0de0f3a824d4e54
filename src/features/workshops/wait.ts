import { audit, byCustomer } from '../../platform/audit.ts';
import { announce } from '../../platform/database.ts';
import { unlessBroken } from '../../platform/database-faults.ts';
import { keepPace } from '../../platform/pace.ts';
import { signedInAlone } from '../../platform/procedure.ts';
import { standstillOf } from '../freezes/frozen.ts';
import { newCode } from './code.ts';
import { holdsOf } from './hold-store.ts';
import { fromWhere, refuseHeldAgain, refuseWaiting } from './holding.ts';
import { mayRefuse, refuse } from './messages.ts';
import { OnePlace, Which } from './schema.ts';
import { isOpen, placesLeft } from './session.ts';
import { ownPlace, ownStanding, sessionById } from './store.ts';
import { insertWait, leaveLine } from './waiting-store.ts';

/** Stands in line for a mode of a session in which no place is left. */
export const wait = signedInAlone
  .errors(mayRefuse('workshops.twice', 'workshops.waits_already', 'workshops.place_free'))
  .errors(mayRefuse('workshops.not_open', 'payments.not_possible', 'workshops.held_before'))
  .errors(mayRefuse('workshops.many_from_here'))
  .input(Which)
  .handler(async ({ context, input }) => {
    const { services, tx, request } = context;
    const person = await context.arriving;
    keepPace(services, 'line', person.id);
    const now = services.clock();
    if ((await standstillOf(tx, person.id)) === 'stopped') refuse('payments.not_possible', {});
    const session = await sessionById(tx, input.sessionId);
    const seats = session?.seats.find(({ mode }) => mode === input.mode);
    if (!session || !seats || !isOpen(session, now)) return refuse('workshops.not_open', {});
    const has = await ownStanding(tx, input);
    if (has) refuse(has.status === 'waiting' ? 'workshops.waits_already' : 'workshops.twice', {});
    if (placesLeft(seats) > 0) refuse('workshops.place_free', {});
    refuseHeldAgain(await holdsOf(tx, { sessionId: input.sessionId, from: fromWhere({ services, request }), now }));
    const waiting = insertWait(tx, { ...input, attendee: person.name, code: newCode(), now });
    const placeId = await unlessBroken(waiting, 'registration_once', () => refuse('workshops.waits_already', {}));
    await refuseWaiting(tx, { services, request }, { sessionId: input.sessionId, placeId, seats: seats.seats });
    const what = { action: 'workshops.waits', subjectType: 'workshop_place', subjectId: placeId } as const;
    await audit(tx, { ...byCustomer({ person, request }), ...what, after: input });
    announce(tx, 'payments', person.id);
    return { placeId };
  });

/** Waits no more, or leaves what was offered to the next one. */
export const leave = signedInAlone
  .errors(mayRefuse('workshops.place_unknown', 'workshops.not_waiting'))
  .input(OnePlace)
  .handler(async ({ context, input: { placeId } }) => {
    const { tx, request } = context;
    const person = await context.arriving;
    if (!(await ownPlace(tx, placeId))) refuse('workshops.place_unknown', {});
    if (!(await leaveLine(tx, placeId))) refuse('workshops.not_waiting', {});
    const what = { action: 'workshops.left', subjectType: 'workshop_place', subjectId: placeId } as const;
    await audit(tx, { ...byCustomer({ person, request }), ...what });
    announce(tx, 'payments', person.id);
    return { placeId };
  });
