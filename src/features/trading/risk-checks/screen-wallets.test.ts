import { afterAll, beforeEach, expect, test } from 'vitest';
import { demoAddresses } from '../../../../fakes/screening/demo-list.ts';
import { startFakeProvider } from '../../../../fakes/screening/provider.ts';
import { bitcoinAddress, buildMovedAt, buildPayIn, buildSent, buy, sell } from '../../../../test/orders.ts';
import { buildAttachment, buildUnallocated } from '../../../../test/unallocated.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { checkRateLimit } from '../../../platform/limits/memory-rate-limit.ts';
import { answersFor } from './query-providers.ts';
import { screenSender, screenSenders } from './screen-sender.ts';
import { screenWaiting } from './screen-waiting.ts';

const nothing = { identifications: [] };
const listedAnswer = {
  identifications: [
    { category: 'sanctions', name: 'SANCTIONS: Lena Listed', description: 'Invented', url: 'https://x' },
  ],
};
const provider = await startFakeProvider(nothing);

afterAll(() => provider.stop());

const server = await serverWithoutFaults({
  CHAINALYSIS_KEY: 'key-one',
  CHAINALYSIS_URL: provider.url,
  SCREENING_TIMEOUT_MS: '200',
});
const { call, owner, services, signIn } = server;

beforeEach(() => {
  provider.setMode('ok');
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
  const input = { symbol: 'ETH', network: 'erc20', amount: '2006', walletAddress };
  const answer = await buy(server, await signIn('tier1'), input);
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
  const cookie = await signIn('enhanced');
  const { rows } = await owner.query(`select id from profiles where email = 'enhanced@demo.test'`);
  for (let n = 0; n < 59; n++) checkRateLimit(services, 'screening', rows[0].id);
  const ask = () => call('trading/sellWallet', { network: 'bitcoin', senderWalletAddress: bitcoinAddress }, cookie);
  expect((await ask()).body['code']).not.toBe('general.busy');
  const requestCount = provider.requests.length;
  expect([(await ask()).body['code'], provider.requests.length]).toEqual(['general.busy', requestCount]);
});

test('an order held while a provider is silent is screened once it answers, and waits for a person', async () => {
  provider.setMode('slow');
  const { body, status } = await buy(server, await signIn('tier1'), { amount: '2003' });
  expect([status, await findRow(body.orderId)]).toEqual([200, { held: true, reason: 'screening_down' }]);
  expect(await screenWaiting(services)).toBe(0);
  provider.setMode('ok');
  server.setTime(new Date(Date.now() + 10 * 60_000));
  expect(await screenWaiting(services)).toBe(1);
  expect(await findRow(body.orderId)).toEqual({ held: true, reason: 'screened_later' });
});

test('a rescreened wallet is not clear while a provider is silent', async () => {
  const compliance = await signIn('compliance');
  provider.setMode('slow');
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
  provider.setMode('failing');
  const { orderId } = (await buy(server, await signIn('tier1'), { amount: '2013' })).body;
  expect(await findRow(orderId)).toEqual({ held: true, reason: 'screening_down' });
  provider.setMode('ok');
  provider.setAnswer(listedAnswer);
  server.setTime(new Date(Date.now() + 60_000));
  expect((await call('desk/screenAgain', { orderId }, compliance)).body).toMatchObject({ result: 'flagged' });
  expect(await findRow(orderId)).toEqual({ held: true, reason: 'wallet_blocked' });
  const alerts = await owner.query(
    `select a.alert_type, c.kind from transaction_alerts a join case_alerts l on l.alert_id = a.id
        join cases c on c.id = l.case_id join case_orders o on o.case_id = c.id and o.order_id = a.transaction_id
      where a.transaction_id = $1`,
    [orderId],
  );
  expect(alerts.rows).toEqual([{ alert_type: 'wallet_blocked', kind: 'wallet' }]);
  await call('desk/screenAgain', { orderId }, compliance);
  const { rows } = await owner.query('select count(*)::int n from case_orders where order_id = $1', [orderId]);
  expect(rows).toEqual([{ n: 1 }]);
});

