import { randomBytes } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { emptyPayer, openBankReconciliation } from '../../../test/bank-lines.ts';
import { closeLongAgo, passSevenYears, resetDates } from '../../../test/erasure-time.ts';
import { buildPayIn, buildSent, type PlacedOrder, placePaidBuy, upload } from '../../../test/orders.ts';
import { claimPlan } from '../../../test/payments.ts';
import { type Customer, newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { buildAttachment, buildStep, setUpUnallocated } from '../../../test/unallocated.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { eraseRecords } from './erase.ts';
import { setRetentionDeadlines } from './jobs.ts';

const server = await serverWithoutFaults();
const { owner, services } = server;
const { admin, compliance, done, finance, refused, buildUnlink, recordFunds } = await setUpUnallocated(server);
const { caseAbout, rowsOf } = setUpSuspicions(server);
const { confirming, lineNamed, upload: uploadLines } = openBankReconciliation(server, { done, finance });

afterEach(() => resetDates(server));

async function payPlanByLine(reference: string) {
  const buyer = await newCustomer(server, 'Ina Brown');
  const paymentId = await claimPlan(server, buyer.cookie);
  const { rows } = await owner.query<{ reference: string }>('select reference from payments where id = $1', [
    paymentId,
  ]);
  const ownReference = rows[0]?.reference ?? '';
  await uploadLines([{ reference, details: `pay ${ownReference}`, credit: '6000.00' }]);
  const line = await lineNamed(ownReference);
  await done('bankLines/confirm', confirming(line));
  return { ...buyer, lineId: line.id };
}

test('erasing a customer after seven years anonymizes their bank line and keeps it settled', async () => {
  const buyer = await payPlanByLine('ERASED 1');
  await closeLongAgo(server, [buyer]);
  expect(await eraseRecords(services)).toMatchObject({ people: 1, keptBack: 0, counts: { bank_lines: 1 } });
  const { rows } = await owner.query(
    'select reference, amount, payer, payer_account, payer_bank, details, dismissal_reason, movement_id from bank_lines where id = $1',
    [buyer.lineId],
  );
  const anonymized = { payer: '', payer_account: '', payer_bank: '', details: '' };
  expect(rows).toEqual([
    { ...anonymized, reference: 'ERASED 1', amount: '6000.00', dismissal_reason: 'erased', movement_id: null },
  ]);
  await refused('bank_lines.settled', 'bankLines/restoreLine', { lineId: buyer.lineId });
  await refused('bank_lines.settled', 'bankLines/dismissLine', {
    lineId: buyer.lineId,
    reason: 'bank_matter',
    note: '',
  });
});

test('a bank line loses its movement only while its owner is erased', async () => {
  const { lineId } = await payPlanByLine('STAYS 1');
  const asApp = async (change: string, erasing: string) => {
    const client = await owner.connect();
    await client.query('begin; set local role cryptocommerce_app');
    await client.query(
      `select set_config('app.roles', 'finance', true), set_config('app.all_rows', 'yes', true),
      set_config('app.erasing', $1, true)`,
      [erasing],
    );
    const answer = await client.query(`update bank_lines set ${change} where id = $1`, [lineId]).then(
      ({ rowCount }) => rowCount,
      ({ message }: Error) => message,
    );
    await client.query('rollback');
    client.release();
    return answer;
  };
  for (const erasing of ['', 'yes'])
    for (const change of [`movement_id = null`, `movement_id = null, dismissal_reason = 'erased'`])
      expect([erasing, change, await asApp(change, erasing)]).toEqual([
        erasing,
        change,
        'bank line is already used or erased',
      ]);
});

async function payOut(orderId: string): Promise<void> {
  for (const path of ['startProcessing', 'preparePayout']) await done(`desk/${path}`, buildStep(orderId), finance);
  await done('desk/approvePayout', buildStep(orderId), admin);
  await done('desk/recordSent', buildSent(orderId, randomBytes(32).toString('hex')));
}

async function splitLine(orders: readonly PlacedOrder[]): Promise<string> {
  const details = `FAMILY ${orders[0]?.reference}`;
  await uploadLines([{ reference: details, details, credit: '6000.00', payer: 'Carl Payer' }]);
  const { id: lineId } = await lineNamed(details);
  const parts = orders.map(({ reference }) => ({ reference, amount: '3000' }));
  await done('bankLines/split', { ...emptyPayer, lineId, parts, note: 'For both' });
  for (const { orderId } of orders) await payOut(orderId);
  return lineId;
}

async function correctAllocation([wrong, right]: readonly PlacedOrder[]): Promise<string> {
  if (!(wrong && right)) throw new Error('two orders are required');
  const details = `WRONG ${wrong.reference}`;
  await uploadLines([{ reference: details, details, credit: '3000.00', payer: 'Carl Payer' }]);
  const line = await lineNamed(details);
  await done('bankLines/confirm', confirming(line, { kind: 'order', id: wrong.orderId, note: 'Her uncle' }));
  await done('desk/undoPayIn', await buildUnlink(wrong.orderId));
  await done('desk/approveUndo', buildStep(wrong.orderId), admin);
  await done('desk/cancel', { ...buildStep(wrong.orderId), reasonCode: 'asked_by_customer' });
  await done('desk/rejectClaim', { ...buildStep(wrong.orderId), reasonCode: 'not_arrived' });
  const [loose] = await rowsOf<{ id: string }>(
    `select u.id from movements u join movements o on o.id = u.source_movement_id where o.order_id = $1 and u.order_id is null`,
    [wrong.orderId],
  );
  await done('unallocated/attach', buildAttachment(loose?.id ?? '', right, '3000'));
  await payOut(right.orderId);
  return line.id;
}

test.each([
  ['paid for two orders', splitLine],
  ['was put on the wrong order first', correctAllocation],
])('a line that %s keeps the payer while a case about either customer is retained', async (_, pay) => {
  await resetDates(server);
  const people = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Una Brown')];
  const orders: PlacedOrder[] = [];
  for (const { cookie } of people) orders.push(await placePaidBuy(server, cookie, { amount: '3000' }));
  const lineId = await pay(orders);
  await setRetentionDeadlines(services);
  const caseId = await caseAbout(people[1]?.id ?? '', compliance ?? '', { orders: [orders[1]?.orderId ?? ''] });
  await owner.query(
    `update transaction_alerts set state = 'closed', outcome = 'explained', outcome_note = 'x', closed_at = now(),
       closed_by = (select id from profiles where email = 'compliance@demo.test') where state <> 'closed'`,
  );
  await passSevenYears(server);
  await eraseRecords(services);
  const findHolders = () =>
    rowsOf<{ who: string }>(
      `select 'line' who from bank_lines where id = $1 and (payer, details) <> ('', '')
        union all select coalesce(p.first_name, 'no one') from movements m left join profiles p on p.id = m.user_id
         where m.holder = 'Carl Payer' order by 1`,
      [lineId],
    ).then((rows) => rows.map(({ who }) => who));
  expect(await findHolders()).toEqual(['Una', 'line', 'no one']);
  // Backdates the closing of the case to the day of the order.
  await owner.query(
    `update cases set state = 'closed', outcome = 'no_suspicion', outcome_text = 'x', closed_at = now(),
       closed_by = opened_by where id = $1`,
    [caseId],
  );
  await eraseRecords(services);
  expect(await findHolders()).toEqual([]);
});

const findNames = (people: readonly Customer[]) =>
  rowsOf<{ name: string }>(
    `select first_name "name" from profiles where id = any($1) and first_name <> 'Erased' order by 1`,
    [people.map(({ id }) => id)],
  );

const findOpenFunds = () =>
  rowsOf('select m.reference from unallocated_funds o join movements m on m.id = o.movement_id');
const findUnallocated = () =>
  rowsOf(
    `select reference from movements where order_id is null and direction = 'in' and app.unallocated_remaining(id) > 0`,
  );

test("a customer is erased even if another customer's money was once on their order", async () => {
  const [buyer, otherCustomer, secondCustomer] = [
    await newCustomer(server, 'Ina Wrong'),
    await newCustomer(server, 'Bob Right'),
    await newCustomer(server, 'Una Other'),
  ];
  const payer = { payerAccount: '987654321098', payerHolder: 'Bob Right' };
  const wrong = await placePaidBuy(server, buyer.cookie, { amount: '2000' });
  await done('desk/confirmReceived', {
    ...buildPayIn(wrong.orderId, { amount: '2000', reference: 'WRONG ONE' }),
    ...payer,
  });
  await done('desk/undoPayIn', await buildUnlink(wrong.orderId));
  await done('desk/approveUndo', buildStep(wrong.orderId), admin);
  await done('desk/cancel', { ...buildStep(wrong.orderId), reasonCode: 'asked_by_customer' });
  await done('desk/rejectClaim', { ...buildStep(wrong.orderId), reasonCode: 'not_arrived' });
  const [loose] = await rowsOf<{ id: string }>(
    `select u.id from movements u join movements o on o.id = u.source_movement_id where o.order_id = $1 and u.order_id is null`,
    [wrong.orderId],
  );
  const right = await placePaidBuy(server, otherCustomer.cookie, { amount: '2000' });
  await done('unallocated/attach', buildAttachment(loose?.id ?? '', right, '2000'));
  await payOut(right.orderId);
  // One bank line paid for several customers. Erasing one must not return paid parts to unallocated money.
  const several = await recordFunds('SEVERAL', { amount: '4000', reason: 'several_orders' });
  for (const customer of [secondCustomer, otherCustomer]) {
    const order = await placePaidBuy(server, customer.cookie, { amount: '2000' });
    await done('unallocated/attach', buildAttachment(several, order, '2000'));
    await payOut(order.orderId);
  }
  expect(await findUnallocated()).toEqual([]);
  await closeLongAgo(server, [buyer, secondCustomer]);
  expect(await eraseRecords(services)).toMatchObject({ people: 2, keptBack: 0 });
  expect(await findNames([buyer, secondCustomer])).toEqual([]);
  expect([await findUnallocated(), await findOpenFunds()]).toEqual([[], []]);
  const lines = await rowsOf(
    `select distinct account, holder from movements m join transactions t on t.id = m.order_id where t.user_id = any($1)`,
    [[buyer.id, secondCustomer.id]],
  );
  expect(lines).toEqual([{ account: null, holder: null }]);
  await setRetentionDeadlines(services);
  expect(await eraseRecords(services)).toMatchObject({ people: 0, keptBack: 0 });
  await closeLongAgo(server, [otherCustomer]);
  expect(await eraseRecords(services)).toMatchObject({ people: 1, keptBack: 0 });
  expect(await rowsOf(`select id from movements where '987654321098' in (account) or holder = 'Bob Right'`)).toEqual(
    [],
  );
  expect(await findUnallocated()).toEqual([]);
});

test('one failed erasure does not stop the others, and the job names it', async () => {
  const people = await Promise.all(['Abe Stuck', 'Bea Free', 'Cal Free'].map((name) => newCustomer(server, name)));
  const [stuck] = [...people].sort((a, b) => (a.id < b.id ? -1 : 1));
  for (const { cookie } of people) expect((await upload(server, cookie)).status).toBe(200);
  await closeLongAgo(server, people);
  const pathOf = `select path from files where user_id = $1`;
  const [file] = await rowsOf<{ path: string }>(pathOf, [stuck?.id]);
  await owner.query(`create table holds_on (who uuid references auth."user"(id))`);
  await owner.query(
    `create function holds_on() returns trigger language plpgsql as $$ begin raise exception 'held on to'; end $$`,
  );
  await owner.query(
    `create trigger holds_on before delete on profiles for each row when (old.id = '${stuck?.id}') execute function holds_on()`,
  );
  await expect(eraseRecords(services)).rejects.toThrow(`${stuck?.id}: held on to`);
  const left = await rowsOf<{ id: string }>('select id from profiles where id = any($1)', [people.map(({ id }) => id)]);
  expect(left).toEqual([{ id: stuck?.id }]);
  const reports = await rowsOf('select people, kept_back from erasure_reports order by id desc limit 1');
  expect(reports).toEqual([{ people: 2, kept_back: 1 }]);
  // A failed erasure keeps the files.
  const bytes = () =>
    services.files.store.read(file?.path ?? '').then(
      () => 'kept',
      () => 'gone',
    );
  expect(await bytes()).toBe('kept');
  await owner.query('drop trigger holds_on on profiles');
  expect(await eraseRecords(services)).toMatchObject({ people: 1 });
  expect(await bytes()).toBe('gone');
});
