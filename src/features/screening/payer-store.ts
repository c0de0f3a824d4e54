import { sql } from 'kysely';
import { allRows, type Db, firstRow, firstValue } from '../../platform/database.ts';
import { inForce } from '../../platform/in-force.ts';
import type { ProfileName } from '../movements/names.ts';
import type { PairOfFacts } from './hit-store.ts';
import { sanctionsVersion } from './index-store.ts';

/**
 * Who paid for an order, a payment or for nothing known, by the name on the line, or whom a sale pays, by the name on
 * the account; and what that stopped for.
 */
export type Payer = {
  readonly movementId: string;
  /** The order or payment that was paid for; of what stands on nothing its own line. */
  readonly dueId: string;
  /** Whose match it is; null of what came from outside and is nobody's. */
  readonly userId: string | null;
  readonly names: readonly [string];
  /** Of the order's own account into which it is paid: coins bear no name. */
  readonly isPaid: boolean;
  /** The customer's name where it stands on approved papers: whom nobody identified takes any at will. */
  readonly customer: ProfileName | null;
  /** The matches that stopped it until now, whatever people said of them since. */
  readonly stoppedBy: readonly PairOfFacts[];
};

/**
 * With which lists the customer's own name stands: the customer is compared by themselves. It does so while it stands
 * on approved papers, and no longer.
 */
export const ownName = 'own_name';

const named = sql`coalesce(nullif(btrim(m.holder), ''), t.account_holder_name)`;
const payers = sql`select c.movement_id "movementId", c.due_id "dueId", c.user_id "userId", array[${named}] names,
    coalesce(btrim(m.holder), '') = '' "isPaid", c.stopped_by "stoppedBy",
    case when app.name_stands(p.id) then jsonb_build_object('firstName', p.first_name, 'lastName', p.last_name,
      'displayName', null) end customer
  from compared_payers c join movements m on m.id = c.movement_id left join transactions t on t.id = m.order_id
    left join profiles p on p.id = c.user_id`;
const isOwn = sql`(c.compared_with is not distinct from ${ownName} and app.name_stands(c.user_id))`;
const there = sql`${named} is not null
  and not exists (select from movements o where o.of_id = m.id and o.direction = 'off')`;

/** Who paid under this line, as long as it was compared with nothing. */
export const payerUnder = (tx: Db, movementId: string) =>
  firstRow<Payer>(tx)`${payers} where c.movement_id = ${movementId}`;

/** Whoever paid for an order or a payment, or is paid by it, under another name than its customer's own. */
export const payersOf = (tx: Db, dueId: string) =>
  allRows<Payer>(tx)`${payers}
     where c.due_id = ${dueId} and not ${isOwn} and ${there}
     order by c.movement_id`;

/** What somebody paid: an order, a payment, or what stands on nothing. */
export type PaidFor = 'order' | 'payment' | 'nothing';

type Page = { readonly version: string; readonly after: string | null };

/** What is due that may still move, in whose table. */
const underWay = {
  order: sql`join transactions d on d.id = c.due_id and (d.awaits_staff or (d.status = 'pending' and d.pay_in = 'awaiting'))`,
  payment: sql`join payments d on d.id = c.due_id and d.awaits_staff and d.pay_in = 'received'`,
  nothing: sql`join unassigned_open d on d.movement_id = c.movement_id`,
} as const satisfies Record<PaidFor, unknown>;

/**
 * Whose names were not compared with this version yet, a bounded number at a time; and once more those of a match that
 * nobody can clear, since another of the same party was cleared in its stead.
 */
export async function uncomparedPayers(tx: Db, of: PaidFor, { version, after }: Page): Promise<Payer[]> {
  const undecidable = sql`c.user_id is not null and exists (select from jsonb_to_recordset(c.stopped_by) s(source text, ref text, hash text)
    where not exists (select from name_hits h where h.user_id = c.user_id and h.source = s.source
      and h.party_ref = s.ref and (h.state <> 'cleared' or h.pair_hash = s.hash)))`;
  return allRows<Payer>(tx)`${payers} ${underWay[of]}
     where not ${isOwn} and ${there}
       and (c.compared_with is distinct from ${version} or ${undecidable})
       ${after === null ? sql`` : sql`and c.movement_id > ${after}`} order by c.movement_id limit 100`;
}

type Compared = { readonly version: string; readonly stops?: readonly PairOfFacts[] };

/** Keeps with which lists who paid was compared, and for what it stops from now on: by the clock of the database. */
export const markPayer = (tx: Db, { movementId }: Payer, { version, stops = [] }: Compared) =>
  sql`update compared_payers set compared_with = ${version}, stopped_by = stopped_by || array_to_json(array(
       select m || jsonb_build_object('at', clock_timestamp()) from jsonb_array_elements(${JSON.stringify(stops)}::jsonb) m
     ))::jsonb where movement_id = ${movementId}`.execute(tx);

/** The lists in force, in the word that changes with them. */
export const listsInForce = async (tx: Db) =>
  (await firstValue<string>(tx)`select ${sanctionsVersion} "version" from ${inForce}`) ?? '';

/**
 * The same of money that stands on nothing: two of compliance let it go back although they knew of each of these
 * matches, and of those that stopped it before; or the customer off whose order it came was cleared of them.
 */
export const isUnassignedLetGo = async (tx: Db, movementId: string, found: readonly PairOfFacts[]) =>
  (await firstValue<boolean>(tx)`
    select app.unassigned_payer_clear(${movementId}, ${JSON.stringify(found)}::jsonb) clear`) === true;

/**
 * Whether compliance let go what these matches, and those that stopped it before, say against the names of an order or
 * a payment: they cleared each of them, or two of them released the order after it had stopped for it. Nobody is let go
 * who was compared with nothing. Who asks learns no more.
 */
export const isLetGo = async (tx: Db, dueId: string, found: readonly PairOfFacts[]) =>
  (await firstValue<boolean>(tx)`
    select app.holder_clear(${dueId}, ${JSON.stringify(found)}::jsonb) clear`) === true;
