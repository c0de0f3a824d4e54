import { describe, expect, test } from 'vitest';
import { joinRows, readExport } from '../../../test/bank-exports.ts';
import {
  buildUpload,
  emptyPayer,
  insertAwaitedPayments,
  openBankReconciliation,
  type ShownLine,
  type StatementRow,
} from '../../../test/bank-lines.ts';
import { buildPayIn, placePaidBuy } from '../../../test/orders.ts';
import { applySetting } from '../../../test/settings.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { buildAttachment, buildUnallocated, listUnallocated, setUpUnallocated } from '../../../test/unallocated.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { countCash } from './jobs.ts';

const server = await serverUnderTest();
const { call, owner } = server;
const { customer, done, finance, refused } = await setUpUnallocated(server);

const { confirming, lineNamed, payIn, queue, upload } = openBankReconciliation(server, { done, finance });

// A higher order threshold allows a single payment above the cash limit.
await applySetting(server, 'caps', { gate: 10_000 });

const plainLines = 280;
const buyer = await newCustomer(server, 'Ina Brown');
const jose = await newCustomer(server, 'José Müller');

const plain = await insertAwaitedPayments(
  server,
  buyer.id,
  Array.from({ length: plainLines - 2 }, () => ({})),
);
const orders = [
  await placePaidBuy(server, customer ?? '', { amount: '20300' }),
  await placePaidBuy(server, customer ?? '', { amount: '20400.5' }),
];
const awaited = await insertAwaitedPayments(
  server,
  jose.id,
  Array.from({ length: 14 }, (_, at) => ({ amount: at === 13 ? '1200000' : String(5000 + at), ended: at === 12 })),
);
const ref = (at: number) => awaited[at]?.reference ?? '';
const swap = (text: string) => text.slice(0, 2) + text.charAt(3) + text.charAt(2) + text.slice(4);

/** Computed once, so that entry and line have the same day even if midnight passes during the test. */
const typedOn = jamaicaDay(new Date());

await done('desk/confirmReceived', {
  ...buildPayIn((await placePaidBuy(server, customer ?? '', { amount: '20700' })).orderId, {
    amount: '20700',
    reference: 'BY HAND 1',
  }),
  movedOn: typedOn,
  movedTime: '',
});

function awkward(): StatementRow[] {
  const payerOfJose = { payer: 'José Müller' };
  return [
    { reference: 'AWK0', details: `slip ${ref(0).slice(0, -1)}`, credit: '5000.00', ...payerOfJose },
    { reference: 'AWK1', details: `slip ${swap(ref(1))}`, credit: '5001.00', ...payerOfJose },
    { reference: 'AWK2', details: `slip ${ref(2).replace('-', 'O')}`, credit: '5002.00', ...payerOfJose },
    { reference: 'AWK3', details: ref(3).replace('-', ' ').toLowerCase(), credit: '5003.00', payer: 'Dr MULLER, JOSE' },
    { reference: 'AWK4', details: `FROM JOSE MULLER ${ref(4)}`, credit: '5004.00', payer: '' },
    { reference: 'AWK5', details: `other payer ${ref(5)}`, credit: '5005.00', payer: 'Tamara Grant' },
    { reference: 'AWK6', details: 'no reference given', credit: '5006.00', ...payerOfJose },
    { reference: 'AWK7', details: `too much ${ref(7)}`, credit: '5100.00', ...payerOfJose },
    { reference: 'AWK8', details: 'for both of mine', credit: '10017.00', ...payerOfJose },
    { reference: 'AWK9', details: `twice ${ref(10)}`, credit: '5010.00', ...payerOfJose },
    { reference: 'AWK9', details: `twice ${ref(10)}`, credit: '5010.00', ...payerOfJose },
    { reference: 'AWKA', details: 'CHARGES', debit: '250.00' },
    { reference: 'AWKB', details: 'to ourselves', credit: '90000.00', account: '000000000' },
    { reference: 'AWKC', details: 'interest', credit: '12.34', account: '', payer: '' },
    { reference: 'BY HAND 1', details: 'by hand', credit: '20700.00', payer: 'Tamara Grant', day: typedOn },
    { reference: 'AWKD', details: `late ${ref(12)}`, credit: '5012.00', ...payerOfJose },
    { reference: 'AWKE', details: `CASH DEPOSIT ${ref(13)}`, credit: '1,200,000.00', ...payerOfJose },
    { reference: '', details: `no number ${ref(11)}`, credit: '5011.00', account: '', bank: '', ...payerOfJose },
    { reference: 'AWKF', details: 'owner unknown', credit: '777.00', payer: 'Una Unknown' },
    { reference: 'AWKG', details: 'what we sent came back', credit: '4000.00' },
  ];
}

const sureLines = (): StatementRow[] => [
  ...plain.map(({ reference }, at) => ({
    reference: `NCB${at}`,
    details: `TRANSFER ${reference}`,
    credit: '6,000.00',
  })),
  { reference: 'OR1', details: `pay ${orders[0]?.reference}`, credit: '20300.00', payer: 'Tamara Grant' },
  { reference: 'OR2', details: `pay ${orders[1]?.reference}`, credit: '20400.00', payer: 'Tamara Grant' },
];

