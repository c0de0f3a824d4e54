import { randomBytes } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { startFakeClamd, testVirus } from '../../../../fakes/files/clamd.ts';
import { pdfWithRemark } from '../../../../test/files/good-files.ts';
import { sendFile } from '../../../../test/files/uploads.ts';
import { bitcoinAddress, buildPayIn, buildSent, buy, sell } from '../../../../test/orders.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { jamaicaDay } from '../../../kernel/calendar.ts';
import type { CaseView } from '../../compliance/views.ts';
import { scanAllWaiting } from '../../documents/jobs.ts';
import { screenOpen } from '../risk-checks/screen-open.ts';
import { screenSender } from '../risk-checks/screen-sender.ts';

const clamd = await startFakeClamd();

afterAll(() => clamd.stop());

const server = await serverWithoutFaults({ CLAMD_ADDRESS: clamd.address });
const { services, call, signIn, owner } = server;
const customer = await signIn('enhanced');
const [finance, compliance, admin] = [await signIn('finance'), await signIn('compliance'), await signIn('admin')];

/** Places an order of over US$1,000 and uploads its proof while the scanner fails. Returns the order's id. */
async function placeLargeBuy(amount: string, remark: string): Promise<string> {
  clamd.setMode('error');
  const proof = { purpose: 'source-of-funds', bytes: await pdfWithRemark(remark) } as const;
  const { body } = await sendFile(server, customer, proof);
  expect(body).toMatchObject({ state: 'being_checked' });
  const sourceOfFunds = { sourceOfFunds: 'savings', sourceOfFundsFile: body.id, custody: 'self' } as const;
  const placed = await buy(server, customer, { amount, ...sourceOfFunds });
  expect(placed.status).toBe(200);
  clamd.setMode('ok');
  return placed.body.orderId;
}

async function payOut(orderId: string, amount: string) {
  const steps = [
    ['confirmReceived', buildPayIn(orderId, { amount })],
    ['startProcessing', { orderId, note: '' }],
    ['preparePayout', { orderId, note: '' }],
  ] as const;
  for (const [path, input] of steps) {
    const { status, body } = await call<{ code?: string }>(`desk/${path}`, input, finance);
    if (status !== 200) return body.code;
  }
  return (await call<{ code?: string }>('desk/approvePayout', { orderId, note: '' }, admin)).body.code ?? 'approved';
}

test('a proof of funds that the virus scan deleted stops the payout', async () => {
  const orderId = await placeLargeBuy('180000', testVirus);
  await scanAllWaiting(services);
  expect(await payOut(orderId, '180000')).toBe('desk.proof_not_scanned');
  const shown = await call<{ files: { state: string }[] }>('desk/order', { orderId }, finance);
  expect(shown.body.files.map(({ state }) => state)).toEqual(['refused']);
});

test('a proof of funds that was never scanned stops the payout until the scan clears it', async () => {
  const orderId = await placeLargeBuy('190000', 'slow to scan');
  expect(await payOut(orderId, '190000')).toBe('desk.proof_not_scanned');
  await scanAllWaiting(services);
  const prepared = await call('desk/preparePayout', { orderId, note: '' }, finance);
  expect([prepared.status, await call('desk/approvePayout', { orderId, note: '' }, admin)]).toMatchObject([
    200,
    { status: 200 },
  ]);
});

const [boughtWallet, surplusSender] = [
  'bc1qwjgyu6rkwgzfccydsmq7ghj6hlkj7xlvlhkf7g',
  'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
] as const;

const lines = ['ref,name,category,addresses'];
async function listAddress(address: string) {
  lines.push(`L-${lines.length},Lena Listed,sanctioned,XBT:${address}`);
  const file = { fileName: 'l.csv', publishedOn: `2026-11-${10 + lines.length}`, csv: lines.join('\n') };
  expect((await call('screening/importLocal', file, compliance)).status).toBe(200);
}
const evidence = (moment: Date) => ({
  movedOn: jamaicaDay(moment),
  movedTime: new Date(moment.getTime() - 5 * 3_600_000).toISOString().slice(11, 16),
});
const completeCall = async (path: string, input: object, cookie = finance) =>
  expect([path, (await call(`desk/${path}`, input, cookie)).status]).toEqual([path, 200]);
