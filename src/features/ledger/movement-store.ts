import { type RawBuilder, sql } from 'kysely';
import { allRows, type Db, firstValue, newId } from '../../platform/database/database.ts';
import { storeAddressForms } from './address-forms.ts';
import { type Amount, formatPlainAmount, getAsset } from './amount.ts';
import type { Movement, Party } from './movement.ts';
import type { Rail } from './movement-reference.ts';

/** SQL: the movement `m` as JSON. Amounts are text to avoid rounding. */
export const movementJson = (m: RawBuilder<unknown>) => sql`jsonb_build_object('id', ${m}.id,
  'direction', ${m}.direction, 'extra', ${m}.is_surplus, 'ofId', ${m}.reverses_id, 'fromId', ${m}.source_movement_id, 'asset', ${m}.asset,
  'amount', ${m}.amount::text, 'rail', ${m}.rail, 'reference', ${m}.reference, 'referenceKey', ${m}.reference_key,
  'bank', ${m}.bank, 'account', ${m}.account, 'holder', ${m}.holder, 'address', ${m}.address, 'tag', ${m}.tag,
  'movedAt', ${m}.moved_at, 'dayOnly', ${m}.day_only, 'recordedAt', ${m}.recorded_at,
  'proposalId', ${m}.proposal_id)`;

export const movementsColumn = sql`(
  select coalesce(jsonb_agg(${movementJson(sql`m`)} order by m.recorded_at, m.id), '[]')
    from movements m where m.order_id = t.id) movements`;

export type NewMovement = {
  readonly direction: Movement['direction'];
  readonly extra?: boolean;
  readonly ofId?: string | null;
  /** For internal moves: the source movement. */
  readonly fromId?: string | null;
  readonly amount: Amount;
  readonly rail: Rail;
  /** Null for returns without a reference and for unlinking. Internal moves have no key. */
  readonly reference: { readonly typed: string; readonly key: string | null } | null;
  readonly party: Party;
  readonly movedAt: Date;
  readonly dayOnly: boolean;
  readonly recordedAt: Date;
  /** Null for events of card providers. */
  readonly recordedBy: string | null;
  readonly proposalId: string | null;
  readonly reason?: string | null;
  readonly note?: string | null;
};

type Due = { readonly userId: string } & ({ readonly id: string } | { readonly paymentId: string });

/** Inserts a movement and returns its id; `due` is null for unallocated money. Check {@link findUse} first. */
export async function insertMovement(tx: Db, due: Due | null, line: NewMovement): Promise<string> {
  const { direction, extra = false, ofId = null, fromId = null, amount, rail, reference, party } = line;
  const orderId = due && 'id' in due ? due.id : null;
  const paymentId = due && 'paymentId' in due ? due.paymentId : null;
  await storeAddressForms(tx, [party.address]);
  return newId(tx)`
      insert into movements (order_id, payment_id, user_id, direction, is_surplus, reverses_id, source_movement_id, asset, amount, rail, reference, reference_key,
        bank, account, holder, address, tag, moved_at, day_only, recorded_at, recorded_by, proposal_id, reason, note)
      values (${orderId}, ${paymentId}, ${due?.userId ?? null}, ${direction}, ${extra}, ${ofId}, ${fromId},
        ${getAsset(amount)}, ${formatPlainAmount(amount)}, ${rail}, ${reference?.typed ?? null}, ${reference?.key ?? null}, ${party.bank}, ${party.account},
        ${party.holder}, ${party.address}, ${party.tag}, ${line.movedAt}, ${line.dayOnly}, ${line.recordedAt},
        ${line.recordedBy}, ${line.proposalId}, ${line.reason ?? null}, ${line.note || null}) returning id`;
}

/** SQL: strips the provider prefix, which staff do not type, and converts to upper case. */
const normalizeNumber = (key: RawBuilder<unknown>) => sql`upper(regexp_replace(${key}, '^card:([a-z]+:)?', ''))`;

async function findUseWhere(tx: Db, lock: string, found: RawBuilder<unknown>): Promise<string | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`reference ${lock}`}, 0))`.execute(tx);
  return firstValue<string>(tx)`
    select coalesce('order ' || t.reference, 'payment ' || p.reference, 'unallocated money') used
      from movements m left join transactions t on t.id = m.order_id left join payments p on p.id = m.payment_id
     where ${found} limit 1`;
}

/** Hashes of training coins count as used, although they have no movement. */
const findAwardUse = (tx: Db, key: string) =>
  firstValue<string>(tx)`
    select 'training coins' used from lgm_awards where transaction_hash = ${key}`;

/** Returns a label for the earlier use of a reference, or null (decision E4). Locks the reference. */
export const findUse = (tx: Db, key: string): Promise<string | null> =>
  findUseWhere(tx, key, sql`m.reference_key = ${key}`).then((use) => use ?? findAwardUse(tx, key));

export const findCardNumberUse = (tx: Db, key: string): Promise<string | null> =>
  findUseWhere(
    tx,
    key.replace(/^card:([a-z]+:)?/, '').toUpperCase(),
    sql`m.rail = 'card' and ${normalizeNumber(sql`m.reference_key`)} = ${normalizeNumber(sql`${key}::text`)}`,
  );

/** Finds staff who recorded a movement or its source money. Excludes movements that only copy evidence. */
export const findRecorders = (tx: Db, lineId: string): Promise<{ id: string }[]> =>
  allRows<{ id: string }>(tx)`
    with recursive origin as (
      select id, source_movement_id source_id, recorded_by,
          source_movement_id is not null and order_id is null and payment_id is null copied
        from movements where id = ${lineId}
      union
      select m.id, case m.direction when 'off' then m.reverses_id else m.source_movement_id end, m.recorded_by,
          m.direction = 'off' or (m.source_movement_id is not null and m.order_id is null and m.payment_id is null)
        from origin o join movements m on m.id = o.source_id)
    select distinct recorded_by id from origin where recorded_by is not null and not copied
    union select l.recorded_by from origin o join bank_lines l on l.movement_id = o.id`;

export const isAddressClear = async (tx: Db, customer: string, address: string) =>
  (await firstValue<boolean>(tx)`
    select app.is_address_clear(${customer}, ${address}) clear`) === true;

/** True while two people have not released the order after its card payment was charged back. */
export const hasOpenChargeback = async (tx: Db, orderId: string): Promise<boolean> =>
  (await firstValue<boolean>(tx)`select app.has_open_chargeback(${orderId}) open`) !== false;