const own = (
  await owner.query<{ number: string }>(
    `select value #>> '{JMD,number}' number from setting_versions where key = 'bank_accounts' order by id desc limit 1`,
  )
).rows[0]?.number;
const file = [...sureLines(), ...awkward()].map((line) =>
  line.account === '000000000' ? { ...line, account: own ?? '' } : line,
);

test('uploading the same file or half of it again changes nothing', { timeout: 120_000 }, async () => {
  expect(file).toHaveLength(300);
  expect(await upload(file)).toMatchObject({ read: 300, added: 300 });
  expect(await upload(file)).toMatchObject({ read: 300, added: 0 });
  expect(await upload(file.slice(100))).toMatchObject({ added: 0 });
});

test('confirming certain lines one by one pays all their payments', { timeout: 120_000 }, async () => {
  const first = await queue();
  const certain = first.filter(({ certain, lacksPayer }) => certain && !lacksPayer);
  expect(certain.length).toBeGreaterThanOrEqual(plainLines + 4);
  for (const line of certain) await done('bankLines/confirm', confirming(line));
  expect(
    (await owner.query(`select count(*)::int n from payments where pay_in = 'received' and user_id = $1`, [buyer.id]))
      .rows,
  ).toEqual([{ n: plainLines - 2 }]);
});

test('confirming a line of another payer needs a note, and the customer can be asked', async () => {
  const others = await lineNamed('other payer');
  expect(others.matches[0]?.reasons).toContain('name_other');
  await refused('payments.name_differs', 'bankLines/confirm', confirming(others));
  await done('bankLines/askName', { lineId: others.id, kind: 'payment', id: awaited[5]?.id, note: '' });
  expect(await payIn(awaited[5]?.id ?? '')).toBe('awaiting');
  expect((await lineNamed('other payer')).askedAt).not.toBeNull();
  await done('bankLines/confirm', confirming(others, { note: 'Her letter says that she pays for him' }));
});

test('finding a payment by name and splitting a line into parts pays several', async () => {
  const nameless = await lineNamed('no reference given');
  const { body } = await call<{ matches: ShownLine['matches'] }>(
    'bankLines/find',
    { lineId: nameless.id, search: 'müller' },
    finance,
  );
  expect(body.matches.map(({ id }) => id)).toContain(awaited[6]?.id);
  await done('bankLines/confirm', { ...confirming(nameless), kind: 'payment', id: awaited[6]?.id });

  const parts = (...amounts: [number, string][]) => amounts.map(([at, amount]) => ({ reference: ref(at), amount }));
  const excessLine = await lineNamed('too much');
  await refused('payments.amount_differs', 'bankLines/confirm', confirming(excessLine));
  await refused('bank_lines.parts_differ', 'bankLines/split', {
    lineId: excessLine.id,
    parts: parts([7, '5101']),
    ...emptyPayer,
  });
  await done('bankLines/split', { lineId: excessLine.id, parts: parts([7, '5007']), ...emptyPayer });
  const both = await lineNamed('for both of mine');
  await done('bankLines/split', { lineId: both.id, parts: parts([8, '5008'], [9, '5009']), ...emptyPayer });
});

test('confirming one of two identical lines leaves the other to be refunded', async () => {
  const [one, duplicate] = (await queue()).filter(({ details }) => details.includes('twice'));
  expect([one?.certain, duplicate?.certain]).toEqual([false, false]);
  await done('bankLines/confirm', confirming(one as ShownLine));
  await refused('payments.not_now', 'bankLines/confirm', { ...confirming(one as ShownLine), lineId: duplicate?.id });
  await done('bankLines/split', { lineId: duplicate?.id, parts: [], ...emptyPayer });
});

test('processing 300 lines, 20 of them awkward, leaves none open and counts every J$ once', {
  timeout: 120_000,
}, async () => {
  await done('bankLines/dismissLine', { lineId: (await lineNamed('interest')).id, reason: 'bank_matter', note: '' });
  await done('bankLines/dismissLine', { lineId: (await lineNamed('what we sent')).id, reason: 'bounced', note: '' });
  const late = await lineNamed('late');
  expect(late.certain).toBe(false);
  await done('bankLines/confirm', confirming(late));
  expect((await owner.query('select pay_in, ended from payments where id = $1', [awaited[12]?.id])).rows).toEqual([
    { pay_in: 'received', ended: 'lapsed' },
  ]);
  const unnumbered = await lineNamed('no number');
  await refused('desk.payer_missing', 'bankLines/confirm', confirming(unnumbered));
  await done('bankLines/confirm', confirming(unnumbered, { payerBank: 'Scotia', payerAccount: '77 88 99' }));
  await done('bankLines/split', { lineId: (await lineNamed('owner unknown')).id, parts: [], ...emptyPayer });

  const descriptionLine = await lineNamed('FROM JOSE MULLER');
  expect(descriptionLine).toMatchObject({ certain: false, lacksPayer: true });
  await done('bankLines/confirm', confirming(descriptionLine, { payerHolder: 'José Müller' }));
  expect((await queue()).map(({ details }) => details)).toEqual([]);

  const unallocated = await listUnallocated<{ left: { minor: string } }>(server, finance ?? '');
  expect(unallocated.map(({ left }) => left.minor).sort()).toEqual(['501000', '77700', '9300']);
  // The bank's credits, without dismissed lines, equal our incoming movements.
  const { rows } = await owner.query(
    `select (select sum(amount) from bank_lines where movement_id is not null)
        = (select sum(amount) from movements m where source_movement_id is null and direction = 'in'
             and exists (select from bank_lines l where l.movement_id = m.id)) same,
      (select count(*)::int from bank_lines where movement_id is null and dismissal_reason is null) open`,
  );
  expect(rows).toEqual([{ same: true, open: 0 }]);
});

