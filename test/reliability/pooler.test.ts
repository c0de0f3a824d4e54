import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, expect, test, vi } from 'vitest';
import { compose } from '../../src/compose.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import { openPool, withSystem, withUser } from '../../src/platform/database/database.ts';
import type { Services } from '../../src/platform/http/procedure.ts';
import { findPooler, whyNoPooler } from '../../tools/pooler.ts';
import { environment } from '../environment.ts';
import { newPicture } from '../orders.ts';
import { createSession } from '../security/actors.ts';
import { buildOrder, buildSignUpForm, call, placeOrder, requestQuote, signInDemoUser } from './customer.ts';
import { createDatabase } from './fresh-database.ts';
import { openLiveStream } from './live-stream.ts';
import { startPooler } from './pooler.ts';
import { createDataFolder, createStage, endEverything, start } from './product.ts';
import { until } from './until.ts';

// Like production: two web processes and a worker with their own logins, behind a PgBouncer in transaction mode.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 120_000 });

const program = findPooler();
if (!program) console.info(`Skipping the tests behind a pooler: ${whyNoPooler}`);

async function startDeployment(pgbouncer: string) {
  const database = await createDatabase('demo');
  const pooler = await startPooler(pgbouncer, database.port);
  const name = new URL(database.url).pathname.slice(1);
  const getAddress = (login: Parameters<typeof pooler.getAddress>[0]) => pooler.getAddress(login, name);
  const { PORT: _, ...quiet } = environment;
  const shared = {
    ...quiet,
    DEMO_ON_PURPOSE: 'yes',
    DATA_DIR: createDataFolder(),
    LOG_LEVEL: 'warn',
    DATABASE_APP_URL: getAddress('cryptocommerce_app'),
    DATABASE_AUTH_URL: getAddress('cryptocommerce_auth'),
    DATABASE_JOBS_URL: getAddress('cryptocommerce_jobs'),
    DATABASE_LISTEN_URL: database.url.replace('postgres@', 'cryptocommerce_app@'),
  };
  const sealer = { DATABASE_SEALER_URL: getAddress('cryptocommerce_sealer') };
  const one = await start(shared, createStage('web'));
  const other = await start(shared, createStage('web'));
  const worker = await start({ ...shared, ...sealer }, createStage('worker'));
  const asApp = { url: shared.DATABASE_APP_URL, role: 'cryptocommerce_app', asGiven: true } as const;
  const app = openPool({ ...asApp, max: 12 });
  afterAll(async () => {
    await app.end();
    await endEverything();
    await pooler.stop();
  });
  const queryPooled = async (expression: string) => {
    const rows = await Promise.all(
      Array.from({ length: 12 }, () =>
        app.query(`select ${expression}, pg_sleep(0.05)::text slept, pg_backend_pid() pid`),
      ),
    );
    return rows.flatMap((answer) => answer.rows as Record<string, unknown>[]);
  };
  return {
    database,
    pooler,
    getAddress,
    shared: { ...shared, ...sealer },
    one,
    other,
    worker,
    asApp,
    app,
    queryPooled,
  };
}

const deployment = program ? await startDeployment(program) : null;
type Deployment = NonNullable<typeof deployment>;
const testPooled = (name: string, run: (deployment: Deployment) => Promise<void>) =>
  test.skipIf(!deployment)(name, async () => {
    if (deployment) await run(deployment);
  });

testPooled('a sign-up in a web process is mailed by the worker', async ({ one, other }) => {
  expect((await call(one.origin, 'accounts/signUp', buildSignUpForm('pooled@example.com'))).status).toBe(200);
  await until('the mail', async () => {
    const mails = await (await fetch(`${other.origin}/dev/mailbox.json?to=pooled@example.com`)).json();
    return (mails as unknown[]).length === 1;
  });
});

testPooled(
  'an order in one process and its proof in another notify the live stream',
  async ({ one, other, database }) => {
    const cookie = await signInDemoUser(one.origin, 'tier2');
    const line = await openLiveStream(other.origin, cookie);
    const quote = await requestQuote(one.origin, cookie);
    const order = await placeOrder(one.origin, cookie, buildOrder(quote.body.id));
    expect(order.status).toBe(200);
    await until('the live stream to report the order', () => line.heard.includes('trading'));
    const sent = await fetch(`${other.origin}/api/files?purpose=transaction-proof`, {
      method: 'PUT',
      headers: { cookie, 'content-type': 'application/octet-stream', 'x-file-name': 'slip.png' },
      body: new Uint8Array(newPicture()),
    });
    expect(sent.status).toBe(200);
    const { id } = (await sent.json()) as { id: string };
    const claim = { orderId: order.body.orderId, proofFile: id };
    expect((await call({ origin: other.origin, cookie }, 'trading/claimPayment', claim)).status).toBe(200);
    await line.close();
    await until('all audit entries to be sealed', async () => {
      const { rows } = await database.owner.query<{ open: boolean }>(
        'select exists (select from audit_log l where not exists (select from audit_seals s where s.audit_id = l.id)) open',
      );
      return rows[0]?.open === false;
    });
  },
);

