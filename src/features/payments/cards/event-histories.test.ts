import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import {
  buildSandboxEvent,
  handleEvents,
  sendWebhook,
  startOrderByCard,
  startPlanByCard,
} from '../../../../test/cards.ts';
import { buildCoursePurchase, publishTestCourse } from '../../../../test/courses.ts';
import { countLockWaits, waitForLock } from '../../../../test/lock-waits.ts';
import { upload } from '../../../../test/orders.ts';
import { createSession } from '../../../../test/security/actors.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { setUpSuspicions } from '../../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { cardPayables, payables } from '../../../fulfilment.ts';
import { after, days, hours, minutes } from '../../../kernel/clock.ts';
import { expirePayments } from '../jobs.ts';
import { handleEvent } from './handle-event.ts';
import { reconcile } from './jobs.ts';
import type { CardPayable, CardPayables } from './payable.ts';

const server = await serverWithoutFaults();
const { rowsOf } = setUpSuspicions(server);
const { services, owner, call } = server;

afterEach(() => server.setTime(null));

class InjectedFault extends Error {}

/** Creates a product with a `settle` that throws before or after its writes. */
const failing = (when: 'before' | 'after'): CardPayables => {
  const payment: CardPayable = {
    ...cardPayables.payment,
    settle: async (...given) => {
      if (when === 'before') throw new InjectedFault();
      await cardPayables.payment.settle(...given);
      throw new InjectedFault();
    },
  };
  return { ...cardPayables, payment };
};
const waiting = () => rowsOf<{ id: string }>('select id from card_events where became is null order by id desc');
const expectFailure = (work: Promise<unknown>) => work.catch((error) => expect(error).toBeInstanceOf(InjectedFault));

type Step = {
  readonly send?: object;
  readonly isUnknown?: true;
  readonly resend?: true;
  readonly handle?: true;
  readonly crash?: 'before' | 'after';
  readonly lapse?: true;
  readonly callOff?: true;
};
const steps: readonly Step[] = [
  ...[{ send: {} }, { send: { type: 'declined' } }, { send: { type: 'charged_back' } }, { resend: true } as const],
  ...[{ send: { amount: '1.00' } }, { send: { currency: 'USD' } }, { send: {}, isUnknown: true } as const],
  ...[{ handle: true } as const, { crash: 'before' } as const, { crash: 'after' } as const],
  ...[{ lapse: true } as const, { callOff: true } as const],
];

test('every reported charge has exactly one movement, and nothing starts unpaid', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...steps), { minLength: 2, maxLength: 10 }), async (history) => {
      server.setTime(null);
      const customer = await newCustomer(server, 'Ina Brown');
      const { paymentId } = await startPlanByCard(server, customer.cookie);
      const events: object[] = [];
      const charges = new Set<string>();
      for (const step of history) {
        if (step.send) {
          const event = buildSandboxEvent(step.isUnknown ? `unknown-${paymentId}` : paymentId, step.send);
          if (event.type === 'approved') charges.add(`sandbox:${event.transaction}`);
          events.push(event);
          expect(await sendWebhook(server, event)).toBe(200);
        }
        if (step.resend && events[0]) expect(await sendWebhook(server, events[0])).toBe(200);
        if (step.handle) for (const { id } of await waiting()) await handleEvent(services, cardPayables, id);
        if (step.crash)
          for (const { id } of await waiting()) await expectFailure(handleEvent(services, failing(step.crash), id));
        if (step.callOff) await server.call('payments/cancel', { paymentId }, customer.cookie);
        if (step.lapse) {
          server.setTime(after(new Date(), minutes(61)));
          await expirePayments(services, payables);
          server.setTime(null);
        }
      }
      server.setTime(after(new Date(), minutes(2)));
      await reconcile(services, cardPayables);
      const lines = await rowsOf<{ reference: string; payment_id: string | null }>(
        `select reference, payment_id from movements where reference = any($1) and direction = 'in'`,
        [[...charges]],
      );
      expect(lines.map(({ reference }) => reference).sort()).toEqual([...charges].sort());
      const own = lines.filter(({ payment_id }) => payment_id === paymentId);
      expect(own.length).toBeLessThanOrEqual(1);
      const [state] = await rowsOf<{ pay_in: string; ended: string | null; status: string }>(
        `select pay_in, ended, status from payments p join subscriptions s on s.id = p.payable_id where p.id = $1`,
        [paymentId],
      );
      expect(state?.pay_in === 'received').toBe(own.length === 1);
      expect(state?.status === 'active').toBe(own.length === 1 && state?.ended === null);
    }),
    { numRuns: 60 },
  );
  expect(server.faults).toEqual([]);
}, 240_000);

