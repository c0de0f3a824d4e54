import { sql } from 'kysely';
import { coinsText } from '../../kernel/coins.ts';
import { jmd, type Money, minorUnits, moneyText } from '../../kernel/money.ts';
import { type Db, ownAccounts, whoAsks } from '../../platform/database.ts';
import { pattern } from '../../platform/pattern.ts';
import { type Movement, type MovementRow, readMovement } from '../movements/movement.ts';
import { movementJson } from '../movements/movement-store.ts';
import { type MahoniDue, readMahoni } from './mahoni.ts';
import {
  type Ending,
  forCustomer,
  type Payable,
  type PayIn,
  type PaymentMethod,
  type PaymentState,
} from './payment.ts';

/** What is due for one thing, and how far it is. */
export type Payment = {
  readonly id: string;
  readonly userId: string;
  /** What people write on the transfer; the same numbers as of orders. */
  readonly reference: string;
  readonly payable: Payable;
  readonly payableId: string;
  /** What is paid for, in words that a receipt can show: `Personal plan, one month`. */
  readonly title: string;
  readonly amount: Money;
  readonly method: PaymentMethod;
  /** What is to be sent of a payment in coins, and where. */
  readonly coins: MahoniDue | null;
  readonly state: PaymentState;
  /** Its money is here and may not be used: what it pays for did not begin. */
  readonly held: boolean;
  /** Two people agreed that a part of it goes back, and nobody sent that yet. */
  readonly partAgreed: boolean;
  readonly reasonCode: string | null;
  readonly proofFile: string | null;
  /** Of a payment in coins: what its customer says of where they come from. */
  readonly sender: Sender | null;
  readonly begunAt: Date;
  readonly lapsesAt: Date | null;
  readonly claimedAt: Date | null;
  readonly receivedAt: Date | null;
  readonly closedAt: Date | null;
  readonly movements: readonly Movement[];
};

export type Sender = { readonly address: string; readonly walletType: string; readonly transactionHash: string | null };

type Row = {
  id: string;
  user_id: string;
  reference: string;
  payable: Payable;
  payable_id: string;
  title: string;
  amount_jmd: string;
  method: PaymentMethod;
  coin_amount: string | null;
  coin_price_usd: string | null;
  coin_rate: string | null;
  coin_address: string | null;
  sender_address: string | null;
  wallet_type: string | null;
  transaction_hash: string | null;
  pay_in: PayIn;
  ended: Ending | null;
  held: boolean;
  part_agreed: boolean;
  reason_code: string | null;
  proof_file: string | null;
  created_at: Date;
  lapses_at: Date | null;
  claimed_at: Date | null;
  received_at: Date | null;
  closed_at: Date | null;
  lines: MovementRow[];
};

const columns = sql`t.id, t.user_id, t.reference, t.payable, t.payable_id, t.title, t.amount_jmd, t.method, t.coin_amount,
  trim_scale(t.coin_price_usd)::text coin_price_usd, trim_scale(t.coin_rate)::text coin_rate, t.coin_address,
  t.sender_address, t.wallet_type, t.transaction_hash, t.pay_in, t.ended, t.held, t.part_agreed, t.reason_code,
  t.proof_file, t.created_at, t.lapses_at, t.claimed_at, t.received_at, t.closed_at,
  (select coalesce(jsonb_agg(${movementJson(sql`m`)} order by m.recorded_at, m.id), '[]')
     from movements m where m.payment_id = t.id) lines`;

/**
 * Whether the payment `p` asks its customer to pay, as their page says it (`forCustomer`): for the rooms that list what
 * they sell beside how far its payment is.
 */
export const asksToPay = sql`(case when p.held then p.claimed_at is null or p.reason_code is not null
  else p.pay_in = 'awaiting' end)`;

const coinsDue = (row: Row): MahoniDue | null =>
  row.coin_amount === null || row.coin_address === null
    ? null
    : {
        amount: readMahoni(row.coin_amount),
        address: row.coin_address,
        priceUsd: row.coin_price_usd ?? '',
        rate: row.coin_rate ?? '',
      };

const senderOf = ({ sender_address: address, wallet_type, transaction_hash: transactionHash }: Row): Sender | null =>
  address === null ? null : { address, walletType: wallet_type ?? '', transactionHash };

