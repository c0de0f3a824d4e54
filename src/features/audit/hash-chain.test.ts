import type pg from 'pg';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { closeLongAgo, resetDates } from '../../../test/erasure-time.ts';
import { buy } from '../../../test/orders.ts';
import { sealEntries } from '../../../test/sealing.ts';
import { createSession } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { createKysely, openPool } from '../../platform/database/database.ts';
import { eraseRecords } from '../compliance/erase.ts';
import { type RunInTransaction, streamExport } from './export-route.ts';
import { logAnchor, seal, sealMissed } from './jobs.ts';
import { verify } from './verify.ts';

const server = await serverUnderTest();
const { owner, services } = server;
const url = services.appUrl;
const sealer = openPool({ url, role: 'cryptocommerce_sealer', max: 3 });
const app = openPool({ url, role: 'cryptocommerce_app', max: 20 });

afterAll(() => Promise.all([sealer.end(), app.end()]));

const addEntry = (client: pg.Pool | pg.PoolClient | pg.Client, action: string) =>
  client.query(
    `insert into audit_log (actor_role, action, subject_type, subject_id) values ('system', $1, 'test', '1')`,
    [action],
  );
const sealedActions = async () =>
  (
    await owner.query<{ action: string }>(
      `select l.action from audit_seals s join audit_log l on l.id = s.audit_id order by s.seq`,
    )
  ).rows.map(({ action }) => action);
const runAsOwner: RunInTransaction = (read) => read(createKysely(owner));

async function verifyLog() {
  const texts: string[] = [];
  for await (const text of streamExport(runAsOwner, { from: '1', until: null }, new Date())) texts.push(text);
  return verify(texts.join('').trimEnd().split('\n'));
}

beforeEach(async () => {
  await owner.query('truncate audit_log, audit_seals');
  await owner.query(`update audit_sealing set horizon = '0'`);
});

test('an entry of a long transaction is sealed before younger ones', async () => {
  const late = await app.connect();
  await late.query('begin');
  await addEntry(late, 'late');
  await addEntry(app, 'young');
  expect(await seal(sealer)).toBe(0); // Younger entries wait for the older transaction.
  await late.query('commit');
  late.release();
  expect(await sealEntries(sealer, 2)).toBe(2);
  expect(await sealedActions()).toEqual(['late', 'young']);
  expect((await verifyLog()).broken).toEqual([]);
});

test('sealing does not block writers, and one machine seals at a time', async () => {
  const busy = await sealer.connect();
  await busy.query('begin');
  await busy.query(`select pg_advisory_xact_lock(hashtextextended('audit seals', 0)), * from audit_sealing for update`);
  await addEntry(app, 'meanwhile');
  expect(await seal(sealer)).toBe(0); // Another machine seals.
  await busy.query('rollback');
  busy.release();
  expect(await sealEntries(sealer, 1)).toBe(1);
});

test('sealing without pause misses no entry of twenty concurrent writers', async () => {
  let writing = true;
  const sealing = (async () => {
    while (writing) await Promise.all([seal(sealer), seal(sealer)]);
  })();
  const writer = async (n: number) => {
    for (let round = 0; round < 25; round += 1) {
      const client = await app.connect();
      await client.query('begin');
      await addEntry(client, `w${n}.${round}.a`);
      if (round % 3 === n % 3) await new Promise((done) => setTimeout(done, (n * 7 + round) % 12));
      await addEntry(client, `w${n}.${round}.b`);
      await client.query(round % 5 === 4 ? 'rollback' : 'commit');
      client.release();
    }
  };
  await Promise.all(Array.from({ length: 20 }, (_, n) => writer(n)));
  writing = false;
  await sealing;
  const unsealed = (
    await owner.query(`select count(*)::int n from audit_log l
    where not exists (select from audit_seals s where s.audit_id = l.id)`)
  ).rows[0].n;
  await sealEntries(sealer, unsealed);
  const { rows } = await owner.query(`select count(*)::int entries, count(s.seq)::int sealed, max(s.seq)::int last
    from audit_log l left join audit_seals s on s.audit_id = l.id`);
  expect(rows[0]).toEqual({ entries: 800, sealed: 800, last: 800 });
  expect(await verifyLog()).toMatchObject({ entries: 800, broken: [] });
});

test('a restored database with a low transaction counter still seals all entries', async () => {
  await addEntry(app, 'before');
  await sealEntries(sealer, 1);
  await owner.query(`update audit_sealing set horizon = '900000000000'`);
  await addEntry(app, 'after');
  expect(await sealEntries(sealer, 1)).toBe(1);
  await addEntry(app, 'later');
  expect(await sealEntries(sealer, 1)).toBe(1);
  expect(await sealedActions()).toEqual(['before', 'after', 'later']);
});

test('the daily anchor seals missed entries and logs the head', async () => {
  await addEntry(app, 'one');
  await sealEntries(sealer, 1);
  await owner.query(`insert into audit_log (actor_role, action, subject_type, subject_id, xact)
    values ('system', 'left out', 'test', '1', '3')`);
  expect(await seal(sealer)).toBe(0);
  const logged: object[] = [];
  await logAnchor({ log: { warn: () => undefined, always: (fields) => void logged.push(fields) } }, sealer);
  expect(await sealedActions()).toEqual(['one', 'left out']);
  const { last } = await verifyLog();
  expect(logged).toEqual([{ anchor: `${last.seq}:${last.hash}`, leftOut: 1 }]);
  expect(await sealMissed(sealer)).toBe(0);
});