test('counting a large cash deposit alerts compliance once', async () => {
  await countCash(server.services);
  await countCash(server.services);
  const alerts = await owner.query(
    `select priority, description from transaction_alerts where alert_type = 'cash_over_ceiling' and user_id = $1`,
    [jose.id],
  );
  expect(alerts.rows).toEqual([{ priority: 'high', description: expect.stringContaining('J$1,200,000.00') }]);
});

describe('parts of a file', () => {
  const head = 'Date,Description,Debit,Credit';
  const [first, second] = ['26/11/2026,A,,80.00', '27/11/2026,K7M4-9QX,,120.00'];

  test.each([
    ['a second account below', joinRows('Account 404 USD', head, first, 'Account 405 JMD', head, second), 'JMD'],
    ['a last line that names J$', joinRows(head, first, 'All amounts in JMD'), 'JMD'],
    ['a full name above the headings', joinRows('Currency,Jamaican Dollars', head, first), 'JMD'],
  ])('reading a file for US$ with %s is refused by name', (_what, text, name) =>
    expect(readExport(text, { currency: 'USD' })).toEqual({ fault: 'currency_of_file', name }),
  );

  test('reading repeated headings without a page break is refused, and after a page break returns all lines', () => {
    expect(readExport(joinRows(head, first, head, second))).toEqual({ fault: 'heading_repeated', name: '' });
    const pages = joinRows('Account 404512', head, first, 'Page 1 of 2', 'Account 404512', head, second);
    expect(readExport(pages).lines).toEqual(['2026-11-26 +8000', '2026-11-27 +12000']);
  });

  test('reading a column of several accounts is refused until it is assigned', () => {
    const text = joinRows(`Account,${head}`, `404,${first}`, `405,${second}`);
    expect(readExport(text)).toEqual({ fault: 'several_accounts', name: 'Account' });
    expect(readExport(text, { columns: { account: 'Account' } }).lines).toHaveLength(2);
  });

  test.each(['Jamaica Dollar', '388', 'JMD'])('reading a row in %s for US$ skips it', (name) =>
    expect(
      readExport(joinRows('Date,Description,Debit,Credit,Cur.', `${first},${name}`, `${second},USD`), {
        currency: 'USD',
      }),
    ).toEqual({ lines: ['2026-11-27 +12000'], skipped: ['2 other_currency'] }),
  );

  test('uploading one file for J$ and for US$ shows the second line as a possible duplicate', async () => {
    const row = { reference: 'FT263309', details: 'PAY ONCE', credit: '5000.00' };
    await upload([row]);
    const none = { parts: [], payerBank: '', payerAccount: '', payerHolder: '', note: '' };
    await done('bankLines/split', { lineId: (await lineNamed('PAY ONCE')).id, ...none });
    await done('bankLines/upload', { ...buildUpload([row]), currency: 'USD' });
    expect((await lineNamed('PAY ONCE')).sameAs).toMatchObject({ used: true });
  });
});

describe('a further part', () => {
  test('preparing a payout is refused if the bank shows another payer of a typed further part', async () => {
    const [buyer, theo] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Theo Other')];
    const amount = '2511';
    const [hers, his] = [
      await placePaidBuy(server, buyer.cookie, { amount }),
      await placePaidBuy(server, theo.cookie, { amount }),
    ];
    const payer = { payerHolder: 'Theo Other', payerAccount: '999888777' };
    await done('unallocated/record', buildUnallocated('FT INA 2511', { ...payer, amount: '1' }));
    const { movementId } = (await done(
      'unallocated/record',
      buildUnallocated('FT INA 2511', { ...payer, amount, part: '2' }),
    )) as { movementId: string };
    const admin = await server.signIn('admin');
    await done('unallocated/attach', buildAttachment(movementId, his, amount), admin);
    await upload([
      { reference: 'FT INA 2511', details: `TRF ${hers.reference}`, credit: '2511.00', payer: 'Ina Brown' },
    ]);
    expect((await queue()).some(({ reference }) => reference === 'FT INA 2511')).toBe(true);
    const input = { orderId: his.orderId, note: '' };
    await done('desk/startProcessing', input);
    await refused('desk.line_differs', 'desk/preparePayout', input);
  });
});
