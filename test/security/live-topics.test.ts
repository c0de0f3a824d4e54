import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { buildServer } from '../../src/server.ts';
import { buildSandboxEvent, handleEvents, sendWebhook, startPlanByCard } from '../cards.ts';
import { buy, upload } from '../orders.ts';
import { buildBankReceipt, claimPlan } from '../payments.ts';
import { openLiveStream } from '../reliability/live-stream.ts';
import { insertAccountLink, newCustomer } from '../submissions.ts';
import { serverUnderTest } from '../worker.ts';
import { createSession } from './actors.ts';

const server = await serverUnderTest();
const { services, owner } = server;

test('only staff are notified of a hold: no visitor and not its customer', async () => {
  const app = await buildServer(services);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const { body: order } = await buy(server, await createSession(server, 'tier2'), { amount: '3000' });
  const [visitor, customer, finance] = await Promise.all([
    openLiveStream(origin, ''),
    openLiveStream(origin, await createSession(server, 'tier2')),
    openLiveStream(origin, await createSession(server, 'finance')),
  ]);
  await wait(500);
  for (const { heard } of [visitor, customer, finance]) heard.length = 0;
  const hold = { orderId: order.orderId, reasonCode: 'unusual_pattern', note: 'Odd' };
  const compliance = await createSession(server, 'compliance');
  expect((await server.call('desk/hold', hold, compliance)).status).toBe(200);
  await vi.waitFor(() => expect(finance.heard).toContain('desk'), 5_000);
  await wait(300);
  expect([visitor.heard, customer.heard]).toEqual([[], []]);
  for (const stream of [visitor, customer, finance]) await stream.close();
  await app.close();

  const readOrder = async (role: string) => {
    const cookie = await createSession(server, role);
    const file = (await server.call('desk/order', { orderId: order.orderId }, cookie)).body;
    const { lines } = (await server.call<{ lines: { id: string }[] }>('desk/queue', {}, cookie)).body;
    return JSON.stringify([file, lines.filter(({ id }) => id === order.orderId)], (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    );
  };
  for (const role of ['finance', 'support']) {
    const seen = await readOrder(role);
    expect(seen).toContain('"held":true');
    expect(seen).not.toMatch(/unusual_pattern|Odd|case|Conrad/);
  }
  expect(await readOrder('compliance')).toMatch(/unusual_pattern.*Odd/);
});

test.each([
  ['with an uploaded proof', 'bank_transfer'],
  ['by card', 'card'],
])('only staff, not the customer, are notified of money held for a payment %s', async (_which, method) => {
  const app = await buildServer(services);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const user = await newCustomer(server, 'Ina Brown');
  const byCard = method === 'card';
  const paymentId = byCard
    ? (await startPlanByCard(server, user.cookie)).paymentId
    : await claimPlan(server, user.cookie);
  const freeze = { userId: user.id, reason: 'An authority asks' };
  expect((await server.call('compliance/freeze', freeze, await createSession(server, 'compliance'))).status).toBe(200);
  const finance = await createSession(server, 'finance');
  const [customerStream, staffStream] = [
    await openLiveStream(origin, user.cookie),
    await openLiveStream(origin, finance),
  ];
  await wait(700);
  for (const { heard } of [customerStream, staffStream]) heard.length = 0;
  if (byCard) {
    expect(await sendWebhook(server, buildSandboxEvent(paymentId))).toBe(200);
    await handleEvents(server);
  } else expect((await server.call('paymentsDesk/receive', buildBankReceipt(paymentId), finance)).status).toBe(200);
  await vi.waitFor(() => expect(staffStream.heard).toContain('desk'), 5_000);
  await wait(300);
  const { rows } = await owner.query('select held from payments where id = $1', [paymentId]);
  for (const stream of [customerStream, staffStream]) await stream.close();
  await app.close();
  expect(rows).toEqual([{ held: true }]);
  expect(customerStream.heard).toEqual([]);
});

test('a customer is not notified that their order raised an alert', async () => {
  const app = await buildServer(services);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const cookie = await createSession(server, 'enhanced');
  const customerStream = await openLiveStream(origin, cookie);
  const visitor = await openLiveStream(origin, '');
  await wait(500);
  const { body: file } = await upload(server, cookie, 'source-of-funds');
  const orderInput = { amount: '200000', sourceOfFunds: 'savings', sourceOfFundsFile: file.id };
  const placeOrder = async () => {
    customerStream.heard.length = 0;
    visitor.heard.length = 0;
    const answer = await buy(server, cookie, orderInput);
    expect(answer.status).toBe(200);
    // When the order event has arrived, an alert event would have arrived too.
    await vi.waitFor(() => expect(customerStream.heard).toContain('trading'), 5_000);
    await wait(300);
    const { rows } = await owner.query('select count(*)::int n from transaction_alerts where transaction_id = $1', [
      answer.body.orderId,
    ]);
    return { alerts: rows[0].n, mine: [...customerStream.heard], visitor: [...visitor.heard] };
  };
  await owner.query(`update profiles set is_pep = false where email = 'enhanced@demo.test'`);
  await owner.query(
    `update enhanced_kyc_data set pep_status = false, high_risk_jurisdiction = false, enhanced_due_diligence_required = false where user_id = (select id from profiles where email = 'enhanced@demo.test')`,
  );
  const plain = await placeOrder();
  await owner.query(`update profiles set is_pep = true where email = 'enhanced@demo.test'`);
  const alerted = await placeOrder();
  await customerStream.close();
  await visitor.close();
  await app.close();
  expect([plain.alerts, alerted.alerts]).toEqual([0, 1]);
  expect(new Set(alerted.mine)).toEqual(new Set(plain.mine));
  expect([...plain.visitor, ...alerted.visitor]).toEqual([]);
  expect(alerted.mine).not.toContain('desk');
});

test('keeping two accounts apart notifies neither customer, and joining them notifies both', async () => {
  const app = await buildServer(services);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const { rows } = await owner.query(`select id from profiles where email = 'tier1@demo.test'`);
  const pair = await insertAccountLink(server, rows[0].id);
  const customerStream = await openLiveStream(origin, await createSession(server, 'tier1'));
  const staffStream = await openLiveStream(origin, await createSession(server, 'compliance'));
  const decideAndListen = async (decision: string) => {
    customerStream.heard.length = 0;
    staffStream.heard.length = 0;
    const answer = await server.call(
      'identity/decideLink',
      { ...pair, decision, note: 'Seen both' },
      await createSession(server, 'compliance'),
    );
    expect(answer.status).toBe(200);
    await vi.waitFor(() => expect(staffStream.heard).toContain('identity-desk'), 5_000);
    await wait(300);
    return [...customerStream.heard];
  };
  await wait(500);
  expect(await decideAndListen('apart')).toEqual([]);
  expect(await decideAndListen('join')).toEqual(['trading']);
  for (const stream of [customerStream, staffStream]) await stream.close();
  await app.close();
});

test('losing a role, a session or the account ends the stream immediately', async () => {
  const app = await buildServer(services);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const findUserId = async (user: string) =>
    (await owner.query('select id from profiles where email = $1', [`${user}@demo.test`])).rows[0].id;
  const [support, finance] = [await findUserId('support'), await findUserId('finance')];
  const customerCookie = await server.signIn('tier1');
  const [one, two, three, other] = [
    await openLiveStream(origin, await server.signIn('support')),
    await openLiveStream(origin, await server.signIn('finance')),
    await openLiveStream(origin, customerCookie),
    await openLiveStream(origin, await createSession(server, 'compliance')),
  ];
  await wait(300);
  await owner.query(`delete from user_roles where user_id = $1`, [support]);
  await vi.waitFor(() => expect(one.isOpen()).toBe(false), 3_000);
  await owner.query(`update auth."user" set second_factor = not second_factor where id = $1`, [finance]);
  await vi.waitFor(() => expect(two.isOpen()).toBe(false), 3_000);
  await server.call('accounts/signOut', {}, customerCookie);
  await vi.waitFor(() => expect(three.isOpen()).toBe(false), 3_000);
  expect(other.isOpen()).toBe(true);
  // Without the role, a new stream of the same user gets no staff topics.
  const newStream = await openLiveStream(origin, await server.signIn('support'));
  await wait(300);
  await owner.query(`select pg_notify('topic', 'desk')`);
  await vi.waitFor(() => expect(other.heard).toContain('desk'), 3_000);
  expect(newStream.heard).not.toContain('desk');
  for (const stream of [newStream, other]) await stream.close();
  await owner.query(`update auth."user" set second_factor = not second_factor where id = $1`, [finance]);
  await app.close();
});

test('opening a stream reports changes since the page was loaded, and nothing of others', async () => {
  const cookie = await createSession(server, 'tier2');
  const app = await buildServer(services);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const { rows } = await owner.query<{ id: string; name: string }>(
    `select id, split_part(email, '@', 1) "name" from profiles`,
  );
  const findUserId = (name: string) => rows.find((row) => row.name === name)?.id;
  const readTopics = async (query: string) => {
    const stop = new AbortController();
    const answer = await fetch(`http://127.0.0.1:${port}/api/live${query}`, {
      headers: { cookie },
      signal: stop.signal,
    });
    const reader = answer.body?.getReader();
    let received = '';
    // This event is sent last, so all earlier events have been read.
    while (!received.includes('data: identity')) received += new TextDecoder().decode((await reader?.read())?.value);
    stop.abort();
    return [...received.matchAll(/^data: (.+)$/gm)].map(([, topic]) => topic).filter((topic) => topic !== 'identity');
  };
  const timer = setInterval(
    () => void owner.query(`select pg_notify('topic', 'identity@${findUserId('tier2')}')`),
    200,
  );
  try {
    // The server does not know events from before it listened, so it asks for a full reload.
    await expect.poll(() => readTopics('?age=0'), { timeout: 15_000 }).toEqual([]);
    await owner.query(`select pg_notify('topic', 'location@${findUserId('tier1')}'), pg_notify('topic', 'compliance'),
      pg_notify('topic', 'trading@${findUserId('tier2')}'), pg_notify('topic', 'prices')`);
    expect(await Promise.all(['?age=0', '?age=999999', '?age=x', ''].map(readTopics))).toEqual([
      ['trading', 'prices'],
      ['everything'],
      ['everything'],
      [],
    ]);
  } finally {
    clearInterval(timer);
  }
  await app.close();
});