const read = (row: Row): Payment => ({
  id: row.id,
  userId: row.user_id,
  reference: row.reference,
  payable: row.payable,
  payableId: row.payable_id,
  title: row.title,
  amount: jmd(minorUnits(row.amount_jmd)),
  method: row.method,
  coins: coinsDue(row),
  state: { payIn: row.pay_in, ended: row.ended },
  held: row.held,
  partAgreed: row.part_agreed,
  reasonCode: row.reason_code,
  proofFile: row.proof_file,
  sender: senderOf(row),
  begunAt: row.created_at,
  lapsesAt: row.lapses_at,
  claimedAt: row.claimed_at,
  receivedAt: row.received_at,
  closedAt: row.closed_at,
  movements: row.lines.map(readMovement),
});

export type NewPayment = Pick<
  Payment,
  'userId' | 'reference' | 'payable' | 'payableId' | 'title' | 'amount' | 'method' | 'coins' | 'begunAt'
> & { readonly lapsesAt: Date; readonly key: string; readonly requestHash: string };

/**
 * Lays down what is due from now on, a row of payments: its id. Method, proof and crypto fields of a subscription and a
 * registration stand there [001 §3 subscriptions, workshop_registrations].
 */
export async function insertPayment(tx: Db, due: NewPayment): Promise<string> {
  const { coins } = due;
  const { rows } = await sql<{ id: string }>`
    insert into payments (user_id, reference, payable, payable_id, title, amount_jmd, method, coin_amount, coin_price_usd,
        coin_rate, coin_address, coin_own, idempotency_key, request_hash, created_at, updated_at, lapses_at)
      values (${due.userId}, ${due.reference}, ${due.payable}, ${due.payableId}, ${due.title}, ${moneyText(due.amount.minor)},
        ${due.method}, ${coins && coinsText(coins.amount)}, ${coins?.priceUsd ?? null}, ${coins?.rate ?? null},
        ${coins?.address ?? null}, ${coins !== null}, ${due.key}, ${due.requestHash}, ${due.begunAt}, ${due.begunAt}, ${due.lapsesAt})
      returning id`.execute(tx);
  return rows[0]?.id ?? '';
}

/** How many payments whoever asks began since a moment. */
export async function begunSince(tx: Db, since: Date): Promise<number> {
  const { rows } = await sql<{ begun: number }>`
    select count(*)::int begun from payments where user_id = ${whoAsks} and created_at > ${since}`.execute(tx);
  return rows[0]?.begun ?? 0;
}

/** The payment that a request of whoever asks began, with the fingerprint of that request (decision A9). */
export async function paymentUnder(tx: Db, key: string): Promise<{ id: string; requestHash: string } | null> {
  const { rows } = await sql<{ id: string; requestHash: string }>`
    select id, request_hash "requestHash" from payments
     where user_id = ${whoAsks} and idempotency_key = ${key}`.execute(tx);
  return rows[0] ?? null;
}

/**
 * One payment, if row security lets this person see it. With `lock`, nobody else moves it until the transaction ends:
 * it is locked first and read after.
 */
export async function paymentById(tx: Db, id: string, lock = false): Promise<Payment | null> {
  if (lock) await sql`select from payments where id = ${id} for update`.execute(tx);
  const { rows } = await sql<Row>`select ${columns} from payments t where t.id = ${id}`.execute(tx);
  return rows[0] ? read(rows[0]) : null;
}

type Page = {
  readonly before: string | null;
  readonly payable: Payable | null;
  readonly paid: boolean;
  readonly limit: number;
};

/** The newest payment for a thing, such as a course that somebody takes. */
export async function newestPaymentFor(tx: Db, payableId: string): Promise<Payment | null> {
  const { rows } = await sql<{ id: string }>`
    select id from payments where payable_id = ${payableId} order by created_at desc, id desc limit 1`.execute(tx);
  return rows[0] ? paymentById(tx, rows[0].id) : null;
}

/** What whoever asks has paid for and is to pay for, newest first, paged by key. */
export async function ownPayments(tx: Db, { before, payable, paid, limit }: Page): Promise<Payment[]> {
  const { rows } = await sql<Row>`
    select ${columns} from payments t where t.user_id = ${whoAsks}
       ${payable === null ? sql`` : sql`and t.payable = ${payable}`}
       ${paid ? sql`and t.pay_in in ('received', 'returned') and not t.held` : sql``}
       ${before === null ? sql`` : sql`and t.id < ${before}`} order by t.id desc limit ${limit}`.execute(tx);
  return rows.map(read).map(forCustomer);
}

type Span = { readonly from: Date; readonly until: Date; readonly after: string | null };

/** The next 500 of a person's payments that were begun in a period, oldest first, for the CSV. */
export async function paymentsBetween(tx: Db, userId: string, { from, until, after }: Span): Promise<Payment[]> {
  const { rows } = await sql<Row>`
    select ${columns} from payments t
     where t.user_id = ${userId} and t.created_at >= ${from} and t.created_at < ${until}
       ${after === null ? sql`` : sql`and t.id > ${after}`} order by t.id limit 500`.execute(tx);
  return rows.map(read).map(forCustomer);
}

