import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { buildOtherUpload, insertAwaitedPayments, openBankReconciliation } from '../../../test/bank-lines.ts';
import { buildMovedAt, buildPayIn, buy, upload as uploadProof } from '../../../test/orders.ts';
import { buildBankReceipt } from '../../../test/payments.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { buildStep, buildUnallocated, setUpUnallocated } from '../../../test/unallocated.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { addDays, jamaicaDay } from '../../kernel/calendar.ts';
import { after, days } from '../../kernel/clock.ts';

/** The day of the bank line decides the price (E1). Staff must not record an earlier day. */
const server = await serverWithoutFaults();
const { call, owner } = server;
const { customer, done, finance, admin, confirmOrder, recordFunds, refused, buildUnlink } =
  await setUpUnallocated(server);
const { queue, upload, confirming, lineNamed } = openBankReconciliation(server, { done, finance });
const rowOf = async (id: string) => (await owner.query('select * from transactions where id = $1', [id])).rows[0];

test('recording a bank line under another day than the bank shows is refused and keeps the price', async () => {
  const { body: order } = await buy(server, customer ?? '', { amount: '43210' });
  const { body: file } = await uploadProof(server, customer ?? '');
  const claim = { orderId: order.orderId, proofFile: file.id };
  expect((await call('trading/claimPayment', claim, customer)).status).toBe(200);
  await owner.query(
    `update transactions set created_at = now() - interval '8 days', price_holds_until = now() - interval '6 days'
      where id = $1`,
    [order.orderId],
  );
  const agreed = (await rowOf(order.orderId)).crypto_amount;
  // The price has risen 25 %, and today's statement shows the transfer.
  await owner.query(`update price_history set price_usd = round(price_usd * 1.25, 6) where symbol = 'BTC'`);
  await owner.query(`update crypto_prices set price_usd = round(price_usd * 1.25, 6) where symbol = 'BTC'`);
  await upload([
    { reference: 'FT TODAY 1', details: `TRF ${order.reference}`, credit: '43210.00', payer: 'Tamara Grant' },
  ]);
  const [line] = await queue();
  expect(line).toMatchObject({ reference: 'FT TODAY 1', certain: true });
  // Finance records the line's reference with a day inside the old price window.
  const lastWeek = addDays(jamaicaDay(new Date()), -7);
  const typed = buildPayIn(order.orderId, { amount: '43210', reference: 'FT TODAY 1', movedOn: lastWeek });
  const { status, body } = await call<{ code?: string }>('desk/confirmReceived', typed, finance);
  const row = await rowOf(order.orderId);
  expect([status, body.code, row.pay_in, row.crypto_amount]).toEqual([409, 'desk.line_known', 'claimed', agreed]);
  expect(line?.sameAs).toBeNull();
});

test('confirming a line for a second order is refused after the first was recorded for last week', async () => {
  const order = async (amount: string) => {
    const { body } = await buy(server, customer ?? '', { amount });
    const { body: file } = await uploadProof(server, customer ?? '');
    await call('trading/claimPayment', { orderId: body.orderId, proofFile: file.id }, customer);
    await owner.query(`update transactions set created_at = now() - interval '8 days' where id = $1`, [body.orderId]);
    return body;
  };
  const [first, second] = [await order('47110'), await order('47110')];
  const lastWeek = addDays(jamaicaDay(new Date()), -5);
  const entry = buildPayIn(first.orderId, { amount: '47110', reference: 'SLIP UNMATCHED', movedOn: lastWeek });
  expect((await call('desk/confirmReceived', entry, finance)).status).toBe(200);
  await upload([
    { reference: 'FT ONE 2', details: `TRF ${second.reference}`, credit: '47110.00', payer: 'Tamara Grant' },
  ]);
  const line = (await queue()).find(({ reference }) => reference === 'FT ONE 2');
  const { status, body } = await call<{ code?: string }>(
    'bankLines/confirm',
    { lineId: line?.id, kind: 'order', id: second.orderId, payerBank: '', payerAccount: '', payerHolder: '', note: '' },
    finance,
  );
  const paid = [await rowOf(first.orderId), await rowOf(second.orderId)].map(({ pay_in }) => pay_in);
  expect([status, body.code, paid]).toEqual([409, 'bank_lines.may_be_same', ['received', 'claimed']]);
  expect(line?.sameAs).toMatchObject({ reference: 'SLIP UNMATCHED', byHand: 'in' });
});

const buyer = await newCustomer(server, 'Ina Brown');

