import { expect, test } from 'vitest';
import { awaitedPayments, bankDesk, uploading } from '../../../test/bank-lines.ts';
import { paidBuy } from '../../../test/orders.ts';
import { bankLine } from '../../../test/payments.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { openMoney } from '../../../test/unassigned.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { after, days } from '../../kernel/clock.ts';

/** What a line of the bank becomes when somebody confirms it, and when nobody may. */
const server = await serverUnderTest();
const { call, owner } = server;
const { act, customer, done, finance, refused, support } = await openMoney(server);
const { confirming, lineNamed, upload } = bankDesk(server, { done, finance });
const ina = await newCustomer(server, 'Ina Brown');
/** Asked for each time: the day may end while these tests run. */
const today = () => jamaicaDay(new Date());

test('what a line says of its payer is frozen on what it became', async () => {
  const [due] = await awaitedPayments(server, ina.id, [{ amount: '6100' }]);
  await upload([
    { reference: 'FROZEN 1', details: `pay ${due?.reference}`, credit: '6100.00', account: '99 88 77 66' },
  ]);
  const line = await lineNamed(due?.reference ?? '');
  await done('bankLines/confirm', confirming(line, { payerAccount: '11 11 11 11', payerHolder: 'Somebody Else' }));
  const { rows } = await owner.query(
    `select holder, bank, account, reference, day_only, (moved_at at time zone 'America/Jamaica')::date::text "day"
       from movements where payment_id = $1`,
    [due?.id],
  );
  expect(rows).toEqual([
    {
      ...{ holder: 'Ina Brown', bank: 'Demo Bank of Jamaica', account: '99 88 77 66', reference: 'FROZEN 1' },
      ...{ day_only: true, day: today() },
    },
  ]);
  await refused('bank_lines.settled', 'bankLines/confirm', confirming(line));
  await refused('bank_lines.settled', 'bankLines/setAside', { lineId: line.id, reason: 'bank_matter', note: '' });
});

test('a line that somebody typed by hand under another reference is that money, and no other', async () => {
  const [due] = await awaitedPayments(server, ina.id, [{ amount: '6150' }]);
  const typed = 'TYPED 6150';
  await done('paymentsDesk/receive', bankLine(due?.id ?? '', { amount: '6150', reference: typed }));
  await upload([{ reference: 'SLIP 6150', details: 'TRANSFER of Ina 6150', credit: '6150.00' }]);
  const { id: lineId } = await lineNamed('TRANSFER of Ina 6150');
  const recorded = { lineId, reason: 'recorded', note: '' };
  expect((await act('bankLines/setAside', recorded)).status).toBe(400);
  for (const reference of ['SLIP 6150', 'x', 'NOBODY 1'])
    await refused('bank_lines.not_recorded', 'bankLines/setAside', { ...recorded, reference });
  await done('bankLines/setAside', { ...recorded, reference: typed.toLowerCase() });
  await refused('bank_lines.settled', 'bankLines/bringBack', { lineId });
  await upload([{ reference: 'SLIP 6151', details: 'TRANSFER of Ina again', credit: '6150.00' }]);
  const again = { ...recorded, lineId: (await lineNamed('of Ina again')).id, reference: typed };
  await refused('bank_lines.not_recorded', 'bankLines/setAside', again);
});

