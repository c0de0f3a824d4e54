import { randomBytes } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { accountClosed, databaseDay } from '../../../test/long-gone.ts';
import { buy, cameIn, paidBuy, sell, upload, wasSent } from '../../../test/orders.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { removeUnused } from '../documents/remove-unused.ts';
import { eraseRecords } from './erase.ts';
import { markRecords } from './jobs.ts';
import { yearsAfter } from './retention.ts';
import type { ReportView, ReportXml } from './views.ts';

/** What an order is kept for after it ended is kept seven years as well, and the order with it. */
const server = await serverWithoutFaults();
const { call, owner, services } = server;
const { rowsOf, caseAbout } = suspicionsOn(server);
const [finance, admin] = [await sessionFor(server, 'finance'), await sessionFor(server, 'admin')];
const compliance = await sessionFor(server, 'compliance');
const inDays = (n: number) => new Date(Date.now() + n * 86_400_000);
const dayIn = (n: number) => jamaicaDay(inDays(n));
/** So many days from now, for the process and the database. */
async function at(n: number): Promise<void> {
  server.setTime(inDays(n));
  await databaseDay(server, `date '${dayIn(n)}'`);
}
afterEach(async () => {
  await databaseDay(server, 'current_date');
});
const goes = async (path: string, input: object, cookie: string) => {
  const answer = await call<Record<string, string>>(path, input, cookie);
  expect([path, answer]).toMatchObject([path, { status: 200 }]);
  return answer.body;
};
/** The nightly jobs, so many days from now; what they erased. */
async function nightIn(n: number) {
  await at(n);
  await owner.query(
    `update transaction_alerts set state = 'closed', outcome = 'explained', outcome_note = 'x', closed_at = now(),
       closed_by = (select id from profiles where email = 'compliance@demo.test') where state <> 'closed'`,
  );
  await markRecords(services);
  return eraseRecords(services);
}

test('an order that a filed report rests on keeps wallet and account as long as the case is kept', async () => {
  const ina = await newCustomer(server, 'Ina Brown');
  const { orderId } = (await sell(server, ina.cookie, { amount: '0.0001', holder: 'Ina Brown' })).body;
  await goes('desk/cancel', { orderId, reasonCode: 'compliance', note: 'Asked' }, finance);
  // The coins never came: nobody waits for them any more.
  await owner.query(`update transactions set pay_in = 'awaiting' where id = $1`, [orderId]);
  await markRecords(services);
  await at(2_400);
  const caseId = await caseAbout(ina.id, compliance);
  const { reportId } = await goes('compliance/openReport', { caseId, suspicionFormedOn: dayIn(2_400) }, compliance);
  const draft = await call<ReportView>('compliance/report', { reportId }, compliance);
  const narrative = 'The coins of this order come from a theft that was reported to the police years later.';
  const content = { ...draft.body.content, narrative, reasons: ['FRAUD'], orders: [orderId] };
  await goes('compliance/saveReport', { reportId, version: 1, content }, compliance);
  const filing = { reportId, version: 2, fidReference: `FID-${orderId.slice(-8)}`, filedOn: dayIn(2_400) };
  await goes('compliance/fileReport', filing, compliance);
  await goes('compliance/closeCase', { caseId, outcome: 'suspicion_confirmed', text: 'Filed' }, compliance);
  const filed = async () =>
    (await call<ReportXml>('compliance/reportXml', { reportId }, compliance)).body.xml.match(/<from>.*<\/to>/)?.[0];
  const before = await filed();
  expect(before).not.toContain('erased');
  expect(await nightIn(2_600)).toMatchObject({ orders: 0, keptBack: 1 });
  expect(await filed()).toBe(before);
  expect(await nightIn(2_400 + 2_600)).toMatchObject({ orders: 1 });
  expect(await filed()).toContain('erased');
});

test('money that came late and went back is kept seven years from then on, of who stays and of who left', async () => {
  for (const leaves of [false, true]) {
    server.setTime(null);
    await databaseDay(server, 'current_date');
    const ina = await newCustomer(server, 'Ina Brown');
    const { orderId } = (await buy(server, ina.cookie, { amount: '3000' })).body;
    await goes('trading/cancelOwn', { orderId }, ina.cookie);
    if (leaves) await accountClosed(server, ina.id);
    await markRecords(services);
    await at(400);
    const moved = { movedOn: dayIn(400), movedTime: '' };
    const late = { ...cameIn(orderId, { amount: '3000', reference: `LATE ${leaves}` }), payerHolder: 'Somebody Else' };
    await goes('desk/confirmReceived', { ...late, ...moved }, finance);
    const lines = () =>
      rowsOf<{ id: string; holder: string }>('select * from movements where order_id = $1', [orderId]);
    const movementId = (await lines())[0]?.id;
    const payer = { payerBank: '', payerAccount: '', payerHolder: '' };
    const back = { orderId, movementId, reasonCode: 'paid_too_late', note: '', ...payer };
    await goes('desk/prepareReturn', back, finance);
    await goes('desk/approveReturn', { orderId, note: '' }, admin);
    await goes('desk/recordReturned', { ...wasSent(orderId, `BACK LATE ${leaves}`), ...moved }, finance);
    await nightIn(2_600);
    expect((await lines()).map(({ holder }) => holder)).toEqual(['Somebody Else', 'Somebody Else']);
    const [mark] = await rowsOf(`select kept_until from retention_marks where subject_id = $1`, [
      leaves ? ina.id : orderId,
    ]);
    expect(mark).toEqual({ kept_until: yearsAfter(dayIn(400), 7) });
    await nightIn(400 + 2_600);
    expect((await lines()).filter(({ holder }) => holder !== null)).toEqual([]);
  }
});

test('a slip that was sent back is kept seven years as the one that was taken, and goes with it', async () => {
  server.setTime(null);
  await databaseDay(server, 'current_date');
  const ina = await newCustomer(server, 'Ina Brown');
  const { orderId } = await paidBuy(server, ina.cookie, { amount: '3000' });
  await goes('desk/rejectClaim', { orderId, reasonCode: 'unreadable', note: 'It looks forged' }, finance);
  const { body: file } = await upload(server, ina.cookie);
  await goes('trading/claimPayment', { orderId, proofFile: file.id }, ina.cookie);
  await goes('desk/confirmReceived', cameIn(orderId, { amount: '3000' }), finance);
  for (const path of ['startProcessing', 'preparePayout']) await goes(`desk/${path}`, { orderId, note: '' }, finance);
  await goes('desk/approvePayout', { orderId, note: '' }, admin);
  await goes('desk/recordSent', wasSent(orderId, randomBytes(32).toString('hex')), finance);
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
  await nightIn(2_500);
  await removeUnused(services);
  expect([(await kept()).length, await bytes()]).toEqual([2, ['kept', 'kept']]);
  expect(await nightIn(2_600)).toMatchObject({ keptBack: 0 });
  expect([await kept(), await bytes()]).toEqual([[], ['gone', 'gone']]);
});