const day = (ago: number) => jamaicaDay(after(new Date(), -days(ago)));
let sum = 7100;
async function uploadLine(more: object = {}, amount?: string) {
  sum += 1;
  const credit = amount ?? String(sum);
  const name = `WAITS ${randomUUID().slice(0, 8)}`;
  await upload([{ reference: '', details: name, credit: `${credit}.00`, ...more }]);
  return { ...(await lineNamed(name)), credit };
}
const toJoin = (lineId: string, reference: string) => ({ lineId, reason: 'recorded', reference, note: '' });
const createReference = () => `HAND ${randomUUID().slice(0, 12)}`;
const codeOf = server.actsAs(finance);
const recordManually = async (amount: string, reference = createReference(), more: object = {}) => {
  const id = await recordFunds(reference, { amount, payerHolder: 'Ina Brown', ...more });
  return { id, reference };
};
const isOpen = async (id: string) => (await queue()).some((one) => one.id === id);

test('joining a line to an entry of its amount closes the line', async () => {
  const { id: lineId, credit, ...rest } = await uploadLine();
  const { id, reference } = await recordManually(credit);
  await done('bankLines/dismissLine', toJoin(lineId, reference));
  const { rows } = await owner.query('select movement_id, dismissal_reason dismissal from bank_lines where id = $1', [
    lineId,
  ]);
  expect(rows).toEqual([{ movement_id: id, dismissal: null }]);
  expect(await isOpen(lineId)).toBe(false);
  const [due] = await insertAwaitedPayments(server, buyer.id, [{ amount: credit }]);
  for (const path of ['bankLines/confirm', 'bankLines/split', 'bankLines/dismissLine', 'bankLines/restoreLine']) {
    const input = { lineId, payerBank: '', payerAccount: '', payerHolder: '', note: 'x' };
    const more = {
      confirm: { kind: 'payment', id: due?.id },
      split: { parts: [] },
      dismissLine: { reason: 'bounced' },
    };
    const own = path.endsWith('restoreLine') || path.endsWith('dismissLine') ? { lineId, note: '' } : input;
    const body = path.endsWith('restoreLine') ? { lineId } : { ...own, ...more[path.slice(10) as keyof typeof more] };
    expect([path, rest.certain, await codeOf(path, body)]).toEqual([path, rest.certain, 'bank_lines.settled']);
  }
});

test.each([
  ['for another day', { movedOn: day(40) }],
  ['for another payer', { payerHolder: 'Devon Clarke', payerAccount: '777888999', payerBank: 'Other Bank' }],
])('joining a line to an entry recorded %s is refused', async (_, more) => {
  const { id: lineId, credit } = await uploadLine();
  const { reference } = await recordManually(credit, createReference(), more);
  expect(await codeOf('bankLines/dismissLine', toJoin(lineId, reference))).not.toBe('done');
  expect(await isOpen(lineId)).toBe(true);
});

test('joining a line to another currency, crypto, outgoing or internal money is refused', async () => {
  const { id: lineId, credit } = await uploadLine();
  const dollars = await recordManually(credit, createReference(), { asset: 'USD' });
  await refused('bank_lines.not_recorded', 'bankLines/dismissLine', toJoin(lineId, dollars.reference));
  const hash = randomUUID().replaceAll('-', '').repeat(2);
  await recordFunds(hash, {
    ...{
      asset: 'BTC',
      rail: 'bitcoin',
      amount: '1',
      ...buildMovedAt(hash),
      payerBank: '',
      payerAccount: '',
      payerHolder: '',
    },
    senderAddress: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  });
  await refused('bank_lines.not_recorded', 'bankLines/dismissLine', toJoin(lineId, hash));
  const back = await recordManually(credit);
  await done('unallocated/prepareReturn', { movementId: back.id, reasonCode: 'order_stopped', note: '' });
  await done('unallocated/decide', { movementId: back.id, decision: 'approve', note: '' }, admin);
  const left = createReference();
  await done('unallocated/recordReturned', {
    ...{ movementId: back.id, reference: left, movedOn: day(0), movedTime: '', note: '' },
  });
  await refused('bank_lines.not_recorded', 'bankLines/dismissLine', toJoin(lineId, left));
  expect(await isOpen(lineId)).toBe(true);
});

test('joining two lines to one entry and confirming in parallel uses each movement once', async () => {
  for (let round = 0; round < 4; round += 1) {
    const one = await uploadLine();
    const { reference } = await recordManually(one.credit);
    // Another payer, so that the line is not a likely duplicate.
    const two = await uploadLine({ payer: 'Devon Clarke', account: '777888999' }, one.credit);
    const [due] = await insertAwaitedPayments(server, buyer.id, [{ amount: one.credit }]);
    const answers = await Promise.all([
      codeOf('bankLines/dismissLine', toJoin(one.id, reference)),
      codeOf('bankLines/dismissLine', toJoin(two.id, reference), admin),
      codeOf('bankLines/confirm', { ...confirming(one), kind: 'payment', id: due?.id }, admin),
    ]);
    const { rows } = await owner.query<{ id: string; movement: string | null }>(
      `select id, movement_id movement from bank_lines where id in ($1, $2)`,
      [one.id, two.id],
    );
    const movements = rows.map(({ movement }) => movement).filter((id) => id !== null);
    expect(new Set(movements).size).toBe(movements.length);
    expect(answers.filter((answer) => answer === 'done').length).toBe(movements.length);
  }
});

