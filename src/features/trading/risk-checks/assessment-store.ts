import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { defineRow, insertRows } from '../../../platform/database/batch-insert.ts';
import { allRows, currentUserId, type Db, firstRow, firstValue } from '../../../platform/database/database.ts';
import { activeVersions } from '../../../platform/database/rows.ts';
import type { ProfileName } from '../../ledger/names.ts';
import { ruleSetVersion } from '../../risk/assess-order-risk.ts';
import type { Score } from '../../risk/score.ts';
import { sanctionsVersion } from '../../screening/index-store.ts';
import type { WalletScreening } from '../../screening/screen-wallet.ts';
import { getWallet } from '../order/order-balance.ts';
import type { Order } from '../order/order-row.ts';
import {
  type Entitlement,
  type EntitlementRow,
  entitlementColumns,
  loadEntitlement,
  type PersonRisk,
  type PriorAssessments,
  readEntitlement,
  type Window,
} from '../quoting/quote-store.ts';
import type { FundsStatement } from '../quoting/source-of-funds.ts';
import { walletHolds } from './release-rule.ts';

/** Name and risk facts of a customer, from profiles and enhanced_kyc_data [001 §7 Reads and writes]. */
export type PersonFacts = ProfileName & PersonRisk;

export type AssessmentBasis = {
  readonly sanctionsVersion: string;
  readonly ruleSetId: string;
  readonly facts: PersonFacts | null;
  readonly before: PriorAssessments;
};

/** Columns of {@link AssessmentBasis} beyond `entitlementColumns`. The statement must read from `activeVersions`. */
export const assessmentColumns = sql`
  ${sanctionsVersion} "sanctionsVersion", ${ruleSetVersion} "ruleSetId",
  (select json_build_object('firstName', p.first_name, 'lastName', p.last_name, 'displayName', p.display_name,
      'pep', p.is_pep or coalesce(e.pep_status, false),
      'highRiskJurisdiction', coalesce(e.high_risk_jurisdiction, false),
      'dueDiligence', coalesce(e.enhanced_due_diligence_required, false), 'sanctions', e.sanctions_check_result)
     from profiles p left join enhanced_kyc_data e on e.user_id = p.id where p.id = ${currentUserId}) facts`;

export type AssessmentColumns = Omit<AssessmentBasis, 'before'>;

/** Combines the name of this account with the risk of all joined accounts (decision E3). */
export const loadAssessmentFacts = ({
  facts,
  person,
}: AssessmentColumns & Pick<EntitlementRow, 'person'>): PersonFacts | null => facts && { ...facts, ...person.risk };

export type EntitledContext = AssessmentBasis & { readonly entitlement: Entitlement };

