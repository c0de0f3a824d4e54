import { sql } from 'kysely';
import { type Db, firstRow, newId } from '../../platform/database/database.ts';
import type { CustomerColumns, SnoozeLine } from './views.ts';

type SnoozeRow = Omit<SnoozeLine, 'customer'> & CustomerColumns;

/** Finds snoozes, active first, then newest. A null `userId` finds those of all customers. */
export async function findSnoozes(
  tx: Db,
  { userId, now }: { userId: string | null; now: Date },
): Promise<SnoozeLine[]> {
  const { rows } = await sql<SnoozeRow>`
    select s.id, s.user_id "customerId", p.display_name customer, p.email, s.rule, s.until, s.reason,
           w.display_name "madeBy", s.created_at "madeAt", s.ended_at "endedAt", s.suppressed,
           s.last_suppressed_at "lastSuppressedAt"
      from alert_snoozes s join profiles p on p.id = s.user_id join profiles w on w.id = s.created_by
     where ${userId === null ? sql`true` : sql`s.user_id = ${userId}`}
     order by (s.ended_at is null and s.until > ${now}) desc, s.created_at desc limit 200`.execute(tx);
  return rows.map(({ customerId, customer, email, ...row }) => ({
    ...row,
    customer: { id: customerId, name: customer, email },
  }));
}

export type NewSnooze = { userId: string; rule: string; until: Date; reason: string; by: string; at: Date };

export const endExpiredSnooze = (tx: Db, { userId, rule, by, at }: Pick<NewSnooze, 'userId' | 'rule' | 'by' | 'at'>) =>
  sql`update alert_snoozes set ended_at = until, ended_by = ${by}
       where user_id = ${userId} and rule = ${rule} and ended_at is null and until <= ${at}`.execute(tx);

/** Inserts a snooze. Throws `snooze_one_at_a_time` while another is active. */
export const addSnooze = (tx: Db, { userId, rule, until, reason, by, at }: NewSnooze) =>
  newId(tx)`
    insert into alert_snoozes (user_id, rule, until, reason, created_by, created_at)
    values (${userId}, ${rule}, ${until}, ${reason}, ${by}, ${at}) returning id`;

/** Ends an active snooze. Returns its rule and customer, or null. */
export const endActiveSnooze = (tx: Db, id: string, { by, at }: { by: string; at: Date }) =>
  firstRow<{ rule: string; userId: string }>(tx)`
    update alert_snoozes set ended_at = ${at}, ended_by = ${by}
     where id = ${id} and ended_at is null and until > ${at} returning rule, user_id "userId"`;
