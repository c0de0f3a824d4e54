import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDatabase } from '../../../test/reliability/fresh-database.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { after, days, hours, minutes } from '../../kernel/clock.ts';
import { migrate } from '../database/migrate.ts';
import { isSchemaCurrent, migrationNames } from '../database/schema-version.ts';
import { assessReadiness, limits, type ReadinessFacts } from './readiness.ts';

const server = await serverUnderTest();
const now = new Date('2026-11-22T12:00:00Z');
const readyFacts: ReadinessFacts = {
  migrated: true,
  pricesFrom: after(now, -minutes(10)),
  listsDown: [],
  due: [{ name: 'trading.expire_orders', since: after(now, -minutes(1)) }],
  work: { waiting: 3, since: after(now, -minutes(5)) },
  freeBytes: limits.disk,
};
const badFacts: readonly (readonly [part: string, found: Partial<ReadinessFacts>])[] = [
  ['migrated', { migrated: false }],
  ['prices', { pricesFrom: after(now, -hours(1)) }],
  ['prices', { pricesFrom: after(now, days(35)) }],
  ['prices', { pricesFrom: null }],
  ['lists', { listsDown: ['un'] }],
  ['timetable', { due: [{ name: 'trading.expire_orders', since: after(now, -minutes(31)) }] }],
  ['timetable', { due: [{ name: 'screening.lists', since: after(now, -hours(27)) }] }],
  ['mail', { work: { waiting: 1, since: after(now, -hours(3)) } }],
  ['mail', { work: { waiting: 6_000, since: now } }],
  ['disk', { freeBytes: limits.disk - 1 }],
];

test('everything within its limits is ready; a list retried for a day is not late', () => {
  expect(Object.values(assessReadiness(readyFacts, now)).every(Boolean)).toBe(true);
  const retriedLists = { ...readyFacts, due: [{ name: 'screening.lists', since: after(now, -hours(20)) }] };
  expect(assessReadiness(retriedLists, now).timetable).toBe(true);
});

test.each(badFacts)('only %s is not ready with %j', (part, facts) => {
  const parts = Object.entries(assessReadiness({ ...readyFacts, ...facts }, now));
  expect(parts.filter(([, ok]) => !ok).map(([name]) => name)).toEqual([part]);
});

test('concurrent readiness checks share one database query', async () => {
  let used = 0;
  const count = () => void used++;
  server.services.pool.on('acquire', count);
  const answers = await Promise.all(Array.from({ length: 200 }, () => server.app.inject({ url: '/readyz' })));
  server.services.pool.off('acquire', count);
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect(used).toBeLessThan(10);
});

test('a database of an earlier series of migrations is refused before anything in it changes', async () => {
  const { url, owner } = await createDatabase('empty');
  await owner.query('create table kysely_migration (name text, timestamp text)');
  await owner.query(`insert into kysely_migration values ('0001_people.sql', ''), ('0611_who_counts.sql', '')`);
  await expect(migrate(url)).rejects.toThrow('earlier series of migrations (up to 0611_who_counts.sql)');
  expect((await owner.query(`select to_regnamespace('app') is null "untouched"`)).rows).toEqual([{ untouched: true }]);
  expect(await isSchemaCurrent('0611_who_counts.sql')).toBe(false);
});

test('a database of the earlier baseline is refused, even with later migrations', async () => {
  const { url, owner } = await createDatabase('empty');
  await owner.query('create table kysely_migration (name text, timestamp text)');
  const applied = ['0001_baseline/054_operations.sql', '202611301300_recurring_buys_discounts_onboarding.sql'];
  await owner.query(`insert into kysely_migration select unnest($1::text[]), ''`, [applied]);
  await expect(migrate(url)).rejects.toThrow('earlier series of migrations (up to 0001_baseline/054_operations.sql)');
});

const readParts = async () => (await server.app.inject({ url: '/readyz' })).json() as Record<string, boolean>;

test('a newer database stays ready, and an older program migrates nothing in it', async () => {
  await server.owner.query(`insert into kysely_migration (name, timestamp) values ('9999_next.sql', '2027-01-01')`);
  expect(await readParts()).toMatchObject({ ok: true, migrated: true });
  const readApplied = async () => (await server.owner.query('select name from kysely_migration order by 1')).rows;
  const before = await readApplied();
  await migrate(server.ownerUrl);
  expect(await readApplied()).toEqual(before);
  await server.owner.query(`delete from kysely_migration where name = '9999_next.sql'`);
});

test('migrations run one by one, and a failing one undoes none before it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'));
  cpSync('db/migrations', folder, { recursive: true });
  writeFileSync(join(folder, '9998_first.sql'), 'create table of_the_first (n integer);');
  writeFileSync(join(folder, '9999_second.sql'), 'create table of_the_second (n integer); select 1 / 0;');
  await expect(migrate(server.ownerUrl, folder)).rejects.toThrow('division by zero');
  rmSync(folder, { recursive: true });
  const existsQuery = `select to_regclass('of_the_first') is not null "first", to_regclass('of_the_second') is not null "second"`;
  expect((await server.owner.query(existsQuery)).rows).toEqual([{ first: true, second: false }]);
});

test('readiness names its parts from what the database reports', async () => {
  const readReadiness = async () => {
    const answer = await server.app.inject({ url: '/readyz' });
    const body = answer.json() as Record<string, boolean>;
    return [answer.statusCode, Object.keys(body).filter((name) => !body[name])];
  };
  expect(await readReadiness()).toEqual([200, []]);
  await server.composed.startWork();
  expect(await readReadiness()).toEqual([200, []]);
  await server.owner.query(`update crypto_prices set observed_at = now() - interval '1 day'`);
  expect(await readReadiness()).toEqual([503, ['ok', 'prices']]);
  await server.owner.query(`update crypto_prices set observed_at = now()`);
  await server.owner.query(`insert into pgboss.job (name, created_on, start_after, state)
    values ('trading.send_email', now() - interval '1 day', now() + interval '1 hour', 'retry')`);
  expect(await readReadiness()).toEqual([503, ['ok', 'mail']]);
  await server.owner.query(`delete from pgboss.job where name = 'trading.send_email'`);
  await server.owner.query(`insert into mails (kind, to_address, body, at, scheduled_for, next_at)
    values ('order', 'x@customer.test', '{}', now(), now() - interval '3 hours', now() + interval '1 hour')`);
  expect(await readReadiness()).toEqual([503, ['ok', 'mail']]);
  await server.owner.query('delete from mails');
  const later = after(new Date(), hours(2));
  await server.owner.query('update crypto_prices set observed_at = $1', [later]);
  server.setTime(later);
  expect(await readReadiness()).toEqual([503, ['ok', 'timetable']]);
  server.setTime(null);
  await server.owner.query('update sanctions_sources set list_id = null, as_of = null');
  await server.owner.query('update crypto_prices set observed_at = now()');
  expect(await readReadiness()).toEqual([503, ['ok', 'lists']]);
});

test('a database without the newest migration is not ready', async () => {
  await server.owner.query(`delete from kysely_migration where name >= $1`, [(await migrationNames()).at(-1)]);
  expect(await readParts()).toMatchObject({ ok: false, migrated: false, database: true });
});
