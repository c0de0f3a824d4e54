import { sql } from 'kysely';
import { allRows, currentUserAccounts, type Db, firstValue } from '../../platform/database/database.ts';
import type { StoppedMoneyView } from './views.ts';

export type StoppedMoneyRow = Omit<StoppedMoneyView, 'waiting'>;

/** SQL condition: excludes money linked to any account of the viewer. */
const notOwnSql = sql`not exists (select from app.source_accounts(m.id) c where c.user_id = any(${currentUserAccounts}))`;

/** Finds unassigned money that a customer's freezes stop, newest first, at most 50. */
export const findStoppedMoneyRows = (tx: Db, userId: string) =>
  allRows<StoppedMoneyRow>(tx)`
    select m.id, m.reference, app.is_unallocated_return_decided(m.id) decided,
           case when m.rail in ('bank', 'card')
             then case m.asset when 'JMD' then 'J$' else 'US$' end || to_char(app.unallocated_remaining(m.id), 'FM999,999,999,990.00')
             else trim_scale(app.unallocated_remaining(m.id)) || ' ' || m.asset end received
      from unallocated_funds o join movements m on m.id = o.movement_id
     where ${notOwnSql} and exists (select from app.unallocated_block_reasons(m.id) f(id)
         where f.id = any(array(select app.visible_freezes(${userId}))))
     order by m.id desc limit 50`;

export type MoneyStops = {
  /** Codes of `why`, which a decision stores. */
  readonly reasonCodes: readonly string[];
  readonly why: readonly string[];
  /** Customer of the order that the money came from; null when unknown. */
  readonly userId: string | null;
  readonly decided: boolean;
};

/** Finds the sanctions matches that stop unassigned money. For compliance only. */
export async function findMoneyStops(tx: Db, ids: readonly string[]): Promise<Map<string, MoneyStops>> {
  const { rows } = await sql<MoneyStops & { id: string }>`
    select m.id, array_agg(s.word) "reasonCodes", array_agg(s.why) why, (array_agg(s.user_id))[1] "userId", bool_and(s.decided) decided
      from movements m join unallocated_funds o on o.movement_id = m.id, app.payer_block_reasons(m.id) s
     where m.id = any(${ids}::uuid[]) and ${notOwnSql} group by m.id`.execute(tx);
  return new Map(rows.map(({ id, ...stops }) => [id, stops]));
}

export const findFreezingCustomer = (tx: Db, id: string) =>
  firstValue<string>(tx)`
    select f.user_id "userId" from movements m, app.unallocated_block_reasons(m.id) s(id) join account_freezes f on f.id = s.id
     where m.id = ${id} and ${notOwnSql} order by f.frozen_at, f.id limit 1`;