export async function loadEntitledContext(tx: Db, { key, window }: { key: string; window: Window }) {
  const row = await firstRow<EntitlementRow & AssessmentColumns>(tx)`
    select ${entitlementColumns({ ...window, key })}, ${assessmentColumns} from ${activeVersions}`;
  if (!row) throw new Error('the row of what is in force is missing');
  const { sanctionsVersion, ruleSetId, person } = row;
  return {
    entitlement: await readEntitlement(tx, row),
    sanctionsVersion,
    ruleSetId,
    facts: loadAssessmentFacts(row),
    before: person.before,
  } satisfies EntitledContext;
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

/** [001 §3 blockchain_screening] */
export const screeningRow = defineRow<NewScreening>('blockchain_screening', {
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

export type WalletToScreen = { id: string; userId: string; address: string; network: string; symbol: string };

const walletColumn = sql`coalesce(wallet_address,
  (select m.address from movements m where m.order_id = t.id and m.direction = 'in' and not m.is_surplus
    and m.id in (select app.available_movements(t.id))),
  sender_wallet_address, '')`;

export const findUnscreened = (tx: Db, after: string | null) =>
  allRows<WalletToScreen>(tx)`
    select id, user_id "userId", ${walletColumn} address, network, crypto_symbol symbol
      from transactions t
     where held and hold_reason = 'screening_down' ${after === null ? sql`` : sql`and id > ${after}`}
     order by id limit 100`;

export const findUnassessed = (tx: Db, orderId: string | null = null) =>
  allRows<WalletToScreen>(tx)`
    select id, user_id "userId", ${walletColumn} address, network, crypto_symbol symbol
      from transactions t
     where assessment_pending ${orderId === null ? sql`` : sql`and id = ${orderId}`}
     order by id limit 100`;

export async function findEvidence(tx: Db, orderId: string): Promise<FundsStatement> {
  const { rows } = await sql<FundsStatement>`
    select source_of_funds "source",
        exists (select from files f where f.id = t.source_of_funds_file and f.purpose = 'source-of-funds'
          and f.state <> 'refused') "hasProof",
        exists (select from transfer_parties p where p.order_id = t.id) "knowsHolder"
      from transactions t where id = ${orderId}`.execute(tx);
  return rows[0] ?? { source: null, hasProof: false, knowsHolder: false };
}

export const actAs = (tx: Db, userId: string) => sql`select set_config('app.user_id', ${userId}, true)`.execute(tx);

/** Switches `app.user_id` to this customer for the query, then restores the current user. */
export async function loadEntitlementOf(tx: Db, userId: string, window: Window): Promise<Entitlement> {
  const me = (await firstValue<string>(tx)`select coalesce(${currentUserId}::text, '') me`) ?? '';
  await actAs(tx, userId);
  const entitlement = await loadEntitlement(tx, window);
  await actAs(tx, me);
  return entitlement;
}

/** Pass null as `score` for an order that ended before its reassessment. */
export const saveAssessed = (tx: Db, orderId: string, score: Pick<Score, 'score' | 'level'> | null) =>
  sql`update transactions set assessment_pending = false, risk_score = coalesce(${score?.score ?? null}, risk_score),
      risk_level = coalesce(${score?.level ?? null}, risk_level) where id = ${orderId}`.execute(tx);

export const ordersPerPage = 5_000;

/** Returns wallets and surplus senders of up to `ordersPerPage` open orders. Skips orders with a wallet hold. */
export const findOpenWallets = (tx: Db, after: string | null) =>
  allRows<WalletToScreen>(tx)`
    select t.id, w.address, t.network, t.crypto_symbol symbol
      from (select id, network, crypto_symbol, wallet_address, sender_wallet_address from transactions
             where (awaits_staff or (status = 'pending' and pay_in = 'awaiting'))
               and not (held and coalesce(hold_reason = any(${walletHolds}::text[]), false))
               ${after === null ? sql`` : sql`and id > ${after}`}
             order by id limit ${ordersPerPage}) t
     cross join lateral (select ${walletColumn} address
       union select m.address from movements m where m.order_id = t.id and m.is_surplus and m.address is not null
         and m.id in (select app.available_movements(t.id))) w
     order by t.id`;

export const findUnscreenedSenders = (tx: Db) =>
  allRows<{ orderId: string; movementId: string }>(tx)`
    select t.id "orderId", m.id "movementId" from transactions t join movements m on m.order_id = t.id
     where t.awaits_staff and t.surplus_count > 0 and m.is_surplus and m.id in (select app.available_movements(t.id))
       and (select s.screening_result from blockchain_screening s
             where s.user_id = m.user_id and s.wallet_address = m.address
             order by s.created_at desc, s.id desc limit 1) = 'error'
     order by m.id limit 100`;

type ScreeningUpdate = { screening: WalletScreening; holdReason: string | null; note?: string; at: Date };

export async function saveScreening(tx: Db, order: Order, { screening, holdReason, note, at }: ScreeningUpdate) {
  const id = randomUUID();
  const { userId, network, coins } = order;
  const of = { id, userId, symbol: coins.symbol, network, walletAddress: getWallet(order) };
  await insertRows(tx, [screeningRow({ ...of, screening, at })]);
  await sql`
    update transactions set blockchain_screening_id = ${id}, updated_at = ${at},
      hold_reason = case when held then ${holdReason} else hold_reason end,
      compliance_notes = nullif(concat_ws(E'\n', compliance_notes, ${note ?? null}::text), '')
     where id = ${order.id}`.execute(tx);
  return id;
}

type SenderScreening = { screening: WalletScreening; address: string; holdReason: string | null; at: Date };

export async function saveSenderScreening(
  tx: Db,
  order: Order,
  { screening, address, holdReason, at }: SenderScreening,
) {
  const id = randomUUID();
  const { userId, network, coins } = order;
  await insertRows(tx, [
    screeningRow({ id, userId, symbol: coins.symbol, network, walletAddress: address, screening, at }),
  ]);
  if (holdReason)
    await sql`update transactions set hold_reason = ${holdReason} where id = ${order.id} and held`.execute(tx);
  return id;
}

/** `amount` is the total in J$, as decimal text. Every order is below the threshold. */
export type StructuredOrders = {
  readonly userId: string;
  readonly orders: number;
  readonly amount: string;
  readonly references: string[];
};

type StructuringQuery = { readonly since: Date; readonly thresholdUsd: string; readonly at: Date };

/** Finds customers whose orders within 24 hours add up to the threshold. Reports each order once. */
export const structuredOrdersSince = (tx: Db, { since, thresholdUsd, at }: StructuringQuery) =>
  allRows<StructuredOrders>(tx)`
    select user_id "userId", orders, amount::text, refs "references"
      from app.claim_structuring(${since}::timestamptz, ${thresholdUsd}::numeric, ${at}::timestamptz)`;
