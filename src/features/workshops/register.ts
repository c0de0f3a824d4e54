import { wholeJmd } from '../../kernel/money.ts';
import type { Db } from '../../platform/database.ts';
import { signedInAlone } from '../../platform/procedure.ts';
import { beginMayRefuse, beginPayment, begunUnder, refuseToBegin } from '../payments/begin.ts';
import { currentSettings } from '../settings/store.ts';
import { newCode } from './code.ts';
import { refuseHolding } from './holding.ts';
import { mayRefuse, refuse } from './messages.ts';
import { Register } from './schema.ts';
import { isOpen, placesLeft, placeTitle, unpaidUntil } from './session.ts';
import { insertPlace, type NewPlace, ownStanding, sessionById, takeOffer } from './store.ts';
import { taking } from './taking.ts';

type Wanting = Omit<NewPlace, 'code'> & { readonly left: number };

/** A place for whoever asks, held from here on: the one that was offered to them, or a free one. */
async function holdPlace(tx: Db, { left, ...wanted }: Wanting): Promise<string> {
  const has = await ownStanding(tx, wanted);
  if (has?.status === 'offered' && has.offeredUntil && has.offeredUntil > wanted.now) {
    return (await takeOffer(tx, has.id, wanted.method)) ? has.id : refuse('workshops.full', {});
  }
  if (has) refuse(has.status === 'waiting' ? 'workshops.waits_already' : 'workshops.twice', {});
  if (left < 1) refuse('workshops.full', {});
  return taking(insertPlace(tx, { ...wanted, code: newCode() }));
}

/**
 * Begins a registration for a workshop, created as pending [001 §4 Workshop registrations]: it is held from here on,
 * and has a reference and 72 hours to be paid (decision A2), fewer where the session is near. Once in a mode for each
 * person [001 §5 Subscription and workshop]; one for one request (A9).
 */
export const register = signedInAlone
  .errors(beginMayRefuse)
  .errors(mayRefuse('workshops.twice', 'workshops.waits_already', 'workshops.full'))
  .errors(mayRefuse('workshops.not_open', 'workshops.price_changed'))
  .errors(mayRefuse('workshops.held_before', 'workshops.many_from_here'))
  .input(Register)
  .handler(async ({ context, input }) => {
    const { services, tx, request } = context;
    const person = await context.arriving;
    const earlier = await begunUnder(tx, input);
    if (earlier) return { paymentId: earlier };
    const { sessionId, mode, method, price } = input;
    const now = services.clock();
    await refuseToBegin({ services, tx, person }, method);
    const session = await sessionById(tx, sessionId);
    const seats = session?.seats.find((each) => each.mode === mode);
    if (!session || !seats || !isOpen(session, now)) return refuse('workshops.not_open', {});
    const { plan_prices } = await currentSettings(tx);
    if (plan_prices.workshop !== price) refuse('workshops.price_changed', {});
    const wanted = { sessionId, mode, method, attendee: person.name, now };
    const payableId = await holdPlace(tx, { ...wanted, left: placesLeft(seats) });
    await refuseHolding(tx, { services, request }, { sessionId, placeId: payableId, seats: seats.seats });
    const due = { payable: 'workshop', payableId, title: placeTitle(session.title, mode), method } as const;
    const latest = unpaidUntil(session.startAt, now);
    const amount = wholeJmd(price);
    const paymentId = await beginPayment({ services, tx, person, request }, { ...due, amount, latest, request: input });
    return { paymentId };
  });
