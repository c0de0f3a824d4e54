import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type Db, whoAsks } from '../../../platform/database.ts';
import { inForce } from '../../../platform/in-force.ts';
import { insertRows, rowsOf } from '../../../platform/new-rows.ts';
import type { ProfileName } from '../../movements/names.ts';
import { ruleSetVersion } from '../../risk/judge.ts';
import type { Score } from '../../risk/score.ts';
import { sanctionsVersion } from '../../screening/index-store.ts';
import type { WalletScreening } from '../../screening/screen-wallet.ts';
import { type Order, walletOf } from '../order/order-row.ts';
import {
  type Entitlement,
  type EntitlementRow,
  entitlement,
  entitlementColumns,
  type JudgedBefore,
  type PersonRisk,
  readEntitlement,
  type Window,
} from '../quoting/quote-store.ts';
import type { FundsStatement } from '../quoting/source-of-funds.ts';
import { walletHolds } from './release-rule.ts';

/**
 * What is known of a person: their name, and what risk is judged by, of profiles and enhanced_kyc_data [001 §7 Reads
 * and writes].
 */
export type PersonFacts = ProfileName & PersonRisk;

/** What a judgement needs, read in the caller's own first statement. */
export type JudgingGround = {
  readonly sanctionsVersion: string;
  readonly ruleSetId: string;
  /** Null when nobody asks. */
  readonly facts: PersonFacts | null;
  readonly before: JudgedBefore;
};

/** The columns of {@link JudgingGround} beside those of `entitlementColumns`; the statement reads from `inForce`. */
export const judgingColumns = sql`
  ${sanctionsVersion} "sanctionsVersion", ${ruleSetVersion} "ruleSetId",
  (select json_build_object('firstName', p.first_name, 'lastName', p.last_name, 'displayName', p.display_name,
      'pep', p.is_pep or coalesce(e.pep_status, false),
      'highRiskJurisdiction', coalesce(e.high_risk_jurisdiction, false),
      'dueDiligence', coalesce(e.enhanced_due_diligence_required, false), 'sanctions', e.sanctions_check_result)
     from profiles p left join enhanced_kyc_data e on e.user_id = p.id where p.id = ${whoAsks}) facts`;

export type JudgingColumns = Omit<JudgingGround, 'before'>;

/** What is known of whoever asks: their name here, their risk as a person (decision E3). */
export const factsOf = ({ facts, person }: JudgingColumns & Pick<EntitlementRow, 'person'>): PersonFacts | null =>
  facts && { ...facts, ...person.risk };

export type EntitledGround = JudgingGround & { readonly may: Entitlement };

/** The same with what the person may trade, for a look before an order. */
export async function standingOf(tx: Db, { key, window }: { key: string; window: Window }) {
  const { rows } = await sql<EntitlementRow & JudgingColumns>`
    select ${entitlementColumns({ ...window, key })}, ${judgingColumns} from ${inForce}`.execute(tx);
  const row = rows[0];
  if (!row) throw new Error('the row of what is in force is missing');
  const { sanctionsVersion, ruleSetId, person } = row;
  return {
    may: await readEntitlement(tx, row),
    sanctionsVersion,
    ruleSetId,
    facts: factsOf(row),
    before: person.before,
  } satisfies EntitledGround;
}

export type NewScreening = {
  readonly id: string;
  readonly userId: string;
  readonly symbol: string;
  readonly network: string;
  readonly walletAddress: string;
  readonly screening: WalletScreening;
  readonly at: Date;
};

/**
 * The row of a wallet's screening in blockchain_screening, alone or beside the order that rests on it [001 §3
 * blockchain_screening].
 */
export const screeningRow = rowsOf<NewScreening>('blockchain_screening', {
  id: (of) => of.id,
  user_id: (of) => of.userId,
  wallet_address: (of) => of.walletAddress,
  crypto_symbol: (of) => of.symbol,
  network: (of) => of.network,
  risk_score: (of) => of.screening.riskScore,
  screening_result: (of) => of.screening.result,
  risk_categories: (of) => of.screening.categories,
  provider: (of) => of.screening.provider,
  list_versions: (of) => JSON.stringify(of.screening.lists),
  evidence: (of) => JSON.stringify(of.screening.evidence ?? null),
  created_at: (of) => of.at,
});

export type Unscreened = { id: string; userId: string; address: string; network: string; symbol: string };

/** The wallet of an order `t`: of a sell the one that really sent the coins, once that is known. */
const walletColumn = sql`coalesce(wallet_address,
  (select m.address from movements m where m.order_id = t.id and m.direction = 'in' and not m.extra
    and m.id in (select app.lines_here(t.id))),
  sender_wallet_address, '')`;

/** Orders that were placed while no screening was to be had, oldest first, a bounded number at a time. */
export async function unscreened(tx: Db, after: string | null): Promise<Unscreened[]> {
  const { rows } = await sql<Unscreened>`
    select id, user_id "userId", ${walletColumn} address, network, crypto_symbol symbol
      from transactions t
     where held and hold_reason = 'screening_down' ${after === null ? sql`` : sql`and id > ${after}`}
     order by id limit 100`.execute(tx);
  return rows;
}

/** Orders that were given another price and not judged by it yet, oldest first, a bounded number at a time; or one. */
export async function unjudged(tx: Db, one: string | null = null): Promise<Unscreened[]> {
  const { rows } = await sql<Unscreened>`
    select id, user_id "userId", ${walletColumn} address, network, crypto_symbol symbol
      from transactions t
     where unjudged ${one === null ? sql`` : sql`and id = ${one}`}
     order by id limit 100`.execute(tx);
  return rows;
}

