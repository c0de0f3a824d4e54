import { expect, test } from 'vitest';
import { bitcoinAddress, buildPayIn, buildSent, placePaidBuy } from '../../../../test/orders.ts';
import { serverUnderTest } from '../../../../test/worker.ts';
import type { ListsView } from '../../screening/views.ts';
import { screenOpen } from '../risk-checks/screen-open.ts';

const otherAddress = 'bc1qwjgyu6rkwgzfccydsmq7ghj6hlkj7xlvlhkf7g';

const server = await serverUnderTest();
const { call, signIn, owner } = server;

const lines = ['ref,name,category,addresses'];
const buildList = (line: string) => {
  lines.push(line);
  return lines.join('\n');
};

test('a wallet listed after placing is not paid', async () => {
  const customer = await signIn('tier2');
  const [finance, admin, compliance] = await Promise.all(['finance', 'admin', 'compliance'].map(signIn));
  const { orderId } = await placePaidBuy(server, customer);
  const csv = buildList(`L-1,Lena Listed,sanctioned,XBT:${bitcoinAddress}`);
  const imported = await call(
    'screening/importLocal',
    { fileName: 'l.csv', publishedOn: '2026-11-21', csv },
    compliance,
  );
  expect(imported.status).toBe(200);
  const step = { orderId, note: '' };
  await call('desk/confirmReceived', buildPayIn(orderId), finance);
  await call('desk/startProcessing', step, finance);
  const prepared = await call('desk/preparePayout', step, finance);
  expect(prepared.body).toMatchObject({ code: 'desk.not_screened' });
  await call('desk/approvePayout', step, admin);
  await call('desk/recordSent', buildSent(orderId, 'a'.repeat(64)), finance);
  const { rows } = await owner.query('select pay_out from transactions where id = $1', [orderId]);
  expect(rows[0]).toEqual({ pay_out: 'none' });
});

test('staff answers never contain the assessment', async () => {
  const { orderId } = await placePaidBuy(server, await signIn('tier1'), { walletAddress: otherAddress });
  for (const role of ['support', 'finance', 'compliance', 'admin']) {
    const { status, body } = await call('desk/order', { orderId }, await signIn(role));
    expect(status).toBe(200);
    expect(JSON.stringify(body)).not.toMatch(/risk_score/);
  }
});

test('open orders with a newly listed wallet are held with alert and case, invisibly', async () => {
  const customer = await signIn('enhanced');
  const { orderId } = await placePaidBuy(server, customer, { walletAddress: otherAddress });
  await screenOpen(server.services);
  const shown = async () => (await call('trading/show', { orderId }, customer)).body;
  const before = await shown();
  const csv = buildList(`L-2,Other Person,sanctioned,XBT:${otherAddress}`);
  const compliance = await signIn('compliance');
  await call('screening/importLocal', { fileName: 'l.csv', publishedOn: '2026-11-22', csv }, compliance);
  expect(await screenOpen(server.services)).toBe(2);
  expect(await screenOpen(server.services)).toBe(0);
  const { rows } = await owner.query('select held, hold_reason reason from transactions where id = $1', [orderId]);
  expect(rows).toEqual([{ held: true, reason: 'wallet_flagged' }]);
  const alerts = await owner.query(
    `select a.priority, c.kind from transaction_alerts a join case_alerts l on l.alert_id = a.id
       join cases c on c.id = l.case_id where a.transaction_id = $1`,
    [orderId],
  );
  expect(alerts.rows).toEqual([{ priority: 'urgent', kind: 'wallet' }]);
  expect(await shown()).toEqual(before);
});

test('an order held for another reason is found when its wallet is listed, and takes two people', async () => {
  const address = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3';
  const { orderId } = await placePaidBuy(server, await signIn('enhanced'), { walletAddress: address });
  const compliance = await signIn('compliance');
  await call('desk/hold', { orderId, reasonCode: 'source_of_funds', note: '' }, compliance);
  const csv = buildList(`L-3,Third Listed,sanctioned,XBT:${address}`);
  await call('screening/importLocal', { fileName: 'l.csv', publishedOn: '2026-11-23', csv }, compliance);
  const release = () => call<{ code?: string }>('desk/release', { orderId, note: '' }, compliance);
  expect((await release()).body.code).toBe('desk.screen_first');
  expect(await screenOpen(server.services)).toBe(1);
  const { rows } = await owner.query('select held, hold_reason reason from transactions where id = $1', [orderId]);
  expect(rows).toEqual([{ held: true, reason: 'wallet_flagged' }]);
  const alerts = await owner.query('select alert_type from transaction_alerts where transaction_id = $1', [orderId]);
  expect(alerts.rows).toContainEqual({ alert_type: 'wallet_blocked' });
  const empty = { fileName: 'l.csv', publishedOn: '2026-11-24', csv: 'ref,name\n' };
  await call('screening/importLocal', empty, compliance);
  const { body } = await call<ListsView>('screening/lists', undefined, compliance);
  const agreed = { ...empty, proposalId: body.waiting?.proposalId };
  expect((await call('screening/importLocal', agreed, await signIn('admin'))).status).toBe(200);
  expect(await screenOpen(server.services)).toBe(0);
  await call('desk/screenAgain', { orderId }, compliance);
  expect((await release()).body.code).toBe('desk.two_people_needed');
});