test('connections cut while handling events lose and duplicate nothing', async () => {
  const payments = await Promise.all(
    Array.from({ length: 24 }, async () => {
      const customer = await newCustomer(server, 'Ina Brown');
      const { paymentId } = await startPlanByCard(server, customer.cookie);
      const event = buildSandboxEvent(paymentId);
      expect(await sendWebhook(server, event)).toBe(200);
      return paymentId;
    }),
  );
  let isOver = false;
  let cuts = 0;
  const cutting = (async () => {
    while (!isOver) {
      const { rows } = await server.owner.query<{ cut: boolean }>(
        `select pg_terminate_backend(pid) cut from pg_stat_activity
          where datname = current_database() and usename = 'cryptocommerce_app' and state = 'idle in transaction' limit 1`,
      );
      cuts += rows.length;
      await sleep(3);
    }
  })();
  for (let round = 0; round < 6; round++)
    for (const { id } of await waiting()) await handleEvent(services, cardPayables, id).catch(() => undefined);
  isOver = true;
  await cutting;
  server.setTime(after(new Date(), minutes(2)));
  await reconcile(services, cardPayables);
  const paid = await rowsOf<{ payment_id: string; lines: string }>(
    `select payment_id, count(*) lines from movements where payment_id = any($1) group by 1`,
    [payments],
  );
  expect(paid).toHaveLength(payments.length);
  expect(paid.every(({ lines }) => Number(lines) === 1)).toBe(true);
  expect(cuts).toBeGreaterThan(0);
  // A connection cut after its transaction ended is reported by the pool.
  for (const fault of server.faults.splice(0)) expect(fault).toMatchObject({ err: { code: '57P01' } });
}, 120_000);

const finance = await createSession(server, 'finance');
const act = server.actsAs(finance);
const countWaiting = () => countLockWaits(server);

/** Creates an unallocated charge of J$4,000 and an order for J$4,000. */
async function createCharge() {
  const customer = await newCustomer(server, 'Ina Brown');
  const charge = buildSandboxEvent(randomUUID(), { amount: '4000.00' });
  expect(await sendWebhook(server, charge)).toBe(200);
  await handleEvents(server);
  const [line] = await rowsOf<{ id: string }>('select id from movements where reference = $1', [
    `sandbox:${charge.transaction}`,
  ]);
  const { orderId } = await startOrderByCard(server, customer.cookie);
  const [order] = await rowsOf<{ reference: string }>('select reference from transactions where id = $1', [orderId]);
  const part = { movementId: line?.id, reference: order?.reference, amount: '4000', note: 'Seen' };
  const chargeback = { ...charge, id: randomUUID(), type: 'charged_back' };
  return { orderId, part, chargeback };
}
const stateOf = async (id: string) => (await rowsOf('select pay_in, held from transactions where id = $1', [id]))[0];

test('attaching before a chargeback holds the order, and after it is refused', async () => {
  const one = await createCharge();
  expect(await act('unallocated/attach', one.part)).toBe('done');
  await sendWebhook(server, one.chargeback);
  await handleEvents(server);
  expect(await stateOf(one.orderId)).toEqual({ pay_in: 'received', held: true });
  const other = await createCharge();
  await sendWebhook(server, other.chargeback);
  await handleEvents(server);
  expect(await act('unallocated/attach', other.part)).toBe('desk.charged_back');
});

test('attaching in parallel with a chargeback is refused or holds the order', async () => {
  const { orderId, part, chargeback } = await createCharge();
  const holder = await owner.connect();
  await holder.query('begin');
  await holder.query(`select pg_advisory_xact_lock(hashtextextended('lines of ' || $1, 0))`, [orderId]);
  const attaching = act('unallocated/attach', part);
  await expect.poll(countWaiting, { timeout: 8_000 }).toBeGreaterThan(0);
  await sendWebhook(server, chargeback);
  const handling = handleEvents(server);
  await waitForLock(server, handling, 2);
  await holder.query('commit');
  holder.release();
  const [answer] = await Promise.all([attaching, handling]);
  await handleEvents(server);
  const state = await stateOf(orderId);
  // Orders paid by card can be paid out after a day.
  server.setTime(new Date(Date.now() + 25 * 3_600_000));
  const results = [];
  for (const path of ['desk/startProcessing', 'desk/preparePayout'])
    results.push(await act(path, { orderId, note: '' }));
  server.setTime(null);
  expect.soft(results).not.toEqual(['done', 'done']);
  expect([answer, state]).toEqual(
    answer === 'done' ? ['done', { pay_in: 'received', held: true }] : ['desk.charged_back', expect.anything()],
  );
});

