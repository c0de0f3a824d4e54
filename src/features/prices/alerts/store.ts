import { sql } from 'kysely';
import type { Currency } from '../../../kernel/money.ts';
import {
  allRows,
  allValues,
  currentUserId,
  type Db,
  firstRow,
  firstValue,
} from '../../../platform/database/database.ts';
import type { Direction } from './schema.ts';

const isActive = sql`(fired_at is null or direction = 'move')`;

export type PriceAlert = {
  readonly id: string;
  readonly symbol: string;
  readonly direction: Direction;
  /** Null for `move`. */
  readonly currency: Currency | null;
  readonly target: string;
  readonly firedAt: Date | null;
  /** Price in `currency`, or the change in percent. */
  readonly firedValue: string | null;
};

const columns = sql`a.id, a.symbol, a.direction, a.currency, a.target, a.fired_at "firedAt",
  a.fired_value "firedValue"`;

/** Active alerts first, then done ones. */
export const findMyAlerts = (tx: Db) =>
  allRows<PriceAlert>(tx)`
    select ${columns} from price_alerts a where user_id = ${currentUserId}
     order by ${isActive} desc, symbol, direction, currency, target, id limit 200`;

export const countMyActive = async (tx: Db) =>
  (await firstValue<number>(tx)`
    select count(*)::int from price_alerts where user_id = ${currentUserId} and ${isActive}`) ?? 0;

type NewAlert = Pick<PriceAlert, 'symbol' | 'direction' | 'currency' | 'target'>;

/** Adds nothing if the same alert is active. */
export const insertAlert = (tx: Db, { symbol, direction, currency, target }: NewAlert, now: Date) =>
  sql`insert into price_alerts (user_id, symbol, direction, currency, target, created_at)
      values (${currentUserId}, ${symbol}, ${direction}, ${currency}, ${target}, ${now})
      on conflict do nothing`.execute(tx);

export const deleteMyAlert = (tx: Db, id: string) =>
  sql`delete from price_alerts where id = ${id} and user_id = ${currentUserId}`.execute(tx);

export type CoinPrice = {
  readonly symbol: string;
  readonly priceUsd: string;
  readonly priceJmd: string;
  /** Percent in 24 hours. */
  readonly change: string | null;
};

type Claim = { readonly now: Date; readonly dayStart: Date; readonly limit: number };

/** Marks reached alerts of a coin as fired and returns their ids. */
export const claimReached = (tx: Db, price: CoinPrice, { now, dayStart, limit }: Claim) => {
  const { symbol, priceUsd, priceJmd, change } = price;
  const value = sql`case when direction = 'move' then ${change}::numeric when currency = 'USD' then ${priceUsd}::numeric
    else ${priceJmd}::numeric end`;
  return allValues<string>(tx)`
    update price_alerts set fired_at = ${now}, fired_value = ${value} where id in (
      select id from price_alerts where symbol = ${symbol} and ${isActive}
         and case direction when 'above' then ${value} >= target when 'below' then ${value} <= target
           else abs(${value}) >= target and coalesce(fired_at < ${dayStart}, true) end
       limit ${limit} for update skip locked)
      returning id`;
};

/** Returns null if the alert was removed or the account is closed. */
export const findFired = (tx: Db, id: string) =>
  firstRow<PriceAlert & { readonly userId: string; readonly name: string; readonly email: string }>(tx)`
    select ${columns}, a.user_id "userId", p.display_name "name", p.email
      from price_alerts a join profiles p on p.id = a.user_id
     where a.id = ${id} and a.fired_at is not null and p.closed_at is null`;

export const deleteDoneAlerts = (tx: Db, before: Date) =>
  sql`delete from price_alerts where fired_at < ${before} and direction <> 'move'`.execute(tx);
