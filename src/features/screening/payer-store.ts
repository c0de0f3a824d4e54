import { sql } from 'kysely';
import { activeVersions } from '../../platform/database/active-versions.ts';
import { allRows, type Db, firstRow, firstValue } from '../../platform/database/database.ts';
import type { ProfileName } from '../ledger/names.ts';
import type { MatchPair } from './hit-store.ts';
import { sanctionsVersion } from './index-store.ts';

/** Named payer of an order, a payment or unallocated funds, or payee of a sale. */
export type Payer = {
  readonly movementId: string;
  /** Id of the order or payment; for unallocated funds, of the movement. */
  readonly dueId: string;
  readonly userId: string | null;
  readonly names: readonly [string];
  /** True for a payee, false for a payer. */
  readonly isPaid: boolean;
  /** Approved name, or null. */
  readonly customer: ProfileName | null;
  /** Matches that already stopped the payer. Later decisions of staff do not matter. */
  readonly stoppedBy: readonly MatchPair[];
};

/** Replaces the list version for a customer's own approved name, which is screened with the customer. */
export const ownNameVersion = 'own_name';

const payerNameSql = sql`coalesce(nullif(btrim(m.holder), ''), t.account_holder_name)`;
const payersSql = sql`select c.movement_id "movementId", c.due_id "dueId", c.user_id "userId", array[${payerNameSql}] names,
    coalesce(btrim(m.holder), '') = '' "isPaid", c.stopped_by "stoppedBy",
    case when app.has_approved_name(p.id) then jsonb_build_object('firstName', p.first_name, 'lastName', p.last_name,
      'displayName', null) end customer
  from payer_screenings c join movements m on m.id = c.movement_id left join transactions t on t.id = m.order_id
    left join profiles p on p.id = c.user_id`;
const isOwnNameSql = sql`(c.list_versions is not distinct from ${ownNameVersion} and app.has_approved_name(c.user_id))`;
const isNamedSql = sql`${payerNameSql} is not null
  and not exists (select from movements o where o.reverses_id = m.id and o.direction = 'off')`;

export const findPayer = (tx: Db, movementId: string) =>
  firstRow<Payer>(tx)`${payersSql} where c.movement_id = ${movementId}`;

export const findPayers = (tx: Db, dueId: string) =>
  allRows<Payer>(tx)`${payersSql}
     where c.due_id = ${dueId} and not ${isOwnNameSql} and ${isNamedSql}
     order by c.movement_id`;

export type PaidFor = 'order' | 'payment' | 'nothing';

type Page = { readonly version: string; readonly after: string | null };

const dueJoinSql = {
  order: sql`join transactions d on d.id = c.due_id and (d.awaits_staff or (d.status = 'pending' and d.pay_in = 'awaiting'))`,
  payment: sql`join payments d on d.id = c.due_id and d.awaits_staff and d.pay_in = 'received'`,
  nothing: sql`join unallocated_funds d on d.movement_id = c.movement_id`,
} as const satisfies Record<PaidFor, unknown>;

/** Finds at most 100 payers. Includes payers whose stop has no hit left to decide, because its party was cleared. */
export async function findUncomparedPayers(tx: Db, kind: PaidFor, { version, after }: Page): Promise<Payer[]> {
  const undecidableSql = sql`c.user_id is not null and exists (select from jsonb_to_recordset(c.stopped_by) s(source text, ref text, hash text)
    where not exists (select from name_hits h where h.user_id = c.user_id and h.source = s.source
      and h.party_ref = s.ref and (h.state <> 'cleared' or h.pair_hash = s.hash)))`;
  return allRows<Payer>(tx)`${payersSql} ${dueJoinSql[kind]}
     where not ${isOwnNameSql} and ${isNamedSql}
       and (c.list_versions is distinct from ${version} or ${undecidableSql})
       ${after === null ? sql`` : sql`and c.movement_id > ${after}`} order by c.movement_id limit 100`;
}

type PayerScreening = { readonly version: string; readonly stops?: readonly MatchPair[] };

export const recordPayerScreening = (tx: Db, { movementId }: Payer, { version, stops = [] }: PayerScreening) =>
  sql`update payer_screenings set list_versions = ${version}, stopped_by = stopped_by || array_to_json(array(
       select m || jsonb_build_object('at', clock_timestamp()) from jsonb_array_elements(${JSON.stringify(stops)}::jsonb) m
     ))::jsonb where movement_id = ${movementId}`.execute(tx);

export const findActiveVersion = async (tx: Db) =>
  (await firstValue<string>(tx)`select ${sanctionsVersion} "version" from ${activeVersions}`) ?? '';

/** Returns true when two officers released the funds despite every match in `found`, or cleared their sender. */
export const isUnallocatedPayerCleared = async (tx: Db, movementId: string, found: readonly MatchPair[]) =>
  (await firstValue<boolean>(tx)`
    select app.is_unallocated_payer_clear(${movementId}, ${JSON.stringify(found)}::jsonb) clear`) === true;

/** Returns true when compliance cleared all matches or two officers released the order. False before screening. */
export const areHoldersCleared = async (tx: Db, dueId: string, found: readonly MatchPair[]) =>
  (await firstValue<boolean>(tx)`
    select app.is_holder_clear(${dueId}, ${JSON.stringify(found)}::jsonb) clear`) === true;
