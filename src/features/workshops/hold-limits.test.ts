import { expect, test } from 'vitest';
import { buildBankReceipt } from '../../../test/payments.ts';
import { createSession } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { buildRegistration, claimSeat, insertWorkshop, register } from '../../../test/workshops.ts';
import { payables } from '../../fulfilment.ts';
import { after, hours } from '../../kernel/clock.ts';
import { expirePayments } from '../payments/jobs.ts';
import { offerSeats } from './jobs.ts';

const server = await serverWithoutFaults();
const { call } = server;
const { rowsOf } = setUpSuspicions(server);
const finance = await createSession(server, 'finance');
const begun = new Date();

const inHours = async (count: number) => {
  server.setTime(after(begun, hours(count)));
  await expirePayments(server.services, payables);
};
const placeOf = async (userId: string) =>
  (
    await rowsOf<{ place: string; ended: string | null; pay_in: string }>(
      `select r.status place, p.ended, p.pay_in from workshop_registrations r join payments p on p.payable_id = r.id
        where r.user_id = $1`,
      [userId],
    )
  )[0];
const took = async (sessionId: string, cookie: string) =>
  (await register(server, cookie, buildRegistration(sessionId))).body.code ?? 'place';

test('a payment claim keeps the seat only during the review', async () => {
  const sessionId = await insertWorkshop(server, { in_person: 1 });
  const [who, other] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server)];
  const paymentId = await claimSeat(server, who.cookie, buildRegistration(sessionId));
  await inHours(71);
  expect(await took(sessionId, other.cookie)).toBe('workshops.full');
  await inHours(73);
  expect(await placeOf(who.id)).toEqual({ place: 'cancelled', ended: 'lapsed', pay_in: 'claimed' });
  expect(await took(sessionId, other.cookie)).toBe('place');
  server.setTime(null);
  const queue = await call<{ lines: { id: string; nextAction: string }[] }>('paymentsDesk/queue', {}, finance);
  expect(queue.body.lines).toContainEqual(expect.objectContaining({ id: paymentId, nextAction: 'check_late_payment' }));
  const line = buildBankReceipt(paymentId, { amount: '4000', payerHolder: 'Ina Brown' });
  expect((await call('paymentsDesk/receive', line, finance)).status).toBe(200);
  expect(await placeOf(who.id)).toEqual({ place: 'cancelled', ended: 'lapsed', pay_in: 'received' });
  const shown = await call<{ payment: object }>('payments/showOwn', { paymentId }, who.cookie);
  expect(shown.body.payment).toMatchObject({ nextAction: 'return_money' });
});

test('unpaid seats are released before the session begins', async () => {
  const sessionId = await insertWorkshop(server, { in_person: 2, startsIn: '20 hours' });
  const [claims, waits] = [await newCustomer(server), await newCustomer(server)];
  await claimSeat(server, claims.cookie, buildRegistration(sessionId));
  expect(await took(sessionId, waits.cookie)).toBe('place');
  await inHours(16);
  expect([await placeOf(claims.id), await placeOf(waits.id)]).toMatchObject([{ ended: null }, { ended: null }]);
  await inHours(18);
  expect([await placeOf(claims.id), await placeOf(waits.id)]).toMatchObject([
    { place: 'cancelled', pay_in: 'claimed' },
    { place: 'cancelled', pay_in: 'awaiting' },
  ]);
});

test('ten concurrent requests of one person hold one seat', async () => {
  const sessionId = await insertWorkshop(server);
  const who = await newCustomer(server);
  const answers = await Promise.all(Array.from({ length: 10 }, () => took(sessionId, who.cookie)));
  expect(answers.filter((answer) => answer === 'place')).toHaveLength(1);
  expect(answers.filter((answer) => answer === 'workshops.twice')).toHaveLength(9);
});

test('moving a session forward shortens unpaid holds and offers', async () => {
  const sessionId = await insertWorkshop(server, { in_person: 1, startsIn: '10 days' });
  const [who, waits] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server)];
  await claimSeat(server, who.cookie, buildRegistration(sessionId));
  expect((await call('workshops/wait', { sessionId, mode: 'in_person' }, waits.cookie)).status).toBe(200);
  const starts = (span: string) =>
    rowsOf(
      `update workshop_sessions set start_at = now() + $2::interval, end_at = now() + interval '1 day' where id = $1`,
      [sessionId, span],
    );
  await starts('8 hours');
  await inHours(6);
  await offerSeats(server.services);
  await inHours(6);
  expect(await placeOf(who.id)).toEqual({ place: 'cancelled', ended: 'lapsed', pay_in: 'claimed' });
  await offerSeats(server.services);
  const offered = () =>
    rowsOf('select status, offered_until "until" from workshop_registrations where user_id = $1', [waits.id]);
  expect(await offered()).toEqual([{ status: 'offered', until: expect.any(Date) }]);
  await starts('7 hours');
  await inHours(7.5);
  await offerSeats(server.services);
  expect(await offered()).toMatchObject([{ status: 'lapsed' }]);
});
