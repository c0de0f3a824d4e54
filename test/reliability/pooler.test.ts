import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, expect, test, vi } from 'vitest';
import { compose } from '../../src/compose.ts';
import { readConfig } from '../../src/platform/config.ts';
import { asPerson, asSystem, openPool } from '../../src/platform/database.ts';
import type { Services } from '../../src/platform/procedure.ts';
import { findPooler, whyNoPooler } from '../../tools/pooler.ts';
import { environment } from '../environment.ts';
import { newPicture } from '../orders.ts';
import { sessionFor } from '../security/actors.ts';
import { call, orderFrom, place, quoteOf, signedIn, signUpForm } from './customer.ts';
import { freshDatabase } from './fresh-database.ts';
import { liveLine } from './live-line.ts';
import { until } from './patience.ts';
import { startPooler } from './pooler.ts';
import { dataFolder, endEverything, staged, start } from './product.ts';

// The product as it runs for real: two processes that answer and one that works, each with logins of its own and none
// with the owner's, behind a PgBouncer that hands its few connections from one transaction to the next.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 120_000 });

const program = findPooler();
if (!program) console.info(`Nothing is tried behind a pooler: ${whyNoPooler}`);

async function openHouse(pgbouncer: string) {
  const database = await freshDatabase('demo');
  const pooler = await startPooler(pgbouncer, database.port);
  const name = new URL(database.url).pathname.slice(1);
  const through = (login: Parameters<typeof pooler.addressOf>[0]) => pooler.addressOf(login, name);
  const { PORT: _, ...quiet } = environment;
  const shared = {
    ...quiet,
    DEMO_ON_PURPOSE: 'yes',
    DATA_DIR: dataFolder(),
    LOG_LEVEL: 'warn',
    DATABASE_APP_URL: through('cryptocommerce_app'),
    DATABASE_AUTH_URL: through('cryptocommerce_auth'),
    DATABASE_JOBS_URL: through('cryptocommerce_jobs'),
    DATABASE_LISTEN_URL: database.url.replace('postgres@', 'cryptocommerce_app@'),
  };
  const sealer = { DATABASE_SEALER_URL: through('cryptocommerce_sealer') };
  // One after the other: what the first has compiled the others find.
  const one = await start(shared, staged('web'));
  const other = await start(shared, staged('web'));
  const worker = await start({ ...shared, ...sealer }, staged('worker'));
  const asApp = { url: shared.DATABASE_APP_URL, role: 'cryptocommerce_app', asGiven: true } as const;
  const app = openPool({ ...asApp, max: 12 });
  afterAll(async () => {
    await app.end();
    await endEverything();
    await pooler.stop();
  });
  /** What one finds in each of the pooler's connections, all of them taken at the same moment. */
  const found = async (what: string) => {
    const rows = await Promise.all(
      Array.from({ length: 12 }, () => app.query(`select ${what}, pg_sleep(0.05)::text slept, pg_backend_pid() pid`)),
    );
    return rows.flatMap((answer) => answer.rows as Record<string, unknown>[]);
  };
  return { database, pooler, through, shared: { ...shared, ...sealer }, one, other, worker, asApp, app, found };
}

const house = program ? await openHouse(program) : null;
type House = NonNullable<typeof house>;
const behind = (name: string, act: (house: House) => Promise<void>) =>
  test.skipIf(!house)(name, async () => {
    if (house) await act(house);
  });

behind('somebody signs up, and a job of the process that works writes to them', async ({ one, other }) => {
  expect((await call(one.origin, 'accounts/signUp', signUpForm('pooled@example.com'))).status).toBe(200);
  await until('the mail', async () => {
    const mails = await (await fetch(`${other.origin}/dev/mailbox.json?to=pooled@example.com`)).json();
    return (mails as unknown[]).length === 1;
  });
});

behind(
  'an order is placed in one process, its proof given in the other, and the live line tells',
  async ({ one, other, database }) => {
    const cookie = await signedIn(one.origin, 'tier2');
    const line = await liveLine(other.origin, cookie);
    const quote = await quoteOf(one.origin, cookie);
    const order = await place(one.origin, cookie, orderFrom(quote.body.id));
    expect(order.status).toBe(200);
    await until('the live line to tell of the order', () => line.heard.includes('trading'));
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
    await until('all of it to be sealed', async () => {
      const { rows } = await database.owner.query<{ open: boolean }>(
        'select exists (select from audit_log l where not exists (select from audit_seals s where s.audit_id = l.id)) open',
      );
      return rows[0]?.open === false;
    });
  },
);

