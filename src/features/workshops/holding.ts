import type { Db } from '../../platform/database.ts';
import { placeMarks } from '../../platform/place-marks.ts';
import type { Context } from '../../platform/procedure.ts';
import { type Holds, holdsOf, isKnown, noteHold, waitsFrom } from './hold-store.ts';
import { refuse } from './messages.ts';

/** So often somebody may hold a place in a session, or have it offered, and not pay. */
export const mostHolds = 3;

/** Of so many seats: unpaid places held over one connection, a class of a school among them, and around it. */
export const heldFromOnePlace = (seats: number) => ({
  connection: Math.max(5, Math.ceil(seats / 3)),
  network: Math.max(10, Math.ceil(seats / 2)),
});

type Asking = Pick<Context, 'services' | 'request'>;
export const fromWhere = ({ services, request }: Asking) => placeMarks(services.config, 'places', request.ip);

export function refuseHeldAgain({ own }: Pick<Holds, 'own'>): void {
  if (own >= mostHolds) refuse('workshops.held_before', {});
}

type Held = { readonly sessionId: string; readonly placeId: string; readonly seats: number };

/**
 * Refuses a place that was just taken, and with it its whole transaction: to whoever had one three times and did not
 * pay, and where many are held unpaid from one place. Thousands share a connection of a mobile network, and some
 * accounts that pay nothing would shut it to them all: whoever is known to us is not counted with them.
 *
 * Who takes a place holds its count of seats to the end, so what is counted here is not counted beside it.
 */
export async function refuseHolding(tx: Db, context: Asking, { sessionId, placeId, seats }: Held): Promise<void> {
  const [from, now] = [fromWhere(context), context.services.clock()];
  await noteHold(tx, placeId, { from, now });
  const holds = await holdsOf(tx, { sessionId, from, now });
  refuseHeldAgain(holds);
  await refuseMany(tx, holds, seats);
}

async function refuseMany(tx: Db, { near, around }: Omit<Holds, 'own'>, seats: number): Promise<void> {
  const most = heldFromOnePlace(seats);
  const many = near > most.connection || around > most.network;
  if (many && !(await isKnown(tx))) refuse('workshops.many_from_here', {});
}

/**
 * The same of somebody who just stood in line: each who waits is offered what becomes free for a day, before all who
 * came later, so accounts that pay nothing would keep a place empty without ever holding one.
 */
export async function refuseWaiting(tx: Db, context: Asking, { sessionId, placeId, seats }: Held): Promise<void> {
  const [from, now] = [fromWhere(context), context.services.clock()];
  await noteHold(tx, placeId, { from, now });
  const [held, waiting] = [await holdsOf(tx, { sessionId, from, now }), await waitsFrom(tx, { sessionId, from })];
  await refuseMany(tx, { near: held.near + waiting.near, around: held.around + waiting.around }, seats);
}
