import { randomBytes } from 'node:crypto';
import { encodeAccountID } from 'ripple-address-codec';
import { expect, test } from 'vitest';
import { createFrozenScenario, newAccount } from '../../../test/frozen-scenario.ts';
import { type Customer, newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';

const server = await serverWithoutFaults();
const { rowsOf } = setUpSuspicions(server);
const { freeze, createVerified, payOut, buyOrder } = await createFrozenScenario(server);
const createCustomer = (name: string) => newCustomer(server, name);

const stopped = 'desk.payer_stopped';
const createXrpAddress = () => encodeAccountID(randomBytes(20));
const buyFrom = async (customer: Customer, account: string, holder: string) =>
  payOut(
    await buyOrder(customer, { symbol: 'XRP', network: 'xrp', walletAddress: createXrpAddress() }, { account, holder }),
  );
const buyTo = async (customer: Customer, wallet: string, destinationTag: string) =>
  payOut(await buyOrder(customer, { symbol: 'XRP', network: 'xrp', walletAddress: wallet, destinationTag }));

test.each([
  ['unverified accounts', newCustomer],
  ['verified relatives', (_: typeof server, name: string) => createVerified(name)],
] as const)("money from a frozen customer's own account is blocked even if it paid for %s", async (_, createPayer) => {
  const [fred, mule] = [await createCustomer('Frozen Fred'), await createCustomer('Mary Mule')];
  const account = newAccount();
  for (const customer of [fred, await createPayer(server, 'Aunt Fay'), await createPayer(server, 'Uncle Fitz')])
    expect(await buyFrom(customer, account, 'Frozen Fred')).toBe('paid');
  await freeze(fred);
  expect(await buyFrom(mule, account, 'Frozen Fred')).toBe(stopped);
});

test.each([
  ['in capitals with the surname first', 'FROZEN, BJÖRN'],
  ['without accents, with a title and a middle name', 'Mr. Bjorn Alexander Frozen'],
  ['next to the other holder of a joint account', 'Bjorn Frozen & Maria Frozen'],
])("an account counts as the frozen customer's when the bank writes the name %s", async (_, holder) => {
  const [fred, mule] = [await createCustomer('Björn Frozen'), await createCustomer('Mary Mule')];
  const account = newAccount();
  for (const customer of [fred, await createVerified('Maria Frozen'), await createVerified('Uncle Fitz')])
    expect(await buyFrom(customer, account, holder)).toBe('paid');
  await freeze(fred);
  expect(await buyFrom(mule, account, 'Mary Mule')).toBe(stopped);
});

test("a collecting account stays shared even if the bank shows the payers' names", async () => {
  const [fred, late] = [await createCustomer('Frozen Franz'), await createCustomer('Lara Late')];
  const [ann, bob] = [await createVerified('Ann Honest'), await createVerified('Bob Honest')];
  const named = [
    [fred, 'Frozen Franz'],
    [ann, 'Ann Honest'],
    [bob, 'BOB HONEST'],
  ] as const;
  const [plain, shown] = [newAccount(), newAccount()];
  for (const [customer, name] of named) {
    expect(await buyFrom(customer, plain, 'Collections of the Bank')).toBe('paid');
    expect(await buyFrom(customer, shown, name)).toBe('paid');
  }
  await rowsOf('update profiles set closed_at = now(), erase_after = now() + make_interval(years => 7) where id = $1', [
    bob.id,
  ]);
  await freeze(fred);
  expect(await buyFrom(late, plain, 'Collections of the Bank')).toBe('paid');
  expect(await buyFrom(late, shown, 'Lara Late')).toBe('paid');
});

test("unverified strangers, or those verified after the freeze, don't make an account shared", async () => {
  const [fred, mule] = [await createCustomer('Frozen Fritz'), await createCustomer('Mary Mule')];
  const [first, second] = [await createCustomer('Sock One'), await createCustomer('Sock Two')];
  const account = newAccount();
  for (const customer of [fred, first, second]) await buyFrom(customer, account, 'Jane Doe');
  await freeze(fred);
  expect(await buyFrom(mule, account, 'Jane Doe')).toBe(stopped);
  const approve = `insert into kyc_submissions (user_id, tier, status, waits_for, data, decided_at)
    values ($1, 1, 'approved', 'none', '{"full_name": "Sock"}', now())`;
  for (const { id } of [first, second]) await rowsOf(approve, [id]);
  expect(await buyFrom(mule, account, 'Jane Doe')).toBe(stopped);
});

test("a meaningless tag doesn't unblock a frozen customer's XRP wallet", async () => {
  const [fred, mule] = [await createCustomer('Frozen Fabian'), await createCustomer('Max Mule')];
  const [socks, people] = [createXrpAddress(), createXrpAddress()];
  for (const wallet of [socks, people]) expect(await buyTo(fred, wallet, '')).toBe('paid');
  for (const tag of ['1', '2']) {
    expect(await buyTo(await createCustomer('Sock Puppet'), socks, tag)).toBe('paid');
    expect(await buyTo(await createVerified('Paid Helper'), people, tag)).toBe('paid');
  }
  await freeze(fred);
  for (const wallet of [socks, people]) expect(await buyTo(mule, wallet, '3')).toBe(stopped);
});

test("an exchange wallet with tags of several customers isn't blocked by a frozen customer without a tag", async () => {
  const [ann, bob, late] = [
    await createVerified('Ann Honest'),
    await createVerified('Bob Honest'),
    await createCustomer('Lara Late'),
  ];
  const exchange = createXrpAddress();
  expect(await buyTo(ann, exchange, '8')).toBe('paid');
  expect(await buyTo(bob, exchange, '9')).toBe('paid');
  const fred = await createCustomer('Frozen Frank');
  expect(await buyTo(fred, exchange, '')).toBe('paid');
  await freeze(fred);
  expect(await buyTo(late, exchange, '10')).toBe('paid');
  expect(await buyTo(late, exchange, '')).toBe(stopped);
});
