import { randomBytes } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { databaseDay, markAccountsClosed } from '../../../test/erasure-time.ts';
import { buildPayIn, buildSent, buy, placePaidBuy, sell, upload } from '../../../test/orders.ts';
import { createSession } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { removeUnused } from '../documents/remove-unused.ts';
import { eraseRecords } from './erase.ts';
import { setRetentionDeadlines } from './jobs.ts';
import { addYears } from './retention.ts';
import type { ReportView, ReportXml } from './views.ts';

const server = await serverWithoutFaults();
const { call, owner, services } = server;
const { rowsOf, caseAbout } = setUpSuspicions(server);
const [finance, admin] = [await createSession(server, 'finance'), await createSession(server, 'admin')];
const compliance = await createSession(server, 'compliance');
const inDays = (n: number) => new Date(Date.now() + n * 86_400_000);
const dayIn = (n: number) => jamaicaDay(inDays(n));
async function setDay(n: number): Promise<void> {
  server.setTime(inDays(n));
  await databaseDay(server, `date '${dayIn(n)}'`);
}
afterEach(async () => {
  await databaseDay(server, 'current_date');
});
const run = async (path: string, input: object, cookie: string) => {
  const answer = await call<Record<string, string>>(path, input, cookie);
  expect([path, answer]).toMatchObject([path, { status: 200 }]);
  return answer.body;
};
async function runNightlyJobs(n: number) {
  await setDay(n);
  await owner.query(
    `update transaction_alerts set state = 'closed', outcome = 'explained', outcome_note = 'x', closed_at = now(),
       closed_by = (select id from profiles where email = 'compliance@demo.test') where state <> 'closed'`,
  );
  await setRetentionDeadlines(services);
  return eraseRecords(services);
}

test('an order in a filed report keeps wallet and account while the case is retained', async () => {
  const ina = await newCustomer(server, 'Ina Brown');
  const { orderId } = (await sell(server, ina.cookie, { amount: '0.0001', holder: 'Ina Brown' })).body;
  await run('desk/cancel', { orderId, reasonCode: 'compliance', note: 'Asked' }, finance);
  await owner.query(`update transactions set pay_in = 'awaiting' where id = $1`, [orderId]);
  await setRetentionDeadlines(services);
  await setDay(2_400);
  const caseId = await caseAbout(ina.id, compliance);
  const { reportId } = await run('compliance/openReport', { caseId, suspicionFormedOn: dayIn(2_400) }, compliance);
  const draft = await call<ReportView>('compliance/report', { reportId }, compliance);
  const narrative = 'The coins of this order come from a theft that was reported to the police years later.';
  const content = { ...draft.body.content, narrative, reasons: ['FRAUD'], orders: [orderId] };
  await run('compliance/saveReport', { reportId, version: 1, content }, compliance);
  const filing = { reportId, version: 2, fidReference: `FID-${orderId.slice(-8)}`, filedOn: dayIn(2_400) };
  await run('compliance/fileReport', filing, compliance);
  await run('compliance/closeCase', { caseId, outcome: 'suspicion_confirmed', text: 'Filed' }, compliance);
  const filed = async () =>
    (await call<ReportXml>('compliance/reportXml', { reportId }, compliance)).body.xml.match(/<from>.*<\/to>/)?.[0];
  const before = await filed();
  expect(before).not.toContain('erased');
  expect(await runNightlyJobs(2_600)).toMatchObject({ orders: 0, keptBack: 1 });
  expect(await filed()).toBe(before);
  expect(await runNightlyJobs(2_400 + 2_600)).toMatchObject({ orders: 1 });
  expect(await filed()).toContain('erased');
});

test('a late payment and its refund are retained seven years, for active and closed accounts', async () => {
  for (const leaves of [false, true]) {
    server.setTime(null);
    await databaseDay(server, 'current_date');
    const ina = await newCustomer(server, 'Ina Brown');
    const { orderId } = (await buy(server, ina.cookie, { amount: '3000' })).body;
    await run('trading/cancelOwn', { orderId }, ina.cookie);
    if (leaves) await markAccountsClosed(server, ina.id);
    await setRetentionDeadlines(services);
    await setDay(400);
    const moved = { movedOn: dayIn(400), movedTime: '' };
    const late = {
      ...buildPayIn(orderId, { amount: '3000', reference: `LATE ${leaves}` }),
      payerHolder: 'Sandra Else',
    };
    await run('desk/confirmReceived', { ...late, ...moved }, finance);
    const lines = () =>
      rowsOf<{ id: string; holder: string }>('select * from movements where order_id = $1', [orderId]);
    const movementId = (await lines())[0]?.id;
    const payer = { payerBank: '', payerAccount: '', payerHolder: '' };
    const back = { orderId, movementId, reasonCode: 'paid_too_late', note: '', ...payer };
    await run('desk/prepareReturn', back, finance);
    await run('desk/approveReturn', { orderId, note: '' }, admin);
    await run('desk/recordReturned', { ...buildSent(orderId, `BACK LATE ${leaves}`), ...moved }, finance);
    await runNightlyJobs(2_600);
    expect((await lines()).map(({ holder }) => holder)).toEqual(['Sandra Else', 'Sandra Else']);
    const [mark] = await rowsOf(`select kept_until from retention_deadlines where subject_id = $1`, [
      leaves ? ina.id : orderId,
    ]);
    expect(mark).toEqual({ kept_until: addYears(dayIn(400), 7) });
    await runNightlyJobs(400 + 2_600);
    expect((await lines()).filter(({ holder }) => holder !== null)).toEqual([]);
  }
});

test('a rejected proof is retained and erased together with the accepted one', async () => {
  server.setTime(null);
  await databaseDay(server, 'current_date');
  const ina = await newCustomer(server, 'Ina Brown');
  const { orderId } = await placePaidBuy(server, ina.cookie, { amount: '3000' });
  await run('desk/rejectClaim', { orderId, reasonCode: 'unreadable', note: 'It looks forged' }, finance);
  const { body: file } = await upload(server, ina.cookie);
  await run('trading/claimPayment', { orderId, proofFile: file.id }, ina.cookie);
  await run('desk/confirmReceived', buildPayIn(orderId, { amount: '3000' }), finance);
  for (const path of ['startProcessing', 'preparePayout']) await run(`desk/${path}`, { orderId, note: '' }, finance);
  await run('desk/approvePayout', { orderId, note: '' }, admin);
  await run('desk/recordSent', buildSent(orderId, randomBytes(32).toString('hex')), finance);
  const kept = () => rowsOf<{ path: string }>('select path from files where user_id = $1', [ina.id]);
  const slips = await kept();
  const bytes = () =>
    Promise.all(
      slips.map(({ path }) =>
        services.files.store.read(path).then(
          (stream) => (stream.destroy() ? 'kept' : 'gone'),
          () => 'gone',
        ),
      ),
    );
  await runNightlyJobs(2_500);
  await removeUnused(services);
  expect([(await kept()).length, await bytes()]).toEqual([2, ['kept', 'kept']]);
  expect(await runNightlyJobs(2_600)).toMatchObject({ keptBack: 0 });
  expect([await kept(), await bytes()]).toEqual([[], ['gone', 'gone']]);
});
