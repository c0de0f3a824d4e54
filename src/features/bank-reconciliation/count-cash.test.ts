import { expect, test } from 'vitest';
import {
  emptyPayer,
  formatStatement,
  insertAwaitedPayments,
  openBankReconciliation,
  testFormat,
} from '../../../test/bank-lines.ts';
import { placePaidBuy } from '../../../test/orders.ts';
import { buildBankReceipt } from '../../../test/payments.ts';
import { applySetting } from '../../../test/settings.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { buildAttachment, setUpUnallocated } from '../../../test/unassigned.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { countCash } from './jobs.ts';

/** A customer's cash on one day is summed over parts and currencies (POCA s.101A). */
const server = await serverUnderTest();
const { customer, done, finance, idOf } = await setUpUnallocated(server);
// A higher order threshold allows a single payment above the cash limit.
await applySetting(server, 'caps', { gate: 10_000 });
const { confirming, lineNamed, upload } = openBankReconciliation(server, { done, finance });

const seen = new Set<string>();
async function findNewAlerts(userId: string): Promise<string[]> {
  await Promise.all([countCash(server.services), countCash(server.services)]);
  const { rows } = await server.owner.query<{ id: string; description: string }>(
    `select id, description from transaction_alerts where alert_type = 'cash_over_ceiling' and user_id = $1`,
    [userId],
  );
  const fresh = rows.filter(({ id }) => !seen.has(id));
  for (const { id } of fresh) seen.add(id);
  return fresh.map(({ description }) => description);
}

test('parts of a deposit count when they are attached to a customer', async () => {
  const [ina, una] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Una Brown')];
  const [first, second, third] = await insertAwaitedPayments(server, ina.id, [
    { amount: '600000' },
    { amount: '550000' },
    { amount: '1000' },
  ]);
  const [other] = await insertAwaitedPayments(server, una.id, [{ amount: '1100000' }]);
  await upload([{ reference: 'CASH 1', details: 'CASH DEPOSIT Half Way Tree', credit: '2300000.00' }]);
  const line = await lineNamed('CASH DEPOSIT');
  const parts = [{ reference: first?.reference, amount: '600000' }];
  const { movementId = '' } = (await done('bankLines/split', { lineId: line.id, parts, ...emptyPayer })) as {
    movementId?: string;
  };
  expect(await findNewAlerts(ina.id)).toEqual([]);
  const attach = (due: { reference: string } | undefined, amount: string) =>
    done('unassigned/attach', { ...buildAttachment(movementId, due ?? { reference: '' }, amount), note: 'Theirs' });
  await attach(second, '550000');
  expect(await findNewAlerts(ina.id)).toEqual([expect.stringContaining('J$1,150,000.00')]);
  await attach(other, '1100000');
  expect(await findNewAlerts(una.id)).toEqual([expect.stringContaining('J$1,100,000.00')]);
  expect(await findNewAlerts(ina.id)).toEqual([]);
  await attach(third, '1000');
  expect(await findNewAlerts(ina.id)).toEqual([expect.stringContaining('J$1,151,000.00')]);
});

test('cash in J$ and in US$ on one day is added up', async () => {
  const tamara = (await idOf('tier2')) ?? '';
  const [due] = await insertAwaitedPayments(server, tamara, [{ amount: '995000' }]);
  const order = await placePaidBuy(server, customer ?? '', { currency: 'USD', amount: '100' });
  const cash = (details: string, credit: string) => ({
    ...{ reference: details, details: `CASH DEPOSIT ${details}`, credit, payer: 'Tamara Grant' },
  });
  await upload([cash(due?.reference ?? '', '995000.00')]);
  const text = formatStatement([cash(order.reference, '100.00')]);
  await done('bankLines/upload', { currency: 'USD', text, format: testFormat });
  await done('bankLines/confirm', confirming(await lineNamed(due?.reference ?? '')));
  expect(await findNewAlerts(tamara)).toEqual([]);
  await done('bankLines/confirm', confirming(await lineNamed(order.reference)));
  expect(await findNewAlerts(tamara)).toEqual([expect.stringContaining('J$995,000.00 and US$100.00')]);
});

test('cash recorded manually under another reference counts when its line joins it', async () => {
  const ina = await newCustomer(server, 'Ina Brown');
  const [due] = await insertAwaitedPayments(server, ina.id, [{ amount: '1200000' }]);
  await done('paymentsDesk/receive', buildBankReceipt(due?.id ?? '', { amount: '1200000', reference: 'TYPED 77' }));
  await upload([{ reference: 'SLIP 88', details: 'CASH DEPOSIT by hand', credit: '1200000.00' }]);
  const { id: lineId } = await lineNamed('CASH DEPOSIT by hand');
  expect(await findNewAlerts(ina.id)).toEqual([]);
  await done('bankLines/dismissLine', { lineId, reason: 'recorded', reference: 'TYPED 77', note: '' });
  expect(await findNewAlerts(ina.id)).toHaveLength(1);
});
