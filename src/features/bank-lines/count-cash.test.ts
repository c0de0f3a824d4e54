import { expect, test } from 'vitest';
import { awaitedPayments, bankDesk, statement, testFormat, untyped } from '../../../test/bank-lines.ts';
import { paidBuy } from '../../../test/orders.ts';
import { bankLine } from '../../../test/payments.ts';
import { putInForce } from '../../../test/settings.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { attaching, openMoney } from '../../../test/unassigned.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { countCash } from './jobs.ts';

/** Cash of one customer on one day is told to compliance, in whatever parts and currencies it came (POCA s.101A). */
const server = await serverUnderTest();
const { customer, done, finance, idOf } = await openMoney(server);
// One payment alone can be above the ceiling of cash: the threshold is set higher than that.
await putInForce(server, 'caps', { gate: 10_000 });
const { confirming, lineNamed, upload } = bankDesk(server, { done, finance });

/** What compliance was told of somebody since it was asked last. */
const told = new Set<string>();
async function alerts(userId: string): Promise<string[]> {
  // Counted by two processes at once: nothing is told twice.
  await Promise.all([countCash(server.services), countCash(server.services)]);
  const { rows } = await server.owner.query<{ id: string; description: string }>(
    `select id, description from transaction_alerts where alert_type = 'cash_over_ceiling' and user_id = $1`,
    [userId],
  );
  const fresh = rows.filter(({ id }) => !told.has(id));
  for (const { id } of fresh) told.add(id);
  return fresh.map(({ description }) => description);
}

test('the parts of a deposit count when they become somebody’s, however late', async () => {
  const [ina, una] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Una Brown')];
  const [first, second, third] = await awaitedPayments(server, ina.id, [
    { amount: '600000' },
    { amount: '550000' },
    { amount: '1000' },
  ]);
  const [other] = await awaitedPayments(server, una.id, [{ amount: '1100000' }]);
  await upload([{ reference: 'CASH 1', details: 'CASH DEPOSIT Half Way Tree', credit: '2300000.00' }]);
  const line = await lineNamed('CASH DEPOSIT');
  const parts = [{ reference: first?.reference, amount: '600000' }];
  const { movementId = '' } = (await done('bankLines/split', { lineId: line.id, parts, ...untyped })) as {
    movementId?: string;
  };
  expect(await alerts(ina.id)).toEqual([]);
  const attach = (due: { reference: string } | undefined, amount: string) =>
    done('unassigned/attach', { ...attaching(movementId, due ?? { reference: '' }, amount), note: 'Theirs' });
  await attach(second, '550000');
  expect(await alerts(ina.id)).toEqual([expect.stringContaining('J$1,150,000.00')]);
  await attach(other, '1100000');
  expect(await alerts(una.id)).toEqual([expect.stringContaining('J$1,100,000.00')]);
  expect(await alerts(ina.id)).toEqual([]);
  await attach(third, '1000');
  expect(await alerts(ina.id)).toEqual([expect.stringContaining('J$1,151,000.00')]);
});

test('cash in J$ and in US$ of one day is counted together', async () => {
  const tamara = (await idOf('tier2')) ?? '';
  const [due] = await awaitedPayments(server, tamara, [{ amount: '995000' }]);
  const order = await paidBuy(server, customer ?? '', { currency: 'USD', amount: '100' });
  const cash = (details: string, credit: string) => ({
    ...{ reference: details, details: `CASH DEPOSIT ${details}`, credit, payer: 'Tamara Grant' },
  });
  await upload([cash(due?.reference ?? '', '995000.00')]);
  const text = statement([cash(order.reference, '100.00')]);
  await done('bankLines/upload', { currency: 'USD', text, format: testFormat });
  await done('bankLines/confirm', confirming(await lineNamed(due?.reference ?? '')));
  expect(await alerts(tamara)).toEqual([]);
  await done('bankLines/confirm', confirming(await lineNamed(order.reference)));
  expect(await alerts(tamara)).toEqual([expect.stringContaining('J$995,000.00 and US$100.00')]);
});

test('cash that was typed by hand under another reference counts once its line is known to be that', async () => {
  const ina = await newCustomer(server, 'Ina Brown');
  const [due] = await awaitedPayments(server, ina.id, [{ amount: '1200000' }]);
  await done('paymentsDesk/receive', bankLine(due?.id ?? '', { amount: '1200000', reference: 'TYPED 77' }));
  await upload([{ reference: 'SLIP 88', details: 'CASH DEPOSIT by hand', credit: '1200000.00' }]);
  const { id: lineId } = await lineNamed('CASH DEPOSIT by hand');
  expect(await alerts(ina.id)).toEqual([]);
  await done('bankLines/setAside', { lineId, reason: 'recorded', reference: 'TYPED 77', note: '' });
  expect(await alerts(ina.id)).toHaveLength(1);
});
