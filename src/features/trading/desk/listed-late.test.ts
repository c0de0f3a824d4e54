import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { bitcoinAddress, buy, cameIn, sell, wasSent } from '../../../../test/orders.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { jamaicaDay } from '../../../kernel/calendar.ts';
import type { CaseView } from '../../compliance/views.ts';
import { screenOpen } from '../judging/screen-open.ts';
import { screenSender } from '../judging/screen-sender.ts';

/** Wallets that come on a list while money or coins of their orders are with us. */
const server = await serverWithoutFaults();
const { call, signIn, owner, services } = server;
const [finance, compliance, admin] = [await signIn('finance'), await signIn('compliance'), await signIn('admin')];
const [bought, beside] = [
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
] as const;

/** Our own list, to which each test adds. */
const lines = ['ref,name,category,addresses'];
async function list(address: string) {
  lines.push(`L-${lines.length},Somebody Listed,sanctioned,XBT:${address}`);
  const file = { fileName: 'l.csv', publishedOn: `2026-11-${10 + lines.length}`, csv: lines.join('\n') };
  expect((await call('screening/importLocal', file, compliance)).status).toBe(200);
}
/** Day and time of Jamaica, as a block shows them. */
const evidence = (moment: Date) => ({
  movedOn: jamaicaDay(moment),
  movedTime: new Date(moment.getTime() - 5 * 3_600_000).toISOString().slice(11, 16),
});
const done = async (path: string, input: object, cookie = finance) =>
  expect([path, (await call(`desk/${path}`, input, cookie)).status]).toEqual([path, 200]);
const rowsOf = async (sql: string, values: unknown[]) => (await owner.query(sql, values)).rows;
const stateOf = (orderId: string) =>
  rowsOf('select status, held, hold_reason reason from transactions where id = $1', [orderId]);
const alertsOf = (orderId: string) =>
  rowsOf(
    `select a.priority, c.kind, a.details->'wallet'->>'address' address from transaction_alerts a
       join case_alerts l on l.alert_id = a.id join cases c on c.id = l.case_id where a.transaction_id = $1`,
    [orderId],
  );

test('money of an order that had ended is held with an alert when its wallet comes on a list', async () => {
  const { cookie } = await newCustomer(server);
  const { orderId } = (await buy(server, cookie, { amount: '3000', walletAddress: bought })).body;
  await done('confirmReceived', cameIn(orderId, { amount: '3000' }));
  await done('cancel', { orderId, reasonCode: 'asked_by_customer', note: '' });
  const shown = async () => (await call('trading/show', { orderId }, cookie)).body;
  const before = await shown();
  await list(bought);
  expect(await screenOpen(services)).toBe(1);
  expect(await stateOf(orderId)).toEqual([{ status: 'cancelled', held: true, reason: 'wallet_flagged' }]);
  expect(await alertsOf(orderId)).toEqual([{ priority: 'urgent', kind: 'wallet', address: bought }]);
  // Nothing of it shows, and another list finds it no second time.
  expect(await shown()).toEqual(before);
  await list('1BoatSLRHtKNngkdXEeobR76b53LETtpyT');
  expect(await screenOpen(services)).toBe(0);
});

test('so are coins beside an order whose sender comes on a list; its own wallet stays clear', async () => {
  const { cookie } = await newCustomer(server);
  const { orderId } = (await sell(server, cookie, { amount: '0.0001', holder: 'Ina Brown' })).body;
  const coins = (senderAddress: string) =>
    cameIn(orderId, { amount: '0.0001', reference: randomBytes(32).toString('hex'), senderAddress });
  await done('confirmReceived', coins(bitcoinAddress));
  await done('recordExtra', coins(beside));
  await list(beside);
  expect(await screenOpen(services)).toBe(1);
  expect(await stateOf(orderId)).toEqual([{ status: 'pending', held: true, reason: 'wallet_flagged' }]);
  expect(await alertsOf(orderId)).toEqual([{ priority: 'urgent', kind: 'wallet', address: beside }]);
  const screened = await rowsOf(
    `select s.screening_result result from transactions t
       join blockchain_screening s on s.id = t.blockchain_screening_id where t.id = $1`,
    [orderId],
  );
  expect(screened).toEqual([{ result: 'clear' }]);
});