test('two at once confirm one line once', async () => {
  const [one, other] = await awaitedPayments(server, ina.id, [{ amount: '6200' }, { amount: '6200' }]);
  await upload([{ reference: 'RACE 1', details: `pay ${one?.reference}`, credit: '6200.00' }]);
  const line = await lineNamed(one?.reference ?? '');
  const answers = await Promise.all(
    [one, other].map((due) => act('bankLines/confirm', { ...confirming(line), kind: 'payment', id: due?.id })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('a reference that somebody typed by hand is not used again, unless it is another line of the bank', async () => {
  const [one, two, three] = await awaitedPayments(server, ina.id, [
    { amount: '6301' },
    { amount: '6302' },
    { amount: '6303' },
  ]);
  await done('unassigned/record', {
    ...{ asset: 'JMD', rail: 'bank', reference: 'SAME WORDS', part: '', amount: '1', movedOn: today(), movedTime: '' },
    ...{
      payerBank: 'Demo Bank',
      payerAccount: '404512345',
      payerHolder: 'Ina Brown',
      senderAddress: '',
      senderTag: '',
    },
    ...{ reason: 'nothing_known', note: '' },
  });
  await upload([
    { reference: 'Same-words', details: `x ${one?.reference}`, credit: '6301.00' },
    { reference: 'Rent', details: `y ${two?.reference}`, credit: '6302.00' },
    { reference: 'Rent', details: `z ${three?.reference}`, credit: '6303.00' },
  ]);
  await refused('bank_lines.may_be_same', 'bankLines/confirm', confirming(await lineNamed(`x ${one?.reference}`)));
  await done('bankLines/confirm', confirming(await lineNamed(`y ${two?.reference}`)));
  await done('bankLines/confirm', confirming(await lineNamed(`z ${three?.reference}`)));
});

test('an order is not confirmed with the money of somebody else without a word', async () => {
  const order = await paidBuy(server, customer ?? '', { amount: '20800' });
  await upload([
    { reference: 'OTHER 1', details: `pay ${order.reference}`, credit: '20800.00', payer: 'Somebody Else' },
  ]);
  const line = await lineNamed(order.reference);
  await refused('bank_lines.name_differs', 'bankLines/confirm', confirming(line));
  await done('bankLines/askName', { lineId: line.id, kind: 'order', id: order.orderId, note: '' });
  const { rows } = await owner.query('select pay_in, status from transactions where id = $1', [order.orderId]);
  expect(rows).toEqual([{ pay_in: 'awaiting', status: 'pending' }]);
  const story = await call<{ story: { reason: string | null }[] }>(
    'trading/show',
    { orderId: order.orderId },
    customer,
  );
  expect(JSON.stringify(story.body)).toContain('The name on the payment is not yours');
});

test('who paid is never read out of words that whoever paid could write', async () => {
  const [due] = await awaitedPayments(server, ina.id, [{ amount: '6500' }]);
  await upload([
    {
      reference: 'WORDS 1',
      details: `INA BROWN ${due?.reference}`,
      credit: '6500.00',
      payer: '',
      account: '55 66 77 88',
    },
  ]);
  const line = await lineNamed(due?.reference ?? '');
  expect(line).toMatchObject({ certain: false, lacksPayer: true });
  await refused('desk.payer_missing', 'bankLines/confirm', confirming(line));
  const typed = { payerHolder: 'Una Browne' };
  await refused('payments.name_differs', 'bankLines/confirm', confirming(line, typed));
  await done('bankLines/confirm', confirming(line, { payerHolder: 'Ina Brown' }));
  const { rows } = await owner.query('select holder from movements where payment_id = $1', [due?.id]);
  expect(rows).toEqual([{ holder: 'Ina Brown' }]);
});

test('nobody works on their own money, nobody else reads it, and what is no statement is refused', async () => {
  const { rows } = await owner.query<{ id: string }>(`select id from profiles where email = 'finance@demo.test'`);
  const [due] = await awaitedPayments(server, rows[0]?.id ?? '', [{ amount: '6400' }]);
  await upload([{ reference: 'OWN 1', details: `pay ${due?.reference}`, credit: '6400.00', payer: 'Somebody' }]);
  const line = await lineNamed(due?.reference ?? '');
  expect(line.matches).toEqual([]);
  const wish = { ...confirming(line), kind: 'payment', id: due?.id, note: 'Mine' };
  await refused('approvals.own_matter', 'bankLines/confirm', wish);
  expect((await act('bankLines/list', {}, support)).body.code).toBe('staff.not_allowed');
  await refused('bank_lines.unreadable', 'bankLines/upload', { ...uploading([]), text: 'Datum;Betrag' });
  const early = after(new Date(), days(3)).toISOString().slice(0, 10);
  await upload([{ reference: 'FUTURE 1', details: `ahead ${due?.reference}`, credit: '6400.00', day: early }]);
});
