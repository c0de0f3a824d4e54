import { type RawBuilder, sql } from 'kysely';
import { currentUserId, type Db, hasRow } from '../../../platform/database/database.ts';
import { prepareStatement, sendNow } from '../../../platform/database/prepared-statement.ts';
import { activeVersions } from '../../../platform/database/rows.ts';
import { formatSourceReference, type ReferenceSource, referenceSource } from '../../ledger/reference-store.ts';
import {
  type IndicatorColumns,
  type LookupRows,
  lookupColumn,
  matchKnown,
  toColumns,
} from '../../scam-reports/store.ts';
import type { Indicator } from '../../scam-reports/types.ts';
import type { Side } from '../order/order.ts';
import {
  type Entitlement,
  type EntitlementRow,
  entitlementColumns,
  type Quote,
  type QuoteRow,
  readEntitlement,
  readQuote,
  type Window,
} from '../quoting/quote-store.ts';
import type { PlacedNotice } from '../risk-checks/assess-order.ts';
import {
  type AssessmentBasis,
  type AssessmentColumns,
  assessmentColumns,
  loadAssessmentFacts,
} from '../risk-checks/assessment-store.ts';
import { pickWarning, type WalletWarning } from '../wallets/wallet-warning.ts';

export type PlacementContext = AssessmentBasis & {
  readonly entitlement: Entitlement;
  readonly quote: (Quote & { side: Side }) | null;
  readonly earlier: { requestHash: string; orderId: string; reference: string; notice: PlacedNotice } | null;
  readonly twin: { orderId: string; reference: string } | null;
  readonly ownFiles: { readonly proof: boolean; readonly funds: boolean };
  readonly provenOrders: number;
  readonly heldForLimit: number;
  readonly warned: WalletWarning | null;
  /** Generated before the insert, because customers cannot read their screening and assessment rows (decision A7). */
  readonly ids: Ids;
  readonly reference: string;
};

export type Ids = { readonly order: string; readonly screening: string; readonly assessment: string };

type ContextQuery = {
  key: string;
  quoteId: string;
  window: Window;
  proof: string | null;
  funds: string | null;
  duplicateSince: Date;
  destination: string;
  wallet: readonly Indicator[];
};

type Row = EntitlementRow &
  AssessmentColumns & {
    quote: QuoteRow | null;
    earlier: PlacementContext['earlier'];
    twin: PlacementContext['twin'];
    files: { proof: boolean | null; funds: boolean | null; provenOrders: number | null } | null;
    ids: Ids;
    referenceSource: ReferenceSource;
    known: LookupRows;
  };

const filesColumn = ({ proof, funds }: Pick<ContextQuery, 'proof' | 'funds'>) => sql`(select json_build_object(
      'proof', bool_or(purpose = 'transaction-proof'), 'funds', bool_or(purpose = 'source-of-funds'),
      'provenOrders', max(app.count_orders_proved_by(id, null)) filter (where purpose = 'transaction-proof'))
    from files where user_id = ${currentUserId} and state in ('being_checked', 'clean')
     and (id, purpose) in ((${proof}::uuid, 'transaction-proof'), (${funds}::uuid, 'source-of-funds')))`;

type ContextParams = Omit<ContextQuery, 'window' | 'wallet'> & Window & IndicatorColumns;

const contextStatement = (files: (query: ContextParams) => RawBuilder<unknown>) =>
  prepareStatement<ContextParams, Row>(
    (query) => sql<Row>`
    select ${entitlementColumns(query)}, ${assessmentColumns},
    json_build_object('order', uuidv7(), 'screening', uuidv7(), 'assessment', uuidv7()) ids,
    ${referenceSource} "referenceSource",
    to_json(offer) quote,
    (select json_build_object('requestHash', request_hash, 'orderId', id, 'reference', reference,
         'notice', case when receipt->'wallet_screening'->>'result' = 'error' then 'wallet_notice'
           when receipt->'wallet_screening'->>'result' = 'clear'
             and (receipt->'wallet_screening'->>'deeper')::boolean then 'wallet_screening' end)
       from transactions where user_id = ${currentUserId} and idempotency_key = ${query.key}) earlier,
    (select json_build_object('orderId', t.id, 'reference', t.reference) from transactions t
      where t.user_id = ${currentUserId} and t.status = 'pending' and t.created_at > ${query.duplicateSince}
        and t.duplicate_key = offer.terms->>'duplicateKey' || ' ' || ${query.destination} limit 1) twin,
    ${lookupColumn(query)} known, ${files(query)} files
    from ${activeVersions} left join quotes offer on offer.id = ${query.quoteId} and offer.user_id = ${currentUserId}`,
  );

const statementWithFiles = contextStatement(filesColumn);
const statementWithoutFiles = contextStatement(() => sql`null`);

/** Loads all facts for an order in one round trip. The caller must hold the lock of the customer. */
export async function loadPlacementContext(
  tx: Db,
  { window, wallet, ...query }: ContextQuery,
): Promise<PlacementContext> {
  // Serializes orders and claims with the same proof file, so that each counts the earlier uses.
  const locked =
    query.proof !== null &&
    sendNow(
      tx,
      sql`select pg_advisory_xact_lock(hashtextextended('proof ' || sha256, 0)) from files
       where id = ${query.proof} and user_id = ${currentUserId}`,
    );
  const statement = query.proof !== null || query.funds !== null ? statementWithFiles : statementWithoutFiles;
  const [rows] = await Promise.all([statement(tx, { ...query, ...window, ...toColumns(wallet) }), locked]);
  const row = rows[0];
  if (!row) throw new Error('the row of what is in force is missing');
  return {
    entitlement: await readEntitlement(tx, row),
    quote: row.quote && readQuote(row.quote),
    earlier: row.earlier,
    twin: row.twin,
    ownFiles: { proof: row.files?.proof === true, funds: row.files?.funds === true },
    provenOrders: row.files?.provenOrders ?? 0,
    warned: pickWarning(wallet, matchKnown(wallet, row.known)),
    heldForLimit: row.person.open.overLimit,
    ids: row.ids,
    reference: formatSourceReference(row.referenceSource),
    sanctionsVersion: row.sanctionsVersion,
    ruleSetId: row.ruleSetId,
    facts: loadAssessmentFacts(row),
    before: row.person.before,
  };
}

/** True when one of the texts is the reference of an order, payment or recurring buy of the signed-in customer. */
export const hasOwnReference = async (tx: Db, references: readonly string[]): Promise<boolean> =>
  references.length > 0 &&
  (await hasRow(tx)`
    select from transactions where user_id = ${currentUserId} and reference = any(${references})
    union all select from transactions where user_id = ${currentUserId} and payment_reference = any(${references})
    union all select from recurring_buys where user_id = ${currentUserId} and reference = any(${references})
    union all select from payments where user_id = ${currentUserId} and reference = any(${references})`);

/** True if the signed-in customer placed an order with this idempotency key. */
export const hasPlaced = (tx: Db, key: string): Promise<boolean> =>
  hasRow(tx)`select from transactions where user_id = ${currentUserId} and idempotency_key = ${key}`;