test('a joined line stays used when its money moves to another order', async () => {
  const amount = '20711';
  const reference = createReference();
  const { orderId } = await confirmOrder(amount, reference);
  const name = `SAME ${createReference()}`;
  await upload([{ reference: 'SLIP 20711', details: name, credit: '20711.00', payer: 'Tamara Grant' }]);
  const { id: lineId } = await lineNamed(name);
  await done('bankLines/dismissLine', toJoin(lineId, reference));
  await done('desk/undoPayIn', await buildUnlink(orderId));
  await done('desk/approveUndo', buildStep(orderId), admin);
  expect(await isOpen(lineId)).toBe(false);
  const { rows } = await owner.query<{ id: string }>(
    `select u.id from movements u join movements o on o.id = u.source_movement_id where o.order_id = $1`,
    [orderId],
  );
  const other = await uploadLine({ payer: 'Tamara Grant' }, amount);
  await refused('bank_lines.not_recorded', 'bankLines/dismissLine', toJoin(other.id, reference));
  const [due] = await insertAwaitedPayments(server, buyer.id, [{ amount }]);
  const part = { movementId: rows[0]?.id, reference: due?.reference, amount, note: 'Ina is the sister' };
  expect(await codeOf('unallocated/attach', part)).toBe('done');
  expect(await codeOf('unallocated/attach', part)).not.toBe('done');
  await done(
    'bankLines/upload',
    buildOtherUpload([{ reference: 'SLIP 20711', details: name, credit: '20711', payer: 'Tamara Grant' }]),
  );
  const duplicates = (await queue()).filter(({ details }) => details.includes(name));
  expect(duplicates.map(({ certain, sameAs }) => ({ certain, used: sameAs?.used }))).toEqual([
    { certain: false, used: true },
  ]);
  const [due2] = await insertAwaitedPayments(server, buyer.id, [{ amount }]);
  const body = { ...confirming(duplicates[0] as never), kind: 'payment', id: due2?.id, note: 'x' };
  expect(await codeOf('bankLines/confirm', body)).toBe('bank_lines.may_be_same');
});

test('recording one transfer manually and by its line in parallel succeeds once', async () => {
  for (let round = 0; round < 4; round += 1) {
    const reference = createReference();
    const [one, two] = await insertAwaitedPayments(server, buyer.id, [{ amount: '7050' }, { amount: '7050' }]);
    const name = `BOTH ${createReference()}`;
    await upload([{ reference, details: name, credit: '7050.00' }]);
    const found = await lineNamed(name);
    const answers = await Promise.all([
      codeOf('bankLines/confirm', { ...confirming(found), kind: 'payment', id: one?.id }),
      codeOf(
        'paymentsDesk/receive',
        buildBankReceipt(two?.id ?? '', { amount: '7050', reference: reference.toLowerCase() }),
        admin,
      ),
      codeOf(
        'unallocated/record',
        buildUnallocated(`${reference}!`, { amount: '7050', payerHolder: 'Ina Brown' }),
        admin,
      ),
    ]);
    expect([answers, answers.filter((answer) => answer === 'done').length]).toEqual([answers, 1]);
  }
});

test('joining a line to own money is refused', async () => {
  const { rows } = await owner.query<{ id: string }>(`select id from profiles where email = 'finance@demo.test'`);
  const { id: lineId, credit } = await uploadLine();
  const [due] = await insertAwaitedPayments(server, rows[0]?.id ?? '', [{ amount: credit }]);
  const reference = createReference();
  await done(
    'paymentsDesk/receive',
    buildBankReceipt(due?.id ?? '', { amount: credit, reference, note: 'seen' }),
    admin,
  );
  expect(await codeOf('bankLines/dismissLine', toJoin(lineId, reference))).not.toBe('done');
});

test('joining a line to a further part of one transfer closes it', async () => {
  const { id: lineId, credit } = await uploadLine();
  const { reference } = await recordManually('99');
  await recordFunds(reference, { amount: credit, part: '2', payerHolder: 'Ina Brown' });
  await refused('bank_lines.not_recorded', 'bankLines/dismissLine', toJoin(lineId, `${reference} /2`));
  expect(await codeOf('bankLines/dismissLine', toJoin(lineId, reference))).toBe('done');
});
