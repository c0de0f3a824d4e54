import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { buildSandboxEvent, sendWebhook, startPlanByCard } from '../../../../test/cards.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { setUpSuspicions } from '../../../../test/suspicions.ts';
import { serverUnderTest } from '../../../../test/worker.ts';
import { cardPayables, payables } from '../../../fulfilment.ts';
import { after, minutes } from '../../../kernel/clock.ts';
import { expirePayments } from '../jobs.ts';
import { handleEvent } from './handle-event.ts';
import { reconcile } from './jobs.ts';
import type { CardPayable, CardPayables } from './payable.ts';

const server = await serverUnderTest();
const { rowsOf } = setUpSuspicions(server);
const { services } = server;
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
  readonly tell?: object;
  readonly isUnknown?: true;
  readonly again?: true;
  readonly handle?: true;
  readonly die?: 'before' | 'after';
  readonly lapse?: true;
  readonly callOff?: true;
};
const steps: readonly Step[] = [
  ...[{ tell: {} }, { tell: { type: 'declined' } }, { tell: { type: 'charged_back' } }, { again: true } as const],
  ...[{ tell: { amount: '1.00' } }, { tell: { currency: 'USD' } }, { tell: {}, isUnknown: true } as const],
  ...[{ handle: true } as const, { die: 'before' } as const, { die: 'after' } as const],
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
        if (step.tell) {
          const said = buildSandboxEvent(step.isUnknown ? `unknown-${paymentId}` : paymentId, step.tell);
          if (said.type === 'approved') charges.add(`sandbox:${said.transaction}`);
          events.push(said);
          expect(await sendWebhook(server, said)).toBe(200);
        }
        if (step.again && events[0]) expect(await sendWebhook(server, events[0])).toBe(200);
        if (step.handle) for (const { id } of await waiting()) await handleEvent(services, cardPayables, id);
        if (step.die)
          for (const { id } of await waiting()) await expectFailure(handleEvent(services, failing(step.die), id));
        if (step.callOff) await server.call('payments/callOff', { paymentId }, customer.cookie);
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
  const events = await Promise.all(
    Array.from({ length: 24 }, async () => {
      const customer = await newCustomer(server, 'Ina Brown');
      const { paymentId } = await startPlanByCard(server, customer.cookie);
      const said = buildSandboxEvent(paymentId);
      expect(await sendWebhook(server, said)).toBe(200);
      return { paymentId, said };
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
    [events.map(({ paymentId }) => paymentId)],
  );
  expect(paid).toHaveLength(events.length);
  expect(paid.every(({ lines }) => Number(lines) === 1)).toBe(true);
  expect(cuts).toBeGreaterThan(0);
}, 120_000);
