import { sql } from 'kysely';
import type { Day } from '../../kernel/calendar.ts';
import { type Currency, type Money, minorUnits, money, moneyText } from '../../kernel/money.ts';
import { allRows, anyRow, type Db, firstValue, whoAsks } from '../../platform/database.ts';
import type { Aside } from './asides.ts';
import type { StatementFormat, StatementLine } from './statement.ts';

/** A line of one of our accounts, as it is kept. */
export type BankLine = Omit<StatementLine, 'minor'> & {
  readonly id: string;
  readonly amount: Money;
  readonly cash: boolean;
  readonly movementId: string | null;
  readonly aside: Aside | null;
  readonly askedAt: Date | null;
  readonly recordedAt: Date;
  readonly fingerprint: string;
  readonly uploadId: string;
  /** In which way its statement is written: lines of another are compared with more doubt. */
  readonly written: string;
  /** Another line is alike in all of it: it may be paid twice. */
  readonly alike: boolean;
};

type Row = Omit<BankLine, 'amount'> & { currency: Currency; amount: string };

const columns = sql`l.id, to_char(l.moved_on, 'YYYY-MM-DD') "day", l.credit, l.currency, l.amount::text amount, l.reference, l.details,
  l.payer, l.payer_account "account", l.payer_bank "bank", l.cash, l.movement_id "movementId", l.aside,
  l.asked_at "askedAt", l.recorded_at "recordedAt", l.fingerprint, l.upload_id "uploadId", l.written,
  exists (select from bank_lines o where o.fingerprint = l.fingerprint and o.id <> l.id) alike`;

const read = ({ currency, amount, ...line }: Row): BankLine => ({
  ...line,
  amount: money(currency, minorUnits(amount)),
});

export type NewLine = StatementLine & {
  readonly cash: boolean;
  readonly aside: Aside | null;
  readonly fingerprint: string;
  readonly nth: number;
  /** What was typed by hand and is this line. */
  readonly movementId: string | null;
};

/** What was typed by hand under one of these references, and is no line yet. */
export type Typed = ByHand & { readonly key: string; readonly minor: bigint; readonly due: string | null };

export async function typedUnder(tx: Db, currency: Currency, keys: readonly string[]): Promise<Typed[]> {
  const { rows } = await sql<Omit<Typed, 'minor'> & { amount: string }>`
    select ${typedColumns}, m.reference_key "key", m.amount::text amount, coalesce(t.reference, p.reference) due
      from movements m left join transactions t on t.id = m.order_id left join payments p on p.id = m.payment_id
     where m.reference_key = any(${keys}) and ${typedOnly(currency)}`.execute(tx);
  return rows.map(({ amount, ...row }) => ({ ...row, minor: minorUnits(amount) }));
}
type Upload = {
  readonly currency: Currency;
  readonly id: string;
  readonly by: string;
  readonly now: Date;
  readonly written: string;
};

