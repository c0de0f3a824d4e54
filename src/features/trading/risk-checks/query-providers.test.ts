import { afterAll, beforeEach, expect, test } from 'vitest';
import { startFakeProvider } from '../../../../fakes/screening/provider.ts';
import { bitcoinAddress, buy } from '../../../../test/orders.ts';
import { serverUnderTest } from '../../../../test/worker.ts';
import { checkRateLimit } from '../../../platform/limits/memory-rate-limit.ts';

import { answersFor } from './query-providers.ts';
import { screenWaiting } from './screen-waiting.ts';

const nothing = { identifications: [] };
const listedAnswer = {
  identifications: [
    { category: 'sanctions', name: 'SANCTIONS: Lena Listed', description: 'Invented', url: 'https://x' },
  ],
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
  provider.requests.length = 0;
});
const findRow = async (orderId: string) =>
  (await owner.query('select held, hold_reason reason from transactions where id = $1', [orderId])).rows[0];

test('a provider without findings lets the order continue, and its answer is stored', async () => {
  const placed = await buy(server, await signIn('tier1'), { amount: '2000' });
  expect(placed).toMatchObject({ status: 200, body: { notice: null } });
  const { rows } = await owner.query('select provider from blockchain_screening order by created_at desc limit 1');
  expect(rows[0].provider).toContain('Chainalysis');
});

test('a provider that names the wallet blocks it', async () => {
  provider.setAnswer(listedAnswer);
  expect((await buy(server, await signIn('tier1'), { amount: '2001' })).body.code).toBe('trading.wallet_blocked');
});

const orderForms = {
  'padded with blanks': `${' '.repeat(2_100)}${bitcoinAddress}${' '.repeat(50)}`,
  'in capitals': bitcoinAddress.toUpperCase(),
};
test.each(Object.entries(orderForms))('a listed wallet is blocked %s too', async (_, walletAddress) => {
  provider.setAnswer(listedAnswer);
  const answer = await buy(server, await signIn('tier1'), { amount: '2005', walletAddress });
  expect([answer.body.code, provider.requests.length]).toEqual(['trading.wallet_blocked', 1]);
});

test('a listed wallet is blocked as an explorer link too', async () => {
  provider.setAnswer(listedAnswer);
  const walletAddress = ' https://etherscan.io/address/0x52908400098527886E0F7030069857D2E4169EE7 ';
  const wish = { symbol: 'ETH', network: 'erc20', amount: '2006', walletAddress };
  const answer = await buy(server, await signIn('tier1'), wish);
  expect([answer.body.code, provider.requests.length]).toEqual(['trading.wallet_blocked', 1]);
});

test('an order uses answers about its own wallet only', () => {
  const clear = [
    { provider: 'X', result: 'clear', riskScore: 0, categories: [], deeper: false, evidence: null },
  ] as const;
  expect(answersFor({ address: 'a', answers: clear }, 'a')).toEqual(clear);
  for (const address of ['b', null])
    expect(answersFor({ address, answers: clear }, 'a')).toMatchObject([{ provider: 'X', result: 'error' }]);
});

test('visitors and invalid addresses query no provider', async () => {
  const order = { network: 'bitcoin', walletAddress: bitcoinAddress };
  expect((await call('trading/placeBuyOrder', order)).status).toBe(401);
  await buy(server, await signIn('tier1'), { amount: '2002', walletAddress: 'nonsense' });
  expect(provider.requests).toEqual([]);
});

test('queries of an account are rate limited, then stop', async () => {
  const cookie = await signIn('tier2');
  const { rows } = await owner.query(`select id from profiles where email = 'tier2@demo.test'`);
  for (let n = 0; n < 59; n++) checkRateLimit(services, 'screening', rows[0].id);
  const ask = () => call('trading/sellWallet', { network: 'bitcoin', senderWalletAddress: bitcoinAddress }, cookie);
  expect((await ask()).body['code']).not.toBe('general.busy');
  const asked = provider.requests.length;
  expect([(await ask()).body['code'], provider.requests.length]).toEqual(['general.busy', asked]);
});

test('an order held while a provider is silent is screened once it answers, and waits for a person', async () => {
  provider.setMood('slow');
  const { body, status } = await buy(server, await signIn('tier1'), { amount: '2003' });
  expect([status, await findRow(body.orderId)]).toEqual([200, { held: true, reason: 'screening_down' }]);
  expect(await screenWaiting(services)).toBe(0);
  provider.setMood('ok');
  server.setTime(new Date(Date.now() + 10 * 60_000));
  expect(await screenWaiting(services)).toBe(1);
  expect(await findRow(body.orderId)).toEqual({ held: true, reason: 'screened_later' });
});

test('a rescreened wallet is not clear while a provider is silent', async () => {
  const compliance = await signIn('compliance');
  provider.setMood('slow');
  const { orderId } = (await buy(server, await signIn('tier1'), { amount: '2004' })).body;
  provider.requests.length = 0;
  expect((await call('desk/screenAgain', { orderId }, compliance)).body).toMatchObject({ result: 'error' });
  expect(provider.requests.length).toBeGreaterThan(0);
  const release = await call('desk/release', { orderId, note: '' }, compliance);
  expect(release.body).toMatchObject({ code: 'desk.screen_first' });
  provider.requests.length = 0;
  expect((await call('desk/screenAgain', { orderId }, await signIn('support'))).status).toBe(403);
  expect(provider.requests).toEqual([]);
});

test('a match found by staff rescreening raises an alert and a case', async () => {
  const compliance = await signIn('compliance');
  provider.setMood('failing');
  const { orderId } = (await buy(server, await signIn('tier1'), { amount: '2013' })).body;
  expect(await findRow(orderId)).toEqual({ held: true, reason: 'screening_down' });
  provider.setMood('ok');
  provider.setAnswer(listedAnswer);
  server.setTime(new Date(Date.now() + 60_000));
  expect((await call('desk/screenAgain', { orderId }, compliance)).body).toMatchObject({ result: 'flagged' });
  expect(await findRow(orderId)).toEqual({ held: true, reason: 'wallet_blocked' });
  const kept = await owner.query(
    `select a.alert_type, c.kind from transaction_alerts a join case_alerts l on l.alert_id = a.id
        join cases c on c.id = l.case_id join case_orders o on o.case_id = c.id and o.order_id = a.transaction_id
      where a.transaction_id = $1`,
    [orderId],
  );
  expect(kept.rows).toEqual([{ alert_type: 'wallet_blocked', kind: 'wallet' }]);
  await call('desk/screenAgain', { orderId }, compliance);
  const { rows } = await owner.query('select count(*)::int n from case_orders where order_id = $1', [orderId]);
  expect(rows).toEqual([{ n: 1 }]);
  server.setTime(null);
});

test('this file caused no fault', () => expect(server.faults).toEqual([]));
