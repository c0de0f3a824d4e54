import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { bitcoinAddress, buy, cameIn, sell } from '../../../../test/orders.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { serverUnderTest } from '../../../../test/worker.ts';
import { screenOpen } from '../screen-open.ts';

/** Wallets that come on a list while money or coins of their orders are with us. */
const server = await serverUnderTest();
const { call, signIn, owner, services } = server;
const [finance, compliance] = [await signIn('finance'), await signIn('compliance')];
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
  await list('bc1qjasf9z3h7w3jspkhtgatgpyvvzgpa2wwd2lr0eh5tx44reyn2k7sfc27a4');
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

test('no act of this file was a fault', () => expect(server.faults).toEqual([]));
