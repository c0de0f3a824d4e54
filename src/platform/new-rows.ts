import { CompiledQuery } from 'kysely';
import type { Db } from './database.ts';

/** The rows of one table, as they are made of a `T`: each column with what it holds. JSON is written out as text. */
export type RowKind<T> = { readonly table: string; readonly columns: Readonly<Record<string, (of: T) => unknown>> };

/** A row that is to be inserted. */
export type NewRow = { readonly kind: RowKind<never>; readonly values: readonly unknown[] };

/** Makes rows for a table. The names of table and columns come from our code: anything but a plain word is refused. */
export function rowsOf<T>(table: string, columns: RowKind<T>['columns']): (of: T) => NewRow {
  const strange = [table, ...Object.keys(columns)].find((name) => !/^[a-z_]+$/.test(name));
  if (strange !== undefined) throw new Error(`not the name of a table or column: ${strange}`);
  const kind = { table, columns };
  const readers = Object.values(columns);
  return (of) => ({ kind, values: readers.map((read) => read(of)) });
}

/** The texts of insertions, by the kinds of their rows: writing one anew takes longer than all its values. */
type Texts = { text?: string; readonly next: Map<RowKind<never>, Texts> };
const texts: Texts = { next: new Map() };

/**
 * One statement that inserts all these rows, for different tables, at one moment: checks of one that look for another
 * find it. It answers no rows.
 */
export function insertionOf(rows: readonly NewRow[]): CompiledQuery {
  let at = texts;
  for (const { kind } of rows) {
    const next = at.next.get(kind) ?? { next: new Map() };
    at.next.set(kind, next);
    at = next;
  }
  at.text ??= textFor(rows.map(({ kind }) => kind));
  return CompiledQuery.raw(
    at.text,
    rows.flatMap(({ values }) => values),
  );
}

function textFor(kinds: readonly RowKind<never>[]): string {
  let used = 0;
  const inserts = kinds.map(({ table, columns }) => {
    const names = Object.keys(columns);
    return `insert into ${table} (${names.join(', ')}) values (${names.map(() => `$${++used}`).join(', ')})`;
  });
  const others = inserts.slice(0, -1).map((insert, at) => `row${at} as (${insert})`);
  return (others.length > 0 ? `with ${others.join(', ')} ` : '') + inserts.at(-1);
}

/** Inserts these rows now, all or none. */
export const insertRows = async (tx: Db, rows: readonly NewRow[]): Promise<void> =>
  void (await tx.executeQuery(insertionOf(rows)));
