import { sql } from 'kysely';
import { currentUserAccounts, type Db, firstRow, firstValue, hasRow } from '../../platform/database/database.ts';
import { sendNow } from '../../platform/database/prepared-statement.ts';
import { type Amount, parseStoredAmount } from './amount.ts';
import { type Movement, type MovementRow, parseMovement } from './movement.ts';
import { getPart } from './movement-reference.ts';
import { movementJson } from './movement-store.ts';
import type { UnallocatedReason } from './unallocated-reasons.ts';

/** Order or payment that the money was linked to before, or whose card page it came from. */
export type FormerDue = Due & { readonly userId: string; readonly reference: string };

/** Money without an order or payment (suspense account, E6; `unassigned_for_a_reason` in `db/schema.sql`). */
export type Unallocated = Pick<Movement, 'id' | 'amount' | 'rail' | 'reference' | 'party' | 'movedAt' | 'dayOnly'> & {
  /** Part number, from 1: one bank reference may have several movements. */
  readonly part: number;
  readonly left: Amount;
  readonly reason: UnallocatedReason;
  readonly note: string | null;
  readonly since: Date;
  readonly recordedBy: string | null;
  readonly recordedById: string | null;
  /** Assignee, else the staff member who recorded the money (E6). Null for automatic or settled money. */
  readonly keeper: { readonly id: string; readonly name: string } | null;
  readonly through: readonly FormerDue[];
  readonly movements: readonly Movement[];
};

type Row = Pick<Unallocated, 'reason' | 'note' | 'recordedBy' | 'recordedById' | 'keeper' | 'through'> & {
  line: MovementRow;
  left_over: string;
  movements: MovementRow[];
};

const columns = sql`${movementJson(sql`u`)} line, app.unallocated_remaining(u.id)::text left_over, u.reason, u.note, u.recorded_by "recordedById",
  (select p.display_name from profiles p where p.id = u.recorded_by) "recordedBy",
  (select jsonb_build_object('id', p.id, 'name', p.display_name) from unallocated_funds o
     join profiles p on p.id = coalesce(o.assignee, u.recorded_by) where o.movement_id = u.id) keeper,
  (select coalesce(jsonb_agg(jsonb_build_object('kind', case when p.id is null then 'order' else 'payment' end,
      'id', c.order_id, 'userId', c.user_id, 'reference', coalesce(t.reference, p.reference))), '[]')
     from app.source_accounts(u.id) c left join transactions t on t.id = c.order_id
     left join payments p on p.id = c.order_id) through,
  (select coalesce(jsonb_agg(${movementJson(sql`m`)} order by m.recorded_at, m.id), '[]') from movements m
    where m.reverses_id = any(array(select u.id union all select b.id from movements b where b.reverses_id = u.id))) movements`;

const toUnallocated = ({ line, left_over, movements, ...row }: Row): Unallocated => {
  const { id, amount, rail, reference, party, movedAt, dayOnly, recordedAt } = parseMovement(line);
  return {
    ...row,
    id,
    amount,
    rail,
    reference,
    party,
    movedAt,
    dayOnly,
    part: getPart(line.referenceKey),
    left: parseStoredAmount(line.asset, left_over),
    since: recordedAt,
    movements: movements.map(parseMovement),
  };
};

export type Cursor = { readonly settled: boolean; readonly since: Date; readonly id: string };
type Page = { readonly returnedAfter: Date; readonly after: Cursor | null; readonly limit: number };

/** SQL condition: excludes money from the user's own orders. */
const isNotOwn = sql`((select not exists (select from unnest(${currentUserAccounts}) a(id),
    lateral (select from movements m where m.user_id = a.id order by m.order_id limit 1) own))
  or not exists (select from app.source_accounts(o.movement_id) c where c.user_id = any(${currentUserAccounts})))`;