const findRows = async (sql: string, values: unknown[]) => (await owner.query(sql, values)).rows;
const findState = (orderId: string) =>
  findRows('select status, held, hold_reason reason from transactions where id = $1', [orderId]);
const findAlerts = (orderId: string) =>
  findRows(
    `select a.priority, c.kind, a.details->'wallet'->>'address' address from transaction_alerts a
       join case_alerts l on l.alert_id = a.id join cases c on c.id = l.case_id where a.transaction_id = $1`,
    [orderId],
  );

test('money of an ended order is held with an alert when its wallet is listed', async () => {
  const { cookie } = await newCustomer(server);
  const { orderId } = (await buy(server, cookie, { amount: '3000', walletAddress: boughtWallet })).body;
  await completeCall('confirmReceived', buildPayIn(orderId, { amount: '3000' }));
  await completeCall('cancel', { orderId, reasonCode: 'asked_by_customer', note: '' });
  const shown = async () => (await call('trading/show', { orderId }, cookie)).body;
  const before = await shown();
  await listAddress(boughtWallet);
  expect(await screenOpen(services)).toBe(1);
  expect(await findState(orderId)).toEqual([{ status: 'cancelled', held: true, reason: 'wallet_flagged' }]);
  expect(await findAlerts(orderId)).toEqual([{ priority: 'urgent', kind: 'wallet', address: boughtWallet }]);
  expect(await shown()).toEqual(before);
  await listAddress('1BoatSLRHtKNngkdXEeobR76b53LETtpyT');
  expect(await screenOpen(services)).toBe(0);
});

test('a listed sender of surplus coins holds the order, and its own wallet stays clear', async () => {
  const { cookie } = await newCustomer(server);
  const { orderId } = (await sell(server, cookie, { amount: '0.0001', holder: 'Ina Brown' })).body;
  const coins = (senderAddress: string) =>
    buildPayIn(orderId, { amount: '0.0001', reference: randomBytes(32).toString('hex'), senderAddress });
  await completeCall('confirmReceived', coins(bitcoinAddress));
  await completeCall('recordExtra', coins(surplusSender));
  await listAddress(surplusSender);
  expect(await screenOpen(services)).toBe(1);
  expect(await findState(orderId)).toEqual([{ status: 'pending', held: true, reason: 'wallet_flagged' }]);
  expect(await findAlerts(orderId)).toEqual([{ priority: 'urgent', kind: 'wallet', address: surplusSender }]);
  const screened = await findRows(
    `select s.screening_result result from transactions t
       join blockchain_screening s on s.id = t.blockchain_screening_id where t.id = $1`,
    [orderId],
  );
  expect(screened).toEqual([{ result: 'clear' }]);
});

test('a payout before the list match is recorded once two compliance officers allow it', async () => {
  const wallet = 'bc1qjasf9z3h7w3jspkhtgatgpyvvzgpa2wwd2lr0eh5tx44reyn2k7sfc27a4';
  await screenOpen(services);
  const { id, cookie } = await newCustomer(server);
  const { orderId } = (await buy(server, cookie, { amount: '3000', walletAddress: wallet })).body;
  await completeCall('confirmReceived', buildPayIn(orderId, { amount: '3000' }));
  for (const [path, who] of [
    ['startProcessing', finance],
    ['preparePayout', finance],
    ['approvePayout', admin],
  ] as const)
    await completeCall(path, { orderId, note: '' }, who);
  const left = new Date();
  const at = (minutes: number) => new Date(left.getTime() + minutes * 60_000);
  server.setTime(at(60));
  await listAddress(wallet);
  const hash = randomBytes(32).toString('hex');
  const record = async (moment: Date) =>
    (await call<{ code?: string }>('desk/recordSent', { ...buildSent(orderId, hash), ...evidence(moment) }, finance))
      .body.code;
  expect(await record(at(1))).toBe('desk.not_screened');
  expect(await screenOpen(services)).toBe(1);
  expect(await record(at(1))).toBe('desk.not_now');
  await releaseByTwo(id, orderId);
  server.setTime(at(90));
  expect(await record(at(80))).toBe('desk.not_screened');
  expect(await record(at(1))).toBeUndefined();
  expect(await findState(orderId)).toEqual([{ status: 'completed', held: false, reason: null }]);
  server.setTime(null);
});

