import { allValues, type Db, firstValue } from '../../platform/database.ts';

/** Payments whose time is over, a bounded number at a time. */
export const lapsedPayments = (tx: Db, now: Date) =>
  allValues<string>(tx)`
    select id from payments where ended is null and pay_in in ('awaiting', 'claimed') and lapses_at <= ${now}
     order by lapses_at limit 200`;

/** Payments whose money may be used now although it could not when it came, a bounded number at a time. */
export const heldNoMore = (tx: Db) =>
  allValues<string>(tx)`
    select id from payments where held and not app.payment_is_stopped(id, user_id) order by id limit 200`;

/** Whether it is a freeze that keeps the money of a payment from being used, and not a look that waits. */
export const isFrozen = async (tx: Db, { id, userId }: { id: string; userId: string }) =>
  (await firstValue<boolean>(tx)`select app.payment_is_frozen(${id}, ${userId}) frozen`) === true;
