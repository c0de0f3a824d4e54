import { sql } from 'kysely';
import { allRows, type Db, firstValue, ownAccounts } from '../../platform/database.ts';
import type { StoppedMoneyLine } from './views.ts';

/** Unassigned money that the freezes of a customer stop: from where they are known, or off an order of theirs. */
export type StoppedMoney = Omit<StoppedMoneyLine, 'waiting'>;

/** Of whoever asks, under whatever account, nothing. */
const notOwn = sql`not exists (select from app.came_through(m.id) c where c.user_id = any(${ownAccounts}))`;

/** All that is open, the newest first. `decided`: two people let it go back. */
export const stoppedMoney = (tx: Db, userId: string) =>
  allRows<StoppedMoney>(tx)`
    select m.id, m.reference, app.unassigned_let_go(m.id) decided,
           case when m.rail in ('bank', 'card')
             then case m.asset when 'JMD' then 'J$' else 'US$' end || to_char(app.money_left(m.id), 'FM999,999,999,990.00')
             else trim_scale(app.money_left(m.id)) || ' ' || m.asset end received
      from unassigned_open o join movements m on m.id = o.movement_id
     where ${notOwn} and exists (select from app.what_stops_unassigned(m.id) f(id)
         where f.id = any(array(select app.what_freezes(${userId}))))
     order by m.id desc limit 50`;

/** By what money that stands on nothing is stopped beside freezes, and whether two people let it go all the same. */
export type MoneyStops = {
  /** Each by the word that a decision names. */
  readonly words: readonly string[];
  /** The same for people: which list, and under what number. */
  readonly why: readonly string[];
  /** The customer off whose order it came; null of what is nobody's. */
  readonly userId: string | null;
  readonly decided: boolean;
};

/** What stops each of these, for compliance: never what came through an order of whoever asks. */
export async function stopsOfMoney(tx: Db, ids: readonly string[]): Promise<Map<string, MoneyStops>> {
  const { rows } = await sql<MoneyStops & { id: string }>`
    select m.id, array_agg(s.word) words, array_agg(s.why) why, (array_agg(s.user_id))[1] "userId", bool_and(s.decided) decided
      from movements m join unassigned_open o on o.movement_id = m.id, app.what_stops_payer(m.id) s
     where m.id = any(${ids}::uuid[]) and ${notOwn} group by m.id`.execute(tx);
  return new Map(rows.map(({ id, ...stops }) => [id, stops]));
}

/** Whose freeze stops it, the first of them; null where no freeze does. */
export const moneyStoppedBy = (tx: Db, id: string) =>
  firstValue<string>(tx)`
    select f.user_id "userId" from movements m, app.what_stops_unassigned(m.id) s(id) join account_freezes f on f.id = s.id
     where m.id = ${id} and ${notOwn} order by f.frozen_at, f.id limit 1`;
