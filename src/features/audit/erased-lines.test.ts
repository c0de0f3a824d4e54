import { afterAll, afterEach, expect, test } from 'vitest';
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
import { streamExport } from './export-route.ts';
import { verify } from './verify.ts';

/** Erasures are proven by the log. A false claim of erasure is found by every reader. */
const server = await serverUnderTest();
const { app, owner, services } = server;
const { caseAbout } = setUpSuspicions(server);
const [compliance, admin] = [await createSession(server, 'compliance'), await createSession(server, 'admin')];
const sealer = openPool({ url: services.appUrl, role: 'cryptocommerce_sealer', max: 2 });
afterAll(() => sealer.end());
afterEach(() => resetDates(server));

async function sealAll(): Promise<void> {
  const { rows } = await owner.query<{ n: number }>(
    `select count(*)::int n from audit_log l where not exists (select from audit_seals s where s.audit_id = l.id)`,
  );
  await sealEntries(sealer, rows[0]?.n ?? 0);
}
const exportLog = async (cookie: string, query = '') => {
  const { body } = await app.inject({ url: `/api/audit.ndjson${query}`, headers: { cookie } });
  return body.trimEnd().split('\n');
};
async function verifyToEnd(file: readonly string[]) {
  const { last } = await verify(file);
  return verify(file, [last]);
}
async function newErasableCustomer() {
  const ina = await newCustomer(server, 'Ina Brown');
  const { orderId } = (await buy(server, ina.cookie, { amount: '3000' })).body as { orderId: string };
  await server.call('trading/cancelOwn', { orderId }, ina.cookie);
  await sealAll();
  return ina;
}
async function eraseCustomer(ina: { id: string }): Promise<void> {
  await closeLongAgo(server, [ina]);
  expect(await eraseRecords(services)).toMatchObject({ people: 1 });
  await resetDates(server);
}

test('erasures named after the end of the file leave it unbroken and unproven', async () => {
  const ina = await newErasableCustomer();
  const { last } = await verify(await exportLog(compliance));
  await eraseCustomer(ina);
  const beforeTheSeal = await verifyToEnd(await exportLog(compliance));
  await sealAll();
  const range = await verifyToEnd(await exportLog(compliance, `?from=1&until=${last.seq}`));
  for (const { broken, namedBehind, unproven } of [beforeTheSeal, range]) {
    expect([broken, namedBehind.length > 0]).toEqual([[], true]);
    expect(unproven).toEqual([expect.stringContaining('are empty and not named up to here')]);
  }
  const whole = await verifyToEnd(await exportLog(compliance));
  expect(whole).toMatchObject({ broken: [], unproven: [], erased: range.namedBehind.length });
});

test('an export during an erasure is not broken', async () => {
  const ina = await newErasableCustomer();
  const db = createKysely(owner);
  const texts = streamExport((read) => read(db), { from: '1', until: null }, new Date());
  const pieces = [(await texts.next()).value];
  await eraseCustomer(ina);
  await sealAll();
  for await (const text of texts) pieces.push(text);
  const { broken, namedBehind } = await verifyToEnd(pieces.join('').trimEnd().split('\n'));
  expect([broken, namedBehind.length > 0]).toEqual([[], true]);
});

test.each(['for_role', 'about_id'])('a rewritten entry marked as erased is found: with %s', async (column) => {
  const ina = await newCustomer(server, 'Ina Brown');
  const caseId = await caseAbout(ina.id, compliance);
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
  const why = `the entry of line ${rows[0]?.seq} was emptied, and no later entry names it as erased`;
  for (const cookie of [compliance, admin]) {
    const { broken } = await verifyToEnd(await exportLog(cookie));
    expect(broken.map((fault) => fault.why)).toContain(why);
  }
});