/** Keeps the lines that are new: how many. One that somebody had typed by hand is that movement. */
export async function addLines(tx: Db, upload: Upload, lines: readonly NewLine[]): Promise<number> {
  const rows = lines.map(({ minor, movementId, ...line }) => ({
    ...{ ...line, amount: moneyText(minor) },
    typed: movementId,
  }));
  const added = await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) g(day date, credit boolean, amount numeric,
        reference text, details text, payer text, account text, bank text, cash boolean, aside text, fingerprint text,
        nth smallint, typed uuid)), fresh as (
      select g.*, case when not exists (select from bank_lines b where b.movement_id = g.typed) then g.typed end movement_id
        from given g where not exists (select from bank_lines b where b.fingerprint = g.fingerprint and b.nth = g.nth)),
    once as (
      select *, row_number() over (partition by movement_id order by nth, fingerprint) place from fresh)
    insert into bank_lines (currency, moved_on, credit, amount, reference, details, payer, payer_account, payer_bank, cash,
        fingerprint, nth, upload_id, recorded_at, recorded_by, aside, movement_id, written)
      select ${upload.currency}, day, credit, amount, reference, details, payer, account, bank, cash, fingerprint, nth,
        ${upload.id}, ${upload.now}, ${upload.by}, aside, case when place = 1 then movement_id end,
        ${upload.written} from once
      on conflict (fingerprint, nth) do nothing returning id`.execute(tx);
  return added.rows.length;
}

/** What came in by one upload and waits. */
export async function openOfUpload(tx: Db, uploadId: string): Promise<BankLine[]> {
  const { rows } = await sql<Row>`
    select ${columns} from bank_lines l
     where l.upload_id = ${uploadId} and l.credit and l.movement_id is null and l.aside is null order by l.id`.execute(
    tx,
  );
  return rows.map(read);
}

export type AfterLine = { readonly day: string; readonly id: string };
type Page = { readonly which: 'open' | 'aside'; readonly after: AfterLine | null; readonly limit: number };

/** The lines that wait for somebody, oldest first; or those that were set aside, newest first. Paged by key. */
export async function linesOf(tx: Db, { which, after, limit }: Page): Promise<BankLine[]> {
  const isOpen = which === 'open';
  const from = after && sql`and (moved_on, id) ${isOpen ? sql`>` : sql`<`} (${after.day}::date, ${after.id}::uuid)`;
  const { rows } = await sql<Row>`
    select ${columns} from bank_lines l
     where ${isOpen ? sql`movement_id is null and aside is null` : sql`aside is not null`} ${from ?? sql``}
     order by moved_on ${isOpen ? sql`` : sql`desc`}, id ${isOpen ? sql`` : sql`desc`} limit ${limit}`.execute(tx);
  return rows.map(read);
}

/** How many wait. */
export const countOpenLines = async (tx: Db) =>
  (await firstValue<number>(tx)`
    select count(*)::int open from bank_lines where movement_id is null and aside is null`) ?? 0;

/** One line. With `lock` nobody else deals with it until the transaction ends. */
export async function lineById(tx: Db, id: string, lock = false): Promise<BankLine | null> {
  const { rows } = await sql<Row>`
    select ${columns} from bank_lines l where l.id = ${id} ${lock ? sql`for update` : sql``}`.execute(tx);
  return rows[0] ? read(rows[0]) : null;
}

/** Whether money came in under this key before: then a line that shows it is another, which says the same. */
export const cameInBefore = (tx: Db, key: string) =>
  anyRow(tx)`
    select from movements m where m.reference_key = ${key} and m.direction in ('in', 'bounced')`;

export type ByHand = {
  readonly id: string;
  readonly userId: string | null;
  readonly day: Day;
  readonly payer: string;
  readonly account: string;
  /** Who typed it. */
  readonly recordedBy: string | null;
};

const typedColumns = sql`m.id, m.user_id "userId", m.recorded_by "recordedBy", to_char(m.moved_at at time zone 'America/Jamaica', 'YYYY-MM-DD') "day",
  coalesce(m.holder, '') payer, coalesce(m.account, '') account`;
const typedOnly = (currency: Currency) => sql`m.direction = 'in' and m.from_id is null and m.rail = 'bank'
  and m.asset = ${currency} and not exists (select from bank_lines b where b.movement_id = m.id)`;

/** What came in from outside under this key, or as a further part of it, of exactly this amount, and is no line yet. */
export const recordedByHand = (tx: Db, key: string, { currency, minor }: Money) =>
  allRows<ByHand>(tx)`
    select ${typedColumns} from movements m
     where (m.reference_key = ${key} or m.reference_key ^@ (${key} || ' /')) and ${typedOnly(currency)}
       and m.amount = ${moneyText(minor)}::numeric
     order by m.reference_key`;

/** The line became this movement: it came from outside, and is of the whole of it. */
export const settleLine = (tx: Db, id: string, movementId: string) =>
  sql`update bank_lines set movement_id = ${movementId} where id = ${id}`.execute(tx);

export const setLineAside = (tx: Db, id: string, reason: Aside | null) =>
  sql`update bank_lines set aside = ${reason}, aside_by = ${reason === null ? sql`null` : whoAsks}
       where id = ${id}`.execute(tx);

export const noteAsked = (tx: Db, id: string, now: Date) =>
  sql`update bank_lines set asked_at = ${now} where id = ${id}`.execute(tx);

export type KeptFormat = { readonly name: string; readonly format: StatementFormat };

export const keptFormats = (tx: Db) =>
  allRows<KeptFormat>(tx)`select name, format from bank_formats order by name limit 100`;

export const keepFormatAs = (tx: Db, { name, format }: KeptFormat, { by, now }: { by: string; now: Date }) =>
  sql`insert into bank_formats (name, format, changed_at, changed_by)
        values (${name}, ${JSON.stringify(format)}, ${now}, ${by})
      on conflict (name) do update set format = excluded.format, changed_at = excluded.changed_at,
        changed_by = excluded.changed_by`.execute(tx);
