import { sql } from 'kysely';
import { anyRow, type Db, firstRow, firstValue, ownAccounts } from '../../platform/database.ts';
import { type Amount, readAmount } from './amount.ts';
import { type Movement, type MovementRow, readMovement } from './movement.ts';
import { partIn } from './movement-reference.ts';
import { movementJson } from './movement-store.ts';
import type { UnassignedReason } from './unassigned-why.ts';

/** An order on which this money stood before, or what the page was opened for on which a card paid it. */
export type Through = Due & { readonly userId: string; readonly reference: string };

/**
 * Unassigned money: money or coins that came in and stand on no order or payment, for a reason (decision E6;
 * `unassigned_for_a_reason` in `db/schema.sql`).
 */
export type Unassigned = Pick<Movement, 'id' | 'amount' | 'rail' | 'reference' | 'party' | 'movedAt' | 'dayOnly'> & {
  /** Which part of its reference it is: 1, or a further one that was told on purpose. */
  readonly part: number;
  /** Of the amount: less what went to orders and what went back. */
  readonly left: Amount;
  readonly reason: UnassignedReason;
  readonly note: string | null;
  /** Since when it has been unassigned, and who wrote it down. */
  readonly since: Date;
  readonly recordedBy: string | null;
  readonly recordedById: string | null;
  /**
   * Who looks after it, its name (decision E6): who took it over, else who wrote it down; null of what no person did,
   * or is settled.
   */
  readonly keeper: { readonly id: string; readonly name: string } | null;
  readonly through: readonly Through[];
  /** What went back of it, or bounced. */
  readonly movements: readonly Movement[];
};

type Row = Pick<Unassigned, 'reason' | 'note' | 'recordedBy' | 'recordedById' | 'keeper' | 'through'> & {
  line: MovementRow;
  left_over: string;
  movements: MovementRow[];
};

const columns = sql`${movementJson(sql`u`)} line, app.money_left(u.id)::text left_over, u.reason, u.note, u.recorded_by "recordedById",
  (select p.display_name from profiles p where p.id = u.recorded_by) "recordedBy",
  (select jsonb_build_object('id', p.id, 'name', p.display_name) from unassigned_open o
     join profiles p on p.id = coalesce(o.keeper, u.recorded_by) where o.movement_id = u.id) keeper,
  (select coalesce(jsonb_agg(jsonb_build_object('kind', case when p.id is null then 'order' else 'payment' end,
      'id', c.order_id, 'userId', c.user_id, 'reference', coalesce(t.reference, p.reference))), '[]')
     from app.came_through(u.id) c left join transactions t on t.id = c.order_id
     left join payments p on p.id = c.order_id) through,
  (select coalesce(jsonb_agg(${movementJson(sql`m`)} order by m.recorded_at, m.id), '[]') from movements m
    where m.of_id = any(array(select u.id union all select b.id from movements b where b.of_id = u.id))) movements`;

const read = ({ line, left_over, movements, ...row }: Row): Unassigned => {
  const { id, amount, rail, reference, party, movedAt, dayOnly, recordedAt } = readMovement(line);
  return {
    ...row,
    ...{ id, amount, rail, reference, party, movedAt, dayOnly },
    part: partIn(line.referenceKey),
    left: readAmount(line.asset, left_over),
    since: recordedAt,
    movements: movements.map(readMovement),
  };
};

/** After which line a page of the list begins. */
export type Cursor = { readonly settled: boolean; readonly since: Date; readonly id: string };
type Page = { readonly returnedAfter: Date; readonly after: Cursor | null; readonly limit: number };

/** Of the asker's own orders, under whatever account, nothing; most of the staff have none. */
const notOwn = sql`((select not exists (select from unnest(${ownAccounts}) a(id),
    lateral (select from movements m where m.user_id = a.id order by m.order_id limit 1) own))
  or not exists (select from app.came_through(o.movement_id) c where c.user_id = any(${ownAccounts})))`;

/**
 * What of it is left, oldest first, then what went back whole after a moment, since that may bounce. It costs what is
 * open and what went back lately, however much was settled before.
 */
