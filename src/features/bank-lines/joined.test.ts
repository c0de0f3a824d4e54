import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { awaitedPayments, bankDesk, uploadingOther } from '../../../test/bank-lines.ts';
import { seenNow } from '../../../test/orders.ts';
import { bankLine } from '../../../test/payments.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { nothingKnown, openMoney, step } from '../../../test/unassigned.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { after, days } from '../../kernel/clock.ts';

/** What is said to be in the books already is that money and no other: else what came in is nowhere. */
const server = await serverWithoutFaults();
const { owner } = server;
const { admin, confirmed, done, finance, recorded, refused, takingOff } = await openMoney(server);
const { confirming, lineNamed, queue, upload } = bankDesk(server, { done, finance });
const ina = await newCustomer(server, 'Ina Brown');

const day = (ago: number) => jamaicaDay(after(new Date(), -days(ago)));
let sum = 7100;
/** A line that waits, of a sum of its own. */
async function line(more: object = {}, amount?: string) {
  sum += 1;
  const credit = amount ?? String(sum);
  const name = `WAITS ${randomUUID().slice(0, 8)}`;
  await upload([{ reference: '', details: name, credit: `${credit}.00`, ...more }]);
  return { ...(await lineNamed(name)), credit };
}
const joining = (lineId: string, reference: string) => ({ lineId, reason: 'recorded', reference, note: '' });
const word = () => `HAND ${randomUUID().slice(0, 12)}`;
const codeOf = server.actsAs(finance);
const byHand = async (amount: string, reference = word(), more: object = {}) => {
  const id = await recorded(reference, { amount, payerHolder: 'Ina Brown', ...more });
  return { id, reference };
};
const isOpen = async (id: string) => (await queue()).some((one) => one.id === id);

test('a line is joined to what was recorded of its amount, and is nobody’s after that', async () => {
  const { id: lineId, credit, ...rest } = await line();
  const { id, reference } = await byHand(credit);
  await done('bankLines/setAside', joining(lineId, reference));
  const { rows } = await owner.query('select movement_id, aside from bank_lines where id = $1', [lineId]);
  expect(rows).toEqual([{ movement_id: id, aside: null }]);
  expect(await isOpen(lineId)).toBe(false);
  const [due] = await awaitedPayments(server, ina.id, [{ amount: credit }]);
  for (const path of ['bankLines/confirm', 'bankLines/split', 'bankLines/setAside', 'bankLines/bringBack']) {
    const input = { lineId, payerBank: '', payerAccount: '', payerHolder: '', note: 'x' };
    const more = { confirm: { kind: 'payment', id: due?.id }, split: { parts: [] }, setAside: { reason: 'bounced' } };
    const own = path.endsWith('bringBack') || path.endsWith('setAside') ? { lineId, note: '' } : input;
    const wish = path.endsWith('bringBack') ? { lineId } : { ...own, ...more[path.slice(10) as keyof typeof more] };
    expect([path, rest.certain, await codeOf(path, wish)]).toEqual([path, rest.certain, 'bank_lines.settled']);
  }
});

test.each([
  ['of another day', { movedOn: day(40) }],
  ['of another payer', { payerHolder: 'Devon Clarke', payerAccount: '777888999', payerBank: 'Other Bank' }],
])('a line is not joined to what was recorded %s: it is other money', async (_, more) => {
  const { id: lineId, credit } = await line();
  const { reference } = await byHand(credit, word(), more);
  expect(await codeOf('bankLines/setAside', joining(lineId, reference))).not.toBe('done');
  expect(await isOpen(lineId)).toBe(true);
});

test('nor to the same number in another currency, to coins, to what left or moved within the house', async () => {
  const { id: lineId, credit } = await line();
  const dollars = await byHand(credit, word(), { asset: 'USD' });
  await refused('bank_lines.not_recorded', 'bankLines/setAside', joining(lineId, dollars.reference));
  const hash = randomUUID().replaceAll('-', '').repeat(2);
  await recorded(hash, {
    ...{
      asset: 'BTC',
      rail: 'bitcoin',
      amount: '1',
      ...seenNow(hash),
      payerBank: '',
      payerAccount: '',
      payerHolder: '',
    },
    senderAddress: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  });
  await refused('bank_lines.not_recorded', 'bankLines/setAside', joining(lineId, hash));
  const back = await byHand(credit);
  await done('unassigned/prepareReturn', { movementId: back.id, reasonCode: 'nothing_known', note: '' }).catch(
    async () =>
      expect(
        await codeOf('unassigned/prepareReturn', { movementId: back.id, reasonCode: 'order_stopped', note: '' }),
      ).toBe('done'),
  );
  await done('unassigned/decide', { movementId: back.id, decision: 'approve', note: '' }, admin);
  const left = word();
  await done('unassigned/recordReturned', {
    ...{ movementId: back.id, reference: left, movedOn: day(0), movedTime: '', note: '' },
  });
  await refused('bank_lines.not_recorded', 'bankLines/setAside', joining(lineId, left));
  expect(await isOpen(lineId)).toBe(true);
});

