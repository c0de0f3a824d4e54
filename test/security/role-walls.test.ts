import pg from 'pg';
import { expect, test } from 'vitest';
import { openPool } from '../../src/platform/database.ts';
import { letRolesIn } from '../../src/platform/logins.ts';
import { serverUnderTest } from '../worker.ts';

const { owner, ownerUrl, services, signIn } = await serverUnderTest();
const login = await letRolesIn(ownerUrl, services.config);

/** Every way to become somebody else in the middle of a statement, and what became of it. */
const waysOut = [
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
  'whatever a statement of %s says, it stays what it is and owns nothing',
  async (role) => {
    const pool = openPool({ ...login(role), max: 1 });
    try {
      const client = await pool.connect();
      for (const statement of waysOut) {
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

test('a statement of a request cannot leave the role of the application', async () => {
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

test('nothing of the running product comes in as the owner, the live line and the jobs included', async () => {
  await signIn('tier1');
  const { rows } = await owner.query<{ who: string; many: number }>(
    `select usename "who", count(*)::int many from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' group by 1`,
  );
  const roles = rows.map(({ who }) => who).filter((who) => who.startsWith('cryptocommerce_'));
  expect(roles).toContain('cryptocommerce_app');
  const others = rows.filter(({ who }) => !roles.includes(who)).reduce((sum, { many }) => sum + many, 0);
  // The scene setter's own connections.
  expect(others).toBe(owner.totalCount - 1);
});

test('the addresses that others are handed are the role of the application', () => {
  for (const address of [services.appUrl, services.listenUrl ?? ''])
    expect(new URL(address).searchParams.get('user')).toBe('cryptocommerce_app');
});

test('no role of the application may lay down names of its own, not even temporary ones', async () => {
  const { rows } = await owner.query<{ name: string }>(`select rolname "name" from pg_roles
    where rolname like 'cryptocommerce%' and has_database_privilege(rolname, current_database(), 'temporary')`);
  expect(rows).toEqual([]);
});

/** A type by the name that everybody means by `text`, with a check that tells as whom it ran. */
const slyText = `set search_path = public;
  create function pg_temp.sly(one pg_catalog.text) returns pg_catalog.bool language plpgsql as $$
    begin
      raise notice 'ran as %', current_user;
      return true;
    end $$;
  create domain pg_temp.text as pg_catalog.text check (pg_temp.sly(value))`;

test('a function with the rights of its owner runs nothing that a role lays down, could it do so', async () => {
  const token = decodeURIComponent((await signIn('tier1')).split('=')[1] ?? '').split('.')[0];
  const database = new URL(ownerUrl).pathname.slice(1);
  await owner.query(`grant temporary on database ${database} to cryptocommerce_app`);
  const client = new pg.Client({ connectionString: services.appUrl });
  const heard: unknown[] = [];
  client.on('notice', ({ message }) => heard.push(message));
  await client.connect();
  try {
    await client.query(slyText);
    // The first statement of every request; it turns an id into text.
    const { rows } = await client.query('select * from app.enter($1::pg_catalog.text)', [token]);
    expect([rows.length, heard]).toEqual([1, []]);
  } finally {
    await client.end();
    await owner.query(`revoke temporary on database ${database} from cryptocommerce_app`);
  }
});