export async function unassignedMoney(tx: Db, { returnedAfter, after, limit }: Page): Promise<Unassigned[]> {
  const { rows } = await sql<Row>`
    with listed as (
      select false settled, movement_id, since from unassigned_open
      union all
      select true, m.id, m.recorded_at from movements m
       where m.id in (select b.of_id from movements b
           where b.user_id is null and b.direction = 'back' and b.recorded_at > ${returnedAfter})
         and not exists (select from unassigned_open w where w.movement_id = m.id)
    ), page as (
      select * from listed o
       where ${notOwn} ${after === null ? sql`` : sql`and (o.settled, o.since, o.movement_id) > (${after.settled}, ${after.since}, ${after.id})`}
       order by o.settled, o.since, o.movement_id limit ${limit})
    select ${columns} from page join movements u on u.id = page.movement_id
     order by page.settled, page.since, page.movement_id`.execute(tx);
  return rows.map(read);
}

/** Says who looks after it; false where nothing of it is open. */
export const giveKeeper = (tx: Db, id: string, { keeper, at }: { keeper: string; at: Date }) =>
  anyRow(tx)`
    update unassigned_open set keeper = ${keeper}, kept_since = ${at} where movement_id = ${id}
      returning movement_id`;

/** How many of them are open. */
export const countUnassigned = async (tx: Db) =>
  (await firstValue<number>(tx)`
    select count(*)::int open from unassigned_open o where ${notOwn}`) ?? 0;

/** Waits for whoever works on the money of a charge, and keeps others from it to the end of this transaction. */
export const lockMoneyUnder = (tx: Db, reference: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('unassigned ' || m.id, 0)) from movements m
       where m.rail = 'card' and m.reference = ${reference} order by m.id`.execute(tx);

/**
 * One of them; null for any other line. Nobody else draws on it until the transaction ends: it is locked first and read
 * after. An order of which a part is to stand is locked before it.
 */
export async function lockUnassigned(tx: Db, id: string): Promise<Unassigned | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended('unassigned ' || ${id}::uuid, 0))`.execute(tx);
  const { rows } = await sql<Row>`
    select ${columns} from movements u where u.id = ${id} and u.user_id is null and u.direction = 'in'`.execute(tx);
  return rows[0] ? read(rows[0]) : null;
}

/** What came in from outside under a reference, by its key. */
export async function cameInUnder(tx: Db, key: string): Promise<Movement | null> {
  const line = await firstValue<MovementRow>(tx)`
    select ${movementJson(sql`m`)} line from movements m where m.reference_key = ${key} and m.direction = 'in'`;
  return line && readMovement(line);
}

/** Of each line of an order that came from unassigned money: why that stood on none. */
export type Source = { readonly lineId: string } & Pick<Unassigned, 'part' | 'reason' | 'note'>;

export async function sourcesOf(tx: Db, orderId: string): Promise<Source[]> {
  const { rows } = await sql<Omit<Source, 'part'> & { key: string | null }>`
    select m.id "lineId", u.reason, u.note, u.reference_key key
      from movements m join movements u on u.id = m.from_id where m.order_id = ${orderId}`.execute(tx);
  return rows.map(({ key, ...source }) => ({ ...source, part: partIn(key) }));
}

/** What money can stand on. */
export type Due = { readonly kind: 'order' | 'payment'; readonly id: string };

/** The order or the payment that people name so on a transfer: both have references of the same numbers. */
export const dueNamed = (tx: Db, reference: string) =>
  firstRow<Due>(tx)`
    select 'order' kind, id from transactions where reference = ${reference}
    union all select 'payment', id from payments where reference = ${reference}`;

export type GoingBack = {
  readonly lineId: string;
  readonly to: Pick<Movement['party'], 'account' | 'address' | 'tag'>;
};

/**
 * Whether somebody frozen is known by the account or address to which a line goes back, or by what it brought, and two
 * people did not let it go back as unassigned money; it does not say who.
 */
export const isReturnStopped = async (tx: Db, { lineId, to }: GoingBack) =>
  (await firstValue<boolean>(tx)`
    select app.return_stopped(${lineId}, ${to.account}, ${to.address}, ${to.tag}) stopped`) !== false;

/** The same of an order: by where what is here of it came from, or through, or by where its own goes. */
export const isOrderStopped = async (tx: Db, orderId: string) =>
  (await firstValue<boolean>(tx)`select app.order_stopped(${orderId}) stopped`) !== false;

/** Which of these have something before a second person, or agreed on. */
export async function withProposals(tx: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ subject: string }>`
    select distinct subject from proposals
     where subject = any(${ids}) and kind in ('return', 'undo') and state in ('open', 'approved')`.execute(tx);
  return new Set(rows.map(({ subject }) => subject));
}
