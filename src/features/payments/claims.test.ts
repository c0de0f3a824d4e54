import { describe, expect, test } from 'vitest';
import { createAuthor } from '../../../test/authors.ts';
import { buildSandboxEvent, handleEvents, sendWebhook, startPlanByCard } from '../../../test/cards.ts';
import { buildCoursePurchase, publishTestCourse } from '../../../test/courses.ts';
import { upload } from '../../../test/orders.ts';
import { buildBankReceipt, claimPlan, subscribe } from '../../../test/payments.ts';
import { createRefundTools } from '../../../test/refunds.ts';
import { createSession } from '../../../test/security/actors.ts';
import { applySetting } from '../../../test/settings.ts';
import { type Customer, newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { buildRegistration, insertWorkshop, register } from '../../../test/workshops.ts';
import { payables } from '../../fulfilment.ts';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { after, days, hours } from '../../kernel/clock.ts';
import { demoSettings } from '../settings/demo-settings.ts';
import { expirePayments } from './jobs.ts';

const server = await serverWithoutFaults();
const { call, owner } = server;
const { rowsOf, another } = setUpSuspicions(server);
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
  expect(await act('payments/cancel', { paymentId }, customer.cookie)).toBe('done');
  expect(await claim((await subscribe(server, customer.cookie)).body.paymentId)).toBe('payments.proof_used');
});

test('the reason of a rejection is shown until the next proof', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const paymentId = await claimPlan(server, customer.cookie);
  const reason = async () =>
    (await call<{ payment: { reason: string | null } }>('payments/showOwn', { paymentId }, customer.cookie)).body
      .payment.reason;
  const unknown = { paymentId, reasonCode: 'something', note: '' };
  expect(await act('paymentsDesk/rejectClaim', unknown)).toBe('desk.reason_unknown');
  expect(await rejectProof(paymentId)).toBe('done');
  expect(await reason()).toContain('could not read your proof');
  const { body: another } = await upload(server, customer.cookie, 'subscription-proof');
  expect(await act('payments/claim', { paymentId, proofFile: another.id }, customer.cookie)).toBe('done');
  expect(await reason()).toBeNull();
});