const customer = await signIn('tier2');
const [finance, admin, compliance] = await Promise.all(['finance', 'admin', 'compliance'].map(signIn));
const callAs = server.actsAs(finance, 'desk/');
const otherAddress = 'bc1qwjgyu6rkwgzfccydsmq7ghj6hlkj7xlvlhkf7g';

const completeCall = async (path: string, input: object, cookie = finance) =>
  expect([path, (await call(`desk/${path}`, input, cookie)).body]).toMatchObject([
    path,
    { orderId: expect.any(String) },
  ]);

const setListsDown = (down: boolean) =>
  owner.query(
    `with list as (update sanctions_lists set published_on = now()::date)
     update sanctions_sources set allowed_hours = 1, as_of = now() - interval '${down ? '2 hours' : '1 minute'}'
      where needed`,
  );

beforeEach(() => setListsDown(false));

const findHold = async (id: string) =>
  (await owner.query('select held, hold_reason from transactions where id = $1', [id])).rows[0];

const findLine = async (id: string, extra: boolean): Promise<string> =>
  (await owner.query('select id from movements where order_id = $1 and is_surplus = $2', [id, extra])).rows[0].id;

const buildCoins = (orderId: string, digit: string, senderAddress?: string) =>
  buildPayIn(orderId, { amount: '0.001', reference: digit.repeat(64), ...(senderAddress && { senderAddress }) });

test('a list hold takes two people, even when the sender could not be screened at first', async () => {
  const { orderId } = (await sell(server, customer)).body;
  const stop = { orderId, reasonCode: 'wallet_blocked', note: '' };
  await completeCall('hold', stop, compliance);
  await completeCall('confirmReceived', buildCoins(orderId, '1', otherAddress));
  await setListsDown(true);
  await screenSender(services, { orderId, movementId: await findLine(orderId, false) });
  await setListsDown(false);
  await screenWaiting(services);
  expect(await findHold(orderId)).toEqual({ held: true, hold_reason: 'wallet_blocked' });
  const release = () => call<{ code: string }>('desk/release', { orderId, note: '' }, compliance);
  expect((await release()).body.code).toBe('desk.screen_first');
  expect((await call('desk/screenAgain', { orderId }, compliance)).body).toMatchObject({ result: 'clear' });
  expect((await release()).body.code).toBe('desk.two_people_needed');
});

test('surplus coins received during an outage are refunded once the lists are back', async () => {
  const { orderId } = (await sell(server, customer)).body;
  await completeCall('confirmReceived', buildCoins(orderId, '2'));
  await completeCall('recordExtra', buildCoins(orderId, '3', otherAddress));
  const movementId = await findLine(orderId, true);
  await setListsDown(true);
  await screenSender(services, { orderId, movementId });
  const screenings = async () =>
    (await owner.query('select count(*)::int n from blockchain_screening where wallet_address = $1', [otherAddress]))
      .rows[0].n;
  const before = await screenings();
  await screenSenders(services);
  expect(await screenings()).toBe(before);
  await setListsDown(false);
  await screenWaiting(services);
  await screenSenders(services);
  const step = { orderId, note: '' };
  expect((await call('desk/release', step, compliance)).status).toBe(200);
  await completeCall('prepareReturn', { ...step, movementId, reasonCode: 'paid_twice' });
  await completeCall('approveReturn', { orderId, note: 'The chain shows the same sender' }, admin);
  await completeCall('recordReturned', buildSent(orderId, '4'.repeat(64)));
});

