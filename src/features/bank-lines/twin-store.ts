import { sql } from 'kysely';
import { type Day, shiftDay } from '../../kernel/calendar.ts';
import { type Currency, minorUnits, moneyText } from '../../kernel/money.ts';
import { allRows, type Db } from '../../platform/database.ts';
import { bankKeyOf } from '../movements/movement-reference.ts';
import type { BankLine } from './store.ts';
import { daysAround, longestAwaited, mayBeSame, mayBeThatMoney, type StatedLine } from './twins.ts';

/** Another line, of another upload, that may be the same line of the bank; or what somebody wrote down by hand. */
export type Twin = StatedLine & {
  readonly id: string;
  /** It became money, was recorded by hand, or is known to be nobody's: the same once more would be double. */
  readonly used: boolean;
  /** Of what somebody wrote down by hand: whether it came in, or had left us and came back. */
  readonly byHand: 'in' | 'bounced' | null;
};

type Sum = { readonly currency: Currency; readonly amount: string };
type Row = Twin & Sum & { uploadId: string; fingerprint: string };
type ByHandRow = Twin & Sum & { account: string; key: string | null };

const sumOf = ({ currency, amount }: Sum): string => `${currency} ${minorUnits(amount)}`;

type TwinSearch = { readonly days: readonly Day[]; readonly amounts: readonly string[] };

/** Lines that may be money, or became it; and those known to be nobody's. What is the same as another says nothing. */
const stated = (tx: Db, { days, amounts }: TwinSearch) =>
  allRows<Row>(tx)`
    select o.id, to_char(o.moved_on, 'YYYY-MM-DD') "day", o.currency, o.amount::text amount, o.reference, o.details, o.payer,
        o.written, o.upload_id "uploadId", o.fingerprint, null "byHand",
        (o.movement_id is not null or o.aside is not null) used
      from bank_lines o
     where o.moved_on = any(${days}::date[]) and o.credit and o.amount = any(${amounts}::numeric[])
       and (o.aside is null or o.aside not in ('debit', 'same_line'))
     order by o.moved_on, o.id`;

/**
 * What came in, or back to us, by somebody's word and is no line of a statement yet: of these amounts under whatever
 * number, and whatever was typed under one of these.
 */
async function writtenByHand(
  tx: Db,
  { days, amounts, keys }: TwinSearch & { readonly keys: readonly string[] },
): Promise<ByHandRow[]> {
  const [first = null, last = null] = [days.at(0), days.at(-1)].map((day) => day ?? null);
  const from = first && shiftDay(first, -longestAwaited);
  const until = last && shiftDay(last, longestAwaited);
  return allRows<ByHandRow>(tx)`
    select m.id, to_char(m.moved_at at time zone 'America/Jamaica', 'YYYY-MM-DD') "day", m.asset currency,
        m.amount::text amount, coalesce(m.reference, '') reference, '' details, coalesce(m.holder, '') payer,
        coalesce(m.account, '') account, '' written, true used, m.direction "byHand", m.reference_key "key"
      from movements m
     where m.rail = 'bank' and m.direction in ('in', 'bounced') and m.from_id is null
       and (m.reference_key = any(${keys})
         or (m.moved_at >= (${from}::date at time zone 'America/Jamaica')
           and m.moved_at < ((${until}::date + 1) at time zone 'America/Jamaica')
           and m.amount = any(${amounts}::numeric[])))
       and not exists (select from bank_lines b where b.movement_id = m.id)
     order by m.moved_at, m.id`;
}

/**
 * Of each line, by its id, the others that may be the same: never one of its own upload, or alike in all of it. And
 * what stands in the books by hand and is that money: a slip and a statement number one transfer each in its own way.
 */
export async function twinsOf(tx: Db, lines: readonly BankLine[]): Promise<Map<string, Twin[]>> {
  if (lines.length === 0) return new Map();
  const days = [...new Set(lines.flatMap(({ day }) => daysAround(day)))].sort();
  const amounts = [...new Set(lines.map(({ amount }) => moneyText(amount.minor)))];
  const sums = Map.groupBy(await stated(tx, { days, amounts }), sumOf);
  const keys = [...new Set(lines.flatMap((line) => bankKeyOf(line) ?? []))];
  const typed = await writtenByHand(tx, { days, amounts, keys });
  const [byHand, byKey] = [Map.groupBy(typed, sumOf), Map.groupBy(typed, ({ key }) => key ?? '')];
  const isTwin = (line: BankLine, other: Row) =>
    other.uploadId !== line.uploadId && other.fingerprint !== line.fingerprint && mayBeSame(line, other);
  const found = (line: BankLine) => {
    const sum = `${line.amount.currency} ${line.amount.minor}`;
    if (!line.credit) return [];
    const alike = (sums.get(sum) ?? []).filter((row) => isTwin(line, row));
    // Typed under its own number it is that, whatever else was typed: a bank shows one number once.
    const named = byKey.get(bankKeyOf(line) ?? 'none') ?? [];
    const others = (byHand.get(sum) ?? []).filter((row) => !named.includes(row) && mayBeThatMoney(line, row));
    return [...alike, ...named, ...others];
  };
  return new Map(lines.map((line) => [line.id, found(line)]));
}

/** A line that became money or is about to, and another that may show it again. */
export type Doubt = { readonly lineId: string; readonly again: string };

/** Notes which lines may show others again: what one person kept and confirmed waits until another looked. */
export const noteDoubts = (tx: Db, doubts: readonly Doubt[], now: Date) =>
  sql`insert into bank_line_doubts (line_id, shown_again, noted_at)
      select d.line, d.again, ${now} from unnest(${doubts.map(({ lineId }) => lineId)}::uuid[],
        ${doubts.map(({ again }) => again)}::uuid[]) d (line, again) on conflict do nothing`.execute(tx);

/** One after the other among lines of one amount: of two that may be the same, each would find the other unused. */
export const oneByOne = (tx: Db, { amount: { currency, minor } }: BankLine) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`bank lines of ${currency} ${minor}`}, 0))`.execute(tx);
