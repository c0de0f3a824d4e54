import { allValues, type Db, firstValue } from '../../platform/database/database.ts';

export const findExpiredPayments = (tx: Db, now: Date) =>
  allValues<string>(tx)`
    select id from payments where ended is null and pay_in in ('awaiting', 'claimed') and lapses_at <= ${now}
     order by lapses_at limit 200`;

export const findReleasedPayments = (tx: Db) =>
  allValues<string>(tx)`
    select id from payments where held and not app.is_payment_blocked(id, user_id) order by id limit 200`;

export const isFrozen = async (tx: Db, { id, userId }: { id: string; userId: string }) =>
  (await firstValue<boolean>(tx)`select app.payment_is_frozen(${id}, ${userId}) frozen`) === true;
