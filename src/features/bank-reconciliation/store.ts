import { sql } from 'kysely';
import type { Day } from '../../kernel/calendar.ts';
import { type Currency, formatMinorUnits, type Money, money, parseMinorUnits } from '../../kernel/money.ts';
import { allRows, currentUserId, type Db, firstValue, hasRow } from '../../platform/database/database.ts';
import type { DismissalReason } from './line-rules.ts';
import type { StatementLine } from './statement.ts';
import type { StatementFormat } from './statement-format.ts';

export type BankLine = Omit<StatementLine, 'minor'> & {
  readonly id: string;
  readonly amount: Money;
  readonly cash: boolean;
  readonly movementId: string | null;
  readonly dismissal: DismissalReason | null;
  readonly askedAt: Date | null;
  readonly recordedAt: Date;
  readonly fingerprint: string;
  readonly uploadId: string;
  readonly written: string;
  readonly alike: boolean;
};

type Row = Omit<BankLine, 'amount'> & { currency: Currency; amount: string };

const columns = sql`l.id, to_char(l.moved_on, 'YYYY-MM-DD') "day", l.credit, l.currency, l.amount::text amount, l.reference, l.details,
  l.payer, l.payer_account "account", l.payer_bank "bank", l.cash, l.movement_id "movementId", l.dismissal_reason dismissal,
  l.asked_at "askedAt", l.recorded_at "recordedAt", l.fingerprint, l.upload_id "uploadId", l.statement_format written,
  exists (select from bank_lines o where o.fingerprint = l.fingerprint and o.id <> l.id) alike`;

const toBankLine = ({ currency, amount, ...line }: Row): BankLine => ({
  ...line,
  amount: money(currency, parseMinorUnits(amount)),
});

export type NewLine = StatementLine & {
  readonly cash: boolean;
  readonly dismissal: DismissalReason | null;
  readonly fingerprint: string;
  readonly nth: number;
  readonly movementId: string | null;
};

export type ManualEntryWithKey = ManualEntry & {
  readonly key: string;
  readonly minor: bigint;
  readonly due: string | null;
};

export async function findManualEntriesByKey(
  tx: Db,
  currency: Currency,
  keys: readonly string[],
): Promise<ManualEntryWithKey[]> {
  const { rows } = await sql<Omit<ManualEntryWithKey, 'minor'> & { amount: string }>`
    select ${manualColumns}, m.reference_key "key", m.amount::text amount, coalesce(t.payment_reference, t.reference, p.reference) due
      from movements m left join transactions t on t.id = m.order_id left join payments p on p.id = m.payment_id
     where m.reference_key = any(${keys}) and ${isManualEntry(currency)}`.execute(tx);
  return rows.map(({ amount, ...row }) => ({ ...row, minor: parseMinorUnits(amount) }));
}
type Upload = {
  readonly currency: Currency;
  readonly id: string;
  readonly by: string;
  readonly now: Date;
  readonly written: string;
};