/** Finds open money, oldest first, then money refunded after `returnedAfter`, whose refund may still come back. */
export async function findUnallocated(tx: Db, { returnedAfter, after, limit }: Page): Promise<Unallocated[]> {
  const { rows } = await sql<Row>`
    with listed as (
      select false settled, movement_id, since from unallocated_funds
      union all
      select true, m.id, m.recorded_at from movements m
       where m.id in (select b.reverses_id from movements b
           where b.user_id is null and b.direction = 'back' and b.recorded_at > ${returnedAfter})
         and not exists (select from unallocated_funds w where w.movement_id = m.id)
    ), page as (
      select * from listed o
       where ${isNotOwn} ${after === null ? sql`` : sql`and (o.settled, o.since, o.movement_id) > (${after.settled}, ${after.since}, ${after.id})`}
       order by o.settled, o.since, o.movement_id limit ${limit})
    select ${columns} from page join movements u on u.id = page.movement_id
     order by page.settled, page.since, page.movement_id`.execute(tx);
  return rows.map(toUnallocated);
}

/** Assigns the money to a staff member. Returns false if no unallocated money is left. */
export const setAssignee = (tx: Db, id: string, { keeper, at }: { keeper: string; at: Date }) =>
  hasRow(tx)`
    update unallocated_funds set assignee = ${keeper}, assigned_at = ${at} where movement_id = ${id}
      returning movement_id`;

export const countUnallocated = async (tx: Db) =>
  (await firstValue<number>(tx)`
    select count(*)::int open from unallocated_funds o where ${isNotOwn}`) ?? 0;

/** Locks the money of a card charge until the transaction ends. */
export const lockCharge = (tx: Db, reference: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('unassigned ' || m.id, 0)) from movements m
       where m.rail = 'card' and m.reference = ${reference} order by m.id`.execute(tx);

/** Locks and reads unallocated money. Null for other movements. To avoid deadlocks, lock the order first. */
export async function lockUnallocatedRow(tx: Db, id: string): Promise<Unallocated | null> {
  const locked = sendNow(tx, sql`select pg_advisory_xact_lock(hashtextextended('unassigned ' || ${id}::uuid, 0))`);
  const found = sql<Row>`
    select ${columns} from movements u where u.id = ${id} and u.user_id is null and u.direction = 'in'`.execute(tx);
  const [{ rows }] = await Promise.all([found, locked]);
  return rows[0] ? toUnallocated(rows[0]) : null;
}

export async function findIncomingUnder(tx: Db, key: string): Promise<Movement | null> {
  const line = await firstValue<MovementRow>(tx)`
    select ${movementJson(sql`m`)} line from movements m where m.reference_key = ${key} and m.direction = 'in'`;
  return line && parseMovement(line);
}

export type Source = { readonly lineId: string } & Pick<Unallocated, 'part' | 'reason' | 'note'>;

export async function findSources(tx: Db, orderId: string): Promise<Source[]> {
  const { rows } = await sql<Omit<Source, 'part'> & { key: string | null }>`
    select m.id "lineId", u.reason, u.note, u.reference_key key
      from movements m join movements u on u.id = m.source_movement_id where m.order_id = ${orderId}`.execute(tx);
  return rows.map(({ key, ...source }) => ({ ...source, part: getPart(key) }));
}

export type Due = { readonly kind: 'order' | 'payment'; readonly id: string };

/** By the reference of a recurring buy, finds its order while exactly one is unpaid. */
export const findDueByReference = (tx: Db, reference: string) =>
  firstRow<Due>(tx)`
    select 'order' kind, id from transactions where reference = ${reference}
    union all select 'payment', id from payments where reference = ${reference}
    union all select 'order', (array_agg(id))[1] from transactions
      where payment_reference = ${reference} and status = 'pending' and pay_in in ('awaiting', 'claimed')
      having count(*) = 1`;

export async function findWithProposals(tx: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ subject: string }>`
    select distinct subject from proposals
     where subject = any(${ids}) and kind in ('return', 'undo') and state in ('open', 'approved')`.execute(tx);
  return new Set(rows.map(({ subject }) => subject));
}
