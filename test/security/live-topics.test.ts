import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { buildServer } from '../../src/server.ts';
import { handleEvents, planByCard, sandboxSays, sendHook } from '../cards.ts';
import { buy, upload } from '../orders.ts';
import { bankLine, claimedPlan } from '../payments.ts';
import { liveLine } from '../reliability/live-line.ts';
import { linkOf, newCustomer } from '../submissions.ts';
import { serverUnderTest } from '../worker.ts';
import { sessionFor } from './actors.ts';

const server = await serverUnderTest();
const { services, owner } = server;

test('of a hold nobody hears but the desk: no visitor, not its customer', async () => {
  const app = await buildServer(services);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const { body: order } = await buy(server, await sessionFor(server, 'tier2'), { amount: '3000' });
  const [visitor, customer, finance] = await Promise.all([
    liveLine(origin, ''),
    liveLine(origin, await sessionFor(server, 'tier2')),
    liveLine(origin, await sessionFor(server, 'finance')),
  ]);
  await wait(500);
  for (const { heard } of [visitor, customer, finance]) heard.length = 0;
  const hold = { orderId: order.orderId, reasonCode: 'unusual_pattern', note: 'Odd' };
  const compliance = await sessionFor(server, 'compliance');
  expect((await server.call('desk/hold', hold, compliance)).status).toBe(200);
  await vi.waitFor(() => expect(finance.heard).toContain('desk'), 5_000);
  await wait(300);
  expect([visitor.heard, customer.heard]).toEqual([[], []]);
  for (const line of [visitor, customer, finance]) await line.close();
  await app.close();

  // What staff read of it, by who they are.
  const read = async (role: string) => {
    const cookie = await sessionFor(server, role);
    const file = (await server.call('desk/order', { orderId: order.orderId }, cookie)).body;
    const { lines } = (await server.call<{ lines: { id: string }[] }>('desk/queue', {}, cookie)).body;
    return JSON.stringify([file, lines.filter(({ id }) => id === order.orderId)], (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    );
  };
  for (const role of ['finance', 'support']) {
    const seen = await read(role);
    expect(seen).toContain('"held":true');
    expect(seen).not.toMatch(/unusual_pattern|Odd|case|Conrad/);
  }
  expect(await read('compliance')).toMatch(/unusual_pattern.*Odd/);
});

test.each([
  ['whose proof is here', 'bank_transfer'],
  ['that was paid by card', 'card'],
])('of money that is held for a payment %s nobody hears but the desk: not its customer', async (_which, method) => {
  const app = await buildServer(services);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const who = await newCustomer(server, 'Ina Brown');
  const byCard = method === 'card';
  const paymentId = byCard ? (await planByCard(server, who.cookie)).paymentId : await claimedPlan(server, who.cookie);
  const freeze = { userId: who.id, reason: 'An authority asks' };
  expect((await server.call('compliance/freeze', freeze, await sessionFor(server, 'compliance'))).status).toBe(200);
  const finance = await sessionFor(server, 'finance');
  const [mine, desk] = [await liveLine(origin, who.cookie), await liveLine(origin, finance)];
  await wait(700);
  for (const { heard } of [mine, desk]) heard.length = 0;
  if (byCard) {
    expect(await sendHook(server, sandboxSays(paymentId))).toBe(200);
    await handleEvents(server);
  } else expect((await server.call('paymentsDesk/receive', bankLine(paymentId), finance)).status).toBe(200);
  await vi.waitFor(() => expect(desk.heard).toContain('desk'), 5_000);
  await wait(300);
  const { rows } = await owner.query('select held from payments where id = $1', [paymentId]);
  for (const line of [mine, desk]) await line.close();
  await app.close();
  expect(rows).toEqual([{ held: true }]);
  expect(mine.heard).toEqual([]);
});

test('a customer does not hear that their order raised an alert', async () => {
  const app = await buildServer(services);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const cookie = await sessionFor(server, 'enhanced');
  const mine = await liveLine(origin, cookie);
  const visitor = await liveLine(origin, '');
  await wait(500);
  const { body: file } = await upload(server, cookie, 'source-of-funds');
  const wishes = { amount: '200000', sourceOfFunds: 'savings', sourceOfFundsFile: file.id };
  const place = async () => {
    mine.heard.length = 0;
    visitor.heard.length = 0;
    const answer = await buy(server, cookie, wishes);
    expect(answer.status).toBe(200);
    // What every order says has come; what an alert would say had its time too.
    await vi.waitFor(() => expect(mine.heard).toContain('trading'), 5_000);
    await wait(300);
    const { rows } = await owner.query('select count(*)::int n from transaction_alerts where transaction_id = $1', [
      answer.body.orderId,
    ]);
    return { alerts: rows[0].n, mine: [...mine.heard], visitor: [...visitor.heard] };
  };
  await owner.query(`update profiles set is_pep = false where email = 'enhanced@demo.test'`);
  await owner.query(
    `update enhanced_kyc_data set pep_status = false, high_risk_jurisdiction = false, enhanced_due_diligence_required = false where user_id = (select id from profiles where email = 'enhanced@demo.test')`,
  );
  const plain = await place();
  await owner.query(`update profiles set is_pep = true where email = 'enhanced@demo.test'`);
  const alerted = await place();
  await mine.close();
  await visitor.close();
  await app.close();
  expect([plain.alerts, alerted.alerts]).toEqual([0, 1]);
  expect(new Set(alerted.mine)).toEqual(new Set(plain.mine));
  expect([...plain.visitor, ...alerted.visitor]).toEqual([]);
  expect(alerted.mine).not.toContain('desk');
});

test('that two accounts were looked at and are two people is told to neither; that they are one, to both', async () => {
  const app = await buildServer(services);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const { rows } = await owner.query(`select id from profiles where email = 'tier1@demo.test'`);
  const pair = await linkOf(server, rows[0].id);
  const mine = await liveLine(origin, await sessionFor(server, 'tier1'));
  const desk = await liveLine(origin, await sessionFor(server, 'compliance'));
  const heardAfter = async (decision: string) => {
    mine.heard.length = 0;
    desk.heard.length = 0;
    const answer = await server.call(
      'identity/decideLink',
      { ...pair, decision, note: 'Seen both' },
      await sessionFor(server, 'compliance'),
    );
    expect(answer.status).toBe(200);
    await vi.waitFor(() => expect(desk.heard).toContain('identity-desk'), 5_000);
    await wait(300);
    return [...mine.heard];
  };
  await wait(500);
  expect(await heardAfter('apart')).toEqual([]);
  expect(await heardAfter('join')).toEqual(['trading']);
  for (const line of [mine, desk]) await line.close();
  await app.close();
});

test('whoever loses a role, a session or the account hears nothing more, at once', async () => {
  const app = await buildServer(services);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const idOf = async (who: string) =>
    (await owner.query('select id from profiles where email = $1', [`${who}@demo.test`])).rows[0].id;
  const [support, finance] = [await idOf('support'), await idOf('finance')];
  const customerCookie = await server.signIn('tier1');
  const [one, two, three, other] = [
    await liveLine(origin, await server.signIn('support')),
    await liveLine(origin, await server.signIn('finance')),
    await liveLine(origin, customerCookie),
    await liveLine(origin, await sessionFor(server, 'compliance')),
  ];
  await wait(300);
  await owner.query(`delete from user_roles where user_id = $1`, [support]);
  await vi.waitFor(() => expect(one.isOpen()).toBe(false), 3_000);
  await owner.query(`update auth."user" set second_factor = not second_factor where id = $1`, [finance]);
  await vi.waitFor(() => expect(two.isOpen()).toBe(false), 3_000);
  await server.call('accounts/signOut', {}, customerCookie);
  await vi.waitFor(() => expect(three.isOpen()).toBe(false), 3_000);
  expect(other.isOpen()).toBe(true);
  // The role was the line's, not the session's: it comes again and hears what is theirs now.
  const again = await liveLine(origin, await server.signIn('support'));
  await wait(300);
  await owner.query(`select pg_notify('topic', 'desk')`);
  await vi.waitFor(() => expect(other.heard).toContain('desk'), 3_000);
  expect(again.heard).not.toContain('desk');
  for (const line of [again, other]) await line.close();
  await owner.query(`update auth."user" set second_factor = not second_factor where id = $1`, [finance]);
  await app.close();
});
