import { expect, test } from 'vitest';
import { upload } from '../../../test/orders.ts';
import { bankLine, claimedPlan, subscribe } from '../../../test/payments.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { after, days, hours } from '../../kernel/clock.ts';
import { payables } from '../../payables.ts';
import { demoSettings } from '../settings/demo-settings.ts';
import { lapsePayments } from './jobs.ts';

/** What a customer shows for a payment: which proof it may be, and for how long it is looked for. */
const server = await serverWithoutFaults();
const { call } = server;
const { rowsOf } = suspicionsOn(server);
const finance = await sessionFor(server, 'finance');

const act = server.actsAs(finance);
const sendsBack = (paymentId: string) =>
  act('paymentsDesk/rejectClaim', { paymentId, reasonCode: 'unreadable', note: '' });
const timesOf = async (id: string) =>
  (
    await rowsOf<{ begun: Date; until: Date }>('select created_at begun, lapses_at until from payments where id = $1', [
      id,
    ])
  )[0];

test('the slip that was sent back may be shown again for the same payment, and proves no other', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const { body: slip } = await upload(server, who.cookie, 'subscription-proof');
  const { paymentId } = (await subscribe(server, who.cookie)).body;
  const claims = (id: string) => act('payments/claim', { paymentId: id, proofFile: slip.id }, who.cookie);
  expect(await claims(paymentId)).toBe('done');
  expect(await sendsBack(paymentId)).toBe('done');
  expect(await claims(paymentId)).toBe('done');
  expect(await sendsBack(paymentId)).toBe('done');
  expect(await act('payments/callOff', { paymentId }, who.cookie)).toBe('done');
  expect(await claims((await subscribe(server, who.cookie)).body.paymentId)).toBe('payments.proof_used');
});

test('why a proof was sent back is read until another is shown', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const paymentId = await claimedPlan(server, who.cookie);
  const reason = async () =>
    (await call<{ payment: { reason: string | null } }>('payments/showOwn', { paymentId }, who.cookie)).body.payment
      .reason;
  expect(await sendsBack(paymentId)).toBe('done');
  expect(await reason()).toContain('could not read your proof');
  const { body: another } = await upload(server, who.cookie, 'subscription-proof');
  expect(await act('payments/claim', { paymentId, proofFile: another.id }, who.cookie)).toBe('done');
  expect(await reason()).toBeNull();
});

test('what was found to be harmful, and what somebody else uploaded, proves nothing', async () => {
  const [who, other] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Una Brown')];
  const { paymentId } = (await subscribe(server, who.cookie)).body;
  const claims = (proofFile: string) => act('payments/claim', { paymentId, proofFile }, who.cookie);
  const { body: theirs } = await upload(server, other.cookie, 'subscription-proof');
  expect(await claims(theirs.id)).toBe('payments.proof_missing');
  const { body: slip } = await upload(server, who.cookie, 'subscription-proof');
  const found = (state: string) => rowsOf('update files set state = $2 where id = $1', [slip.id, state]);
  await found('refused');
  expect(await claims(slip.id)).toBe('payments.proof_missing');
  await found('clean');
  expect(await claims(slip.id)).toBe('done');
});

test('what is not paid ends with its last minute, and not before', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const { paymentId } = (await subscribe(server, who.cookie)).body;
  const until = (await timesOf(paymentId))?.until ?? new Date();
  const endedAt = async (moment: Date) => {
    server.setTime(moment);
    await lapsePayments(server.services, payables);
    return (await rowsOf<{ ended: string | null }>('select ended from payments where id = $1', [paymentId]))[0]?.ended;
  };
  expect(await endedAt(after(until, -1))).toBeNull();
  expect(await endedAt(until)).toBe('lapsed');
});

test('what waits for staff keeps its place among them until they have no more to do with it', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const { paymentId } = (await subscribe(server, who.cookie)).body;
  const at = (count: number) => {
    const moment = after(new Date(), hours(count));
    server.setTime(moment);
    return moment;
  };
  at(73);
  await lapsePayments(server.services, payables);
  const waits = async () =>
    (await rowsOf<{ since: Date | null }>('select waiting_since since from payments where id = $1', [paymentId]))[0]
      ?.since;
  expect(await waits()).toBeNull();
  const { body: late } = await upload(server, who.cookie, 'subscription-proof');
  const claimed = at(74);
  expect(await act('payments/claim', { paymentId, proofFile: late.id }, who.cookie)).toBe('done');
  expect(await waits()).toEqual(claimed);
  at(75);
  expect(await act('paymentsDesk/receive', bankLine(paymentId))).toBe('done');
  expect(await waits()).toEqual(claimed);
});

test('a claim is looked for some days after the time to pay, and no further claim lengthens that', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const paymentId = await claimedPlan(server, who.cookie);
  const times = await timesOf(paymentId);
  const { searchDays } = demoSettings.price_windows;
  expect(times?.until).toEqual(after(times?.begun ?? new Date(), hours(72) + days(searchDays)));
  expect(await sendsBack(paymentId)).toBe('done');
  server.setTime(after(new Date(), days(2)));
  const { body: another } = await upload(server, who.cookie, 'subscription-proof');
  expect(await act('payments/claim', { paymentId, proofFile: another.id }, who.cookie)).toBe('done');
  expect(await timesOf(paymentId)).toEqual(times);
});
