import { beforeEach, expect, test } from 'vitest';
import { demoAddresses } from '../../../../fakes/screening/demo-list.ts';
import { buildMovedAt, buildPayIn, buildSent, sell } from '../../../../test/orders.ts';
import { buildAttachment, buildUnallocated } from '../../../../test/unassigned.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { screenSender, screenSenders } from '../risk-checks/screen-sender.ts';
import { screenWaiting } from '../risk-checks/screen-waiting.ts';

const server = await serverWithoutFaults();
const { call, signIn, owner, services } = server;
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
const findRow = async (id: string) =>
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
  expect(await findRow(orderId)).toEqual({ held: true, hold_reason: 'wallet_blocked' });
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
  expect(await findRow(orderId)).toEqual({ held: true, hold_reason: 'wallet_blocked' });
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
  expect(server.faults.splice(0)).toMatchObject([{ err: { message: 'evidence_looked_at_by_another' } }]);
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
  const { movementId } = (await call<{ movementId: string }>('unassigned/record', seen, admin)).body;
  expect((await call('unassigned/attach', buildAttachment(movementId, { reference }, '0.001'), finance)).status).toBe(
    200,
  );
  await screenSender(services, { orderId, movementId: await findLine(orderId, false) });
  const step = { orderId, note: '' };
  await completeCall('startProcessing', step);
  await completeCall('preparePayout', step);
  expect(await callAs('approvePayout', { orderId, note: 'The hash shows it' }, admin)).toBe('desk.evidence_yours');
});
