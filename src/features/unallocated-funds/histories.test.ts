import { randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildUpload, emptyPayer, openBankReconciliation } from '../../../test/bank-lines.ts';
import {
  buildSandboxEvent,
  handleEvents,
  sendWebhook,
  startOrderByCard,
  startPlanByCard,
} from '../../../test/cards.ts';
import { unaccountedMoney } from '../../../test/model/invariants.ts';
import { buildPayIn, buildSent, placePaidBuy } from '../../../test/orders.ts';
import { createSession } from '../../../test/security/actors.ts';
import { type Customer, newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { buildUnallocated, listUnallocated } from '../../../test/unallocated.ts';
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
    callAs('unallocated/record', {
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
  ({ reference, amount }, movementId) => callAs('unallocated/attach', { movementId, reference, amount }),
  ({ reference, amount }, movementId) => callAs('unallocated/attach', { movementId, reference, amount }, admin),
  (_order, movementId) => callAs('unallocated/prepareReturn', { movementId, reasonCode: 'paid_twice' }),
  (_order, movementId) => callAs('unallocated/decide', { movementId, decision: 'approve' }, admin),
  (_order, movementId) =>
    callAs('unallocated/recordReturned', { movementId, reference: `BACK ${randomUUID()}`, movedOn: today() }),
  async (_order, movementId, { size }) =>
    callAs('unallocated/undoReturn', {
      ...{ movementId, proposalId: await findApproved(movementId), ...reasons },
      ...(size % 2 ? { reasonCode: 'returned_by_bank', movedOn: today() } : { reasonCode: 'never_sent' }),
    }),
];

const knownPlaces: Known[] = [];
const { another, rowsOf } = setUpSuspicions(server);

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
  expect(done).toBeGreaterThan(5);
  expect(refused).toBeGreaterThan(5);
});

const financeCookie = await createSession(server, 'finance');
const [second, officer, other] = [await another('finance'), await another('compliance'), await another('compliance')];

const act = server.actsAs(financeCookie);

async function chargeTwice({ cookie }: Pick<Customer, 'cookie'>): Promise<string> {
  const { paymentId } = await startPlanByCard(server, cookie);
  const twice = buildSandboxEvent(paymentId);
  for (const event of [buildSandboxEvent(paymentId), twice]) {
    expect(await sendWebhook(server, event)).toBe(200);
    await handleEvents(server);
  }
  const [line] = await rowsOf<{ id: string }>('select id from movements where reference = $1', [
    `sandbox:${twice.transaction}`,
  ]);
  return line?.id ?? '';
}
const prepareRefund = (movementId: string, cookie = financeCookie) =>
  act('unallocated/prepareReturn', { movementId, reasonCode: 'paid_twice', note: '' }, cookie);

test('the second charge of a frozen customer pays for no one else and is refunded by two officers only', async () => {
  const person = await newCustomer(server, 'Ina Brown');
  const movementId = await chargeTwice(person);
  const freeze = { userId: person.id, reason: 'An authority asks' };
  expect(await act('compliance/freeze', freeze, officer.cookie)).toBe('done');
  expect(await prepareRefund(movementId)).toBe('desk.customer_frozen');
  const { paymentId } = await startPlanByCard(server, (await newCustomer(server, 'Ina Brown')).cookie);
  const [due] = await rowsOf<{ reference: string }>('select reference from payments where id = $1', [paymentId]);
  const part = { movementId, reference: due?.reference, amount: '6000', note: 'Seen' };
  expect(await act('unallocated/attach', part)).toBe('desk.payer_stopped');
  const proposal = { orderId: movementId, note: 'To see' };
  expect(await act('compliance/proposeFrozenReturn', proposal, officer.cookie)).toBe('done');
  const decision = { proposalId: await server.openProposal(movementId), decision: 'approve', note: '' };
  expect(await act('compliance/decideFrozen', decision, other.cookie)).toBe('done');
  expect(await prepareRefund(movementId)).toBe('done');
  const agreed = { movementId, proposalId: await server.openProposal(movementId), decision: 'approve', note: '' };
  expect(await act('unallocated/decide', agreed, second.cookie)).toBe('done');
  const sent = { movementId, reference: 'CARD BACK 1', movedOn: jamaicaDay(new Date()), movedTime: '', note: '' };
  expect(await act('unallocated/recordReturned', sent)).toBe('done');
});

