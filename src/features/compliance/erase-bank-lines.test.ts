import { randomBytes } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { bankDesk, untyped } from '../../../test/bank-lines.ts';
import { backToToday, longGone, sevenYearsOn } from '../../../test/long-gone.ts';
import { type PlacedOrder, paidBuy, wasSent } from '../../../test/orders.ts';
import { claimedPlan } from '../../../test/payments.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { attaching, openMoney, step } from '../../../test/unassigned.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { eraseRecords } from './erase.ts';
import { markRecords } from './jobs.ts';

/** What our banks showed of somebody goes with them: the line stays for the books, and says no more whose it was. */
const server = await serverWithoutFaults();
const { owner, services } = server;
const { admin, compliance, done, finance, refused, takingOff } = await openMoney(server);
const { caseAbout, rowsOf } = suspicionsOn(server);
const { confirming, lineNamed, upload } = bankDesk(server, { done, finance });
afterEach(() => backToToday(server));

/** Somebody whose plan was paid by a line of a statement: they, and the line. */
async function paidByLine(reference: string) {
  const ina = await newCustomer(server, 'Ina Brown');
  const paymentId = await claimedPlan(server, ina.cookie);
  const { rows } = await owner.query<{ reference: string }>('select reference from payments where id = $1', [
    paymentId,
  ]);
  const ours = rows[0]?.reference ?? '';
  await upload([{ reference, details: `pay ${ours}`, credit: '6000.00' }]);
  const line = await lineNamed(ours);
  await done('bankLines/confirm', confirming(line));
  return { ...ina, lineId: line.id };
}

test('whoever paid by a line of a statement is erased after seven years, and the line waits for nobody', async () => {
  const ina = await paidByLine('ERASED 1');
  await longGone(server, [ina]);
  expect(await eraseRecords(services)).toMatchObject({ people: 1, keptBack: 0, counts: { bank_lines: 1 } });
  const { rows } = await owner.query(
    'select reference, amount, payer, payer_account, payer_bank, details, aside, movement_id from bank_lines where id = $1',
    [ina.lineId],
  );
  const nobody = { payer: '', payer_account: '', payer_bank: '', details: '' };
  expect(rows).toEqual([{ ...nobody, reference: 'ERASED 1', amount: '6000.00', aside: 'erased', movement_id: null }]);
  await refused('bank_lines.settled', 'bankLines/bringBack', { lineId: ina.lineId });
  await refused('bank_lines.settled', 'bankLines/setAside', { lineId: ina.lineId, reason: 'bank_matter', note: '' });
});

test('a line leaves its money while its owner is erased, and at no other time', async () => {
  const { lineId } = await paidByLine('STAYS 1');
  const asApp = async (change: string, erasing: string) => {
    const client = await owner.connect();
    await client.query('begin; set local role cryptocommerce_app');
    await client.query(
      `select set_config('app.roles', 'finance', true), set_config('app.sees_all', 'yes', true),
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
    for (const change of [`movement_id = null`, `movement_id = null, aside = 'erased'`])
      expect([erasing, change, await asApp(change, erasing)]).toEqual([erasing, change, 'bank_line_used']);
});

/** Somebody's order, paid out: its line of money stands. */
async function paidOut(orderId: string): Promise<void> {
  for (const path of ['startProcessing', 'preparePayout']) await done(`desk/${path}`, step(orderId), finance);
  await done('desk/approvePayout', step(orderId), admin);
  await done('desk/recordSent', wasSent(orderId, randomBytes(32).toString('hex')));
}

/** One line of a statement for the orders of two, each of which has its half. */
async function splitInTwo(orders: readonly PlacedOrder[]): Promise<string> {
  const details = `FAMILY ${orders[0]?.reference}`;
  await upload([{ reference: details, details, credit: '6000.00', payer: 'Carl Payer' }]);
  const { id: lineId } = await lineNamed(details);
  const parts = orders.map(({ reference }) => ({ reference, amount: '3000' }));
  await done('bankLines/split', { ...untyped, lineId, parts, note: 'For both' });
  for (const { orderId } of orders) await paidOut(orderId);
  return lineId;
}

/** One that was confirmed for the first of two, taken off it and given to the other. */
async function putRight([wrong, right]: readonly PlacedOrder[]): Promise<string> {
  if (!(wrong && right)) throw new Error('two orders, please');
  const details = `WRONG ${wrong.reference}`;
  await upload([{ reference: details, details, credit: '3000.00', payer: 'Carl Payer' }]);
  const line = await lineNamed(details);
  await done('bankLines/confirm', confirming(line, { kind: 'order', id: wrong.orderId, note: 'Her uncle' }));
  await done('desk/undoPayIn', await takingOff(wrong.orderId));
  await done('desk/approveUndo', step(wrong.orderId), admin);
  await done('desk/cancel', { ...step(wrong.orderId), reasonCode: 'asked_by_customer' });
  await done('desk/rejectClaim', { ...step(wrong.orderId), reasonCode: 'not_arrived' });
  const [loose] = await rowsOf<{ id: string }>(
    `select u.id from movements u join movements o on o.id = u.from_id where o.order_id = $1 and u.order_id is null`,
    [wrong.orderId],
  );
  await done('unassigned/attach', attaching(loose?.id ?? '', right, '3000'));
  await paidOut(right.orderId);
  return line.id;
}

test.each([
  ['paid for two', splitInTwo],
  ['was put on the wrong order first', putRight],
])('a line that %s says who paid as long as a case about either of them is kept', async (_, pay) => {
  await backToToday(server);
  const people = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Una Brown')];
  const orders: PlacedOrder[] = [];
  for (const { cookie } of people) orders.push(await paidBuy(server, cookie, { amount: '3000' }));
  const lineId = await pay(orders);
  await markRecords(services);
  const caseId = await caseAbout(people[1]?.id ?? '', compliance ?? '', { orders: [orders[1]?.orderId ?? ''] });
  await owner.query(
    `update transaction_alerts set state = 'closed', outcome = 'explained', outcome_note = 'x', closed_at = now(),
       closed_by = (select id from profiles where email = 'compliance@demo.test') where state <> 'closed'`,
  );
  await sevenYearsOn(server);
  await eraseRecords(services);
  const named = () =>
    rowsOf<{ who: string }>(
      `select 'line' who from bank_lines where id = $1 and (payer, details) <> ('', '')
        union all select coalesce(p.first_name, 'nobody') from movements m left join profiles p on p.id = m.user_id
         where m.holder = 'Carl Payer' order by 1`,
      [lineId],
    ).then((rows) => rows.map(({ who }) => who));
  expect(await named()).toEqual(['Una', 'line', 'nobody']);
  // The case was closed on the day of the order after all.
  await owner.query(
    `update cases set state = 'closed', outcome = 'no_suspicion', outcome_text = 'x', closed_at = now(),
       closed_by = opened_by where id = $1`,
    [caseId],
  );
  await eraseRecords(services);
  expect(await named()).toEqual([]);
});
