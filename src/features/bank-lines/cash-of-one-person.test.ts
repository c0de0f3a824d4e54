import { expect, test } from 'vitest';
import { awaitedPayments, bankDesk } from '../../../test/bank-lines.ts';
import { paidBuy } from '../../../test/orders.ts';
import { putInForce } from '../../../test/settings.ts';
import { linkAccounts, newCustomer } from '../../../test/submissions.ts';
import { attaching, openMoney, step } from '../../../test/unassigned.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { countCash } from './jobs.ts';

/** The ceiling of cash is a person's, on whichever account, and of whoever the money is in the end (POCA s.101A). */
const server = await serverWithoutFaults();
const { owner, services } = server;
const { admin, compliance, done, finance, takingOff } = await openMoney(server);
const { confirming, lineNamed, upload } = bankDesk(server, { done, finance });

async function alertsOf(...people: { id: string }[]): Promise<string[]> {
  await Promise.all([countCash(services), countCash(services)]);
  const { rows } = await owner.query<{ description: string }>(
    `select description from transaction_alerts where alert_type = 'cash_over_ceiling' and user_id = any($1)
      order by created_at`,
    [people.map(({ id }) => id)],
  );
  return rows.map(({ description }) => description);
}
const ceiling = (amount: number) =>
  owner.query(
    `insert into setting_versions (key, value) select key, value || jsonb_build_object('ceiling', $1::int)
      from setting_versions where key = 'cash_deposits' order by valid_from desc, id desc limit 1`,
    [amount],
  );

/** What waits for its money is paid in cash. */
async function cashFor(reference: string, credit: string): Promise<void> {
  await upload([{ reference: `CASH ${reference}`, details: `CASH DEPOSIT ${reference}`, credit }]);
  await done('bankLines/confirm', confirming(await lineNamed(reference)));
}
/** Two agree that what came in for an order was not for it: what is unassigned since. */
async function takesOff(orderId: string): Promise<string> {
  await done('desk/undoPayIn', await takingOff(orderId));
  await done('desk/approveUndo', step(orderId), admin);
  const { rows } = await owner.query<{ id: string }>(
    `select u.id from movements u join movements o on o.id = u.from_id where o.order_id = $1 and u.user_id is null
      order by u.id desc limit 1`,
    [orderId],
  );
  return rows[0]?.id ?? '';
}

test('cash of two accounts of one person on one day is counted together, and told once', async () => {
  // Payments of that size are there from before one had to stay below the threshold.
  await putInForce(server, 'caps', { gate: 10_000 });
  const [ina, alias] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Ina Brown')];
  await owner.query('insert into joined_accounts (user_id, person_id) select unnest($1::uuid[]), $2', [
    [ina.id, alias.id],
    ina.id,
  ]);
  const [one] = await awaitedPayments(server, ina.id, [{ amount: '900000' }]);
  await cashFor(one?.reference ?? '', '900000.00');
  expect(await alertsOf(ina, alias)).toEqual([]);
  const [other] = await awaitedPayments(server, alias.id, [{ amount: '900000' }]);
  await cashFor(other?.reference ?? '', '900000.00');
  const told = [expect.stringMatching(/J\$1,800,000\.00 were paid in as cash on .* on 2 accounts of one person/)];
  expect(await alertsOf(ina, alias)).toEqual(told);
  expect(await alertsOf(ina, alias)).toEqual(told);
});

test.each([
  ['after it was counted for somebody else', true],
  ['before anybody counted it', false],
])('cash that is taken off %s is counted for whoever’s it is in the end', async (_, counted) => {
  await ceiling(3500);
  const [wrong, right] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Ina Brown')];
  const [first, own] = [
    await paidBuy(server, wrong.cookie, { amount: '3600' }),
    await paidBuy(server, right.cookie, { amount: '3600' }),
  ];
  await cashFor(first.reference, '3600.00');
  if (counted) expect(await alertsOf(wrong)).toHaveLength(1);
  const loose = await takesOff(first.orderId);
  await done('unassigned/attach', attaching(loose, own, '3600'));
  expect(await alertsOf(right)).toEqual([expect.stringContaining('J$3,600.00')]);
  // It is not the cash of whoever it stood on first.
  await ceiling(5000);
  const [again] = await awaitedPayments(server, wrong.id, [{ amount: '2000' }]);
  await cashFor(again?.reference ?? '', '2000.00');
  expect(await alertsOf(wrong)).toHaveLength(counted ? 1 : 0);
});

test('cash of two accounts is counted together once they are found to be one person’s, also afterwards', async () => {
  await ceiling(5000);
  const [ina, alias, third] = [
    await newCustomer(server, 'Ina Brown'),
    await newCustomer(server, 'Ina Brown'),
    await newCustomer(server, 'Ina Brown'),
  ];
  for (const { cookie } of [ina, alias])
    await cashFor((await paidBuy(server, cookie, { amount: '4000' })).reference, '4000.00');
  expect(await alertsOf(ina, alias)).toEqual([]);
  const join = async (one: { id: string }, other: { id: string }) => {
    await linkAccounts(server, [one.id, other.id], 'wallet');
    const decision = { userId: one.id, otherId: other.id, decision: 'join', note: 'Seen both faces', proposalId: null };
    expect(await server.call('identity/decideLink', decision, compliance)).toMatchObject({ body: { state: 'joined' } });
  };
  await join(ina, alias);
  expect(await alertsOf(ina, alias)).toEqual([expect.stringContaining('on 2 accounts')]);
  // Nothing is told anew for an account that brought no cash.
  await join(alias, third);
  expect(await alertsOf(ina, alias, third)).toHaveLength(1);
});
