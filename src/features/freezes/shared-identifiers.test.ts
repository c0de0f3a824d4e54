import { randomBytes } from 'node:crypto';
import { Address, NETWORK } from '@scure/btc-signer';
import { encodeAccountID } from 'ripple-address-codec';
import { describe, expect, test } from 'vitest';
import { createFrozenScenario, newAccount } from '../../../test/frozen-scenario.ts';
import { buy } from '../../../test/orders.ts';
import { solanaAddress, solanaHash } from '../../../test/payments.ts';
import { createSession } from '../../../test/security/actors.ts';
import { type Customer, enhancedForm, newCustomer, wallet } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { confirmRegistration, insertWorkshop } from '../../../test/workshops.ts';
import { listSpellings } from '../../kernel/name-words.ts';
import { getSameKeyAddresses, getWrappedAddress } from '../assets/same-key.ts';
import { detectDuplicatesOf } from '../kyc/detect-duplicates.ts';
import { pruneAddressForms } from './jobs.ts';

const server = await serverWithoutFaults();
const { rowsOf } = setUpSuspicions(server);
const { freeze, createVerified, payOut, buyOrder, sellOrder, act } = await createFrozenScenario(server);
const createCustomer = (name: string) => newCustomer(server, name);

const stopped = 'desk.payer_stopped';
const createXrpAddress = () => encodeAccountID(randomBytes(20));
const buyFrom = async (customer: Customer, account: string, holder: string) =>
  payOut(
    await buyOrder(customer, { symbol: 'XRP', network: 'xrp', walletAddress: createXrpAddress() }, { account, holder }),
  );
const buyTo = async (customer: Customer, wallet: string, destinationTag: string) =>
  payOut(await buyOrder(customer, { symbol: 'XRP', network: 'xrp', walletAddress: wallet, destinationTag }));
const { owner, services, actsAs, call } = server;

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

describe('address forms', () => {
  const bitcoin = Address(NETWORK);
  const createAddresses = () => {
    const hash = new Uint8Array(randomBytes(20));
    const legacy = bitcoin.encode({ type: 'pkh', hash });
    return { legacy, native: bitcoin.encode({ type: 'wpkh', hash }), wrapped: getWrappedAddress(legacy) ?? '' };
  };
  const isStopped = async (address: string): Promise<boolean> =>
    (await owner.query(`select app.freezes_by_counterparty(null, $1, null, true, null)`, [address])).rows.length > 0;
  const isStored = async (address: string) =>
    (await owner.query('select from address_forms where forms @> array[$1]', [address])).rows.length > 0;

  test('a trusted wallet of Enhanced KYC is found under every address of its key', async () => {
    const fred = await newCustomer(server, 'Frozen Fred');
    const { legacy, native, wrapped } = createAddresses();
    const form = await enhancedForm(server, fred.id, { wallets: { list: [{ ...wallet, walletAddress: legacy }] } });
    expect(await actsAs(fred.cookie)('identity/submitEnhanced', form)).toBe('done');
    expect(await isStopped(native)).toBe(false);
    await freeze(fred);
    for (const address of [legacy, native, native.toUpperCase(), wrapped]) expect(await isStopped(address)).toBe(true);
    expect(await isStopped(createAddresses().wrapped)).toBe(false);
  });

  test('the sender of a sale is found under every address of its key', async () => {
    const frieda = await newCustomer(server, 'Frozen Frieda');
    const { native, legacy, wrapped } = createAddresses();
    await sellOrder(frieda, native, { holder: 'Frozen Frieda' });
    await freeze(frieda);
    for (const address of [native, legacy, wrapped]) expect(await isStopped(address)).toBe(true);
  });

  test('a key is found from its address when the frozen customer named the wrapping', async () => {
    const [felix, mule] = [await newCustomer(server, 'Frozen Felix'), await newCustomer(server, 'Minnie Mule')];
    const { native, wrapped } = createAddresses();
    expect((await buy(server, felix.cookie, { amount: '1500', walletAddress: wrapped })).status).toBe(200);
    expect((await buy(server, mule.cookie, { amount: '1500', walletAddress: native })).status).toBe(200);
    await freeze(felix);
    expect(await isStopped(native)).toBe(true);
  });

  test('pruning keeps addresses of orders and deletes those that no record names', async () => {
    const customer = await newCustomer(server, 'Paula Plain');
    const [named, unnamed] = [createAddresses(), createAddresses()];
    expect((await buy(server, customer.cookie, { amount: '1500', walletAddress: named.native })).status).toBe(200);
    const forms = [unnamed.legacy, ...getSameKeyAddresses(unnamed.legacy)];
    await owner.query('insert into address_forms (address, forms) values ($1, $2)', [unnamed.legacy, forms]);
    await pruneAddressForms(services);
    expect([await isStored(named.legacy), await isStored(unnamed.native)]).toEqual([true, false]);
  });
});

