import { sql } from 'kysely';
import { allRows, type Db } from '../../platform/database/database.ts';
import { exportedTables } from './data-export-columns.ts';

export type ExportRow = Readonly<Record<string, unknown>>;

/** Loads the customer's rows of all exported tables, by their key in the export. */
export async function loadExportRows(tx: Db, userId: string): Promise<Readonly<Record<string, readonly ExportRow[]>>> {
  const found: Record<string, readonly ExportRow[]> = {};
  for (const { table, as, owner, columns: names, excludedRows, expressions } of exportedTables) {
    const selectColumn = (column: string) => (expressions[column] ? sql.raw(expressions[column]) : sql.ref(column));
    const columns = sql.join(names.map((column) => sql`${selectColumn(column)} as ${sql.ref(column)}`));
    const exclusion = excludedRows ? sql`and not (${sql.raw(excludedRows)})` : sql``;
    found[as] = await allRows<ExportRow>(tx)`
      select ${columns} from ${sql.table(table)} where ${sql.ref(owner)} = ${userId} ${exclusion}`;
  }
  return found;
}

export const loadApiKeys = (db: Db, userId: string) =>
  allRows<ExportRow>(db)`
    select name, scopes, last_four, created_at, renewed_at, last_used_at from auth.api_key
     where user_id = ${userId} order by id`;
