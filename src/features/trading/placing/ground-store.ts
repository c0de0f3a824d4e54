import { type RawBuilder, sql } from 'kysely';
import { type Db, whoAsks } from '../../../platform/database.ts';
import { inForce } from '../../../platform/in-force.ts';
import { prepared } from '../../../platform/prepared.ts';
import { type ReferenceSource, referenceFrom, referenceSource } from '../../movements/reference-store.ts';
import type { Indicator } from '../../scam-reports/indicators/indicator.ts';
import { type Asked, askedOf, knownFrom, type LookColumn, lookColumn } from '../../scam-reports/look-store.ts';
import type { PlacedNotice } from '../judging/judge-order.ts';
import { factsOf, type JudgingColumns, type JudgingGround, judgingColumns } from '../judging/judge-store.ts';
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
import { type WalletWarned, warningIn } from '../wallets/wallet-warning.ts';

/** What placing an order has to know, read at one moment after the person's other acts have ended. */
export type Groundwork = JudgingGround & {
  readonly may: Entitlement;
  readonly quote: (Quote & { side: Side }) | null;
  /** The order already placed under this key, with the fingerprint of its request. */
  readonly earlier: { requestHash: string; orderId: string; reference: string; notice: PlacedNotice } | null;
  /** An open order like this one that was placed a moment ago. */
  readonly twin: { orderId: string; reference: string } | null;
  /** Which of the files that go along are the person's own and were uploaded for that place. */
  readonly fit: { readonly proof: boolean; readonly funds: boolean };
  /** How many orders the proof among them proves already, whoever's they are. */
  readonly proves: number;
  /** How many sells of theirs are held for a limit at the moment. */
  readonly heldForLimit: number;
  /** What is told of the wallet at this moment, whatever a browser showed. */
  readonly warned: WalletWarned | null;
  /** Chosen before the rows exist: the customer may not read back what is written about them (decision A7). */
  readonly ids: Ids;
  /** What people will call the order. */
  readonly reference: string;
};

/** Of the rows that an order brings. */
export type Ids = { readonly order: string; readonly screening: string; readonly assessment: string };

/** `proof`, `funds`: the files that go along, by what they are shown for. */
type GroundQuery = {
  key: string;
  quoteId: string;
  window: Window;
  proof: string | null;
  funds: string | null;
  twinSince: Date;
  whereTo: string;
  /** What is asked about the wallet. */
  wallet: readonly Indicator[];
};

type Row = EntitlementRow &
  JudgingColumns & {
    quote: QuoteRow | null;
    earlier: Groundwork['earlier'];
    twin: Groundwork['twin'];
    files: { proof: boolean | null; funds: boolean | null; proves: number | null } | null;
    ids: Ids;
    referenceSource: ReferenceSource;
    known: LookColumn;
  };

/** Whether these files are the person's own, each uploaded for its place, and how many orders the proof proves. */
const ownFiles = ({ proof, funds }: Pick<GroundQuery, 'proof' | 'funds'>) => sql`(select json_build_object(
      'proof', bool_or(purpose = 'transaction-proof'), 'funds', bool_or(purpose = 'source-of-funds'),
      'proves', max(app.orders_proved_by(id, null)) filter (where purpose = 'transaction-proof'))
    from files where user_id = ${whoAsks} and state in ('being_checked', 'clean')
     and (id, purpose) in ((${proof}::uuid, 'transaction-proof'), (${funds}::uuid, 'source-of-funds')))`;

type Wanted = Omit<GroundQuery, 'window' | 'wallet'> & Window & Asked;

/** The statement of {@link groundwork}. Most orders name no file, and then none is looked for. */
const groundStatement = (files: (asked: Wanted) => RawBuilder<unknown>) =>
  prepared<Wanted, Row>(
    (asked) => sql<Row>`
    select ${entitlementColumns(asked)}, ${judgingColumns},
    json_build_object('order', uuidv7(), 'screening', uuidv7(), 'assessment', uuidv7()) ids,
    ${referenceSource} "referenceSource",
    to_json(offer) quote,
    (select json_build_object('requestHash', request_hash, 'orderId', id, 'reference', reference,
         'notice', case when receipt->'wallet_screening'->>'result' = 'error' then 'wallet_notice'
           when receipt->'wallet_screening'->>'result' = 'clear'
             and (receipt->'wallet_screening'->>'deeper')::boolean then 'wallet_screening' end)
       from transactions where user_id = ${whoAsks} and idempotency_key = ${asked.key}) earlier,
    (select json_build_object('orderId', t.id, 'reference', t.reference) from transactions t
      where t.user_id = ${whoAsks} and t.status = 'pending' and t.created_at > ${asked.twinSince}
        and t.likeness = offer.terms->>'likeness' || ' ' || ${asked.whereTo} limit 1) twin,
    ${lookColumn(asked)} known, ${files(asked)} files
    from ${inForce} left join quotes offer on offer.id = ${asked.quoteId} and offer.user_id = ${whoAsks}`,
  );

const groundWithFiles = groundStatement(ownFiles);
const groundWithoutFiles = groundStatement(() => sql`null`);

/**
 * Everything of whoever asks, in one round trip. The caller holds the person's lock, so that no other order of theirs
 * comes in between.
 */
export async function groundwork(tx: Db, { window, wallet, ...asked }: GroundQuery): Promise<Groundwork> {
  // Orders and claims with one picture go one after the other, so that each sees those before it.
  if (asked.proof !== null)
    await sql`select pg_advisory_xact_lock(hashtextextended('proof ' || sha256, 0)) from files
       where id = ${asked.proof} and user_id = ${whoAsks}`.execute(tx);
  const ask = asked.proof !== null || asked.funds !== null ? groundWithFiles : groundWithoutFiles;
  const rows = await ask(tx, { ...asked, ...window, ...askedOf(wallet) });
  const row = rows[0];
  if (!row) throw new Error('the row of what is in force is missing');
  return {
    may: await readEntitlement(tx, row),
    quote: row.quote && readQuote(row.quote),
    earlier: row.earlier,
    twin: row.twin,
    fit: { proof: row.files?.proof === true, funds: row.files?.funds === true },
    proves: row.files?.proves ?? 0,
    warned: warningIn(wallet, knownFrom(wallet, row.known)),
    heldForLimit: row.person.open.overLimit,
    ids: row.ids,
    reference: referenceFrom(row.referenceSource),
    sanctionsVersion: row.sanctionsVersion,
    ruleSetId: row.ruleSetId,
    facts: factsOf(row),
    before: row.person.before,
  };
}
