import { type RawBuilder, sql } from 'kysely';
import { type Db, firstValue, newId } from '../../platform/database.ts';
import { type Amount, amountPlain, assetOf } from './amount.ts';
import type { Movement, Party } from './movement.ts';
import type { Rail } from './movement-reference.ts';

/** A line as JSON. Amounts are text: none is rounded. */
export const movementJson = (m: RawBuilder<unknown>) => sql`jsonb_build_object('id', ${m}.id,
  'direction', ${m}.direction, 'extra', ${m}.extra, 'ofId', ${m}.of_id, 'fromId', ${m}.from_id, 'asset', ${m}.asset,
  'amount', ${m}.amount::text, 'rail', ${m}.rail, 'reference', ${m}.reference, 'referenceKey', ${m}.reference_key,
  'bank', ${m}.bank, 'account', ${m}.account, 'holder', ${m}.holder, 'address', ${m}.address, 'tag', ${m}.tag,
  'movedAt', ${m}.moved_at, 'dayOnly', ${m}.day_only, 'recordedAt', ${m}.recorded_at,
  'proposalId', ${m}.proposal_id)`;

/** The lines of an order `t`, oldest first, in the statement that reads it. */
export const movementsColumn = sql`(
  select coalesce(jsonb_agg(${movementJson(sql`m`)} order by m.recorded_at, m.id), '[]')
    from movements m where m.order_id = t.id) movements`;

export type NewMovement = {
  readonly direction: Movement['direction'];
  readonly extra?: boolean;
  readonly ofId?: string | null;
  /** Of money that moves within the house: the line from which it comes. */
  readonly fromId?: string | null;
  readonly amount: Amount;
  readonly rail: Rail;
  /** Null for what bounced without a line of its own, and for what is taken off; without a key within the house. */
  readonly reference: { readonly typed: string; readonly key: string | null } | null;
  readonly party: Party;
  readonly movedAt: Date;
  readonly dayOnly: boolean;
  readonly recordedAt: Date;
  /** Nobody of ours where a card provider told it. */
  readonly recordedBy: string | null;
  readonly proposalId: string | null;
  /** Of unassigned money: why nothing is known of it, and a remark. */
  readonly reason?: string | null;
  readonly note?: string | null;
};

/** On what a line stands: one order by its id, or one payment, never both (decision E6). */
type Due = { readonly userId: string } & ({ readonly id: string } | { readonly paymentId: string });

/** Adds a line, of nothing yet where that is null: its id. {@link usedFor} says before whether a reference is free. */
export async function addMovement(tx: Db, due: Due | null, line: NewMovement): Promise<string> {
  const { direction, extra = false, ofId = null, fromId = null, amount, rail, reference, party } = line;
  const orderId = due && 'id' in due ? due.id : null;
  const paymentId = due && 'paymentId' in due ? due.paymentId : null;
  return newId(tx)`
      insert into movements (order_id, payment_id, user_id, direction, extra, of_id, from_id, asset, amount, rail, reference, reference_key,
        bank, account, holder, address, tag, moved_at, day_only, recorded_at, recorded_by, proposal_id, reason, note)
      values (${orderId}, ${paymentId}, ${due?.userId ?? null}, ${direction}, ${extra}, ${ofId}, ${fromId},
        ${assetOf(amount)}, ${amountPlain(amount)}, ${rail}, ${reference?.typed ?? null}, ${reference?.key ?? null}, ${party.bank}, ${party.account},
        ${party.holder}, ${party.address}, ${party.tag}, ${line.movedAt}, ${line.dayOnly}, ${line.recordedAt},
        ${line.recordedBy}, ${line.proposalId}, ${line.reason ?? null}, ${line.note || null}) returning id`;
}

/** The number of a charge or its return as people read it: without its provider, and in capitals. */
const numberRead = (key: RawBuilder<unknown>) => sql`upper(regexp_replace(${key}, '^card:([a-z]+:)?', ''))`;

async function usedWhere(tx: Db, lock: string, found: RawBuilder<unknown>): Promise<string | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`reference ${lock}`}, 0))`.execute(tx);
  return firstValue<string>(tx)`
    select coalesce('order ' || t.reference, 'payment ' || p.reference, 'unassigned money') used
      from movements m left join transactions t on t.id = m.order_id left join payments p on p.id = m.payment_id
     where ${found} limit 1`;
}

/** Training coins leave by hand and stand on no line: their hashes are used all the same. */
const sentAsAward = (tx: Db, key: string) =>
  firstValue<string>(tx)`
    select 'training coins' used from lgm_awards where transaction_hash = ${key}`;

/**
 * What a reference was used for, in staff's words, in whatever spelling and however long ago; null when it is free, for
 * it is unique for ever (decision E4). Two people may type one bank line at the same moment: the second waits, and then
 * finds it used.
 */
export const usedFor = (tx: Db, key: string): Promise<string | null> =>
  usedWhere(tx, key, sql`m.reference_key = ${key}`).then((use) => use ?? sentAsAward(tx, key));

/** The same of a number of a card provider as staff type it: with or without its provider, in whatever capitals. */
export const numberUsedFor = (tx: Db, key: string): Promise<string | null> =>
  usedWhere(
    tx,
    key.replace(/^card:([a-z]+:)?/, '').toUpperCase(),
    sql`m.rail = 'card' and ${numberRead(sql`m.reference_key`)} = ${numberRead(sql`${key}::text`)}`,
  );

/** Whether an address was found clear for a customer when it was last screened. */
export const isAddressClear = async (tx: Db, customer: string, address: string) =>
  (await firstValue<boolean>(tx)`
    select app.address_clear(${customer}, ${address}) clear`) === true;
