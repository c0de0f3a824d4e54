import { expect, test } from 'vitest';
import { insertAwaitedPayments, openBankReconciliation } from '../../../test/bank-lines.ts';
import { placePaidBuy } from '../../../test/orders.ts';
import { applySetting } from '../../../test/settings.ts';
import { linkAccounts, newCustomer } from '../../../test/submissions.ts';
import { buildAttachment, buildStep, setUpUnallocated } from '../../../test/unassigned.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { countCash } from './jobs.ts';

/** The cash limit covers all accounts of a person, and follows the money to its final owner (POCA s.101A). */
const server = await serverWithoutFaults();
const { owner, services } = server;
const { admin, compliance, done, finance, takingOff } = await setUpUnallocated(server);
const { confirming, lineNamed, upload } = openBankReconciliation(server, { done, finance });

async function alertsOf(...people: { id: string }[]): Promise<string[]> {
  await Promise.all([countCash(services), countCash(services)]);
  const { rows } = await owner.query<{ description: string }>(
    `select description from transaction_alerts where alert_type = 'cash_over_ceiling' and user_id = any($1)
      order by created_at`,
    [people.map(({ id }) => id)],
  );
  return rows.map(({ description }) => description);
}
const setCeiling = (amount: number) =>
  owner.query(
    `insert into setting_versions (key, value) select key, value || jsonb_build_object('ceiling', $1::int)
      from setting_versions where key = 'cash_deposits' order by valid_from desc, id desc limit 1`,
    [amount],
  );

async function payInCash(reference: string, credit: string): Promise<void> {
  await upload([{ reference: `CASH ${reference}`, details: `CASH DEPOSIT ${reference}`, credit }]);
  await done('bankLines/confirm', confirming(await lineNamed(reference)));
}
async function unlink(orderId: string): Promise<string> {
  await done('desk/undoPayIn', await takingOff(orderId));
  await done('desk/approveUndo', buildStep(orderId), admin);
  const { rows } = await owner.query<{ id: string }>(
    `select u.id from movements u join movements o on o.id = u.source_movement_id where o.order_id = $1 and u.user_id is null
      order by u.id desc limit 1`,
    [orderId],
  );
  return rows[0]?.id ?? '';
}

test('counting cash on two joined accounts of one day raises one alert', async () => {
  // A higher order threshold allows payments of this size.
  await applySetting(server, 'caps', { gate: 10_000 });
  const [ina, alias] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Ina Brown')];
  await owner.query('insert into merged_accounts (user_id, person_id) select unnest($1::uuid[]), $2', [
    [ina.id, alias.id],
    ina.id,
  ]);
  const [one] = await insertAwaitedPayments(server, ina.id, [{ amount: '900000' }]);
  await payInCash(one?.reference ?? '', '900000.00');
  expect(await alertsOf(ina, alias)).toEqual([]);
  const [other] = await insertAwaitedPayments(server, alias.id, [{ amount: '900000' }]);
  await payInCash(other?.reference ?? '', '900000.00');
  const alerts = [expect.stringMatching(/Cash deposits of J\$1,800,000\.00 on .*, across 2 accounts of one person/)];
  expect(await alertsOf(ina, alias)).toEqual(alerts);
  expect(await alertsOf(ina, alias)).toEqual(alerts);
});

test.each([
  ['after it was counted for another customer', true],
  ['before the count', false],
])('cash unlinked %s counts for its final owner', async (_, counted) => {
  await setCeiling(3500);
  const [wrong, right] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Ina Brown')];
  const [first, own] = [
    await placePaidBuy(server, wrong.cookie, { amount: '3600' }),
    await placePaidBuy(server, right.cookie, { amount: '3600' }),
  ];
  await payInCash(first.reference, '3600.00');
  if (counted) expect(await alertsOf(wrong)).toHaveLength(1);
  const loose = await unlink(first.orderId);
  await done('unassigned/attach', buildAttachment(loose, own, '3600'));
  expect(await alertsOf(right)).toEqual([expect.stringContaining('J$3,600.00')]);
  await setCeiling(5000);
  const [again] = await insertAwaitedPayments(server, wrong.id, [{ amount: '2000' }]);
  await payInCash(again?.reference ?? '', '2000.00');
  expect(await alertsOf(wrong)).toHaveLength(counted ? 1 : 0);
});

test('joining two accounts counts their cash of one day together', async () => {
  await setCeiling(5000);
  const [ina, alias, third] = [
    await newCustomer(server, 'Ina Brown'),
    await newCustomer(server, 'Ina Brown'),
    await newCustomer(server, 'Ina Brown'),
  ];
  for (const { cookie } of [ina, alias])
    await payInCash((await placePaidBuy(server, cookie, { amount: '4000' })).reference, '4000.00');
  expect(await alertsOf(ina, alias)).toEqual([]);
  const join = async (one: { id: string }, other: { id: string }) => {
    await linkAccounts(server, [one.id, other.id], 'wallet');
    const decision = { userId: one.id, otherId: other.id, decision: 'join', note: 'Seen both faces', proposalId: null };
    expect(await server.call('identity/decideLink', decision, compliance)).toMatchObject({ body: { state: 'joined' } });
  };
  await join(ina, alias);
  expect(await alertsOf(ina, alias)).toEqual([expect.stringContaining('across 2 accounts')]);
  await join(alias, third);
  expect(await alertsOf(ina, alias, third)).toHaveLength(1);
});
