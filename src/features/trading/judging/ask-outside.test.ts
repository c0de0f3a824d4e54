import { afterAll, beforeEach, expect, test } from 'vitest';
import { startFakeProvider } from '../../../../fakes/screening/provider.ts';
import { bitcoinAddress, buy } from '../../../../test/orders.ts';
import { serverUnderTest } from '../../../../test/worker.ts';
import { keepPace } from '../../../platform/pace.ts';

import { saidOf } from './ask-outside.ts';
import { screenWaiting } from './screen-waiting.ts';

const nothing = { identifications: [] };
const listed = {
  identifications: [{ category: 'sanctions', name: 'SANCTIONS: Somebody', description: 'Invented', url: 'https://x' }],
};
const provider = await startFakeProvider(nothing);
afterAll(() => provider.stop());

const server = await serverUnderTest({
  CHAINALYSIS_KEY: 'key-one',
  CHAINALYSIS_URL: provider.url,
  SCREENING_TIMEOUT_MS: '200',
});
const { call, owner, services, signIn } = server;
beforeEach(() => {
  provider.setMood('ok');
  provider.setAnswer(nothing);
  provider.asked.length = 0;
});
const rowOf = async (orderId: string) =>
  (await owner.query('select held, hold_reason reason from transactions where id = $1', [orderId])).rows[0];

test('a provider that knows nothing of the wallet lets the order go on, and what it said is kept', async () => {
  const placed = await buy(server, await signIn('tier1'), { amount: '2000' });
  expect(placed).toMatchObject({ status: 200, body: { notice: null } });
  const { rows } = await owner.query('select provider from blockchain_screening order by created_at desc limit 1');
  expect(rows[0].provider).toContain('Chainalysis');
});

test('a provider that names the wallet blocks it', async () => {
  provider.setAnswer(listed);
  expect((await buy(server, await signIn('tier1'), { amount: '2001' })).body.code).toBe('trading.wallet_blocked');
});

const forms = {
  'padded with blanks': `${' '.repeat(2_100)}${bitcoinAddress}${' '.repeat(50)}`,
  'in capitals': bitcoinAddress.toUpperCase(),
};
test.each(Object.entries(forms))('a listed wallet is blocked %s too', async (_, walletAddress) => {
  provider.setAnswer(listed);
  const answer = await buy(server, await signIn('tier1'), { amount: '2005', walletAddress });
  expect([answer.body.code, provider.asked.length]).toEqual(['trading.wallet_blocked', 1]);
});

test('a listed wallet is blocked as the page of an explorer too', async () => {
  provider.setAnswer(listed);
  const walletAddress = ' https://etherscan.io/address/0x52908400098527886E0F7030069857D2E4169EE7 ';
  const wish = { symbol: 'ETH', network: 'erc20', amount: '2006', walletAddress };
  const answer = await buy(server, await signIn('tier1'), wish);
  expect([answer.body.code, provider.asked.length]).toEqual(['trading.wallet_blocked', 1]);
});

test('whatever else was asked about, or nothing: an order rests on answers about its own wallet', () => {
  const clear = [
    { provider: 'X', result: 'clear', riskScore: 0, categories: [], deeper: false, evidence: null },
  ] as const;
  expect(saidOf({ address: 'a', answers: clear }, 'a')).toEqual(clear);
  for (const address of ['b', null])
    expect(saidOf({ address, answers: clear }, 'a')).toMatchObject([{ provider: 'X', result: 'error' }]);
});

test('nobody is asked for a visitor, nor about what is no address', async () => {
  const order = { network: 'bitcoin', walletAddress: bitcoinAddress };
  expect((await call('trading/placeBuyOrder', order)).status).toBe(401);
  await buy(server, await signIn('tier1'), { amount: '2002', walletAddress: 'nonsense' });
  expect(provider.asked).toEqual([]);
});

test('an account asks others about wallets at the pace of a person, and then nobody', async () => {
  const cookie = await signIn('tier2');
  const { rows } = await owner.query(`select id from profiles where email = 'tier2@demo.test'`);
  for (let n = 0; n < 59; n++) keepPace(services, 'screening', rows[0].id);
  const ask = () => call('trading/sellWallet', { network: 'bitcoin', senderWalletAddress: bitcoinAddress }, cookie);
  expect((await ask()).body['code']).not.toBe('general.busy');
  const asked = provider.asked.length;
  expect([(await ask()).body['code'], provider.asked.length]).toEqual(['general.busy', asked]);
});

test('while a provider is silent orders are held, and looked at again once it answers', async () => {
  provider.setMood('slow');
  const { body, status } = await buy(server, await signIn('tier1'), { amount: '2003' });
  expect([status, await rowOf(body.orderId)]).toEqual([200, { held: true, reason: 'screening_down' }]);
  expect(await screenWaiting(services)).toBe(0);
  provider.setMood('ok');
  server.setTime(new Date(Date.now() + 10 * 60_000));
  expect(await screenWaiting(services)).toBe(1);
  expect(await rowOf(body.orderId)).toEqual({ held: true, reason: 'screened_later' });
});

test('screened again, a wallet is not clear while a provider stays silent about it', async () => {
  const compliance = await signIn('compliance');
  provider.setMood('slow');
  const { orderId } = (await buy(server, await signIn('tier1'), { amount: '2004' })).body;
  provider.asked.length = 0;
  expect((await call('desk/screenAgain', { orderId }, compliance)).body).toMatchObject({ result: 'error' });
  expect(provider.asked.length).toBeGreaterThan(0);
  const release = await call('desk/release', { orderId, note: '' }, compliance);
  expect(release.body).toMatchObject({ code: 'desk.screen_first' });
  provider.asked.length = 0;
  expect((await call('desk/screenAgain', { orderId }, await signIn('support'))).status).toBe(403);
  expect(provider.asked).toEqual([]);
});

test('what a person finds listed on another look has an alert and a case, as what the product finds has', async () => {
  const compliance = await signIn('compliance');
  provider.setMood('failing');
  const { orderId } = (await buy(server, await signIn('tier1'), { amount: '2013' })).body;
  expect(await rowOf(orderId)).toEqual({ held: true, reason: 'screening_down' });
  provider.setMood('ok');
  provider.setAnswer(listed);
  // The company rests for a while after failures of the tests above.
  server.setTime(new Date(Date.now() + 60_000));
  expect((await call('desk/screenAgain', { orderId }, compliance)).body).toMatchObject({ result: 'flagged' });
  expect(await rowOf(orderId)).toEqual({ held: true, reason: 'wallet_blocked' });
  const kept = await owner.query(
    `select a.alert_type, c.kind from transaction_alerts a join case_alerts l on l.alert_id = a.id
        join cases c on c.id = l.case_id join case_orders o on o.case_id = c.id and o.order_id = a.transaction_id
      where a.transaction_id = $1`,
    [orderId],
  );
  expect(kept.rows).toEqual([{ alert_type: 'wallet_blocked', kind: 'wallet' }]);
  // A second look finds the same and raises nothing more.
  await call('desk/screenAgain', { orderId }, compliance);
  const { rows } = await owner.query('select count(*)::int n from case_orders where order_id = $1', [orderId]);
  expect(rows).toEqual([{ n: 1 }]);
  server.setTime(null);
});

test('no act of this file was a fault', () => expect(server.faults).toEqual([]));