async function releaseByTwo(userId: string, orderId: string) {
  const alone = await call<{ code?: string }>('desk/release', { orderId, note: '' }, compliance);
  expect(alone.body.code).toBe('desk.two_people_needed');
  const input = { userId, title: 'A test', orders: [orderId] };
  const { caseId } = (await call<{ caseId: string }>('compliance/openCase', input, compliance)).body;
  const [shown] = (await call<CaseView>('compliance/case', { caseId }, compliance)).body.orderLines;
  expect(shown).toMatchObject({ twoPeople: true, mayRelease: true });
  const proposed = { caseId, orderId, note: 'The evidence is older than the list' };
  const { body } = await call<{ proposalId: string }>('compliance/proposeRelease', proposed, compliance);
  const decide = { proposalId: body.proposalId, decision: 'approve', note: '' };
  expect((await call('compliance/decideRelease', decide, admin)).status).toBe(200);
}

const findPayIn = async (orderId: string): Promise<string> =>
  (
    await findRows(`select id from movements where order_id = $1 and direction = 'in' order by is_surplus desc`, [
      orderId,
    ])
  )[0].id;

test.each([
  [
    'the wallet of an order',
    async () => {
      const wallet = 'bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh';
      const { id, cookie } = await newCustomer(server);
      const { orderId } = (await buy(server, cookie, { amount: '3000', walletAddress: wallet })).body;
      await completeCall('confirmReceived', buildPayIn(orderId, { amount: '3000' }));
      await completeCall('cancel', { orderId, reasonCode: 'asked_by_customer', note: '' });
      return { id, orderId, wallet, reasonCode: 'order_stopped', reference: 'BACK LATE 1' };
    },
  ],
  [
    'the sender of surplus coins',
    async () => {
      const { id, cookie } = await newCustomer(server);
      const wallet = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2';
      const { orderId } = (await sell(server, cookie, { amount: '0.0001', holder: 'Ina Brown' })).body;
      const coins = (senderAddress: string) =>
        buildPayIn(orderId, { amount: '0.0001', reference: randomBytes(32).toString('hex'), senderAddress });
      await completeCall('confirmReceived', coins(bitcoinAddress));
      await completeCall('recordExtra', coins(wallet));
      await screenSender(services, { orderId, movementId: await findPayIn(orderId) });
      return { id, orderId, wallet, reasonCode: 'paid_twice', reference: randomBytes(32).toString('hex') };
    },
  ],
])('a refund before %s was listed is recorded once two compliance officers allow it', async (_, prepare) => {
  server.setTime(null);
  await screenOpen(services);
  const { id, orderId, wallet, reasonCode, reference } = await prepare();
  const prepared = { orderId, movementId: await findPayIn(orderId), reasonCode, note: '' };
  await completeCall('prepareReturn', prepared);
  await completeCall('approveReturn', { orderId, note: 'The chain shows the same sender' }, admin);
  const left = new Date();
  const at = (minutes: number) => new Date(left.getTime() + minutes * 60_000);
  server.setTime(at(60));
  await listAddress(wallet);
  const record = async (moment: Date) => {
    const sent = { ...buildSent(orderId, reference), ...evidence(moment) };
    return (await call<{ code?: string }>('desk/recordReturned', sent, finance)).body.code;
  };
  expect(await record(at(1))).toBe('desk.not_screened');
  expect(await screenOpen(services)).toBe(1);
  expect(await record(at(1))).toBe('desk.not_now');
  await releaseByTwo(id, orderId);
  server.setTime(at(90));
  expect(await record(at(80))).toBe('desk.not_screened');
  expect(await record(at(1))).toBeUndefined();
  server.setTime(null);
});