test('what had left before its wallet came on a list is written down, once two of compliance let it', async () => {
  const wallet = 'bc1qjasf9z3h7w3jspkhtgatgpyvvzgpa2wwd2lr0eh5tx44reyn2k7sfc27a4';
  await screenOpen(services);
  const { id, cookie } = await newCustomer(server);
  const { orderId } = (await buy(server, cookie, { amount: '3000', walletAddress: wallet })).body;
  await done('confirmReceived', cameIn(orderId, { amount: '3000' }));
  for (const [path, who] of [
    ['startProcessing', finance],
    ['preparePayout', finance],
    ['approvePayout', admin],
  ] as const)
    await done(path, { orderId, note: '' }, who);
  // It leaves now; an hour later the list comes, and only then finance gets to writing the hash down.
  const left = new Date();
  const at = (minutes: number) => new Date(left.getTime() + minutes * 60_000);
  server.setTime(at(60));
  await list(wallet);
  const hash = randomBytes(32).toString('hex');
  const record = async (moment: Date) =>
    (await call<{ code?: string }>('desk/recordSent', { ...wasSent(orderId, hash), ...evidence(moment) }, finance)).body
      .code;
  expect(await record(at(1))).toBe('desk.not_screened');
  expect(await screenOpen(services)).toBe(1);
  expect(await record(at(1))).toBe('desk.not_now');
  await releasedByTwo(id, orderId);
  server.setTime(at(90));
  // Nothing that left after the list came passes by it.
  expect(await record(at(80))).toBe('desk.not_screened');
  expect(await record(at(1))).toBeUndefined();
  expect(await stateOf(orderId)).toEqual([{ status: 'completed', held: false, reason: null }]);
  server.setTime(null);
});

/** Lets an order go on by two people of compliance, since one may not. */
async function releasedByTwo(userId: string, orderId: string) {
  const alone = await call<{ code?: string }>('desk/release', { orderId, note: '' }, compliance);
  expect(alone.body.code).toBe('desk.two_people_needed');
  const wish = { userId, title: 'A test', orders: [orderId] };
  const { caseId } = (await call<{ caseId: string }>('compliance/openCase', wish, compliance)).body;
  const [shown] = (await call<CaseView>('compliance/case', { caseId }, compliance)).body.orderLines;
  expect(shown).toMatchObject({ twoPeople: true, mayRelease: true });
  const asked = { caseId, orderId, note: 'The evidence is older than the list' };
  const { body } = await call<{ proposalId: string }>('compliance/proposeRelease', asked, compliance);
  const decide = { proposalId: body.proposalId, decision: 'approve', note: '' };
  expect((await call('compliance/decideRelease', decide, admin)).status).toBe(200);
}

const inOf = async (orderId: string): Promise<string> =>
  (await rowsOf(`select id from movements where order_id = $1 and direction = 'in' order by extra desc`, [orderId]))[0]
    .id;

test.each([
  [
    'money of an order whose wallet',
    async () => {
      const wallet = 'bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh';
      const { id, cookie } = await newCustomer(server);
      const { orderId } = (await buy(server, cookie, { amount: '3000', walletAddress: wallet })).body;
      await done('confirmReceived', cameIn(orderId, { amount: '3000' }));
      await done('cancel', { orderId, reasonCode: 'asked_by_customer', note: '' });
      return { id, orderId, wallet, reasonCode: 'order_stopped', reference: 'BACK LATE 1' };
    },
  ],
  [
    'coins beside an order whose sender',
    async () => {
      const { id, cookie } = await newCustomer(server);
      const wallet = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2';
      const { orderId } = (await sell(server, cookie, { amount: '0.0001', holder: 'Ina Brown' })).body;
      const coins = (senderAddress: string) =>
        cameIn(orderId, { amount: '0.0001', reference: randomBytes(32).toString('hex'), senderAddress });
      await done('confirmReceived', coins(bitcoinAddress));
      await done('recordExtra', coins(wallet));
      await screenSender(services, { orderId, movementId: await inOf(orderId) });
      return { id, orderId, wallet, reasonCode: 'paid_twice', reference: randomBytes(32).toString('hex') };
    },
  ],
])('what of %s came on a list had gone back before is written down, once two of compliance let it', async (_, here) => {
  server.setTime(null);
  await screenOpen(services);
  const { id, orderId, wallet, reasonCode, reference } = await here();
  const prepared = { orderId, movementId: await inOf(orderId), reasonCode, note: '' };
  await done('prepareReturn', prepared);
  await done('approveReturn', { orderId, note: '' }, admin);
  const left = new Date();
  const at = (minutes: number) => new Date(left.getTime() + minutes * 60_000);
  server.setTime(at(60));
  await list(wallet);
  const record = async (moment: Date) => {
    const sent = { ...wasSent(orderId, reference), ...evidence(moment) };
    return (await call<{ code?: string }>('desk/recordReturned', sent, finance)).body.code;
  };
  expect(await record(at(1))).toBe('desk.not_screened');
  expect(await screenOpen(services)).toBe(1);
  expect(await record(at(1))).toBe('desk.not_now');
  await releasedByTwo(id, orderId);
  server.setTime(at(90));
  expect(await record(at(80))).toBe('desk.not_screened');
  expect(await record(at(1))).toBeUndefined();
  server.setTime(null);
});
