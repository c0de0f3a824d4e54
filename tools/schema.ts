import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../src/platform/database/migrate.ts';
import { startPostgres } from './embedded-postgres.ts';
import { end } from './shutdown.ts';
import { tableTypes } from './table-types.ts';

/** Writes db/schema.sql, a dump that is never run, and the table types in src/platform/database/tables.ts. */
const folder = mkdtempSync(join(tmpdir(), 'cryptocommerce-schema-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const server = await startPostgres(folder);
process.prependListener('exit', server.stop);
await migrate(server.url);
const db = new pg.Client({ connectionString: server.url });
await db.connect();
const rows = async <T extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
  (await db.query<T>(text, values)).rows;
const lines = async (text: string, values: unknown[] = []) =>
  (await rows<{ line: string }>(text, values)).map((row) => row.line);

const tables = await rows<{ oid: number; name: string; forced: boolean }>(
  `select c.oid, n.nspname || '.' || c.relname "name", c.relforcerowsecurity forced from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'auth') and c.relname not like 'kysely%' order by n.nspname, c.relname`,
);

async function describe({ oid, name, forced }: (typeof tables)[number]): Promise<string> {
  const columns = await lines(
    `select '  ' || quote_ident(attname) || ' ' || format_type(atttypid, atttypmod) || case when attnotnull then ' not null' else '' end
       || coalesce(case when attgenerated = 's' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
            else ' default ' || pg_get_expr(d.adbin, d.adrelid) end, '') line
       from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = $1 and a.attnum > 0 and not a.attisdropped order by a.attnum`,
    [oid],
  );
  const constraints = await lines(
    `select '  constraint ' || quote_ident(conname) || ' ' || pg_get_constraintdef(oid) line from pg_constraint
      where conrelid = $1 and contype <> 'n' order by contype desc, conname`,
    [oid],
  );
  const indexes = await lines(
    `select pg_get_indexdef(indexrelid) || ';' line from pg_index i
      where indrelid = $1 and not exists (select from pg_constraint k where k.conindid = i.indexrelid) order by 1`,
    [oid],
  );
  const policies = await lines(
    `select format('create policy %I on ${name}%s for %s to %s%s%s;', polname,
        case when not polpermissive then ' as restrictive' end,
        case polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
        coalesce((select string_agg(rolname, ', ') from pg_roles where oid = any(polroles)), 'public'),
        ' using (' || pg_get_expr(polqual, polrelid) || ')', ' with check (' || pg_get_expr(polwithcheck, polrelid) || ')') line
       from pg_policy where polrelid = $1 order by polname`,
    [oid],
  );
  const grants = await lines(
    `select 'grant ' || string_agg(lower(a.privilege_type), ', ' order by a.privilege_type) || ' on ${name} to ' || r.rolname || ';' line
       from pg_class c cross join lateral aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
      where c.oid = $1 and r.rolname like 'cryptocommerce%' group by r.rolname order by 1`,
    [oid],
  );
  const security = forced ? ['-- row security: enabled and forced'] : [];
  const body = `create table ${name} (\n${[...columns, ...constraints].join(',\n')}\n);`;
  return [body, ...indexes, ...security, ...policies, ...grants].join('\n');
}

const domains = await lines(
  `select format('create domain %s as %s %s;', t.typname, format_type(t.typbasetype, t.typtypmod),
       string_agg('constraint ' || k.conname || ' ' || pg_get_constraintdef(k.oid), ' ' order by k.conname)) line
     from pg_type t join pg_constraint k on k.contypid = t.oid join pg_namespace n on n.oid = t.typnamespace
    where n.nspname = 'public' group by t.oid order by t.typname`,
);
const parts = [domains.join('\n')];
for (const table of tables) parts.push(await describe(table));
const functions = await lines(
  `select pg_get_functiondef(p.oid) || ';' line from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'app' order by proname`,
);
const head = '-- Written by `node tools/run.mjs schema` from the migrations. To read, not to run.';
writeFileSync('db/schema.sql', `${[head, ...parts, ...functions].join('\n\n')}\n`);
writeFileSync('src/platform/database/tables.ts', await tableTypes(db));
await db.end();
await end();