test('a charge and its chargeback in parallel are both recorded', async () => {
  for (let round = 0; round < 4; round += 1) {
    const customer = await newCustomer(server, 'Ina Brown');
    const { paymentId } = await startPlanByCard(server, customer.cookie);
    const charge = buildSandboxEvent(paymentId);
    const chargeback = { ...charge, id: randomUUID(), type: 'charged_back' };
    await Promise.all((round % 2 ? [chargeback, charge] : [charge, chargeback]).map((one) => sendWebhook(server, one)));
    await Promise.all([handleEvents(server), handleEvents(server)]);
    await handleEvents(server);
    const alerts = await rowsOf(`select 1 from transaction_alerts where user_id = $1 and alert_type = 'charged_back'`, [
      customer.id,
    ]);
    expect([round, alerts.length]).toEqual([round, 1]);
    expect(await rowsOf(`select 1 from movements where payment_id = $1`, [paymentId])).toHaveLength(1);
  }
});

/** A claim extends the search for a card payment, but not the hour to pay or the price (decision E1). */
describe('a claimed card', async () => {
  await publishTestCourse(server, { courseId: 'dear', priceUsd: 4_000 });

  const start = async (cookie: string) =>
    (await call<{ paymentId: string }>('enrollment/buy', buildCoursePurchase({ method: 'card' }), cookie)).body
      .paymentId;
  const claim = async (paymentId: string, cookie: string, purpose: string) => {
    const { body: file } = await upload(server, cookie, purpose);
    expect((await call('payments/claim', { paymentId, proofFile: file.id }, cookie)).status).toBe(200);
  };
  const page = async (id: string, cookie: string) => {
    const { status, body } = await call<{ code?: string }>('cards/start', { kind: 'payment', id }, cookie);
    return status === 200 ? 'open' : body.code;
  };
  const charge = async (id: string, at: Date, amount = '6000.00') => {
    expect(await sendWebhook(server, buildSandboxEvent(id, { amount, at: at.toISOString() }))).toBe(200);
    await handleEvents(server);
    return (await owner.query('select pay_in, ended from payments where id = $1', [id])).rows[0];
  };

  test('opening a card page after the hour is refused, also after a claim', async () => {
    const now = new Date();
    const [plain, claiming] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Ina Brown')];
    const [one, other] = [await start(plain.cookie), await start(claiming.cookie)];
    await claim(other, claiming.cookie, 'course-proof');
    await owner.query(`update courses set price_usd = 80 where id = 'dear'`);
    server.setTime(after(now, hours(2)));
    await expirePayments(services, payables);
    expect([await page(one, plain.cookie), await page(other, claiming.cookie)]).toEqual(
      Array(2).fill('cards.not_payable'),
    );
    server.setTime(after(now, days(9)));
    await expirePayments(services, payables);
    expect(await page(other, claiming.cookie)).toBe('cards.not_payable');
    await charge(other, services.clock(), '7000.00');
    const { body } = await call<{ state: string }>('learning/progress', { courseId: 'dear' }, claiming.cookie);
    expect(body.state).toBe('pending_payment');
  });

  test('a charge after the hour is refunded, also if it was claimed', async () => {
    const now = new Date();
    const customer = await newCustomer(server, 'Ina Brown');
    const { paymentId } = await startPlanByCard(server, customer.cookie);
    await claim(paymentId, customer.cookie, 'subscription-proof');
    server.setTime(after(now, days(2)));
    expect(await charge(paymentId, services.clock())).toEqual({ pay_in: 'received', ended: 'lapsed' });
  });

  test('a charge within the hour counts, even if its event comes late', async () => {
    const now = new Date();
    const customer = await newCustomer(server, 'Ina Brown');
    const { paymentId } = await startPlanByCard(server, customer.cookie);
    await claim(paymentId, customer.cookie, 'subscription-proof');
    server.setTime(after(now, days(2)));
    expect(await charge(paymentId, after(now, minutes(30)))).toEqual({ pay_in: 'received', ended: null });
  });
});
