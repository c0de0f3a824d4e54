import pg from 'pg';
import { expect, test } from 'vitest';
import { openPool } from '../../src/platform/database/database.ts';
import { createRoleLogins } from '../../src/platform/database/logins.ts';
import { serverUnderTest } from '../worker.ts';

const { owner, ownerUrl, services, signIn } = await serverUnderTest();
const login = await createRoleLogins(ownerUrl, services.config);

const escapeStatements = [
  `select set_config('role', 'none', true)`,
  `select set_config('role', 'none', false)`,
  `select set_config('role', 'postgres', true)`,
  `select set_config('session_authorization', 'default', true)`,
  `select set_config('session_authorization', 'postgres', true)`,
  'reset role',
  'reset all',
  'discard all',
  'set role none',
  'set role postgres',
  'set session authorization default',
  'set session authorization postgres',
  'set local role cryptocommerce_app',
  'set local role cryptocommerce_auth',
  'set local role cryptocommerce_sealer',
];

test.each(['cryptocommerce_app', 'cryptocommerce_auth', 'cryptocommerce_sealer', 'cryptocommerce_jobs'] as const)(
  '%s stays its role in any statement and owns nothing',
  async (role) => {
    const pool = openPool({ ...login(role), max: 1 });
    try {
      const client = await pool.connect();
      for (const statement of escapeStatements) {
        await client.query(statement).catch(() => undefined);
        const who = await client.query('select current_user, session_user');
        expect([statement, who.rows]).toEqual([statement, [{ current_user: role, session_user: role }]]);
        for (const act of ['alter table audit_log disable row level security', 'drop policy staff_reads on audit_log'])
          await expect(client.query(act)).rejects.toMatchObject({ code: '42501' });
      }
      if (role !== 'cryptocommerce_auth')
        await expect(client.query('select password from auth.account')).rejects.toMatchObject({ code: '42501' });
      client.release();
    } finally {
      await pool.end();
    }
  },
);

test('a statement of a request cannot leave the application role', async () => {
  const client = await services.pool.connect();
  try {
    await client.query('begin');
    await client.query(`select set_config('role', 'none', true)`);
    const { rows } = await client.query('select current_user, session_user');
    expect(rows).toEqual([{ current_user: 'cryptocommerce_app', session_user: 'cryptocommerce_app' }]);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('no part of the running server connects as the owner, including the live stream and the jobs', async () => {
  await signIn('tier1');
  const { rows } = await owner.query<{ who: string; many: number }>(
    `select usename "who", count(*)::int many from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' group by 1`,
  );
  const roles = rows.map(({ who }) => who).filter((who) => who.startsWith('cryptocommerce_'));
  expect(roles).toContain('cryptocommerce_app');
  const others = rows.filter(({ who }) => !roles.includes(who)).reduce((sum, { many }) => sum + many, 0);
  // Only the test itself connects as the owner.
  expect(others).toBe(owner.totalCount - 1);
});

test('the connection strings of other processes use the application role', () => {
  for (const url of [services.appUrl, services.listenUrl ?? ''])
    expect(new URL(url).searchParams.get('user')).toBe('cryptocommerce_app');
});

test('no application role may create names, even temporary ones', async () => {
  const { rows } = await owner.query<{ name: string }>(`select rolname "name" from pg_roles
    where rolname like 'cryptocommerce%' and has_database_privilege(rolname, current_database(), 'temporary')`);
  expect(rows).toEqual([]);
});

/** SQL that creates a type named `text`. Its check reports the role that uses it. */
const slyText = `set search_path = public;
  create function pg_temp.sly(one pg_catalog.text) returns pg_catalog.bool language plpgsql as $$
    begin
      raise notice 'ran as %', current_user;
      return true;
    end $$;
  create domain pg_temp.text as pg_catalog.text check (pg_temp.sly(value))`;

test('a function with its owner’s rights runs no code of the caller’s role', async () => {
  const token = decodeURIComponent((await signIn('tier1')).split('=')[1] ?? '').split('.')[0];
  const database = new URL(ownerUrl).pathname.slice(1);
  await owner.query(`grant temporary on database ${database} to cryptocommerce_app`);
  const client = new pg.Client({ connectionString: services.appUrl });
  const notices: unknown[] = [];
  client.on('notice', ({ message }) => notices.push(message));
  await client.connect();
  try {
    await client.query(slyText);
    // The first statement of every request casts an id to text.
    const { rows } = await client.query('select * from app.authenticate_session($1::pg_catalog.text)', [token]);
    expect([rows.length, notices]).toEqual([1, []]);
  } finally {
    await client.end();
    await owner.query(`revoke temporary on database ${database} from cryptocommerce_app`);
  }
});
