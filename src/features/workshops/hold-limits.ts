import type { Db } from '../../platform/database/database.ts';
import { pseudonymizeIp } from '../../platform/http/ip-pseudonyms.ts';
import type { Context } from '../../platform/http/procedure.ts';
import { countHolds, countWaits, type Holds, insertHold, isKnownCustomer } from './hold-store.ts';
import { refuse } from './messages.ts';

/** Unpaid holds of one user per session. */
export const maxUnpaidHolds = 3;

/** Limits of unpaid seats per connection, such as a school, and per network. */
export const getHoldLimits = (seats: number) => ({
  connection: Math.max(5, Math.ceil(seats / 3)),
  network: Math.max(10, Math.ceil(seats / 2)),
});

type RequestContext = Pick<Context, 'services' | 'request'>;
export const getOrigin = ({ services, request }: RequestContext) =>
  pseudonymizeIp(services.config, 'places', request.ip);

export function assertNotHeldBefore({ own }: Pick<Holds, 'own'>): void {
  if (own >= maxUnpaidHolds) refuse('workshops.held_before', {});
}

type HeldSeat = { readonly sessionId: string; readonly placeId: string; readonly seats: number };

/**
 * Stores a hold. Throws after three unpaid holds by one user, or for too many unpaid seats from one connection. Known
 * customers are exempt from the second limit, since mobile networks share connections. Requires the seat lock.
 */
export async function assertHoldAllowed(
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
export async function assertWaitAllowed(
  tx: Db,
  context: RequestContext,
  { sessionId, placeId, seats }: HeldSeat,
): Promise<void> {
  const [from, now] = [getOrigin(context), context.services.clock()];
  await insertHold(tx, placeId, { from, now });
  const [held, waiting] = [await countHolds(tx, { sessionId, from, now }), await countWaits(tx, { sessionId, from })];
  await assertWithinLimits(tx, { near: held.near + waiting.near, around: held.around + waiting.around }, seats);
}
