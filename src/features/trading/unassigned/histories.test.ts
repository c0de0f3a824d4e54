import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { everythingIsSomewhere } from '../../../../test/model/laws.ts';
import { cameIn, paidBuy, wasSent } from '../../../../test/orders.ts';
import { listUnassigned } from '../../../../test/unassigned.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { jamaicaDay } from '../../../kernel/calendar.ts';

/**
 * Whatever finance does with money on orders and on none, in whatever order: what came in stands on one order, is
 * unassigned, or went back, to the cent, and the list of what is unassigned says the same.
 */
const server = await serverWithoutFaults();
const { call, signIn, owner } = server;
const customer = await signIn('tier2');
const [finance, admin] = await Promise.all(['finance', 'admin'].map(signIn));

type Draw = { readonly act: number; readonly order: number; readonly money: number; readonly size: number };
type Known = { id: string; reference: string; amount: string };

const amounts = ['20000', '20000.25', '20000.99'] as const;
const today = () => jamaicaDay(new Date());
const why = { evidence: 'The bank line names another order.', note: '' };
const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)];
const desk = (path: string, input: object, cookie = finance) => call<{ code?: string }>(path, input, cookie);
const first = async (text: string, values: unknown[]) =>
  (await owner.query<{ id: string }>(text, values)).rows[0]?.id ?? randomUUID();

type Line = { readonly id: string; readonly left: { readonly minor: string } };
const listed = () => listUnassigned<Line>(server, finance ?? '');

const lineOf = (orderId: string) => first(`select app.lines_here($1) id`, [orderId]);
const approvedOf = (subject: string) =>
  first(`select id from proposals where subject = $1 and kind = 'return' and state = 'approved' order by id desc`, [
    subject,
  ]);

/** The plain acts on an order and on one piece of unassigned money, by their number. */
const acts: readonly ((order: Known, money: string, draw: Draw) => Promise<unknown>)[] = [
  ({ id, amount }) => desk('desk/confirmReceived', cameIn(id, { amount, reference: `BNK ${randomUUID()}` })),
  ({ id, amount }) => desk('desk/recordExtra', cameIn(id, { amount, reference: `BNK ${randomUUID()}` })),
  async ({ id }) =>
    desk('desk/undoPayIn', { orderId: id, movementId: await lineOf(id), reasonCode: 'noted_wrongly', ...why }),
  ({ id }) => desk('desk/approveUndo', { orderId: id, note: '' }, admin),
  ({ id }) => desk('desk/startProcessing', { orderId: id, note: '' }),
  ({ id }) => desk('desk/cancel', { orderId: id, reasonCode: 'duplicate', note: '' }),
  async ({ id }) =>
    desk('desk/prepareReturn', { orderId: id, movementId: await lineOf(id), reasonCode: 'order_stopped', note: '' }),
  ({ id }) => desk('desk/approveReturn', { orderId: id, note: '' }, admin),
  ({ id }) => desk('desk/recordReturned', wasSent(id, `BACK ${randomUUID()}`)),
  (_order, _money, { size }) =>
    desk('unassigned/record', {
      ...{ asset: 'JMD', rail: 'bank', reference: `BNK ${randomUUID()}`, amount: pick(['60001', '20000.25'], size) },
      ...{
        movedOn: today(),
        payerBank: 'Bank',
        payerAccount: '404512345',
        payerHolder: 'Ina',
        reason: 'nothing_known',
      },
    }),
  ({ reference, amount }, movementId) => desk('unassigned/attach', { movementId, reference, amount }),
  ({ reference, amount }, movementId) => desk('unassigned/attach', { movementId, reference, amount }, admin),
  (_order, movementId) => desk('unassigned/prepareReturn', { movementId, reasonCode: 'paid_twice' }),
  (_order, movementId) => desk('unassigned/decide', { movementId, decision: 'approve' }, admin),
  (_order, movementId) =>
    desk('unassigned/recordReturned', { movementId, reference: `BACK ${randomUUID()}`, movedOn: today() }),
  async (_order, movementId, { size }) =>
    desk('unassigned/undoReturn', {
      ...{ movementId, proposalId: await approvedOf(movementId), ...why },
      ...(size % 2 ? { reasonCode: 'returned_by_bank', movedOn: today() } : { reasonCode: 'never_sent' }),
    }),
];

const places: Known[] = [];
for (const amount of [...amounts, ...amounts, ...amounts]) {
  const { orderId: id, reference } = await paidBuy(server, customer, { amount });
  places.push({ id, reference, amount });
}

const draw = fc.record<Draw>({
  act: fc.nat({ max: acts.length - 1 }),
  order: fc.nat({ max: places.length - 1 }),
  money: fc.nat({ max: 20 }),
  size: fc.nat({ max: 3 }),
});

let [done, refused] = [0, 0];
test('whatever is done, money is in one place', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(draw, { minLength: 8, maxLength: 16, size: 'max' }), async (draws) => {
      for (const one of draws) {
        const open = await listed();
        const order = pick(places, one.order);
        if (!order) continue;
        const answer = await acts[one.act]?.(order, pick(open, one.money)?.id ?? randomUUID(), one);
        if ((answer as { status: number }).status === 200) done += 1;
        else refused += 1;
        expect((await owner.query(everythingIsSomewhere)).rows).toEqual([]);
      }
      const told = (await listed()).map(({ id, left }) => [id, left.minor]);
      const { rows } = await owner.query<{ id: string; left: string }>(
        `select id, trunc(100 * app.money_left(id))::text "left" from movements
          where user_id is null and direction = 'in' and app.money_left(id) > 0`,
      );
      const known = new Map(rows.map(({ id, left }) => [id, left]));
      for (const [id = '', left] of told) expect([id, left]).toEqual([id, known.get(id) ?? '0']);
      expect(known.size).toBeLessThanOrEqual(told.length);
    }),
    { numRuns: 12, endOnFailure: true },
  );
  expect(done).toBeGreaterThan(20);
  expect(refused).toBeGreaterThan(20);
});
