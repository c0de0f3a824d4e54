import { beforeEach, expect, test } from 'vitest';
import { demoAddresses } from '../../../../fakes/screening/demo-list.ts';
import { cameIn, sell, wasSent } from '../../../../test/orders.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { screenSender, screenSenders } from '../judging/screen-sender.ts';
import { screenWaiting } from '../judging/screen-waiting.ts';

/** The address that really sent coins, while the lists are down. */
const server = await serverWithoutFaults();
const { call, signIn, owner, services } = server;
const customer = await signIn('tier2');
const [finance, admin, compliance] = await Promise.all(['finance', 'admin', 'compliance'].map(signIn));
const other = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

const done = async (path: string, input: object, cookie = finance) =>
  expect([path, (await call(`desk/${path}`, input, cookie)).body]).toMatchObject([
    path,
    { orderId: expect.any(String) },
  ]);
const listsDown = (down: boolean) =>
  owner.query(
    `with list as (update sanctions_lists set published_on = now()::date)
     update sanctions_sources set allowed_hours = 1, as_of = now() - interval '${down ? '2 hours' : '1 minute'}'
      where needed`,
  );
beforeEach(() => listsDown(false));
const rowOf = async (id: string) =>
  (await owner.query('select held, hold_reason from transactions where id = $1', [id])).rows[0];
const lineOf = async (id: string, extra: boolean): Promise<string> =>
  (await owner.query('select id from movements where order_id = $1 and extra = $2', [id, extra])).rows[0].id;
const coins = (orderId: string, digit: string, senderAddress?: string) =>
  cameIn(orderId, { amount: '0.001', reference: digit.repeat(64), ...(senderAddress && { senderAddress }) });

test('what a list had stopped stays for two people, also when its sender could not be screened at first', async () => {
  const { orderId } = (await sell(server, customer)).body;
  const stop = { orderId, reasonCode: 'wallet_blocked', note: '' };
  await done('hold', stop, compliance);
  await done('confirmReceived', coins(orderId, '1', other));
  await listsDown(true);
  await screenSender(services, { orderId, movementId: await lineOf(orderId, false) });
  await listsDown(false);
  await screenWaiting(services);
  expect(await rowOf(orderId)).toEqual({ held: true, hold_reason: 'wallet_blocked' });
  const release = () => call<{ code: string }>('desk/release', { orderId, note: '' }, compliance);
  expect((await release()).body.code).toBe('desk.screen_first');
  expect((await call('desk/screenAgain', { orderId }, compliance)).body).toMatchObject({ result: 'clear' });
  expect((await release()).body.code).toBe('desk.two_people_needed');
});

test('coins that came in beside an order while the lists were down go back once they are up', async () => {
  const { orderId } = (await sell(server, customer)).body;
  await done('confirmReceived', coins(orderId, '2'));
  await done('recordExtra', coins(orderId, '3', other));
  const movementId = await lineOf(orderId, true);
  await listsDown(true);
  await screenSender(services, { orderId, movementId });
  const screenings = async () =>
    (await owner.query('select count(*)::int n from blockchain_screening where wallet_address = $1', [other])).rows[0]
      .n;
  const before = await screenings();
  await screenSenders(services);
  expect(await screenings()).toBe(before);
  await listsDown(false);
  await screenWaiting(services);
  await screenSenders(services);
  const step = { orderId, note: '' };
  expect((await call('desk/release', step, compliance)).status).toBe(200);
  await done('prepareReturn', { ...step, movementId, reasonCode: 'paid_twice' });
  await done('approveReturn', step, admin);
  await done('recordReturned', wasSent(orderId, '4'.repeat(64)));
});

test('listed coins beside an order that is held for something else: two people let it go', async () => {
  const { orderId } = (await sell(server, customer)).body;
  await done('confirmReceived', coins(orderId, '5'));
  await done('hold', { orderId, reasonCode: 'source_of_funds', note: '' }, compliance);
  await done('recordExtra', coins(orderId, '6', demoAddresses.sanctioned[0]));
  await screenSender(services, { orderId, movementId: await lineOf(orderId, true) });
  expect(await rowOf(orderId)).toEqual({ held: true, hold_reason: 'wallet_blocked' });
  const release = await call<{ code: string }>('desk/release', { orderId, note: '' }, compliance);
  expect(release.body.code).toBe('desk.two_people_needed');
});