describe('training coins', async () => {
  const support = await createSession(server, 'support');

  async function createAttendee() {
    const sessionId = await insertWorkshop(server, { startsIn: '1 hour' });
    const attendee = await confirmRegistration(server, sessionId);
    expect((await call('workshopsDesk/checkIn', { sessionId, code: attendee.code }, support)).status).toBe(200);
    const [award] = await rowsOf<{ id: string }>('select id from lgm_awards where user_id = $1', [attendee.id]);
    const nameWallet = async (address: string) =>
      expect(await act('workshops/nameAwardWallet', { awardId: award?.id, address }, attendee.cookie)).toBe('done');
    return { ...attendee, names: nameWallet };
  }
  const buyTo = async (walletAddress: string) => {
    const mule = await newCustomer(server, 'Mary Mule');
    return payOut(await buyOrder(mule, { symbol: 'SOL', network: 'solana', walletAddress }), solanaHash());
  };

  test('paying coins to a training wallet of a frozen customer is blocked', async () => {
    const [first, second, afterFreeze] = [solanaAddress(), solanaAddress(), solanaAddress()];
    const fred = await createAttendee();
    for (const address of [first, second]) await fred.names(address);
    await freeze(fred);
    await fred.names(afterFreeze);
    for (const address of [first, second]) expect(await buyTo(address)).toBe('desk.payer_stopped');
    expect(await buyTo(afterFreeze)).toBe('paid');
  });

  test('two attendees with one training wallet are linked', async () => {
    const [wallet, first, second] = [solanaAddress(), await createAttendee(), await createAttendee()];
    for (const attendee of [first, second]) await attendee.names(wallet);
    for (const { id } of [first, second]) await detectDuplicatesOf(services, id);
    const links = await rowsOf(
      'select kinds from account_links where $1 in (account_a, account_b) and $2 in (account_a, account_b)',
      [first.id, second.id],
    );
    expect(links).toEqual([{ kinds: expect.arrayContaining(['wallet']) }]);
  });
});

describe('name words', () => {
  test.each([
    "John O'Brien",
    'O BRIEN, JOHN',
    'O´Brien Jóhn',
    'MC DONALD IAN',
    'Łukasz Østergård',
    'Grœßner-Þór Æsa',
    'Đặng Thị Ħaż',
    'Maria de la Cruz',
  ])('the words of %s are equal in code and database', async (name) => {
    const { rows } = await owner.query<{ words: string[] }>('select app.name_words($1) words', [name]);
    expect(rows[0]?.words.toSorted()).toEqual([...new Set(listSpellings(name).flat())].sort());
  });

  test('two spellings of a name match in the database', async () => {
    const { rows } = await owner.query<{ isSame: boolean }>(
      `select app.is_possible_same_name(app.name_words(a), app.name_words(b)) "isSame"
       from (values ('O BRIEN JOHN', 'John O''Brien'), ('Ian McDonald', 'MC DONALD IAN'), ('Lukasz', 'Łukasz')) n (a, b)`,
    );
    expect(rows.map(({ isSame }) => isSame)).toEqual([true, true, true]);
  });
});