/** What an order of US$1,000 or more needs, as far as its own has it. */
export async function evidenceFor(tx: Db, orderId: string): Promise<FundsStatement> {
  const { rows } = await sql<FundsStatement>`
    select source_of_funds "source",
        exists (select from files f where f.id = t.source_of_funds_file and f.purpose = 'source-of-funds') "hasProof",
        exists (select from transfer_parties p where p.order_id = t.id) "knowsHolder"
      from transactions t where id = ${orderId}`.execute(tx);
  return rows[0] ?? { source: null, hasProof: false, knowsHolder: false };
}

/** From here on whoever asks is this person, in an act of the product: what they may is found as in one of theirs. */
export const standFor = (tx: Db, userId: string) => sql`select set_config('app.user_id', ${userId}, true)`.execute(tx);

/** What the customer of an order may trade in a month, read as in an act of theirs, whoever asks. */
export async function entitlementOf(tx: Db, userId: string, window: Window): Promise<Entitlement> {
  const { rows } = await sql<{ me: string }>`select coalesce(${whoAsks}::text, '') me`.execute(tx);
  await standFor(tx, userId);
  const may = await entitlement(tx, window);
  await standFor(tx, rows[0]?.me ?? '');
  return may;
}

/** The order was judged by its new price, with this score; null where it had ended meanwhile. */
export const endJudging = (tx: Db, orderId: string, score: Pick<Score, 'score' | 'level'> | null) =>
  sql`update transactions set unjudged = false, risk_score = coalesce(${score?.score ?? null}, risk_score),
      risk_level = coalesce(${score?.level ?? null}, risk_level) where id = ${orderId}`.execute(tx);

/** Each time all that are open are looked through, so there are few times. */
export const ordersAtATime = 5_000;

/**
 * The wallets of orders that are under way, or whose money is here though they ended, and of who sent coins beside an
 * order's own: oldest first, those of {@link ordersAtATime}; of held ones too, but for those that are held for a wallet
 * already.
 */
export async function underWay(tx: Db, after: string | null): Promise<Unscreened[]> {
  const { rows } = await sql<Unscreened>`
    select t.id, w.address, t.network, t.crypto_symbol symbol
      from (select id, network, crypto_symbol, wallet_address, sender_wallet_address from transactions
             where (awaits_staff or (status = 'pending' and pay_in = 'awaiting'))
               and not (held and coalesce(hold_reason = any(${walletHolds}::text[]), false))
               ${after === null ? sql`` : sql`and id > ${after}`}
             order by id limit ${ordersAtATime}) t
     cross join lateral (select ${walletColumn} address
       union select m.address from movements m where m.order_id = t.id and m.extra and m.address is not null
         and m.id in (select app.lines_here(t.id))) w
     order by t.id`.execute(tx);
  return rows;
}

/** Coins beside an order's own, still here, of whose sender screening knew nothing when it was last asked. */
export async function unscreenedSenders(tx: Db): Promise<{ orderId: string; movementId: string }[]> {
  const { rows } = await sql<{ orderId: string; movementId: string }>`
    select t.id "orderId", m.id "movementId" from transactions t join movements m on m.order_id = t.id
     where t.awaits_staff and t.extras > 0 and m.extra and m.id in (select app.lines_here(t.id))
       and (select s.screening_result from blockchain_screening s
             where s.user_id = m.user_id and s.wallet_address = m.address
             order by s.created_at desc, s.id desc limit 1) = 'error'
     order by m.id limit 100`.execute(tx);
  return rows;
}

/** Which lists are in force and how fresh, now. */
export async function sanctionsNow(tx: Db): Promise<string> {
  const { rows } = await sql<{ version: string }>`select ${sanctionsVersion} "version" from ${inForce}`.execute(tx);
  return rows[0]?.version ?? '';
}

type Rescreened = { screening: WalletScreening; holdReason: string | null; note?: string; at: Date };

/**
 * Keeps another screening of an order's wallet, and gives the order its result, with the reason for which it is held
 * from now on if it is. Answers the screening's id.
 */
export async function keepScreening(tx: Db, order: Order, { screening, holdReason, note, at }: Rescreened) {
  const id = randomUUID();
  const { userId, network, coins } = order;
  const of = { id, userId, symbol: coins.symbol, network, walletAddress: walletOf(order) };
  await insertRows(tx, [screeningRow({ ...of, screening, at })]);
  await sql`
    update transactions set blockchain_screening_id = ${id}, updated_at = ${at},
      hold_reason = case when held then ${holdReason} else hold_reason end,
      compliance_notes = nullif(concat_ws(E'\n', compliance_notes, ${note ?? null}::text), '')
     where id = ${order.id}`.execute(tx);
  return id;
}

type Beside = { screening: WalletScreening; address: string; holdReason: string | null; at: Date };

/**
 * Keeps the screening of who sent coins beside an order's own, which goes on standing on that of its own wallet. With a
 * reason, it is held by that from now on if it is. Answers the screening's id.
 */
export async function keepBeside(tx: Db, order: Order, { screening, address, holdReason, at }: Beside) {
  const id = randomUUID();
  const { userId, network, coins } = order;
  await insertRows(tx, [
    screeningRow({ id, userId, symbol: coins.symbol, network, walletAddress: address, screening, at }),
  ]);
  if (holdReason)
    await sql`update transactions set hold_reason = ${holdReason} where id = ${order.id} and held`.execute(tx);
  return id;
}