/** Inserts new lines and returns their number. Links a line to its manual entry. */
export async function insertLines(tx: Db, upload: Upload, lines: readonly NewLine[]): Promise<number> {
  const rows = lines.map(({ minor, movementId, ...line }) => ({
    ...line,
    amount: formatMinorUnits(minor),
    typed: movementId,
  }));
  const added = await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) g(day date, credit boolean, amount numeric,
        reference text, details text, payer text, account text, bank text, cash boolean, dismissal text, fingerprint text,
        nth smallint, typed uuid)), fresh as (
      select g.*, case when not exists (select from bank_lines b where b.movement_id = g.typed) then g.typed end movement_id
        from given g where not exists (select from bank_lines b where b.fingerprint = g.fingerprint and b.ordinal = g.nth)),
    once as (
      select *, row_number() over (partition by movement_id order by nth, fingerprint) place from fresh)
    insert into bank_lines (currency, moved_on, credit, amount, reference, details, payer, payer_account, payer_bank, cash,
        fingerprint, ordinal, upload_id, recorded_at, recorded_by, dismissal_reason, movement_id, statement_format)
      select ${upload.currency}, day, credit, amount, reference, details, payer, account, bank, cash, fingerprint, nth,
        ${upload.id}, ${upload.now}, ${upload.by}, dismissal, case when place = 1 then movement_id end,
        ${upload.written} from once
      on conflict (fingerprint, ordinal) do nothing returning id`.execute(tx);
  return added.rows.length;
}

export async function findOpenLinesOfUpload(tx: Db, uploadId: string): Promise<BankLine[]> {
  const { rows } = await sql<Row>`
    select ${columns} from bank_lines l
     where l.upload_id = ${uploadId} and l.credit and l.movement_id is null and l.dismissal_reason is null order by l.id`.execute(
    tx,
  );
  return rows.map(toBankLine);
}

export type AfterLine = { readonly day: string; readonly id: string };
type Page = { readonly which: 'open' | 'dismissed'; readonly after: AfterLine | null; readonly limit: number };

/** Finds open lines, oldest first, or dismissed lines, newest first. */
export async function findLines(tx: Db, { which, after, limit }: Page): Promise<BankLine[]> {
  const isOpen = which === 'open';
  const from = after && sql`and (moved_on, id) ${isOpen ? sql`>` : sql`<`} (${after.day}::date, ${after.id}::uuid)`;
  const { rows } = await sql<Row>`
    select ${columns} from bank_lines l
     where ${isOpen ? sql`movement_id is null and dismissal_reason is null` : sql`dismissal_reason is not null`} ${from ?? sql``}
     order by moved_on ${isOpen ? sql`` : sql`desc`}, id ${isOpen ? sql`` : sql`desc`} limit ${limit}`.execute(tx);
  return rows.map(toBankLine);
}

export const countOpenLines = async (tx: Db) =>
  (await firstValue<number>(tx)`
    select count(*)::int open from bank_lines where movement_id is null and dismissal_reason is null`) ?? 0;

/** Finds a line. `lock` locks its row until the transaction ends. */
export async function findLine(tx: Db, id: string, lock = false): Promise<BankLine | null> {
  const { rows } = await sql<Row>`
    select ${columns} from bank_lines l where l.id = ${id} ${lock ? sql`for update` : sql``}`.execute(tx);
  return rows[0] ? toBankLine(rows[0]) : null;
}

export const findUploader = (tx: Db, lineId: string) =>
  firstValue<string>(tx)`select recorded_by from bank_lines where id = ${lineId}`;

export const hasIncomingUnder = (tx: Db, key: string) =>
  hasRow(tx)`
    select from movements m where m.reference_key = ${key} and m.direction in ('in', 'bounced')`;

export type ManualEntry = {
  readonly id: string;
  readonly userId: string | null;
  readonly day: Day;
  readonly payer: string;
  readonly account: string;
  readonly recordedBy: string | null;
};

const manualColumns = sql`m.id, m.user_id "userId", m.recorded_by "recordedBy", to_char(m.moved_at at time zone 'America/Jamaica', 'YYYY-MM-DD') "day",
  coalesce(m.holder, '') payer, coalesce(m.account, '') account`;
const isManualEntry = (
  currency: Currency,
) => sql`m.direction = 'in' and m.source_movement_id is null and m.rail = 'bank'
  and m.asset = ${currency} and not exists (select from bank_lines b where b.movement_id = m.id)`;

/** Finds incoming manual entries of this amount and reference, or a part of it, that have no bank line. */
export const findManualEntries = (tx: Db, key: string, { currency, minor }: Money) =>
  allRows<ManualEntry>(tx)`
    select ${manualColumns} from movements m
     where (m.reference_key = ${key} or m.reference_key ^@ (${key} || ' /')) and ${isManualEntry(currency)}
       and m.amount = ${formatMinorUnits(minor)}::numeric
     order by m.reference_key`;

/** Links a line to its movement, which must be external money of the line's full amount. */
export const linkLine = (tx: Db, id: string, movementId: string) =>
  sql`update bank_lines set movement_id = ${movementId} where id = ${id}`.execute(tx);

export const setDismissal = (tx: Db, id: string, reason: DismissalReason | null) =>
  sql`update bank_lines set dismissal_reason = ${reason}, dismissed_by = ${reason === null ? sql`null` : currentUserId}
       where id = ${id}`.execute(tx);

export const markNameAsked = (tx: Db, id: string, now: Date) =>
  sql`update bank_lines set asked_at = ${now} where id = ${id}`.execute(tx);

export type SavedFormat = { readonly name: string; readonly format: StatementFormat };

export const findFormats = (tx: Db) =>
  allRows<SavedFormat>(tx)`select name, format from bank_formats order by name limit 100`;

export const saveFormat = (tx: Db, { name, format }: SavedFormat, { by, now }: { by: string; now: Date }) =>
  sql`insert into bank_formats (name, format, changed_at, changed_by)
        values (${name}, ${JSON.stringify(format)}, ${now}, ${by})
      on conflict (name) do update set format = excluded.format, changed_at = excluded.changed_at,
        changed_by = excluded.changed_by`.execute(tx);
