import type pg from 'pg';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { sealSoon } from '../../../test/sealing.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { kyselyOn, openPool } from '../../platform/database.ts';
import { exportTexts, type InShort } from './export.ts';
import { anchor } from './jobs.ts';
import { seal, sealLeftOut } from './seal.ts';
import { verify } from './verify.ts';

const { owner, services } = await serverUnderTest();
const url = services.appUrl;
const sealer = openPool({ url, role: 'cryptocommerce_sealer', max: 3 });
const app = openPool({ url, role: 'cryptocommerce_app', max: 20 });
afterAll(() => Promise.all([sealer.end(), app.end()]));

const add = (client: pg.Pool | pg.PoolClient | pg.Client, action: string) =>
  client.query(
    `insert into audit_log (actor_role, action, subject_type, subject_id) values ('system', $1, 'test', '1')`,
    [action],
  );
const order = async () =>
  (
    await owner.query<{ action: string }>(
      `select l.action from audit_seals s join audit_log l on l.id = s.audit_id order by s.seq`,
    )
  ).rows.map(({ action }) => action);
const asOwner: InShort = (read) => read(kyselyOn(owner));

async function checked() {
  const texts: string[] = [];
  for await (const text of exportTexts(asOwner, { from: '1', until: null }, new Date())) texts.push(text);
  return verify(texts.join('').trimEnd().split('\n'));
}

beforeEach(async () => {
  await owner.query('truncate audit_log, audit_seals');
  await owner.query(`update audit_sealing set horizon = '0'`);
});

test('an entry that commits after younger ones were sealed is sealed too, and nothing is passed over', async () => {
  const late = await app.connect();
  await late.query('begin');
  await add(late, 'late');
  await add(app, 'young');
  expect(await seal(sealer)).toBe(0); // The older transaction still runs: what is younger waits for it.
  await late.query('commit');
  late.release();
  expect(await sealSoon(sealer, 2)).toBe(2);
  expect(await order()).toEqual(['late', 'young']);
  expect((await checked()).broken).toEqual([]);
});

test('writers go on while sealing runs, and sealing while writers do', async () => {
  const busy = await sealer.connect();
  await busy.query('begin');
  await busy.query(`select pg_advisory_xact_lock(hashtextextended('audit seals', 0)), * from audit_sealing for update`);
  await add(app, 'meanwhile');
  expect(await seal(sealer)).toBe(0); // Another machine seals.
  await busy.query('rollback');
  busy.release();
  expect(await sealSoon(sealer, 1)).toBe(1);
});

test('twenty writers with transactions of every length lose nothing to a sealer that never rests', async () => {
  let writing = true;
  const sealing = (async () => {
    while (writing) await Promise.all([seal(sealer), seal(sealer)]);
  })();
  const writer = async (n: number) => {
    for (let turn = 0; turn < 25; turn += 1) {
      const client = await app.connect();
      await client.query('begin');
      await add(client, `w${n}.${turn}.a`);
      if (turn % 3 === n % 3) await new Promise((done) => setTimeout(done, (n * 7 + turn) % 12));
      await add(client, `w${n}.${turn}.b`);
      await client.query(turn % 5 === 4 ? 'rollback' : 'commit');
      client.release();
    }
  };
  await Promise.all(Array.from({ length: 20 }, (_, n) => writer(n)));
  writing = false;
  await sealing;
  const left = (
    await owner.query(`select count(*)::int n from audit_log l
    where not exists (select from audit_seals s where s.audit_id = l.id)`)
  ).rows[0].n;
  await sealSoon(sealer, left);
  const { rows } = await owner.query(`select count(*)::int entries, count(s.seq)::int sealed, max(s.seq)::int last
    from audit_log l left join audit_seals s on s.audit_id = l.id`);
  expect(rows[0]).toEqual({ entries: 800, sealed: 800, last: 800 });
  expect(await checked()).toMatchObject({ entries: 800, broken: [] });
});

