import { afterAll, afterEach, expect, test } from 'vitest';
import { backToToday, longGone } from '../../../test/long-gone.ts';
import { buy } from '../../../test/orders.ts';
import { sealSoon } from '../../../test/sealing.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { kyselyOn, openPool } from '../../platform/database.ts';
import { eraseRecords } from '../compliance/erase.ts';
import { exportTexts } from './export.ts';
import { verify } from './verify.ts';

/** What was erased is told by the log itself, and what was only called so is found, whoever may read it. */
const server = await serverUnderTest();
const { app, owner, services } = server;
const { caseAbout } = suspicionsOn(server);
const [compliance, admin] = [await sessionFor(server, 'compliance'), await sessionFor(server, 'admin')];
const sealer = openPool({ url: services.appUrl, role: 'cryptocommerce_sealer', max: 2 });
afterAll(() => sealer.end());
afterEach(() => backToToday(server));

async function sealAll(): Promise<void> {
  const { rows } = await owner.query<{ n: number }>(
    `select count(*)::int n from audit_log l where not exists (select from audit_seals s where s.audit_id = l.id)`,
  );
  await sealSoon(sealer, rows[0]?.n ?? 0);
}
const exported = async (cookie: string, query = '') => {
  const { body } = await app.inject({ url: `/api/audit.ndjson${query}`, headers: { cookie } });
  return body.trimEnd().split('\n');
};
/** What a file proves, held against its own end. */
async function proven(file: readonly string[]) {
  const { last } = await verify(file);
  return verify(file, [last]);
}
/** Somebody who traded, and is to be erased by now. */
async function whoGoes() {
  const ina = await newCustomer(server, 'Ina Brown');
  const { orderId } = (await buy(server, ina.cookie, { amount: '3000' })).body as { orderId: string };
  await server.call('trading/cancelOwn', { orderId }, ina.cookie);
  await sealAll();
  return ina;
}
async function erased(ina: { id: string }): Promise<void> {
  await longGone(server, [ina]);
  expect(await eraseRecords(services)).toMatchObject({ people: 1 });
  await backToToday(server);
}

test('a log whose erased lines are named behind the end of the file is not broken, and not whole', async () => {
  const ina = await whoGoes();
  const { last } = await verify(await exported(compliance));
  await erased(ina);
  const beforeTheSeal = await proven(await exported(compliance));
  await sealAll();
  const stretch = await proven(await exported(compliance, `?from=1&until=${last.seq}`));
  for (const { broken, namedBehind, unproven } of [beforeTheSeal, stretch]) {
    expect([broken, namedBehind.length > 0]).toEqual([[], true]);
    expect(unproven).toEqual([expect.stringContaining('are empty and named by nothing up to here')]);
  }
  const whole = await proven(await exported(compliance));
  expect(whole).toMatchObject({ broken: [], unproven: [], erased: stretch.namedBehind.length });
});

test('nor is one that was written while somebody was erased', async () => {
  const ina = await whoGoes();
  const db = kyselyOn(owner);
  const texts = exportTexts((read) => read(db), { from: '1', until: null }, new Date());
  const pieces = [(await texts.next()).value];
  await erased(ina);
  await sealAll();
  for await (const text of texts) pieces.push(text);
  const { broken, namedBehind } = await proven(pieces.join('').trimEnd().split('\n'));
  expect([broken, namedBehind.length > 0]).toEqual([[], true]);
});

test.each(['for_role', 'about_id'])(
  'an entry that was written anew and called erased is found: with %s',
  async (column) => {
    const ina = await newCustomer(server, 'Ina Brown');
    const caseId = await caseAbout(ina.id, compliance);
    const asked = { caseId, suspicionFormedOn: jamaicaDay(new Date()) };
    expect((await server.call('compliance/openReport', asked, compliance)).status).toBe(200);
    await sealAll();
    const { rows } = await owner.query<{ seq: string }>(
      `with altered as (
       update audit_log set before = null, after = '{"who": "nobody"}', action = 'audit.nothing', actor_id = null,
           erased_at = now()
        where id = (select id from audit_log where ${column} is not null and erased_at is null order by id desc limit 1)
        returning id)
     select s.seq::text from altered a join audit_seals s on s.audit_id = a.id`,
    );
    const why = `the entry of line ${rows[0]?.seq} was emptied, and no later one names it as erased`;
    for (const cookie of [compliance, admin]) {
      const { broken } = await proven(await exported(cookie));
      expect(broken.map((one) => one.why)).toContain(why);
    }
  },
);
