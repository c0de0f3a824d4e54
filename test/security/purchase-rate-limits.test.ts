import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { subscribe } from '../payments.ts';
import { newCustomer } from '../submissions.ts';
import { setUpSuspicions } from '../suspicions.ts';
import { serverUnderTest } from '../worker.ts';
import { buildRegistration, insertWorkshop, register } from '../workshops.ts';

const server = await serverUnderTest();
const { app, call } = server;
const { rowsOf } = setUpSuspicions(server);
const fetchStatus = async (url: string, cookie: string) =>
  (await app.inject({ method: 'GET', url, headers: { cookie } })).statusCode;
const countByCode = (codes: readonly number[]) =>
  Object.fromEntries([...new Set(codes)].map((code) => [code, codes.filter((one) => one === code).length]));

test('thirty documents a minute, found or missing, concurrent or in sequence; others continue', async () => {
  const [one, other] = [await newCustomer(server), await newCustomer(server)];
  const fetchReceipt = (cookie: string) => fetchStatus(`/api/receipts/${randomUUID()}.pdf`, cookie);
  const codes = await Promise.all(Array.from({ length: 40 }, () => fetchReceipt(one.cookie)));
  expect(countByCode(codes)).toEqual({ 404: 30, 429: 10 });
  expect([await fetchReceipt(one.cookie), await fetchReceipt(other.cookie)]).toEqual([429, 404]);
});

test('twenty files a minute, tables and calendars together; others continue', async () => {
  const [one, other] = [await newCustomer(server), await newCustomer(server)];
  const day = '2026-11-01';
  const fetchTable = (cookie: string) => fetchStatus(`/api/transactions.csv?from=${day}&until=${day}`, cookie);
  const fetchCalendar = (cookie: string) => fetchStatus(`/api/workshops/${randomUUID()}.ics`, cookie);
  const codes = await Promise.all(
    Array.from({ length: 30 }, (_, n) => (n % 2 === 0 ? fetchTable(one.cookie) : fetchCalendar(one.cookie))),
  );
  expect(codes.filter((code) => code === 429)).toHaveLength(10);
  expect([await fetchTable(one.cookie), await fetchCalendar(one.cookie), await fetchTable(other.cookie)]).toEqual([
    429, 429, 200,
  ]);
});

test('ten payments a day, for plans and seats together, in any number of tabs', async () => {
  const user = await newCustomer(server, 'Ina Brown');
  const sessions = await Promise.all(Array.from({ length: 8 }, () => insertWorkshop(server)));
  const inputs = sessions.flatMap((id) =>
    (['in_person', 'online'] as const).map((mode) => buildRegistration(id, { mode })),
  );
  const answers = await Promise.all([
    ...inputs.map((input) => register(server, user.cookie, input)),
    subscribe(server, user.cookie),
  ]);
  expect(countByCode(answers.map(({ status }) => status))).toEqual({ 200: 10, 422: 7 });
  expect(await rowsOf('select from payments where user_id = $1', [user.id])).toHaveLength(10);
  const held = await rowsOf(`select from workshop_registrations where user_id = $1 and status = 'pending'`, [user.id]);
  expect(held.length).toBeLessThanOrEqual(10);
});

test('joining and leaving the waiting list is limited', async () => {
  const sessionId = await insertWorkshop(server, { in_person: 1 });
  const holder = await newCustomer(server);
  expect((await register(server, holder.cookie, buildRegistration(sessionId))).status).toBe(200);
  const user = await newCustomer(server);
  let refused = 0;
  for (let n = 0; n < 60 && refused === 0; n++) {
    const { status, body } = await call<{ placeId: string }>(
      'workshops/wait',
      { sessionId, mode: 'in_person' },
      user.cookie,
    );
    if (status !== 200) refused = status;
    else await call('workshops/leave', { placeId: body.placeId }, user.cookie);
  }
  expect(refused).not.toBe(0);
});

test('receipts and card pages are limited like documents', async () => {
  const user = await newCustomer(server, 'Ina Brown');
  const { paymentId } = (await subscribe(server, user.cookie, { method: 'card' })).body;
  const isLimited = async (path: string, input: object) => {
    const codes: number[] = [];
    for (let n = 0; n < 250; n++) codes.push((await call(path, input, user.cookie)).status);
    return codes.includes(429);
  };
  expect({
    receipt: await isLimited('payments/receipt', { paymentId }),
    page: await isLimited('cards/start', { kind: 'payment', id: paymentId }),
  }).toEqual({ receipt: true, page: true });
});