test('of two lines joined to one movement at once one is, and confirmed beside it, one of both', async () => {
  for (let round = 0; round < 4; round += 1) {
    const one = await line();
    const { reference } = await byHand(one.credit);
    // Another payer: else it may be the same line of the bank.
    const two = await line({ payer: 'Devon Clarke', account: '777888999' }, one.credit);
    const [due] = await awaitedPayments(server, ina.id, [{ amount: one.credit }]);
    const answers = await Promise.all([
      codeOf('bankLines/setAside', joining(one.id, reference)),
      codeOf('bankLines/setAside', joining(two.id, reference), admin),
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

test('a joined line stays used when its money is taken off the order and goes to another', async () => {
  const amount = '20711';
  const reference = word();
  const { orderId } = await confirmed(amount, reference);
  const name = `SAME ${word()}`;
  await upload([{ reference: 'SLIP 20711', details: name, credit: '20711.00', payer: 'Tamara Grant' }]);
  const { id: lineId } = await lineNamed(name);
  await done('bankLines/setAside', joining(lineId, reference));
  await done('desk/undoPayIn', await takingOff(orderId));
  await done('desk/approveUndo', step(orderId), admin);
  expect(await isOpen(lineId)).toBe(false);
  const { rows } = await owner.query<{ id: string }>(
    `select u.id from movements u join movements o on o.id = u.from_id where o.order_id = $1`,
    [orderId],
  );
  const other = await line({ payer: 'Tamara Grant' }, amount);
  await refused('bank_lines.not_recorded', 'bankLines/setAside', joining(other.id, reference));
  const [due] = await awaitedPayments(server, ina.id, [{ amount }]);
  const part = { movementId: rows[0]?.id, reference: due?.reference, amount, note: 'Ina is the sister' };
  expect(await codeOf('unassigned/attach', part)).toBe('done');
  expect(await codeOf('unassigned/attach', part)).not.toBe('done');
  await done(
    'bankLines/upload',
    uploadingOther([{ reference: 'SLIP 20711', details: name, credit: '20711', payer: 'Tamara Grant' }]),
  );
  const again = (await queue()).filter(({ details }) => details.includes(name));
  expect(again.map(({ certain, sameAs }) => ({ certain, used: sameAs?.used }))).toEqual([
    { certain: false, used: true },
  ]);
  const [due2] = await awaitedPayments(server, ina.id, [{ amount }]);
  const wish = { ...confirming(again[0] as never), kind: 'payment', id: due2?.id, note: 'x' };
  expect(await codeOf('bankLines/confirm', wish)).toBe('bank_lines.may_be_same');
});

test('by hand and by its line at one moment, one money is one', async () => {
  for (let round = 0; round < 4; round += 1) {
    const reference = word();
    const [one, two] = await awaitedPayments(server, ina.id, [{ amount: '7050' }, { amount: '7050' }]);
    const name = `BOTH ${word()}`;
    await upload([{ reference, details: name, credit: '7050.00' }]);
    const found = await lineNamed(name);
    const answers = await Promise.all([
      codeOf('bankLines/confirm', { ...confirming(found), kind: 'payment', id: one?.id }),
      codeOf(
        'paymentsDesk/receive',
        bankLine(two?.id ?? '', { amount: '7050', reference: reference.toLowerCase() }),
        admin,
      ),
      codeOf('unassigned/record', nothingKnown(`${reference}!`, { amount: '7050', payerHolder: 'Ina Brown' }), admin),
    ]);
    expect([answers, answers.filter((answer) => answer === 'done').length]).toEqual([answers, 1]);
  }
});

test('nobody joins a line to what they were paid or paid themselves', async () => {
  const { rows } = await owner.query<{ id: string }>(`select id from profiles where email = 'finance@demo.test'`);
  const { id: lineId, credit } = await line();
  const [due] = await awaitedPayments(server, rows[0]?.id ?? '', [{ amount: credit }]);
  const reference = word();
  await done('paymentsDesk/receive', bankLine(due?.id ?? '', { amount: credit, reference, note: 'seen' }), admin);
  expect(await codeOf('bankLines/setAside', joining(lineId, reference))).not.toBe('done');
});

test('a further part of one transfer, recorded as such, can be joined as well', async () => {
  const { id: lineId, credit } = await line();
  const { reference } = await byHand('99');
  await recorded(reference, { amount: credit, part: '2', payerHolder: 'Ina Brown' });
  const tries = [`${reference} /2`, reference];
  const answers = [];
  for (const one of tries) answers.push(await codeOf('bankLines/setAside', joining(lineId, one)));
  expect(answers).toContain('done');
});
