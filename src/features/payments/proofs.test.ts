import { expect, test } from 'vitest';
import { upload } from '../../../test/orders.ts';
import { buildBankReceipt, claimPlan, subscribe } from '../../../test/payments.ts';
import { createSession } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { payables } from '../../fulfilment.ts';
import { after, days, hours } from '../../kernel/clock.ts';
import { demoSettings } from '../settings/demo-settings.ts';
import { expirePayments } from './jobs.ts';

const server = await serverWithoutFaults();
const { call } = server;
const { rowsOf } = setUpSuspicions(server);
const finance = await createSession(server, 'finance');

const act = server.actsAs(finance);
const rejectProof = (paymentId: string) =>
  act('paymentsDesk/rejectClaim', { paymentId, reasonCode: 'unreadable', note: '' });
const loadTimes = async (id: string) =>
  (
    await rowsOf<{ begun: Date; until: Date }>('select created_at begun, lapses_at until from payments where id = $1', [
      id,
    ])
  )[0];

test('a rejected proof can be used again for the same payment only', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const { body: slip } = await upload(server, customer.cookie, 'subscription-proof');
  const { paymentId } = (await subscribe(server, customer.cookie)).body;
  const claim = (id: string) => act('payments/claim', { paymentId: id, proofFile: slip.id }, customer.cookie);
  expect(await claim(paymentId)).toBe('done');
  expect(await rejectProof(paymentId)).toBe('done');
  expect(await claim(paymentId)).toBe('done');
  expect(await rejectProof(paymentId)).toBe('done');
  expect(await act('payments/callOff', { paymentId }, customer.cookie)).toBe('done');
  expect(await claim((await subscribe(server, customer.cookie)).body.paymentId)).toBe('payments.proof_used');
});

test('the reason of a rejection is shown until the next proof', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const paymentId = await claimPlan(server, customer.cookie);
  const reason = async () =>
    (await call<{ payment: { reason: string | null } }>('payments/showOwn', { paymentId }, customer.cookie)).body
      .payment.reason;
  expect(await rejectProof(paymentId)).toBe('done');
  expect(await reason()).toContain('could not read your proof');
  const { body: another } = await upload(server, customer.cookie, 'subscription-proof');
  expect(await act('payments/claim', { paymentId, proofFile: another.id }, customer.cookie)).toBe('done');
  expect(await reason()).toBeNull();
});

test('harmful files and files of others prove nothing', async () => {
  const [customer, other] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Una Brown')];
  const { paymentId } = (await subscribe(server, customer.cookie)).body;
  const claim = (proofFile: string) => act('payments/claim', { paymentId, proofFile }, customer.cookie);
  const { body: theirs } = await upload(server, other.cookie, 'subscription-proof');
  expect(await claim(theirs.id)).toBe('payments.proof_missing');
  const { body: slip } = await upload(server, customer.cookie, 'subscription-proof');
  const setFileState = (state: string) => rowsOf('update files set state = $2 where id = $1', [slip.id, state]);
  await setFileState('refused');
  expect(await claim(slip.id)).toBe('payments.proof_missing');
  await setFileState('clean');
  expect(await claim(slip.id)).toBe('done');
});

test('an unpaid payment expires at its deadline, not before', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const { paymentId } = (await subscribe(server, customer.cookie)).body;
  const until = (await loadTimes(paymentId))?.until ?? new Date();
  const endedAt = async (moment: Date) => {
    server.setTime(moment);
    await expirePayments(server.services, payables);
    return (await rowsOf<{ ended: string | null }>('select ended from payments where id = $1', [paymentId]))[0]?.ended;
  };
  expect(await endedAt(after(until, -1))).toBeNull();
  expect(await endedAt(until)).toBe('lapsed');
});

test('a claimed payment keeps its place in the queue of staff', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const { paymentId } = (await subscribe(server, customer.cookie)).body;
  const at = (count: number) => {
    const moment = after(new Date(), hours(count));
    server.setTime(moment);
    return moment;
  };
  at(73);
  await expirePayments(server.services, payables);
  const loadWaitingSince = async () =>
    (await rowsOf<{ since: Date | null }>('select waiting_since since from payments where id = $1', [paymentId]))[0]
      ?.since;
  expect(await loadWaitingSince()).toBeNull();
  const { body: late } = await upload(server, customer.cookie, 'subscription-proof');
  const claimed = at(74);
  expect(await act('payments/claim', { paymentId, proofFile: late.id }, customer.cookie)).toBe('done');
  expect(await loadWaitingSince()).toEqual(claimed);
  at(75);
  expect(await act('paymentsDesk/receive', buildBankReceipt(paymentId))).toBe('done');
  expect(await loadWaitingSince()).toEqual(claimed);
});

test('a claim is searched for some days, and further claims do not extend that', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const paymentId = await claimPlan(server, customer.cookie);
  const times = await loadTimes(paymentId);
  const { searchDays } = demoSettings.price_windows;
  expect(times?.until).toEqual(after(times?.begun ?? new Date(), hours(72) + days(searchDays)));
  expect(await rejectProof(paymentId)).toBe('done');
  server.setTime(after(new Date(), days(2)));
  const { body: another } = await upload(server, customer.cookie, 'subscription-proof');
  expect(await act('payments/claim', { paymentId, proofFile: another.id }, customer.cookie)).toBe('done');
  expect(await loadTimes(paymentId)).toEqual(times);
});