test('harmful files, files of others and files for orders prove nothing', async () => {
  const [customer, other] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Una Brown')];
  const { paymentId } = (await subscribe(server, customer.cookie)).body;
  const claim = (proofFile: string) => act('payments/claim', { paymentId, proofFile }, customer.cookie);
  const { body: otherFile } = await upload(server, other.cookie, 'subscription-proof');
  expect(await claim(otherFile.id)).toBe('payments.proof_missing');
  const { body: ofOrder } = await upload(server, customer.cookie);
  expect(await claim(ofOrder.id)).toBe('payments.proof_missing');
  const { body: slip } = await upload(server, customer.cookie, 'subscription-proof');
  const setFileState = (state: string) => rowsOf('update files set state = $2 where id = $1', [slip.id, state]);
  await setFileState('refused');
  expect(await claim(slip.id)).toBe('payments.proof_missing');
  await setFileState('clean');
  expect(await claim(slip.id)).toBe('done');
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

/** A bank payment has its price until the payment deadline, which a claim does not extend (decision E1). */
describe('the price window', async () => {
  const { act } = await createRefundTools(server);

  await publishTestCourse(server, { courseId: 'dear', priceUsd: 4_000 });

  /** Claims a course payment and records money that was sent `daysLater` days after the start. */
  async function payAfter(daysLater: number, movedTime: string) {
    server.setTime(null);
    const { cookie } = await newCustomer(server, 'Ina Brown');
    const startedAt = new Date();
    const { body } = await call<{ paymentId: string }>('enrollment/buy', buildCoursePurchase(), cookie);
    const { body: file } = await upload(server, cookie, 'course-proof');
    expect(await act('payments/claim', { paymentId: body.paymentId, proofFile: file.id }, cookie)).toBe('done');
    server.setTime(after(startedAt, days(5)));
    const line = { amount: '7000', movedOn: jamaicaDay(after(startedAt, days(daysLater))), movedTime };
    const answer = await act('paymentsDesk/receive', buildBankReceipt(body.paymentId, line));
    return [answer, (await call<{ state: string }>('learning/progress', { courseId: 'dear' }, cookie)).body.state];
  }

  test('money that left after 72 hours does not pay the old price', async () => {
    expect(await payAfter(4, '00:01')).toEqual(['payments.after_due', 'pending_payment']);
    expect(await payAfter(4, '')).toEqual(['payments.after_due', 'pending_payment']);
  });

  test('money of the last day pays, as bank lines often show the day only', async () => {
    expect(await payAfter(3, '')).toEqual(['done', 'active']);
  });
});

const officer = await another('compliance');

const freeze = async ({ id }: Customer) =>
  expect(await act('compliance/freeze', { userId: id, reason: 'An authority asks' }, officer.cookie)).toBe('done');

type Exported = {
  [key: string]: readonly { pay_in?: string; provider?: string; outcome?: string; became?: string }[];
};

const exportRows = async ({ cookie }: Customer) => {
  const { body } = await call<Exported>('accounts/exportData', undefined, cookie);
  return Object.values(body).flatMap((all) => (Array.isArray(all) ? all : []));
};

test('the data export of a held charge does not say that it was received', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const { paymentId } = await startPlanByCard(server, customer.cookie);
  await freeze(customer);
  expect(await sendWebhook(server, buildSandboxEvent(paymentId))).toBe(200);
  await handleEvents(server);
  expect(await rowsOf('select held from payments where id = $1', [paymentId])).toEqual([{ held: true }]);
  const rows = await exportRows(customer);
  const ofCard = rows.filter(({ provider }) => provider === 'sandbox');
  expect(ofCard.length).toBeGreaterThan(1);
  expect(JSON.stringify(ofCard)).not.toMatch(/received"|decided_at":"/);
  expect(rows.flatMap(({ pay_in }) => pay_in ?? [])).toEqual(['awaiting']);
});

async function createHeldUnclaimed() {
  const customer = await newCustomer(server, 'Ina Brown');
  const { paymentId } = (await subscribe(server, customer.cookie)).body;
  await freeze(customer);
  expect(await act('paymentsDesk/receive', buildBankReceipt(paymentId))).toBe('done');
  return { customer, paymentId };
}

test('claiming a held payment is accepted like any claim and starts nothing', async () => {
  const { customer, paymentId } = await createHeldUnclaimed();
  const proofFile = (await upload(server, customer.cookie, 'subscription-proof')).body.id;
  expect(await act('payments/claim', { paymentId, proofFile }, customer.cookie)).toBe('done');
  const { body } = await call<{ payment: object }>('payments/showOwn', { paymentId }, customer.cookie);
  expect(body).toMatchObject({ payment: { state: { payIn: 'claimed', ended: null } }, mayClaim: false });
  expect(await act('payments/claim', { paymentId, proofFile }, customer.cookie), 'once').toBe('payments.cannot_now');
  expect(await act('payments/cancel', { paymentId }, customer.cookie), 'as of any claim').toBe('payments.cannot_now');
  const query = 'select pay_in, held, proof_file from payments where id = $1';
  expect(await rowsOf(query, [paymentId])).toEqual([{ pay_in: 'received', held: true, proof_file: proofFile }]);
});

test('cancelling a held payment is accepted, and its money waits for a refund', async () => {
  const { customer, paymentId } = await createHeldUnclaimed();
  expect(await act('payments/cancel', { paymentId }, customer.cookie)).toBe('done');
  const query = 'select pay_in, ended, awaits_staff from payments where id = $1';
  expect(await rowsOf(query, [paymentId])).toEqual([{ pay_in: 'received', ended: 'cancelled', awaits_staff: true }]);
  const plain = { paymentId, amount: '', note: '' };
  expect(await act('paymentsDesk/prepareReturn', { ...plain, reasonCode: 'given_back_as_asked' })).not.toBe('done');
  expect((await subscribe(server, customer.cookie)).status, 'they may start again, as after any').toBeLessThan(500);
});

/** Every customer page shows a product with held money as unpaid (A7). */
describe('held payments on other pages', async () => {
  await publishTestCourse(server, { courseId: 'dear', priceUsd: 4_000 });

  const pages = [
    ...['workshops/own', 'subscriptions/own', 'learning/own', 'payments/listOwn', 'accountPages/overview'],
    ...['accountPages/subscription', 'cards/pending'],
  ];
  async function loadPages(customer: Customer, paymentId: string) {
    const { cookie } = customer;
    const all: Record<string, unknown> = {
      own: (await call('payments/showOwn', { paymentId }, cookie)).body,
      exported: (await exportRows(customer)).flatMap(({ pay_in }) => pay_in ?? []),
    };
    for (const page of pages) {
      const { now: _, ...body } = (await call(page, {}, cookie)).body;
      all[page] = body;
    }
    return all;
  }

  const starters = {
    'a place in a workshop': async ({ cookie }: Customer) =>
      (await register(server, cookie, buildRegistration(await insertWorkshop(server)))).body.paymentId,
    'a plan': async ({ cookie }: Customer) => (await subscribe(server, cookie)).body.paymentId,
    'a plan with a claim': ({ cookie }: Customer) => claimPlan(server, cookie),
    'a plan with a rejected proof': async ({ cookie }: Customer) => {
      const paymentId = await claimPlan(server, cookie);
      const rejected = { paymentId, reasonCode: 'unreadable', note: '' };
      expect(await act('paymentsDesk/rejectClaim', rejected)).toBe('done');
      return paymentId;
    },
    'a course': async ({ cookie }: Customer) =>
      (await call<{ paymentId: string }>('enrollment/buy', buildCoursePurchase(), cookie)).body.paymentId,
  };
  const getPrice = (what: string) => (what.endsWith('workshop') ? '4000' : what === 'a course' ? '7000' : '6000');

  test.each(Object.keys(starters) as (keyof typeof starters)[])(
    '%s reads the same on every page before and after its money is held',
    async (what) => {
      const customer = await newCustomer(server, 'Ina Brown');
      const paymentId = await starters[what](customer);
      await freeze(customer);
      const before = await loadPages(customer, paymentId);
      expect(await act('paymentsDesk/receive', buildBankReceipt(paymentId, { amount: getPrice(what) }))).toBe('done');
      expect(await loadPages(customer, paymentId)).toEqual(before);
    },
  );
});

/** Products cost less than US$1,000 (ADR 14), so they need no source of funds, wallet holder or tier. */
describe('amounts below the threshold', async () => {
  const admin = await createSession(server, 'admin');
  const { act, file, makeCourse: createCourse } = createAuthor(server, admin);

  const set = (key: string, part: object) => applySetting(server, key, part);
  const buy = async (price: number, cookie: string, wishes: object = {}) =>
    (await call<{ code?: string }>('enrollment/buy', buildCoursePurchase({ price, ...wishes }), cookie)).body.code;
  const expectRejected = (write: Promise<unknown>) =>
    expect(write).rejects.toMatchObject({ constraint: 'stays_below_threshold' });

  test('pricing a course at US$1,000 is refused, and staff see the limit', async () => {
    const courseId = await createCourse();
    expect(await file(courseId)).toMatchObject({ priceBelow: 'US$1,000.00' });
    const price = { courseId, priceUsd: 100_000 };
    const { body } = await call<{ code: string; data: { field?: string } }>('authoring/price', price, admin);
    expect([body.code, JSON.stringify(body)]).toEqual(['authoring.too_dear', expect.stringContaining('US$1,000.00')]);
    expect(await act('price', { courseId, priceUsd: 99_999 })).toBe('done');
    expect(await file(courseId)).toMatchObject({ priceUsd: 99_999 });
    await expectRejected(owner.query('update courses set price_usd = 1000 where id = $1', [courseId]));
    await expectRejected(publishTestCourse(server, { courseId: 'large', priceUsd: 500_000 }));
  });

  test('starting a payment above the threshold after a change of settings is refused', async () => {
    await publishTestCourse(server, { courseId: 'dear', priceUsd: 99_999 });
    const { cookie } = await newCustomer(server, 'Ina Brown');
    await set('caps', { gate: 999 });
    for (const method of ['bank_transfer', 'crypto'])
      expect(await buy(174_999, cookie, { method })).toBe('payments.too_large');
    await set('caps', { gate: 1000 });
    expect(await buy(174_999, cookie)).toBeUndefined();
    await set('plan_prices', { personal: 175_000 });
    expect((await subscribe(server, cookie, { price: 175_000 })).body.code).toBe('payments.too_large');
    await set('plan_prices', { personal: 174_999 });
    expect((await subscribe(server, cookie, { price: 174_999 })).status).toBe(200);
  });

  test('the database rejects a payment above the threshold', async () => {
    const { cookie } = await newCustomer(server, 'Ina Brown');
    const { body } = await subscribe(server, cookie, { price: 174_999 });
    await expectRejected(owner.query('update payments set amount_jmd = 175000 where id = $1', [body.paymentId]));
  });
});
