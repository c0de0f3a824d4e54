import { sql } from 'kysely';
import { addDays, type Day } from '../../kernel/calendar.ts';
import { type Currency, currencies, formatMinorUnits, parseMinorUnits } from '../../kernel/money.ts';
import { allRows, type Db } from '../../platform/database/database.ts';
import { getBankKey } from '../ledger/movement-reference.ts';
import {
  type ComparableLine,
  getNearbyDays,
  isLikelyDuplicate,
  isLineOfOtherCurrency,
  isRepeatedInUpload,
  maxAwaitedDays,
  mayMatchManualEntry,
} from './duplicate-lines.ts';
import type { BankLine } from './store.ts';

export type PossibleDuplicate = ComparableLine & {
  readonly id: string;
  readonly used: boolean;
  readonly byHand: 'in' | 'bounced' | null;
};

type Sum = { readonly currency: Currency; readonly amount: string };
type Row = PossibleDuplicate & Sum & { uploadId: string; fingerprint: string };
type ManualEntryRow = PossibleDuplicate & Sum & { account: string; key: string | null };

const getAmountKey = ({ currency, amount }: Sum): string => `${currency} ${parseMinorUnits(amount)}`;

type DuplicateSearch = { readonly days: readonly Day[]; readonly amounts: readonly string[] };

/** Finds lines by day and amount, except debits and lines dismissed as duplicates. */
const findSimilarLines = (tx: Db, { days, amounts }: DuplicateSearch) =>
  allRows<Row>(tx)`
    select o.id, to_char(o.moved_on, 'YYYY-MM-DD') "day", o.currency, o.amount::text amount, o.reference, o.details, o.payer,
        o.statement_format written, o.upload_id "uploadId", o.fingerprint, null "byHand",
        (o.movement_id is not null or o.dismissal_reason is not null) used
      from bank_lines o
     where o.moved_on = any(${days}::date[]) and o.credit and o.amount = any(${amounts}::numeric[])
       and (o.dismissal_reason is null or o.dismissal_reason not in ('debit', 'same_line'))
     order by o.moved_on, o.id`;

/** Finds incoming and returned manual entries without a bank line, by amount or reference key. */
async function findManualEntries(
  tx: Db,
  { days, amounts, keys }: DuplicateSearch & { readonly keys: readonly string[] },
): Promise<ManualEntryRow[]> {
  const [first = null, last = null] = [days.at(0), days.at(-1)].map((day) => day ?? null);
  const from = first && addDays(first, -maxAwaitedDays);
  const until = last && addDays(last, maxAwaitedDays);
  return allRows<ManualEntryRow>(tx)`
    select m.id, to_char(m.moved_at at time zone 'America/Jamaica', 'YYYY-MM-DD') "day", m.asset currency,
        m.amount::text amount, coalesce(m.reference, '') reference, '' details, coalesce(m.holder, '') payer,
        coalesce(m.account, '') account, '' written, true used, m.direction "byHand", m.reference_key "key"
      from movements m
     where m.rail = 'bank' and m.direction in ('in', 'bounced') and m.source_movement_id is null
       and (m.reference_key = any(${keys})
         or (m.moved_at >= (${from}::date at time zone 'America/Jamaica')
           and m.moved_at < ((${until}::date + 1) at time zone 'America/Jamaica')
           and m.amount = any(${amounts}::numeric[])))
       and not exists (select from bank_lines b where b.movement_id = m.id)
     order by m.moved_at, m.id`;
}

/** Finds possible duplicates by line id. Identical lines without a bank number count as two payments. */
export async function findPossibleDuplicates(
  tx: Db,
  lines: readonly BankLine[],
): Promise<Map<string, PossibleDuplicate[]>> {
  if (lines.length === 0) return new Map();
  const days = [...new Set(lines.flatMap(({ day }) => getNearbyDays(day)))].sort();
  const amounts = [...new Set(lines.map(({ amount }) => formatMinorUnits(amount.minor)))];
  const sums = Map.groupBy(await findSimilarLines(tx, { days, amounts }), getAmountKey);
  const keys = [...new Set(lines.flatMap((line) => getBankKey(line) ?? []))];
  const typed = await findManualEntries(tx, { days, amounts, keys });
  const [byHand, byKey] = [Map.groupBy(typed, getAmountKey), Map.groupBy(typed, ({ key }) => key ?? '')];
  const isDuplicate = (line: BankLine, other: Row) =>
    other.id !== line.id &&
    (other.currency !== line.amount.currency
      ? other.uploadId !== line.uploadId && isLineOfOtherCurrency(line, other)
      : other.uploadId === line.uploadId || other.fingerprint === line.fingerprint
        ? isRepeatedInUpload(line, other)
        : isLikelyDuplicate(line, other));
  const findFor = (line: BankLine) => {
    const amountKey = `${line.amount.currency} ${line.amount.minor}`;
    if (!line.credit) return [];
    const ofAmount = currencies.flatMap((currency) => sums.get(`${currency} ${line.amount.minor}`) ?? []);
    const similar = ofAmount.filter((row) => isDuplicate(line, row));
    // A bank uses a number once, so an entry with the line's number matches at any amount.
    const named = byKey.get(getBankKey(line) ?? 'none') ?? [];
    const others = (byHand.get(amountKey) ?? []).filter(
      (row) => !named.includes(row) && mayMatchManualEntry(line, row),
    );
    return [...similar, ...named, ...others];
  };
  return new Map(lines.map((line) => [line.id, findFor(line)]));
}

export type Doubt = { readonly lineId: string; readonly again: string };

/** Stores possible duplicates. If one person uploaded and confirmed a line, its payout waits for a colleague. */
export const insertDoubts = (tx: Db, doubts: readonly Doubt[], now: Date) =>
  sql`insert into bank_line_possible_duplicates (line_id, duplicate_line_id, noted_at)
      select d.line, d.again, ${now} from unnest(${doubts.map(({ lineId }) => lineId)}::uuid[],
        ${doubts.map(({ again }) => again)}::uuid[]) d (line, again) on conflict do nothing`.execute(tx);

/** Serializes work on lines of one amount, in any currency, so that two duplicates cannot both be confirmed. */
export const lockAmount = (tx: Db, { amount: { minor } }: BankLine) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`bank lines of ${minor}`}, 0))`.execute(tx);