export type QueuedPayment = Payment & { readonly customer: string; readonly waitingSince: Date };
type QueuePart = {
  readonly search: string;
  readonly after: { readonly waitingSince: Date; readonly id: string } | null;
  readonly limit: number;
};

/** What waits for staff, the one that waits longest first, paged by key. Never the asker's own. */
export async function queuedPayments(tx: Db, { search, after, limit }: QueuePart): Promise<QueuedPayment[]> {
  const like = pattern(search);
  const { rows } = await sql<Row & { customer: string; waiting_since: Date }>`
    select ${columns}, p.display_name customer, t.waiting_since from payments t join profiles p on p.id = t.user_id
     where t.awaits_staff and t.user_id <> all (${ownAccounts})
       ${search === '' ? sql`` : sql`and (t.reference ilike ${like} or p.display_name ilike ${like})`}
       ${after === null ? sql`` : sql`and (t.waiting_since, t.id) > (${after.waitingSince}, ${after.id})`}
     order by t.waiting_since, t.id limit ${limit}`.execute(tx);
  return rows.map((row) => ({ ...read(row), customer: row.customer, waitingSince: row.waiting_since }));
}

/** How many of them wait. */
export async function countQueued(tx: Db): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int waiting from payments where awaits_staff and user_id <> all (${ownAccounts})`.execute(tx);
  return rows[0]?.waiting ?? 0;
}

/** Columns that a step fills beside the state; what is left out stays as it is. */
export type Facts = {
  readonly reasonCode?: string | null;
  readonly proofFile?: string;
  readonly lapsesAt?: Date;
  readonly sender?: Sender;
};

type Change = {
  readonly before: PaymentState;
  readonly after: PaymentState;
  readonly facts: Facts;
  /** Its customer says that they paid. */
  readonly claims: boolean;
  /** It is held no more, if nothing stops it. */
  readonly begins: boolean;
  /** Whether a part of it is to be sent from now on; null where that stays as it is. */
  readonly partAgreed: boolean | null;
  readonly waits: boolean;
  readonly now: Date;
};

const senderColumns = ({ address, walletType, transactionHash }: Sender) =>
  sql`, sender_address = ${address}, wallet_type = ${walletType}, transaction_hash = ${transactionHash}`;

/**
 * Writes the new state over the expected old one, and answers whether the database holds it now. Throws when the row is
 * not as its caller, who locked it, saw it.
 */
export async function saveState(tx: Db, id: string, change: Change): Promise<boolean> {
  const { before, after, facts, claims, begins, partAgreed, waits, now } = change;
  const reached = (state: PayIn) => before.payIn !== state && after.payIn === state;
  const { rows } = await sql<{ held: boolean }>`
    update payments set pay_in = ${after.payIn}, ended = ${after.ended}, updated_at = ${now},
      waiting_since = case when ${waits} then coalesce(waiting_since, ${now}) end
      ${claims ? sql`, claimed_at = ${now}` : sql``}
      ${reached('received') ? sql`, received_at = ${now}` : sql``}
      ${before.ended === null && after.ended !== null ? sql`, closed_at = ${now}` : sql``}
      ${begins ? sql`, held = false` : sql``}
      ${partAgreed === null ? sql`` : sql`, part_agreed = ${partAgreed}`}
      ${facts.reasonCode === undefined ? sql`` : sql`, reason_code = ${facts.reasonCode}`}
      ${facts.proofFile === undefined ? sql`` : sql`, proof_file = ${facts.proofFile}`}
      ${facts.sender === undefined ? sql`` : senderColumns(facts.sender)}
      ${facts.lapsesAt === undefined ? sql`` : sql`, lapses_at = ${facts.lapsesAt}`}
     where id = ${id} and pay_in = ${before.payIn} and ended is not distinct from ${before.ended}
     returning held`.execute(tx);
  const [saved] = rows;
  if (!saved) throw new Error('a payment changed under its lock');
  return saved.held;
}

export type Payer = { readonly name: string; readonly email: string; readonly firstName: string | null };

/** Whose payment it is: the name that a bank line must show, and where letters go. */
export async function payerOf(tx: Db, userId: string): Promise<(Payer & { lastName: string | null }) | null> {
  const { rows } = await sql<Payer & { lastName: string | null }>`
    select display_name "name", email, first_name "firstName", last_name "lastName" from profiles
     where id = ${userId}`.execute(tx);
  return rows[0] ?? null;
}