testPooled(
  'parallel requests in both processes see only their own data on reused connections',
  async ({ one, other }) => {
    const people = ['visitor', 'tier1', 'tier2', 'enhanced', 'finance', 'compliance'];
    const sessions = await Promise.all(
      people.map(async (name) => ({ name, cookie: await signInDemoUser(one.origin, name) })),
    );
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        sessions.flatMap(({ name, cookie }) =>
          [one.origin, other.origin].map(async (origin) => {
            const { status, body } = await call<{ email: string }>({ origin, cookie }, 'accounts/viewer');
            return [status, body.email === `${name}@demo.test`];
          }),
        ),
      ).flat(),
    );
    expect(new Set(answers.map(String))).toEqual(new Set(['200,true']));
  },
);

testPooled(
  'settings of a transaction do not outlive it, and the limits of the role are in each connection',
  async ({ queryPooled }) => {
    const rows =
      await queryPooled(`coalesce(current_setting('app.user_id', true), '') || coalesce(current_setting('app.roles', true), '')
    || coalesce(current_setting('app.all_rows', true), '') || coalesce(current_setting('app.session_word', true), '')
    || coalesce(current_setting('app.staff_need_factor', true), '') left_behind, current_setting('search_path') path,
    current_setting('statement_timeout') statements, current_setting('lock_timeout') locks,
    current_setting('plan_cache_mode') plans`);
    expect(new Set(rows.map(({ pid }) => pid)).size).toBeGreaterThan(1);
    const held = new Set(
      rows.map(({ left_behind, path, statements, locks, plans }) =>
        JSON.stringify([left_behind, path, statements, locks, plans]),
      ),
    );
    expect([...held]).toEqual([JSON.stringify(['', 'public', '20s', '10s', 'auto'])]);
  },
);

testPooled(
  'the second factor for staff is required only in the process that is configured so',
  async ({ asApp, database, shared }) => {
    const pools = [true, false].map((staffRequireMfa) => openPool({ ...asApp, max: 4, staffRequireMfa }));
    const services = { config: readConfig({ ...environment, DATA_DIR: shared.DATA_DIR }) } as Services;
    const cookie = await createSession({ owner: database.owner, services }, 'finance', "interval '1 day'");
    const token = decodeURIComponent(cookie.split('=')[1] ?? '').split('.')[0] ?? '';
    const seen = await Promise.all(
      Array.from({ length: 40 }, async (_none, at) => {
        const pool = pools[at % 2];
        const sessions =
          pool && (await withUser(pool, { token, ip: '127.0.0.1' }, async (_tx, person) => person.roles));
        return [at % 2, sessions?.value.length];
      }),
    );
    await Promise.all(pools.map((pool) => pool.end()));
    expect(new Set(seen.map(String))).toEqual(new Set(['0,0', '1,1']));
  },
);

testPooled(
  'statements are prepared once per connection, and again after their columns change',
  async ({ queryPooled, database, app }) => {
    const [first] = await queryPooled('(select count(*)::int from pg_prepared_statements) many');
    expect(first?.['many']).toBeGreaterThan(0);
    await database.owner.query('create table changing (a int)');
    await database.owner.query('grant select on changing to cryptocommerce_app');
    const all = () => withSystem(app, (tx) => sql`select * from changing where a = ${1}`.execute(tx));
    await Promise.all(Array.from({ length: 12 }, all));
    await database.owner.query('alter table changing add column b int');
    const tries = async (left: number): Promise<boolean> =>
      (await Promise.allSettled(Array.from({ length: 12 }, all))).every(({ status }) => status === 'fulfilled') ||
      (left > 0 && tries(left - 1));
    expect(await tries(12)).toBe(true);
  },
);

testPooled(
  'listening through the pooler is refused at the start, because notifications would be lost',
  async ({ shared, getAddress }) => {
    const config = readConfig({ ...shared, DATABASE_LISTEN_URL: getAddress('cryptocommerce_app') });
    const log = { warn: () => undefined, always: () => undefined, error: () => undefined };
    await expect(compose({ config, databaseUrl: undefined, log })).rejects.toThrow('goes through a pooler');
    const { DATABASE_LISTEN_URL: _listen, ...rest } = shared;
    await expect(compose({ config: readConfig(rest), databaseUrl: undefined, log })).rejects.toThrow(
      'DATABASE_LISTEN_URL',
    );
  },
);

testPooled("each web process has one direct connection, and none is the owner's", async ({ database }) => {
  const { rows } = await database.owner.query<{ name: string; address: number; n: number }>(
    `select usename::text name, count(*)::int n from pg_stat_activity
      where datname = current_database() and query = 'listen topic' group by 1`,
  );
  expect(rows).toEqual([{ name: 'cryptocommerce_app', n: 2 }]);
  const { rows: others } = await database.owner.query<{ n: number }>(
    `select count(*)::int n from pg_stat_activity where datname = current_database()
      and backend_type = 'client backend' and usename not like 'cryptocommerce%'`,
  );
  expect(others[0]?.n).toBe(database.owner.totalCount);
});

testPooled('no process logged a warning', async ({ one, other, worker, pooler }) => {
  for (const { output } of [one, other, worker]) expect(output.err).not.toMatch(/prepared statement|failed|fault/);
  expect(pooler.output()).not.toMatch(/unsupported startup parameter|WARNING.*prepared/);
});

test.skipIf(!program)('the pooler refuses a wrong password', async () => {
  if (!program) return;
  const pooler = await startPooler(program, Number(new URL(process.env['TEST_SERVER'] ?? '').port));
  const wrong = new pg.Client(pooler.getAddress('cryptocommerce_app', 'template_test').replace('word-of', 'guess-of'));
  await expect(wrong.connect()).rejects.toThrow();
  await pooler.stop();
});