test('staff cannot refund their own double charge', async () => {
  const movementId = await chargeTwice(second);
  expect(await prepareRefund(movementId, second.cookie)).toBe('approvals.own_matter');
});

test('an order paid by card without a name is held, even when staff attached the money', async () => {
  const person = await newCustomer(server, 'Ina Brown');
  const { orderId } = await startOrderByCard(server, person.cookie);
  const charge = buildSandboxEvent('mistyped-order', { amount: '4000.00', name: '' });
  expect(await sendWebhook(server, charge)).toBe(200);
  await handleEvents(server);
  const [line] = await rowsOf<{ id: string; order: string }>(
    `select m.id, t.reference "order" from movements m, transactions t where m.reference = $1 and t.id = $2`,
    [`sandbox:${charge.transaction}`, orderId],
  );
  const part = { movementId: line?.id, reference: line?.order, amount: '4000', note: 'Seen at the provider.' };
  expect(await act('unallocated/attach', part)).toBe('done');
  expect(await rowsOf('select pay_in, held, hold_reason from transactions where id = $1', [orderId])).toEqual([
    { pay_in: 'received', held: true, hold_reason: 'card_name_unknown' },
  ]);
});

describe('the recorder as approver', async () => {
  const colleague = await createSession(server, 'finance');
  const { cookie: recorder } = await another('finance');

  type Answer = { code?: string; movementId?: string };

  async function run(path: string, input: object, cookie: string) {
    const { status, body } = await server.call<Answer>(path, input, cookie);
    return status === 200 ? body : (body.code ?? String(status));
  }

  async function runOrThrow(path: string, input: object, cookie = colleague): Promise<Answer> {
    const answer = await run(path, input, cookie);
    if (typeof answer === 'string') throw new Error(`${path}: ${answer}`);
    return answer;
  }

  async function record(input: object, reference: string): Promise<string> {
    const money = buildUnallocated(reference, { amount: '900000', ...input });
    return (await runOrThrow('unallocated/record', money, recorder)).movementId ?? '';
  }

  const offersApproval = async (movementId: string, cookie: string) =>
    (await listUnallocated<{ id: string; allowed: string[] }>(server, cookie))
      .find(({ id }) => id === movementId)
      ?.allowed.includes('approve');

  /** A colleague proposes the refund. Returns the answers to the approval of the recorder and of another person. */
  async function refund(movementId: string) {
    const reason = { movementId, reasonCode: 'third_party_payer', note: '' };
    await runOrThrow('unallocated/prepareReturn', reason);
    const proposalId = await server.openProposal(movementId);
    const decision = { movementId, proposalId, decision: 'approve', note: '' };
    const own = await run('unallocated/decide', decision, recorder);
    const { cookie: third } = await another('finance');
    expect(await offersApproval(movementId, recorder)).toBe(false);
    expect(await offersApproval(movementId, third)).toBe(true);
    return [own, typeof (await run('unallocated/decide', decision, third)) === 'object'];
  }

  const createBankReference = () => `FT ${randomBytes(6).toString('hex').toUpperCase()}`;

  test('the person who recorded a bank payment cannot approve its refund', async () => {
    const payer = { payerAccount: '777000111', payerHolder: 'Accomplice Jones' };
    expect(await refund(await record(payer, createBankReference()))).toEqual(['desk.recorded_by_you', true]);
  });

  test('the person who completed the account of a bank line cannot approve the refund to it', async () => {
    const reference = createBankReference();
    const line = { reference, details: 'TRANSFER', credit: '900000.00', payer: 'Honest Henry', account: '', bank: '' };
    await runOrThrow('bankLines/upload', buildUpload([line]));
    const { queue } = openBankReconciliation(server, { done: runOrThrow, finance: colleague });
    const lineId = (await queue()).find((one) => one.reference === reference)?.id;
    const payer = { ...emptyPayer, payerBank: 'Demo Bank of Jamaica', payerAccount: '777000111' };
    const { movementId = '' } = await runOrThrow('bankLines/split', { lineId, parts: [], ...payer }, recorder);
    expect(await refund(movementId)).toEqual(['desk.recorded_by_you', true]);
  });
});
