import type pg from 'pg';

/** The tables that are read and written through the query builder. Statements written out name their own result. */
const tables = ['crypto_prices', 'price_history', 'price_checks', 'price_refreshes'];

/** What the driver delivers for a type of the database, as platform/database.ts sets it; others have no place here. */
const delivered = new Map([
  ['text', 'string'],
  ['uuid', 'string'],
  ['numeric', 'string'],
  ['date', 'string'],
  ['bigint', 'bigint'],
  ['integer', 'number'],
  ['boolean', 'boolean'],
  ['timestamp with time zone', 'Date'],
  ['jsonb', 'ColumnType<unknown, string, string>'],
]);

type Column = { readonly name: string; readonly type: string; readonly required: boolean; readonly filled: boolean };

function columnLine({ name, type, required, filled }: Column): string {
  const known = delivered.get(type);
  if (!known) throw new Error(`no type is named for ${type}, of ${name}`);
  const value = required ? known : `${known} | null`;
  return `    ${name}: ${filled ? `Generated<${value}>` : value};`;
}

async function tableType(db: Pick<pg.Client, 'query'>, table: string): Promise<string> {
  const { rows } = await db.query<Column>(
    `select attname "name", format_type(coalesce(nullif(typbasetype, 0), atttypid), null) "type",
            attnotnull "required", atthasdef or attidentity <> '' "filled"
       from pg_attribute join pg_type t on t.oid = atttypid
      where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
    [`public.${table}`],
  );
  return `  ${table}: {\n${rows.map(columnLine).join('\n')}\n  };`;
}

/** The types of those tables, as the migrated database has them: columns, what they deliver, what may be missing. */
export async function tableTypes(db: Pick<pg.Client, 'query'>): Promise<string> {
  const types: string[] = [];
  for (const table of tables) types.push(await tableType(db, table));
  return `import type { ColumnType, Generated } from 'kysely';

/**
 * The tables that are read and written through the query builder. Statements written out in a store (most are) name
 * their own result; \`db/schema.sql\` shows the whole database. Written by \`node tools/run.mjs schema\`.
 */
export type Tables = {
${types.join('\n')}
};
`;
}
