import { sql } from 'kysely';
import { type Currency, minorUnits, moneyText } from '../../kernel/money.ts';
import type { Db } from '../../platform/database.ts';
import type { BankLine } from './store.ts';
import { daysAround, mayBeSame, type StatedLine } from './twins.ts';

/** Another line, of another upload, that may be the same line of the bank. */
export type Twin = StatedLine & {
  readonly id: string;
  /** It became money, or was recorded by hand: the same once more would be double. */
  readonly used: boolean;
};

type Row = Twin & { currency: Currency; amount: string; uploadId: string; fingerprint: string };

/** Of each line, by its id, the others that may be the same: never one of its own upload, or alike in all of it. */
export async function twinsOf(tx: Db, lines: readonly BankLine[]): Promise<Map<string, Twin[]>> {
  const days = [...new Set(lines.flatMap(({ day }) => daysAround(day)))];
  const amounts = [...new Set(lines.map(({ amount }) => moneyText(amount.minor)))];
  const { rows } = await sql<Row>`
    select o.id, to_char(o.moved_on, 'YYYY-MM-DD') "day", o.currency, o.amount::text amount, o.reference, o.details, o.payer,
        o.written, o.upload_id "uploadId", o.fingerprint,
        (o.movement_id is not null or o.aside is not null) used
      from bank_lines o
     where o.moved_on = any(${days}::date[]) and o.credit and o.amount = any(${amounts}::numeric[])
       and (o.aside is null or o.aside in ('recorded', 'erased'))
     order by o.moved_on, o.id`.execute(tx);
  const sums = Map.groupBy(rows, ({ currency, amount }) => `${currency} ${minorUnits(amount)}`);
  const isTwin = (line: BankLine, other: Row) =>
    other.uploadId !== line.uploadId && other.fingerprint !== line.fingerprint && mayBeSame(line, other);
  const found = (line: BankLine) => {
    const alike = sums.get(`${line.amount.currency} ${line.amount.minor}`) ?? [];
    return line.credit ? alike.filter((row) => isTwin(line, row)) : [];
  };
  return new Map(lines.map((line) => [line.id, found(line)]));
}

/** One after the other among lines of one amount: of two that may be the same, each would find the other unused. */
export const oneByOne = (tx: Db, { amount: { currency, minor } }: BankLine) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`bank lines of ${currency} ${minor}`}, 0))`.execute(tx);
