import { expect, test } from 'vitest';
import { awaitedPayments, bankDesk, type ShownLine, untyped, type Written } from '../../../test/bank-lines.ts';
import { cameIn, paidBuy } from '../../../test/orders.ts';
import { putInForce } from '../../../test/settings.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { listUnassigned, openMoney } from '../../../test/unassigned.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { countCash } from './jobs.ts';

/** A bank file of 300 lines, twenty of which are awkward, to an empty queue. */
const server = await serverUnderTest();
const { call, owner } = server;
const { customer, done, finance, refused } = await openMoney(server);

const { confirming, lineNamed, payIn, queue, upload } = bankDesk(server, { done, finance });

// One payment alone can be above the ceiling of cash: the threshold is set higher than that.
await putInForce(server, 'caps', { gate: 10_000 });
const plainLines = 280;
const ina = await newCustomer(server, 'Ina Brown');
const jose = await newCustomer(server, 'José Müller');

const plain = await awaitedPayments(
  server,
  ina.id,
  Array.from({ length: plainLines - 2 }, () => ({})),
);
const orders = [
  await paidBuy(server, customer ?? '', { amount: '20300' }),
  await paidBuy(server, customer ?? '', { amount: '20400.5' }),
];
const odd = await awaitedPayments(
  server,
  jose.id,
  Array.from({ length: 14 }, (_, at) => ({ amount: at === 13 ? '1200000' : String(5000 + at), ended: at === 12 })),
);
const ref = (at: number) => odd[at]?.reference ?? '';
const swap = (text: string) => text.slice(0, 2) + text.charAt(3) + text.charAt(2) + text.slice(4);
/** The line of it says the same day, also where a day ends while these tests run. */
const typedOn = jamaicaDay(new Date());
await done('desk/confirmReceived', {
  ...cameIn((await paidBuy(server, customer ?? '', { amount: '20700' })).orderId, {
    amount: '20700',
    reference: 'BY HAND 1',
  }),
  movedOn: typedOn,
  movedTime: '',
});

/** Twenty lines of which each is odd in another way. */
function awkward(): Written[] {
  const whose = { payer: 'José Müller' };
  return [
    { reference: 'AWK0', details: `slip ${ref(0).slice(0, -1)}`, credit: '5000.00', ...whose },
    { reference: 'AWK1', details: `slip ${swap(ref(1))}`, credit: '5001.00', ...whose },
    { reference: 'AWK2', details: `slip ${ref(2).replace('-', 'O')}`, credit: '5002.00', ...whose },
    { reference: 'AWK3', details: ref(3).replace('-', ' ').toLowerCase(), credit: '5003.00', payer: 'Dr MULLER, JOSE' },
    { reference: 'AWK4', details: `FROM JOSE MULLER ${ref(4)}`, credit: '5004.00', payer: '' },
    { reference: 'AWK5', details: `other payer ${ref(5)}`, credit: '5005.00', payer: 'Tamara Grant' },
    { reference: 'AWK6', details: 'no word of whom', credit: '5006.00', ...whose },
    { reference: 'AWK7', details: `too much ${ref(7)}`, credit: '5100.00', ...whose },
    { reference: 'AWK8', details: 'for both of mine', credit: '10017.00', ...whose },
    { reference: 'AWK9', details: `twice ${ref(10)}`, credit: '5010.00', ...whose },
    { reference: 'AWK9', details: `twice ${ref(10)}`, credit: '5010.00', ...whose },
    { reference: 'AWKA', details: 'CHARGES', debit: '250.00' },
    { reference: 'AWKB', details: 'to ourselves', credit: '90000.00', account: '000000000' },
    { reference: 'AWKC', details: 'interest', credit: '12.34', account: '', payer: '' },
    { reference: 'BY HAND 1', details: 'by hand', credit: '20700.00', payer: 'Tamara Grant', day: typedOn },
    { reference: 'AWKD', details: `late ${ref(12)}`, credit: '5012.00', ...whose },
    { reference: 'AWKE', details: `CASH DEPOSIT ${ref(13)}`, credit: '1,200,000.00', ...whose },
    { reference: '', details: `no number ${ref(11)}`, credit: '5011.00', account: '', bank: '', ...whose },
    { reference: 'AWKF', details: 'nobody knows', credit: '777.00', payer: 'Somebody' },
    { reference: 'AWKG', details: 'what we sent came back', credit: '4000.00' },
  ];
}

