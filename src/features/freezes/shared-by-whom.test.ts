import { randomBytes } from 'node:crypto';
import { encodeAccountID } from 'ripple-address-codec';
import { expect, test } from 'vitest';
import { newAccount, stoppedOn } from '../../../test/stopped.ts';
import { type Customer, newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';

/** Whose use makes an account or a wallet one of many people, and whose does not. */
const server = await serverWithoutFaults();
const { rowsOf } = suspicionsOn(server);
const { freeze, verified, paidOut, bought } = await stoppedOn(server);
const customer = (name: string) => newCustomer(server, name);

const stopped = 'desk.payer_stopped';
const ripple = () => encodeAccountID(randomBytes(20));
/** An order to a wallet of nobody else, paid from this account in the name that the bank shows, as far as it goes. */
const paidFrom = async (who: Customer, account: string, holder: string) =>
  paidOut(await bought(who, { symbol: 'XRP', network: 'xrp', walletAddress: ripple() }, { account, holder }));
const sentTo = async (who: Customer, wallet: string, destinationTag: string) =>
  paidOut(await bought(who, { symbol: 'XRP', network: 'xrp', walletAddress: wallet, destinationTag }));

test.each([
  ['accounts of nobody', newCustomer],
  ['relatives whose papers were approved', (_: typeof server, name: string) => verified(name)],
] as const)(
  'what somebody frozen pays from their own account buys for nobody, though they paid for %s',
  async (_, come) => {
    const [fred, mule] = [await customer('Frozen Fred'), await customer('Mary Mule')];
    const account = newAccount();
    for (const who of [fred, await come(server, 'Aunt Fay'), await come(server, 'Uncle Fitz')])
      expect(await paidFrom(who, account, 'Frozen Fred')).toBe('paid');
    await freeze(fred);
    expect(await paidFrom(mule, account, 'Frozen Fred')).toBe(stopped);
  },
);

test.each([
  ['in capitals, the surname first', 'FROZEN, BJÖRN'],
  ['without accents, with a title and a middle name', 'Mr. Bjorn Alexander Frozen'],
  ['beside the other holder of a joint account', 'Bjorn Frozen & Maria Frozen'],
])('the account is theirs where the bank writes their name %s', async (_, holder) => {
  const [fred, mule] = [await customer('Björn Frozen'), await customer('Mary Mule')];
  const account = newAccount();
  for (const who of [fred, await verified('Maria Frozen'), await verified('Uncle Fitz')])
    expect(await paidFrom(who, account, holder)).toBe('paid');
  await freeze(fred);
  expect(await paidFrom(mule, account, 'Mary Mule')).toBe(stopped);
});

test("a collecting account stays many people's, also where the bank shows whose money came through it", async () => {
  const [fred, late] = [await customer('Frozen Franz'), await customer('Lara Late')];
  const [ann, bob] = [await verified('Ann Honest'), await verified('Bob Honest')];
  const named = [
    [fred, 'Frozen Franz'],
    [ann, 'Ann Honest'],
    [bob, 'BOB HONEST'],
  ] as const;
  const [plain, shown] = [newAccount(), newAccount()];
  for (const [who, name] of named) {
    expect(await paidFrom(who, plain, 'Collections of the Bank')).toBe('paid');
    expect(await paidFrom(who, shown, name)).toBe('paid');
  }
  // Whoever closed their account since had paid from there all the same.
  await rowsOf('update profiles set closed_at = now(), erase_after = now() + make_interval(years => 7) where id = $1', [
    bob.id,
  ]);
  await freeze(fred);
  expect(await paidFrom(late, plain, 'Collections of the Bank')).toBe('paid');
  expect(await paidFrom(late, shown, 'Lara Late')).toBe('paid');
});

test('strangers without approved papers make no account shared, nor do those approved since the freeze', async () => {
  const [fred, mule] = [await customer('Frozen Fritz'), await customer('Mary Mule')];
  const [one, two] = [await customer('Sock One'), await customer('Sock Two')];
  const account = newAccount();
  for (const who of [fred, one, two]) await paidFrom(who, account, 'Somebody');
  await freeze(fred);
  expect(await paidFrom(mule, account, 'Somebody')).toBe(stopped);
  const approve = `insert into kyc_submissions (user_id, tier, status, waits_for, data, decided_at)
    values ($1, 1, 'approved', 'nobody', '{"full_name": "Sock"}', now())`;
  for (const { id } of [one, two]) await rowsOf(approve, [id]);
  expect(await paidFrom(mule, account, 'Somebody')).toBe(stopped);
});

test('nothing reaches the XRP wallet of a frozen customer by a tag that means nothing there', async () => {
  const [fred, mule] = [await customer('Frozen Fabian'), await customer('Max Mule')];
  const [socks, people] = [ripple(), ripple()];
  for (const wallet of [socks, people]) expect(await sentTo(fred, wallet, '')).toBe('paid');
  for (const tag of ['1', '2']) {
    expect(await sentTo(await customer('Sock Puppet'), socks, tag)).toBe('paid');
    expect(await sentTo(await verified('Paid Helper'), people, tag)).toBe('paid');
  }
  await freeze(fred);
  for (const wallet of [socks, people]) expect(await sentTo(mule, wallet, '3')).toBe(stopped);
});

test('an exchange at which people had their tags stays theirs, though somebody frozen left the tag out', async () => {
  const [ann, bob, late] = [await verified('Ann Honest'), await verified('Bob Honest'), await customer('Lara Late')];
  const exchange = ripple();
  expect(await sentTo(ann, exchange, '8')).toBe('paid');
  expect(await sentTo(bob, exchange, '9')).toBe('paid');
  const fred = await customer('Frozen Frank');
  expect(await sentTo(fred, exchange, '')).toBe('paid');
  await freeze(fred);
  expect(await sentTo(late, exchange, '10')).toBe('paid');
  expect(await sentTo(late, exchange, '')).toBe(stopped);
});
