import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unaccountedMoney } from '../../../test/model/invariants.ts';
import { buildPayIn, buildSent, placePaidBuy } from '../../../test/orders.ts';
import { listUnallocated } from '../../../test/unassigned.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { jamaicaDay } from '../../kernel/calendar.ts';

const server = await serverWithoutFaults();
const { call, signIn, owner } = server;
const customer = await signIn('tier2');
const [finance, admin] = await Promise.all(['finance', 'admin'].map(signIn));

type Draw = { readonly act: number; readonly order: number; readonly money: number; readonly size: number };
type Known = { id: string; reference: string; amount: string };

const amounts = ['20000', '20000.25', '20000.99'] as const;
const today = () => jamaicaDay(new Date());
const reasons = { evidence: 'The bank line names another order.', note: '' };
const pickFrom = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)];
const callAs = (path: string, input: object, cookie = finance) => call<{ code?: string }>(path, input, cookie);
const first = async (text: string, values: unknown[]) =>
  (await owner.query<{ id: string }>(text, values)).rows[0]?.id ?? randomUUID();

type Line = { readonly id: string; readonly left: { readonly minor: string } };
const listAll = () => listUnallocated<Line>(server, finance ?? '');

const findLine = (orderId: string) => first(`select app.available_movements($1) id`, [orderId]);
const findApproved = (subject: string) =>
  first(`select id from proposals where subject = $1 and kind = 'return' and state = 'approved' order by id desc`, [
    subject,
  ]);

const commands: readonly ((order: Known, money: string, draw: Draw) => Promise<unknown>)[] = [
  ({ id, amount }) => callAs('desk/confirmReceived', buildPayIn(id, { amount, reference: `BNK ${randomUUID()}` })),
  ({ id, amount }) => callAs('desk/recordExtra', buildPayIn(id, { amount, reference: `BNK ${randomUUID()}` })),
  async ({ id }) =>
    callAs('desk/undoPayIn', { orderId: id, movementId: await findLine(id), reasonCode: 'noted_wrongly', ...reasons }),
  ({ id }) => callAs('desk/approveUndo', { orderId: id, note: '' }, admin),
  ({ id }) => callAs('desk/startProcessing', { orderId: id, note: '' }),
  ({ id }) => callAs('desk/cancel', { orderId: id, reasonCode: 'duplicate', note: '' }),
  async ({ id }) =>
    callAs('desk/prepareReturn', {
      orderId: id,
      movementId: await findLine(id),
      reasonCode: 'order_stopped',
      note: '',
    }),
  ({ id }) => callAs('desk/approveReturn', { orderId: id, note: '' }, admin),
  ({ id }) => callAs('desk/recordReturned', buildSent(id, `BACK ${randomUUID()}`)),
  (_order, _money, { size }) =>
    callAs('unassigned/record', {
      ...{
        asset: 'JMD',
        rail: 'bank',
        reference: `BNK ${randomUUID()}`,
        amount: pickFrom(['60001', '20000.25'], size),
      },
      ...{
        movedOn: today(),
        payerBank: 'Bank',
        payerAccount: '404512345',
        payerHolder: 'Ina',
        reason: 'nothing_known',
      },
    }),
  ({ reference, amount }, movementId) => callAs('unassigned/attach', { movementId, reference, amount }),
  ({ reference, amount }, movementId) => callAs('unassigned/attach', { movementId, reference, amount }, admin),
  (_order, movementId) => callAs('unassigned/prepareReturn', { movementId, reasonCode: 'paid_twice' }),
  (_order, movementId) => callAs('unassigned/decide', { movementId, decision: 'approve' }, admin),
  (_order, movementId) =>
    callAs('unassigned/recordReturned', { movementId, reference: `BACK ${randomUUID()}`, movedOn: today() }),
  async (_order, movementId, { size }) =>
    callAs('unassigned/undoReturn', {
      ...{ movementId, proposalId: await findApproved(movementId), ...reasons },
      ...(size % 2 ? { reasonCode: 'returned_by_bank', movedOn: today() } : { reasonCode: 'never_sent' }),
    }),
];

const knownPlaces: Known[] = [];
for (const amount of [...amounts, ...amounts, ...amounts]) {
  const { orderId: id, reference } = await placePaidBuy(server, customer, { amount });
  knownPlaces.push({ id, reference, amount });
}

const drawArbitrary = fc.record<Draw>({
  act: fc.nat({ max: commands.length - 1 }),
  order: fc.nat({ max: knownPlaces.length - 1 }),
  money: fc.nat({ max: 20 }),
  size: fc.nat({ max: 3 }),
});

let [done, refused] = [0, 0];
test('for any commands, money is always in exactly one place', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(drawArbitrary, { minLength: 8, maxLength: 16, size: 'max' }), async (draws) => {
      for (const one of draws) {
        const open = await listAll();
        const order = pickFrom(knownPlaces, one.order);
        if (!order) continue;
        const answer = await commands[one.act]?.(order, pickFrom(open, one.money)?.id ?? randomUUID(), one);
        if ((answer as { status: number }).status === 200) done += 1;
        else refused += 1;
        expect((await owner.query(unaccountedMoney)).rows).toEqual([]);
      }
      const listedLeft = (await listAll()).map(({ id, left }) => [id, left.minor]);
      const { rows } = await owner.query<{ id: string; left: string }>(
        `select id, trunc(100 * app.unallocated_remaining(id))::text "left" from movements
          where user_id is null and direction = 'in' and app.unallocated_remaining(id) > 0`,
      );
      const known = new Map(rows.map(({ id, left }) => [id, left]));
      for (const [id = '', left] of listedLeft) expect([id, left]).toEqual([id, known.get(id) ?? '0']);
      expect(known.size).toBeLessThanOrEqual(listedLeft.length);
    }),
    { numRuns: 12, endOnFailure: true },
  );
  expect(done).toBeGreaterThan(20);
  expect(refused).toBeGreaterThan(20);
});