test('the sealer role can only add seals and move the horizon', async () => {
  await addEntry(app, 'one');
  await sealEntries(sealer, 1);
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
  '%s cannot change the log or its seals, forge a seal, or set a transaction id',
  async (role) => {
    await addEntry(app, 'one');
    await sealEntries(sealer, 1);
    const pool = openPool({ url, role, max: 1 });
    const outcome = (statement: string) =>
      pool.query(`select set_config('app.all_rows', 'yes', false)`).then(() =>
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
      const forgedXact = `insert into audit_log (actor_role, action, subject_type, subject_id, xact) values ('', '', '', '', '3')`;
      expect(await outcome(forgedXact)).toBe('42501');
      expect(await outcome(`update audit_sealing set horizon = '9'`)).toBe('42501');
    }
    await pool.end();
  },
);

/** Erasures are proven by the log. A false claim of erasure is found by every reader. */

const { caseAbout } = setUpSuspicions(server);
const [compliance, admin] = [await createSession(server, 'compliance'), await createSession(server, 'admin')];
const erasingSealer = openPool({ url: services.appUrl, role: 'cryptocommerce_sealer', max: 2 });

afterAll(() => erasingSealer.end());

afterEach(() => resetDates(server));

async function sealAll(): Promise<void> {
  const { rows } = await owner.query<{ n: number }>(
    `select count(*)::int n from audit_log l where not exists (select from audit_seals s where s.audit_id = l.id)`,
  );
  await sealEntries(erasingSealer, rows[0]?.n ?? 0);
}
const exportLog = async (cookie: string, query = '') => {
  const { body } = await server.app.inject({ url: `/api/audit.ndjson${query}`, headers: { cookie } });
  return body.trimEnd().split('\n');
};
async function verifyToEnd(file: readonly string[]) {
  const { last } = await verify(file);
  return verify(file, [last]);
}
async function newErasableCustomer() {
  const customer = await newCustomer(server, 'Ina Brown');
  const { orderId } = (await buy(server, customer.cookie, { amount: '3000' })).body as { orderId: string };
  await server.call('trading/cancelOwn', { orderId }, customer.cookie);
  await sealAll();
  return customer;
}
async function eraseCustomer(customer: { id: string }): Promise<void> {
  await closeLongAgo(server, [customer]);
  expect(await eraseRecords(services)).toMatchObject({ people: 1 });
  await resetDates(server);
}

test('erasures named after the end of the file leave it unbroken and unproven', async () => {
  const customer = await newErasableCustomer();
  const { last } = await verify(await exportLog(compliance));
  await eraseCustomer(customer);
  const beforeTheSeal = await verifyToEnd(await exportLog(compliance));
  await sealAll();
  const range = await verifyToEnd(await exportLog(compliance, `?from=1&until=${last.seq}`));
  for (const { broken, erasedAfterEnd, unproven } of [beforeTheSeal, range]) {
    expect([broken, erasedAfterEnd.length > 0]).toEqual([[], true]);
    expect(unproven).toEqual([expect.stringContaining('have no content, and the proof')]);
  }
  const fullExport = await verifyToEnd(await exportLog(compliance));
  expect(fullExport).toMatchObject({ broken: [], unproven: [], erased: range.erasedAfterEnd.length });
});

test('an export during an erasure is not broken', async () => {
  const customer = await newErasableCustomer();
  const db = createKysely(owner);
  const texts = streamExport((read) => read(db), { from: '1', until: null }, new Date());
  const pieces = [(await texts.next()).value];
  await eraseCustomer(customer);
  await sealAll();
  for await (const text of texts) pieces.push(text);
  const { broken, erasedAfterEnd } = await verifyToEnd(pieces.join('').trimEnd().split('\n'));
  expect([broken, erasedAfterEnd.length > 0]).toEqual([[], true]);
});

test.each(['for_role', 'about_id'])('a rewritten entry marked as erased is found: with %s', async (column) => {
  const customer = await newCustomer(server, 'Ina Brown');
  const caseId = await caseAbout(customer.id, compliance);
  const input = { caseId, suspicionFormedOn: jamaicaDay(new Date()) };
  expect((await server.call('compliance/openReport', input, compliance)).status).toBe(200);
  await sealAll();
  const { rows } = await owner.query<{ seq: string }>(
    `with altered as (
       update audit_log set before = null, after = '{"forged": true}', action = 'audit.nothing', actor_id = null,
           erased_at = now()
        where id = (select id from audit_log where ${column} is not null and erased_at is null order by id desc limit 1)
        returning id)
     select s.seq::text from altered a join audit_seals s on s.audit_id = a.id`,
  );
  const why = `entry ${rows[0]?.seq} has no content, and no later entry records its erasure`;
  for (const cookie of [compliance, admin]) {
    const { broken } = await verifyToEnd(await exportLog(cookie));
    expect(broken.map((fault) => fault.why)).toContain(why);
  }
});
