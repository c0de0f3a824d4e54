import { CompiledQuery } from 'kysely';
import type { Db } from './database.ts';

/** Table columns, each with a function that reads its value from a `T`. JSON values must be text. */
export type RowDefinition<T> = {
  readonly table: string;
  readonly columns: Readonly<Record<string, (source: T) => unknown>>;
  /** Skips a row that breaks a unique constraint. */
  readonly ignoreConflicts: boolean;
};

export type NewRow = { readonly definition: RowDefinition<never>; readonly values: readonly unknown[] };

/** Defines the rows of a table. Throws for a table or column name other than `[a-z_]+`. */
export function defineRow<T>(
  table: string,
  columns: RowDefinition<T>['columns'],
  { ignoreConflicts = false } = {},
): (source: T) => NewRow {
  const invalidName = [table, ...Object.keys(columns)].find((name) => !/^[a-z_]+$/.test(name));
  if (invalidName !== undefined) throw new Error(`invalid table or column name: ${invalidName}`);
  const definition = { table, columns, ignoreConflicts };
  const readers = Object.values(columns);
  return (source) => ({ definition, values: readers.map((read) => read(source)) });
}

/** Cache of compiled statements: a trie of row definitions. */
type StatementNode = { text?: string; readonly next: Map<RowDefinition<never>, StatementNode> };
const statementRoot: StatementNode = { next: new Map() };

/** Compiles one statement that inserts rows into several tables. */
export function compileInsert(rows: readonly NewRow[]): CompiledQuery {
  let node = statementRoot;
  for (const { definition } of rows) {
    const next = node.next.get(definition) ?? { next: new Map() };
    node.next.set(definition, next);
    node = next;
  }
  node.text ??= buildStatement(rows.map(({ definition }) => definition));
  return CompiledQuery.raw(
    node.text,
    rows.flatMap(({ values }) => values),
  );
}

function buildStatement(definitions: readonly RowDefinition<never>[]): string {
  let paramCount = 0;
  const inserts = definitions.map(({ table, columns, ignoreConflicts }) => {
    const names = Object.keys(columns);
    const values = names.map(() => `$${++paramCount}`).join(', ');
    return `insert into ${table} (${names.join(', ')}) values (${values})${ignoreConflicts ? ' on conflict do nothing' : ''}`;
  });
  const withClauses = inserts.slice(0, -1).map((insert, at) => `row${at} as (${insert})`);
  return (withClauses.length > 0 ? `with ${withClauses.join(', ')} ` : '') + inserts.at(-1);
}

export const insertRows = async (tx: Db, rows: readonly NewRow[]): Promise<void> =>
  void (await tx.executeQuery(compileInsert(rows)));