behind(
  'many at once in both processes find what is theirs alone, on connections that others had',
  async ({ one, other }) => {
    const people = ['visitor', 'tier1', 'tier2', 'enhanced', 'finance', 'compliance'];
    const came = await Promise.all(people.map(async (who) => ({ who, cookie: await signedIn(one.origin, who) })));
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        came.flatMap(({ who, cookie }) =>
          [one.origin, other.origin].map(async (origin) => {
            const { status, body } = await call<{ email: string }>({ origin, cookie }, 'accounts/viewer');
            return [status, body.email === `${who}@demo.test`];
          }),
        ),
      ).flat(),
    );
    expect(new Set(answers.map(String))).toEqual(new Set(['200,true']));
  },
);

behind(
  'what a transaction notes of a person is in no connection afterwards, and its limits are in each',
  async ({ found }) => {
    const rows =
      await found(`coalesce(current_setting('app.user_id', true), '') || coalesce(current_setting('app.roles', true), '')
    || coalesce(current_setting('app.sees_all', true), '') || coalesce(current_setting('app.session_word', true), '')
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

behind(
  'that staff need a second factor holds in the process that says so, and in no other',
  async ({ asApp, database, shared }) => {
    const pools = [true, false].map((staffNeedFactor) => openPool({ ...asApp, max: 4, staffNeedFactor }));
    const services = { config: readConfig({ ...environment, DATA_DIR: shared.DATA_DIR }) } as Services;
    const cookie = await sessionFor({ owner: database.owner, services }, 'finance', "interval '1 day'");
    const token = decodeURIComponent(cookie.split('=')[1] ?? '').split('.')[0] ?? '';
    const seen = await Promise.all(
      Array.from({ length: 40 }, async (_none, at) => {
        const pool = pools[at % 2];
        const came = pool && (await asPerson(pool, { token, ip: '127.0.0.1' }, async (_tx, person) => person.roles));
        return [at % 2, came?.value.length];
      }),
    );
    await Promise.all(pools.map((pool) => pool.end()));
    expect(new Set(seen.map(String))).toEqual(new Set(['0,0', '1,1']));
  },
);

behind(
  'statements are prepared once a connection, and one whose columns changed is prepared anew',
  async ({ found, database, app }) => {
    const [first] = await found('(select count(*)::int from pg_prepared_statements) many');
    expect(first?.['many']).toBeGreaterThan(0);
    await database.owner.query('create table changing (a int)');
    await database.owner.query('grant select on changing to cryptocommerce_app');
    const all = () => asSystem(app, (tx) => sql`select * from changing where a = ${1}`.execute(tx));
    await Promise.all(Array.from({ length: 12 }, all));
    await database.owner.query('alter table changing add column b int');
    const tries = async (left: number): Promise<boolean> =>
      (await Promise.allSettled(Array.from({ length: 12 }, all))).every(({ status }) => status === 'fulfilled') ||
      (left > 0 && tries(left - 1));
    expect(await tries(12)).toBe(true);
  },
);

behind(
  'to listen through the pooler is refused at the start, for nothing would be heard',
  async ({ shared, through }) => {
    const config = readConfig({ ...shared, DATABASE_LISTEN_URL: through('cryptocommerce_app') });
    const log = { warn: () => undefined, always: () => undefined, error: () => undefined };
    await expect(compose({ config, databaseUrl: undefined, log })).rejects.toThrow('leads through a pooler');
    const { DATABASE_LISTEN_URL: _listen, ...rest } = shared;
    await expect(compose({ config: readConfig(rest), databaseUrl: undefined, log })).rejects.toThrow(
      'DATABASE_LISTEN_URL',
    );
  },
);

behind(
  'beside the pooler each process that answers has one connection, and nobody is the owner',
  async ({ database }) => {
    const { rows } = await database.owner.query<{ who: string; address: number; n: number }>(
      `select usename::text who, count(*)::int n from pg_stat_activity
      where datname = current_database() and query = 'listen topic' group by 1`,
    );
    expect(rows).toEqual([{ who: 'cryptocommerce_app', n: 2 }]);
    const { rows: others } = await database.owner.query<{ n: number }>(
      `select count(*)::int n from pg_stat_activity where datname = current_database()
      and backend_type = 'client backend' and usename not like 'cryptocommerce%'`,
    );
    // The scene setter's own.
    expect(others[0]?.n).toBe(database.owner.totalCount);
  },
);

behind('nobody complained meanwhile', async ({ one, other, worker, pooler }) => {
  for (const { said } of [one, other, worker]) expect(said.err).not.toMatch(/prepared statement|failed|fault/);
  expect(pooler.said()).not.toMatch(/unsupported startup parameter|WARNING.*prepared/);
});

test.skipIf(!program)('a wrong word opens the pooler to nobody', async () => {
  if (!program) return;
  const pooler = await startPooler(program, Number(new URL(process.env['TEST_SERVER'] ?? '').port));
  const wrong = new pg.Client(pooler.addressOf('cryptocommerce_app', 'template_test').replace('word-of', 'guess-of'));
  await expect(wrong.connect()).rejects.toThrow();
  await pooler.stop();
});