test('after a restore into a database that counts transactions from the start, all is still sealed', async () => {
  await add(app, 'before');
  await sealSoon(sealer, 1);
  await owner.query(`update audit_sealing set horizon = '900000000000'`);
  await add(app, 'after');
  expect(await sealSoon(sealer, 1)).toBe(1);
  await add(app, 'later');
  expect(await sealSoon(sealer, 1)).toBe(1);
  expect(await order()).toEqual(['before', 'after', 'later']);
});

test('an entry below the horizon that no seal names is found once a day, and the head goes to the log', async () => {
  await add(app, 'one');
  await sealSoon(sealer, 1);
  await owner.query(`insert into audit_log (actor_role, action, subject_type, subject_id, xact)
    values ('system', 'left out', 'test', '1', '3')`);
  expect(await seal(sealer)).toBe(0);
  const said: object[] = [];
  await anchor({ log: { warn: () => undefined, always: (fields) => void said.push(fields) } }, sealer);
  expect(await order()).toEqual(['one', 'left out']);
  const { last } = await checked();
  expect(said).toEqual([{ anchor: `${last.seq}:${last.hash}`, leftOut: 1 }]);
  expect(await sealLeftOut(sealer)).toBe(0);
});

test('the sealer can add seals and move its horizon, and nothing else', async () => {
  await add(app, 'one');
  await sealSoon(sealer, 1);
  const outcome = (statement: string) =>
    sealer.query(statement).then(
      () => 'done',
      (error: { code?: string }) => error.code,
    );
  for (const statement of [
    `update audit_log set action = 'x'`,
    'delete from audit_log',
    'truncate audit_log cascade',
    `update audit_seals set hash = 'x'`,
    'delete from audit_seals',
    'truncate audit_seals',
    `insert into audit_log (actor_role, action, subject_type, subject_id) values ('', '', '', '')`,
    'select * from profiles',
  ])
    expect([statement, await outcome(statement)]).toEqual([statement, '42501']);
  const { rows } = await owner.query<{ table: string }>(`select distinct table_schema || '.' || table_name "table"
    from information_schema.role_table_grants where grantee = 'cryptocommerce_sealer' order by 1`);
  expect(rows.map((row) => row.table)).toEqual(['public.audit_log', 'public.audit_sealing', 'public.audit_seals']);
});

test.each(['cryptocommerce_app', 'cryptocommerce_auth', 'cryptocommerce_sealer'] as const)(
  '%s cannot update, delete or empty the log or its seals, seal for itself, or say when an entry was written',
  async (role) => {
    await add(app, 'one');
    await sealSoon(sealer, 1);
    const pool = openPool({ url, role, max: 1 });
    const outcome = (statement: string) =>
      pool.query(`select set_config('app.sees_all', 'yes', false)`).then(() =>
        pool.query(statement).then(
          () => 'done',
          (error: { code?: string }) => error.code,
        ),
      );
    for (const table of ['audit_log', 'audit_seals']) {
      const column = table === 'audit_log' ? 'action' : 'hash';
      expect(await outcome(`update ${table} set ${column} = 'x'`)).toBe('42501');
      expect(await outcome(`delete from ${table}`)).toBe('42501');
      expect(await outcome(`truncate ${table} cascade`)).toBe('42501');
      expect(await outcome(`alter table ${table} disable row level security`)).toBe('42501');
    }
    if (role !== 'cryptocommerce_sealer') {
      const forged = `insert into audit_seals values (99, uuidv7(), 'x', 'x', now(), 'x')`;
      expect(await outcome(forged)).toBe('42501');
      const aside = `insert into audit_log (actor_role, action, subject_type, subject_id, xact) values ('', '', '', '', '3')`;
      expect(await outcome(aside)).toBe('42501');
      expect(await outcome(`update audit_sealing set horizon = '9'`)).toBe('42501');
    }
    await pool.end();
  },
);