test('listed surplus coins on an order held for another reason take two people', async () => {
  const { orderId } = (await sell(server, customer)).body;
  await completeCall('confirmReceived', buildCoins(orderId, '5'));
  await completeCall('hold', { orderId, reasonCode: 'source_of_funds', note: '' }, compliance);
  await completeCall('recordExtra', buildCoins(orderId, '6', demoAddresses.sanctioned[0]));
  await screenSender(services, { orderId, movementId: await findLine(orderId, true) });
  expect(await findHold(orderId)).toEqual({ held: true, hold_reason: 'wallet_blocked' });
  const release = await call<{ code: string }>('desk/release', { orderId, note: '' }, compliance);
  expect(release.body.code).toBe('desk.two_people_needed');
});

test('coins of another address than the customer named: a note is demanded, and another person looks before money leaves', async () => {
  const { orderId } = (await sell(server, customer)).body;
  const seen = buildCoins(orderId, '7', otherAddress);
  expect(await callAs('confirmReceived', { ...seen, note: '' })).toBe('desk.sender_differs');
  await completeCall('confirmReceived', { ...seen, note: 'Their exchange pays out from this wallet' });
  await screenSender(services, { orderId, movementId: await findLine(orderId, false) });
  const step = { orderId, note: '' };
  const looked = { orderId, note: 'The hash shows 0.001 BTC from the named exchange' };
  await completeCall('startProcessing', step, admin);
  await completeCall('preparePayout', step, admin);
  expect(await callAs('approvePayout', looked)).toBe('desk.evidence_yours');
  await completeCall('withdrawPayout', step, admin);
  await completeCall('preparePayout', step);
  expect(await callAs('approvePayout', step, admin)).toBe('desk.look_missing');
  await completeCall('approvePayout', looked, admin);
});

test('coins of another address than the customer named go back only once another person looked', async () => {
  const { orderId } = (await sell(server, customer)).body;
  await completeCall('confirmReceived', buildCoins(orderId, '8', otherAddress));
  const movementId = await findLine(orderId, false);
  await screenSender(services, { orderId, movementId });
  await completeCall('cancel', { orderId, reasonCode: 'asked_by_customer', note: '' }, admin);
  await completeCall('prepareReturn', { orderId, movementId, reasonCode: 'order_stopped', note: '' }, admin);
  const approve = (note: string, cookie = finance) => callAs('approveReturn', { orderId, note }, cookie);
  expect(await approve('Seen on the chain')).toBe('desk.evidence_yours');
  await completeCall('declineReturn', { orderId, note: '' }, admin);
  await completeCall('prepareReturn', { orderId, movementId, reasonCode: 'order_stopped', note: '' });
  expect(await approve('', admin)).toBe('desk.look_missing');
  expect(await approve('Seen on the chain', admin)).toBe('done');
  await owner.query(
    `update proposals set proposed_by = decided_by, decided_by = proposed_by where subject = $1 and state = 'approved'`,
    [orderId],
  );
  expect(await callAs('recordReturned', buildSent(orderId, '9'.repeat(64)))).toBe('general.fault');
  expect(server.faults.splice(0)).toMatchObject([{ err: { message: 'a second person must check the evidence' } }]);
});

test('the recorder of unallocated coins from another address cannot give the second look', async () => {
  const { orderId, reference } = (await sell(server, customer)).body;
  const hash = 'a'.repeat(64);
  const ofUnknown = {
    payerBank: '',
    payerAccount: '',
    payerHolder: '',
    senderAddress: otherAddress,
    ...buildMovedAt(hash),
  };
  const seen = buildUnallocated(hash, { asset: 'BTC', rail: 'bitcoin', amount: '0.001', ...ofUnknown });
  const { movementId } = (await call<{ movementId: string }>('unallocated/record', seen, admin)).body;
  expect((await call('unallocated/attach', buildAttachment(movementId, { reference }, '0.001'), finance)).status).toBe(
    200,
  );
  await screenSender(services, { orderId, movementId: await findLine(orderId, false) });
  const step = { orderId, note: '' };
  await completeCall('startProcessing', step);
  await completeCall('preparePayout', step);
  expect(await callAs('approvePayout', { orderId, note: 'The hash shows it' }, admin)).toBe('desk.evidence_yours');
});
