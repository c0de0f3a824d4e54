import { sql } from 'kysely';
import { type CryptoAmount, formatBaseUnits } from '../../kernel/coins.ts';
import { formatMinorUnits, jmd, type Money, parseMinorUnits } from '../../kernel/money.ts';
import {
  allValues,
  currentUserAccounts,
  currentUserId,
  type Db,
  firstRow,
  firstValue,
  newId,
} from '../../platform/database/database.ts';
import { sendNow } from '../../platform/database/prepared-statement.ts';
import { toLikePattern } from '../../platform/database/rows.ts';
import { type Movement, type MovementRow, parseMovement } from '../ledger/movement.ts';
import { movementJson } from '../ledger/movement-store.ts';
import { type MahoniDue, parseMahoni } from './mahoni.ts';
import {
  type Ending,
  type PayIn,
  type PaymentMethod,
  type PaymentState,
  type ProductKind,
  redactHeld,
} from './payment.ts';

/** Returns the smallest free amount: at least `amount`, and not due for another payment. */
export const findUniqueAmount = async (tx: Db, amount: CryptoAmount) =>
  (await firstValue<string>(tx)`select app.unique_coin_amount(${formatBaseUnits(amount)}) own`) ?? '';

/** True if another payment has the hash. Locks it, so that parallel claims cannot both use it. */
export const isHashTaken = async (tx: Db, paymentId: string, hash: string) =>
  (await firstValue<boolean>(tx)`select app.is_hash_used(${paymentId}, ${hash}) taken`) === true;

export const findExpiredPayments = (tx: Db, now: Date) =>
  allValues<string>(tx)`
    select id from payments where ended is null and pay_in in ('awaiting', 'claimed') and lapses_at <= ${now}
     order by lapses_at limit 200`;

export const findReleasedPayments = (tx: Db) =>
  allValues<string>(tx)`
    select id from payments where held and not app.is_payment_blocked(id, user_id) order by id limit 200`;

export const isFrozen = async (tx: Db, { id, userId }: { id: string; userId: string }) =>
  (await firstValue<boolean>(tx)`select app.is_payment_frozen(${id}, ${userId}) frozen`) === true;