const sureLines = (): Written[] => [
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

test('the same file, or half of it in another one, changes nothing', { timeout: 120_000 }, async () => {
  expect(file).toHaveLength(300);
  expect(await upload(file)).toMatchObject({ read: 300, added: 300 });
  // The same file, and half of it in another one, changes nothing.
  expect(await upload(file)).toMatchObject({ read: 300, added: 0 });
  expect(await upload(file.slice(100))).toMatchObject({ added: 0 });
});

test('what is certain is confirmed line by line', { timeout: 120_000 }, async () => {
  const first = await queue();
  const sure = first.filter(({ certain, lacksPayer }) => certain && !lacksPayer);
  // All that are plain, of which one has cents, and the awkward that nobody can doubt.
  expect(sure.length).toBeGreaterThanOrEqual(plainLines + 4);
  for (const line of sure) await done('bankLines/confirm', confirming(line));
  expect(
    (await owner.query(`select count(*)::int n from payments where pay_in = 'received' and user_id = $1`, [ina.id]))
      .rows,
  ).toEqual([{ n: plainLines - 2 }]);
});

test('somebody else paid: the customer is asked, and it waits for a reason', async () => {
  // Somebody else paid: its customer is asked, and it waits; then a reason is written down.
  const others = await lineNamed('other payer');
  expect(others.matches[0]?.reasons).toContain('name_other');
  await refused('payments.name_differs', 'bankLines/confirm', confirming(others));
  await done('bankLines/askName', { lineId: others.id, kind: 'payment', id: odd[5]?.id, note: '' });
  expect(await payIn(odd[5]?.id ?? '')).toBe('awaiting');
  expect((await lineNamed('other payer')).askedAt).not.toBeNull();
  await done('bankLines/confirm', confirming(others, { note: 'Her letter says that she pays for him' }));
});

test('what names nothing is found by name; one line goes to several, in parts', async () => {
  const nameless = await lineNamed('no word of whom');
  const { body } = await call<{ matches: ShownLine['matches'] }>(
    'bankLines/find',
    { lineId: nameless.id, search: 'müller' },
    finance,
  );
  expect(body.matches.map(({ id }) => id)).toContain(odd[6]?.id);
  await done('bankLines/confirm', { ...confirming(nameless), kind: 'payment', id: odd[6]?.id });

  const parts = (...wishes: [number, string][]) => wishes.map(([at, amount]) => ({ reference: ref(at), amount }));
  const much = await lineNamed('too much');
  await refused('payments.amount_differs', 'bankLines/confirm', confirming(much));
  await refused('bank_lines.parts_differ', 'bankLines/split', {
    lineId: much.id,
    parts: parts([7, '5101']),
    ...untyped,
  });
  await done('bankLines/split', { lineId: much.id, parts: parts([7, '5007']), ...untyped });
  const both = await lineNamed('for both of mine');
  await done('bankLines/split', { lineId: both.id, parts: parts([8, '5008'], [9, '5009']), ...untyped });
});

test('of two that are alike one pays, and the other goes back', async () => {
  // Paid twice: one of the two pays, the other is theirs and goes back.
  const [one, twin] = (await queue()).filter(({ details }) => details.includes('twice'));
  expect([one?.certain, twin?.certain]).toEqual([false, false]);
  await done('bankLines/confirm', confirming(one as ShownLine));
  await refused('payments.not_now', 'bankLines/confirm', { ...confirming(one as ShownLine), lineId: twin?.id });
  await done('bankLines/split', { lineId: twin?.id, parts: [], ...untyped });
});

test('of 300 lines, 20 of them awkward, none is left, and every J$ stands somewhere once', {
  timeout: 120_000,
}, async () => {
  await done('bankLines/setAside', { lineId: (await lineNamed('interest')).id, reason: 'bank_matter', note: '' });
  await done('bankLines/setAside', { lineId: (await lineNamed('what we sent')).id, reason: 'bounced', note: '' });
  const late = await lineNamed('late');
  expect(late.certain).toBe(false);
  await done('bankLines/confirm', confirming(late));
  expect((await owner.query('select pay_in, ended from payments where id = $1', [odd[12]?.id])).rows).toEqual([
    { pay_in: 'received', ended: 'lapsed' },
  ]);
  const unnumbered = await lineNamed('no number');
  await refused('desk.payer_missing', 'bankLines/confirm', confirming(unnumbered));
  await done('bankLines/confirm', confirming(unnumbered, { payerBank: 'Scotia', payerAccount: '77 88 99' }));
  await done('bankLines/split', { lineId: (await lineNamed('nobody knows')).id, parts: [], ...untyped });

  const inWords = await lineNamed('FROM JOSE MULLER');
  expect(inWords).toMatchObject({ certain: false, lacksPayer: true });
  await done('bankLines/confirm', confirming(inWords, { payerHolder: 'José Müller' }));
  expect((await queue()).map(({ details }) => details)).toEqual([]);

  const loose = await listUnassigned<{ left: { minor: string } }>(server, finance ?? '');
  expect(loose.map(({ left }) => left.minor).sort()).toEqual(['501000', '77700', '9300']);
  // Nobody's J$ twice: what the bank shows as credit, less what is nothing of ours, is what came in.
  const { rows } = await owner.query(
    `select (select sum(amount) from bank_lines where movement_id is not null)
        = (select sum(amount) from movements m where from_id is null and direction = 'in'
             and exists (select from bank_lines l where l.movement_id = m.id)) same,
      (select count(*)::int from bank_lines where movement_id is null and aside is null) open`,
  );
  expect(rows).toEqual([{ same: true, open: 0 }]);
});

test('much cash is told to compliance once, whoever of us confirmed it', async () => {
  await countCash(server.services);
  await countCash(server.services);
  const alerts = await owner.query(
    `select priority, description from transaction_alerts where alert_type = 'cash_over_ceiling' and user_id = $1`,
    [jose.id],
  );
  expect(alerts.rows).toEqual([{ priority: 'high', description: expect.stringContaining('J$1,200,000.00') }]);
});
