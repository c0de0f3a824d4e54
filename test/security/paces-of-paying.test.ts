import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { subscribe } from '../payments.ts';
import { newCustomer } from '../submissions.ts';
import { suspicionsOn } from '../suspicions.ts';
import { serverUnderTest } from '../worker.ts';
import { register, registering, sessionOn } from '../workshops.ts';

/** What one person may ask for of payments, papers and places comes to an end, and nobody else waits for it. */
const server = await serverUnderTest();
const { app, call } = server;
const { rowsOf } = suspicionsOn(server);
const get = async (url: string, cookie: string) =>
  (await app.inject({ method: 'GET', url, headers: { cookie } })).statusCode;
const counted = (codes: readonly number[]) =>
  Object.fromEntries([...new Set(codes)].map((code) => [code, codes.filter((one) => one === code).length]));

test('thirty papers in a minute, found or not, at once or one by one; others go on', async () => {
  const [one, other] = [await newCustomer(server), await newCustomer(server)];
  const paper = (cookie: string) => get(`/api/receipts/${randomUUID()}.pdf`, cookie);
  const codes = await Promise.all(Array.from({ length: 40 }, () => paper(one.cookie)));
  expect(counted(codes)).toEqual({ 404: 30, 429: 10 });
  expect([await paper(one.cookie), await paper(other.cookie)]).toEqual([429, 404]);
});

test('twenty files in a minute, tables and calendars together; others go on', async () => {
  const [one, other] = [await newCustomer(server), await newCustomer(server)];
  const day = '2026-11-01';
  const table = (cookie: string) => get(`/api/transactions.csv?from=${day}&until=${day}`, cookie);
  const calendar = (cookie: string) => get(`/api/workshops/${randomUUID()}.ics`, cookie);
  const codes = await Promise.all(
    Array.from({ length: 30 }, (_, n) => (n % 2 === 0 ? table(one.cookie) : calendar(one.cookie))),
  );
  expect(codes.filter((code) => code === 429)).toHaveLength(10);
  expect([await table(one.cookie), await calendar(one.cookie), await table(other.cookie)]).toEqual([429, 429, 200]);
});

test('ten payments a day, for plans and places together, in however many tabs', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const sessions = await Promise.all(Array.from({ length: 8 }, () => sessionOn(server)));
  const wanted = sessions.flatMap((id) => (['in_person', 'online'] as const).map((mode) => registering(id, { mode })));
  const answers = await Promise.all([
    ...wanted.map((wish) => register(server, who.cookie, wish)),
    subscribe(server, who.cookie),
  ]);
  expect(counted(answers.map(({ status }) => status))).toEqual({ 200: 10, 422: 7 });
  expect(await rowsOf('select from payments where user_id = $1', [who.id])).toHaveLength(10);
  const held = await rowsOf(`select from workshop_registrations where user_id = $1 and status = 'pending'`, [who.id]);
  expect(held.length).toBeLessThanOrEqual(10);
});

test('standing in line and leaving it again comes to an end', async () => {
  const sessionId = await sessionOn(server, { in_person: 1 });
  const has = await newCustomer(server);
  expect((await register(server, has.cookie, registering(sessionId))).status).toBe(200);
  const who = await newCustomer(server);
  let refused = 0;
  for (let n = 0; n < 60 && refused === 0; n++) {
    const { status, body } = await call<{ placeId: string }>(
      'workshops/wait',
      { sessionId, mode: 'in_person' },
      who.cookie,
    );
    if (status !== 200) refused = status;
    else await call('workshops/leave', { placeId: body.placeId }, who.cookie);
  }
  expect(refused).not.toBe(0);
});

test('receipts on the screen and pages of card providers come to an end as papers do', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const { paymentId } = (await subscribe(server, who.cookie, { method: 'card' })).body;
  const asks = async (path: string, input: object) => {
    const codes: number[] = [];
    for (let n = 0; n < 250; n++) codes.push((await call(path, input, who.cookie)).status);
    return codes.includes(429);
  };
  expect({
    receipt: await asks('payments/receipt', { paymentId }),
    page: await asks('cards/start', { kind: 'payment', id: paymentId }),
  }).toEqual({ receipt: true, page: true });
});