export type Payment = {
  readonly id: string;
  readonly userId: string;
  readonly reference: string;
  readonly payable: ProductKind;
  readonly payableId: string;
  /** Product name on receipts, such as `Personal plan, one month`. */
  readonly title: string;
  readonly amount: Money;
  readonly method: PaymentMethod;
  readonly coins: MahoniDue | null;
  readonly state: PaymentState;
  readonly held: boolean;
  /** True while a partial refund is approved but not sent. */
  readonly partAgreed: boolean;
  readonly reasonCode: string | null;
  readonly proofFile: string | null;
  readonly sender: Sender | null;
  readonly startedAt: Date;
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
  payable: ProductKind;
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

/** SQL condition: the page of payment `p` asks the customer to pay. Held payments look unpaid (A7). */
export const isAwaitingCustomer = sql`(case when p.held then p.claimed_at is null or p.reason_code is not null
  else p.pay_in = 'awaiting' end)`;

const toMahoniDue = (row: Row): MahoniDue | null =>
  row.coin_amount === null || row.coin_address === null
    ? null
    : {
        amount: parseMahoni(row.coin_amount),
        address: row.coin_address,
        priceUsd: row.coin_price_usd ?? '',
        rate: row.coin_rate ?? '',
      };

const toSender = ({ sender_address: address, wallet_type, transaction_hash: transactionHash }: Row): Sender | null =>
  address === null ? null : { address, walletType: wallet_type ?? '', transactionHash };

const toPayment = (row: Row): Payment => ({
  id: row.id,
  userId: row.user_id,
  reference: row.reference,
  payable: row.payable,
  payableId: row.payable_id,
  title: row.title,
  amount: jmd(parseMinorUnits(row.amount_jmd)),
  method: row.method,
  coins: toMahoniDue(row),
  state: { payIn: row.pay_in, ended: row.ended },
  held: row.held,
  partAgreed: row.part_agreed,
  reasonCode: row.reason_code,
  proofFile: row.proof_file,
  sender: toSender(row),
  startedAt: row.created_at,
  lapsesAt: row.lapses_at,
  claimedAt: row.claimed_at,
  receivedAt: row.received_at,
  closedAt: row.closed_at,
  movements: row.lines.map(parseMovement),
});

export type NewPayment = Pick<
  Payment,
  'userId' | 'reference' | 'payable' | 'payableId' | 'title' | 'amount' | 'method' | 'coins' | 'startedAt'
> & { readonly lapsesAt: Date; readonly key: string; readonly requestHash: string };

/** Inserts a payment and returns its id [001 §3 subscriptions, workshop_registrations]. */
export async function insertPayment(tx: Db, due: NewPayment): Promise<string> {
  const { coins } = due;
  return newId(tx)`
    insert into payments (user_id, reference, payable, payable_id, title, amount_jmd, method, coin_amount, coin_price_usd,
        coin_rate, coin_address, coin_own, idempotency_key, request_hash, created_at, updated_at, lapses_at)
      values (${due.userId}, ${due.reference}, ${due.payable}, ${due.payableId}, ${due.title}, ${formatMinorUnits(due.amount.minor)},
        ${due.method}, ${coins && formatBaseUnits(coins.amount)}, ${coins?.priceUsd ?? null}, ${coins?.rate ?? null},
        ${coins?.address ?? null}, ${coins !== null}, ${due.key}, ${due.requestHash}, ${due.startedAt}, ${due.startedAt}, ${due.lapsesAt})
      returning id`;
}

export const countStartedSince = async (tx: Db, since: Date) =>
  (await firstValue<number>(tx)`
    select count(*)::int begun from payments where user_id = ${currentUserId} and created_at > ${since}`) ?? 0;

/** Finds a payment by idempotency key. Callers compare `requestHash` (decision A9). */
export const findPaymentByKey = (tx: Db, key: string) =>
  firstRow<{ id: string; requestHash: string }>(tx)`
    select id, request_hash "requestHash" from payments
     where user_id = ${currentUserId} and idempotency_key = ${key}`;

/** Finds a payment that row security shows to the user. `lock` locks its row first. */
export async function findPayment(tx: Db, id: string, lock = false): Promise<Payment | null> {
  const locked = lock && sendNow(tx, sql`select from payments where id = ${id} for update`);
  const found = sql<Row>`select ${columns} from payments t where t.id = ${id}`.execute(tx);
  const [{ rows }] = await Promise.all([found, locked]);
  return rows[0] ? toPayment(rows[0]) : null;
}

type Page = {
  readonly before: string | null;
  readonly payable: ProductKind | null;
  readonly paid: boolean;
  readonly limit: number;
};

export async function findNewestPaymentFor(tx: Db, payableId: string): Promise<Payment | null> {
  const id = await firstValue<string>(tx)`
    select id from payments where payable_id = ${payableId} order by created_at desc, id desc limit 1`;
  return id === null ? null : findPayment(tx, id);
}

export async function findOwnPayments(tx: Db, { before, payable, paid, limit }: Page): Promise<Payment[]> {
  const { rows } = await sql<Row>`
    select ${columns} from payments t where t.user_id = ${currentUserId}
       ${payable === null ? sql`` : sql`and t.payable = ${payable}`}
       ${paid ? sql`and t.pay_in in ('received', 'returned') and not t.held` : sql``}
       ${before === null ? sql`` : sql`and t.id < ${before}`} order by t.id desc limit ${limit}`.execute(tx);
  return rows.map(toPayment).map(redactHeld);
}

type PaymentPeriod = { readonly from: Date; readonly until: Date; readonly after: string | null };

/** Finds the next 500 payments of a period, oldest first. */
export async function findPaymentsBetween(
  tx: Db,
  userId: string,
  { from, until, after }: PaymentPeriod,
): Promise<Payment[]> {
  const { rows } = await sql<Row>`
    select ${columns} from payments t
     where t.user_id = ${userId} and t.created_at >= ${from} and t.created_at < ${until}
       ${after === null ? sql`` : sql`and t.id > ${after}`} order by t.id limit 500`.execute(tx);
  return rows.map(toPayment).map(redactHeld);
}

export type QueuedPayment = Payment & { readonly customer: string; readonly waitingSince: Date };
type QueuePart = {
  readonly search: string;
  readonly after: { readonly waitingSince: Date; readonly id: string } | null;
  readonly limit: number;
};

/** Finds payments that need staff, longest wait first, without the user's own. */
export async function findQueuedPayments(tx: Db, { search, after, limit }: QueuePart): Promise<QueuedPayment[]> {
  const like = toLikePattern(search);
  const { rows } = await sql<Row & { customer: string; waiting_since: Date }>`
    select ${columns}, p.display_name customer, t.waiting_since from payments t join profiles p on p.id = t.user_id
     where t.awaits_staff and t.user_id <> all (${currentUserAccounts})
       ${search === '' ? sql`` : sql`and (t.reference ilike ${like} or p.display_name ilike ${like})`}
       ${after === null ? sql`` : sql`and (t.waiting_since, t.id) > (${after.waitingSince}, ${after.id})`}
     order by t.waiting_since, t.id limit ${limit}`.execute(tx);
  return rows.map((row) => ({ ...toPayment(row), customer: row.customer, waitingSince: row.waiting_since }));
}

export const countQueued = async (tx: Db) =>
  (await firstValue<number>(tx)`
    select count(*)::int waiting from payments where awaits_staff and user_id <> all (${currentUserAccounts})`) ?? 0;

export type PaymentChanges = {
  readonly reasonCode?: string | null;
  readonly proofFile?: string;
  readonly lapsesAt?: Date;
  readonly sender?: Sender;
};

type Change = {
  readonly before: PaymentState;
  readonly after: PaymentState;
  readonly changes: PaymentChanges;
  readonly claims: boolean;
  readonly begins: boolean;
  /** Null leaves the column unchanged. */
  readonly partAgreed: boolean | null;
  readonly waits: boolean;
  readonly now: Date;
};

const senderColumns = ({ address, walletType, transactionHash }: Sender) =>
  sql`, sender_address = ${address}, wallet_type = ${walletType}, transaction_hash = ${transactionHash}`;

/** Replaces the state `before` by `after`. Returns true if the payment is held. Throws if `before` is outdated. */
export async function saveState(tx: Db, id: string, change: Change): Promise<boolean> {
  const { before, after, changes, claims, begins, partAgreed, waits, now } = change;
  const hasReached = (state: PayIn) => before.payIn !== state && after.payIn === state;
  const saved = await firstRow<{ held: boolean }>(tx)`
    update payments set pay_in = ${after.payIn}, ended = ${after.ended}, updated_at = ${now},
      waiting_since = case when ${waits} then coalesce(waiting_since, ${now}) end
      ${claims ? sql`, claimed_at = ${now}` : sql``}
      ${hasReached('received') ? sql`, received_at = ${now}` : sql``}
      ${before.ended === null && after.ended !== null ? sql`, closed_at = ${now}` : sql``}
      ${begins ? sql`, held = false` : sql``}
      ${partAgreed === null ? sql`` : sql`, part_agreed = ${partAgreed}`}
      ${changes.reasonCode === undefined ? sql`` : sql`, reason_code = ${changes.reasonCode}`}
      ${changes.proofFile === undefined ? sql`` : sql`, proof_file = ${changes.proofFile}`}
      ${changes.sender === undefined ? sql`` : senderColumns(changes.sender)}
      ${changes.lapsesAt === undefined ? sql`` : sql`, lapses_at = ${changes.lapsesAt}`}
     where id = ${id} and pay_in = ${before.payIn} and ended is not distinct from ${before.ended}
     returning held`;
  if (!saved) throw new Error('a payment changed under its lock');
  return saved.held;
}

export type Payer = { readonly name: string; readonly email: string; readonly firstName: string | null };

export const findPayer = (tx: Db, userId: string) =>
  firstRow<Payer & { lastName: string | null }>(tx)`
    select display_name "name", email, first_name "firstName", last_name "lastName" from profiles
     where id = ${userId}`;
