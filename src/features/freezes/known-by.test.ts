import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { buy, cameIn, paidBuy, sell, wasSent } from '../../../test/orders.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { type Customer, newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { sameKeyAddresses, wrappedAddress } from '../coins/same-key.ts';
import { lookAtOne } from '../identity/look-for-links.ts';
import type { FreezesView } from './views.ts';

/** Whoever is stopped is known by their accounts and wallets: nothing reaches those by the order of somebody else. */
const server = await serverWithoutFaults();
const { call, owner, services } = server;
const { another, rowsOf } = suspicionsOn(server);
const [finance, compliance] = [await sessionFor(server, 'finance'), await sessionFor(server, 'compliance')];
const [second, officer] = [await another('finance'), await another('compliance')];

/** Wallets that belong to nobody else in this file. */
const wallets = [
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
  '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
  '12c6DSiU4Rq3P4ZxziKxzrL5LmMBrzjrJX',
] as const;
const hash = () => randomBytes(32).toString('hex');
/** Nobody else in this file pays from it. */
const newAccount = () => `9${BigInt(`0x${randomBytes(4).toString('hex')}`)}`;
const from = (account: string, holder = 'Somebody') => ({ payerAccount: account, payerHolder: holder });

const freeze = async ({ id }: { id: string }) =>
  expect((await call('compliance/freeze', { userId: id, reason: 'An authority asks' }, officer.cookie)).status).toBe(
    200,
  );
const act = server.actsAs(finance);
type CameIn = Parameters<typeof cameIn>[1];
const arrived = async (orderId: string, seen: CameIn, payer: object = {}) =>
  expect((await call('desk/confirmReceived', { ...cameIn(orderId, seen), ...payer }, finance)).status).toBe(200);
const linesOf = (orderId: string) =>
  rowsOf<{ direction: string }>(`select direction from movements where order_id = $1 order by id`, [orderId]).then(
    (rows) => rows.map(({ direction }) => direction),
  );

/** The desk's ordinary way from money in hand to what left. */
async function paidOut(orderId: string, reference = hash()) {
  const plain = { orderId, note: '' };
  return [
    await act('desk/startProcessing', plain),
    await act('desk/preparePayout', plain),
    await act('desk/approvePayout', plain, second.cookie),
    await act('desk/recordSent', wasSent(orderId, reference)),
  ];
}
async function goesBack(orderId: string, reference = hash()) {
  const [line] = await rowsOf<{ id: string }>(`select id from movements where order_id = $1 and direction = 'in'`, [
    orderId,
  ]);
  const unknown = { payerBank: '', payerAccount: '', payerHolder: '' };
  return [
    await act('desk/prepareReturn', {
      orderId,
      movementId: line?.id,
      reasonCode: 'order_stopped',
      note: '',
      ...unknown,
    }),
    await act('desk/approveReturn', { orderId, note: '' }, second.cookie),
    await act('desk/recordReturned', wasSent(orderId, reference)),
  ];
}
const cancelled = (orderId: string) => act('desk/cancel', { orderId, reasonCode: 'asked_by_customer', note: '' });
const freezesOf = async ({ id }: Customer) =>
  (await call<FreezesView>('compliance/freezes', { userId: id }, compliance)).body;

/** What two of compliance decide of one order. */
async function decided(orderId: string) {
  const note = 'Another person, by the papers';
  const asked = await call<{ proposalId: string; code?: string }>(
    'compliance/proposeFrozenReturn',
    { orderId, note },
    officer.cookie,
  );
  if (asked.status !== 200) return asked.body.code;
  const { proposalId } = asked.body;
  return act('compliance/decideFrozen', { proposalId, decision: 'approve', note }, compliance);
}

/** A buy of one customer to a wallet, its money here. */
async function boughtTo(walletAddress: string, { cookie }: Customer) {
  const { orderId } = await paidBuy(server, cookie, { amount: '1600', walletAddress });
  await arrived(orderId, { amount: '1600' }, from(newAccount()));
  return orderId;
}

const stopped = ['done', 'desk.payer_stopped', 'approvals.not_found', 'desk.payer_stopped'];

test('coins reach no wallet of a frozen customer, whoever orders them', async () => {
  const [fred, mule] = [await newCustomer(server, 'Frozen Fred'), await newCustomer(server, 'Mary Mule')];
  expect((await buy(server, fred.cookie, { amount: '1500', walletAddress: wallets[0] })).status).toBe(200);
  const agreed = await boughtTo(wallets[0], mule);
  const plain = { orderId: agreed, note: '' };
  await act('desk/startProcessing', plain);
  await act('desk/preparePayout', plain);
  expect(await act('desk/approvePayout', plain, second.cookie)).toBe('done');
  await freeze(fred);
  expect(await act('desk/recordSent', wasSent(agreed, hash()))).toBe('desk.payer_stopped');
  const orderId = await boughtTo(wallets[0], mule);
  expect(await paidOut(orderId)).toEqual(stopped);
  expect(await linesOf(orderId)).toEqual(['in']);
  // Nor does the database take the line, whatever code asks.
  const line = owner.query(
    `insert into movements (order_id, user_id, direction, asset, amount, rail, reference, reference_key, address, moved_at,
       recorded_at, proposal_id)
     select t.id, t.user_id, 'out', p.payload->>'unit', (p.payload->>'amount')::numeric, 'bitcoin', 'x', $2, t.wallet_address,
            now(), now(), p.id
       from transactions t join proposals p on p.subject = t.id::text and p.kind = 'payout' where t.id = $1`,
    [agreed, randomUUID()],
  );
  await expect(line).rejects.toMatchObject({ constraint: 'nothing_moves_while_frozen' });
  // What the mule paid from elsewhere goes back there.
  expect(await cancelled(orderId)).toBe('done');
  expect(await goesBack(orderId)).toEqual(['done', 'done', 'done']);
});

test('nor any other address that the key of that wallet opens', async () => {
  const [fred, mule] = [await newCustomer(server, 'Frozen Felix'), await newCustomer(server, 'Minnie Mule')];
  const address = '1Q2TWHE3GMdB6BZKafqwxXtWAWgFt5Jvm3';
  expect((await buy(server, fred.cookie, { amount: '1500', walletAddress: address })).status).toBe(200);
  await freeze(fred);
  for (const other of sameKeyAddresses(address)) {
    const orderId = await boughtTo(other, mule);
    expect([other, await paidOut(orderId)]).toEqual([other, stopped]);
  }
});

test('nor is what wraps a key another wallet than one of the key', async () => {
  const [fred, mule] = [await newCustomer(server, 'Frozen Ferdi'), await newCustomer(server, 'Mimi Mule')];
  const address = '1Ez69SnzzmePmZX3WpEzMKTrcBF2gpNQ55';
  const wrapping = wrappedAddress(address) ?? '';
  expect((await buy(server, fred.cookie, { amount: '1500', walletAddress: address })).status).toBe(200);
  await freeze(fred);
  expect(await paidOut(await boughtTo(wrapping, mule))).toEqual(stopped);
});

test('J$ reach no account of a frozen customer, though the two were said to be two people', async () => {
  const accountNumber = '777 888 999';
  const [frieda, max] = [await newCustomer(server, 'Frozen Frieda'), await newCustomer(server, 'Max Mule')];
  const account = { accountNumber } as object;
  expect((await sell(server, frieda.cookie, { amount: '0.0002', holder: 'Frozen Frieda', ...account })).status).toBe(
    200,
  );
  expect((await sell(server, max.cookie, { amount: '0.00011', holder: 'Max Mule', ...account })).status).toBe(200);
  for (const { id } of [frieda, max]) await lookAtOne(services, id);
  const couple = { userId: frieda.id, otherId: max.id, decision: 'apart', note: 'A couple with one account' };
  expect((await call('identity/decideLink', couple, officer.cookie)).status).toBe(200);
  await freeze(frieda);
  // Written otherwise, and at a bank named otherwise.
  const otherwise = { accountNumber: '0777-888-999', bankName: 'Demo Bank' } as object;
  const { orderId } = (await sell(server, max.cookie, { amount: '0.00012', holder: 'Max Mule', ...otherwise })).body;
  await arrived(orderId, { amount: '0.00012', reference: hash() });
  expect(await paidOut(orderId, 'TO THEIR ACCOUNT')).toEqual(stopped);
  expect(await linesOf(orderId)).toEqual(['in']);
});

test('what a frozen customer paid buys for nobody else', async () => {
  const [fred, mule] = [await newCustomer(server, 'Frozen Franz'), await newCustomer(server, 'Mona Mule')];
  const account = newAccount();
  const own = await paidBuy(server, fred.cookie, { amount: '3000', walletAddress: wallets[2] });
  await arrived(own.orderId, { amount: '3000' }, from(account));
  await freeze(fred);
  const { orderId } = await paidBuy(server, mule.cookie, { amount: '3000', walletAddress: wallets[1] });
  await arrived(orderId, { amount: '3000' }, from(account));
  expect(await paidOut(orderId)).toEqual(stopped);
  expect(await cancelled(orderId)).toBe('done');
  expect((await goesBack(orderId))[0]).toBe('desk.payer_stopped');
});

test('money of somebody whom a freeze stops under a new account goes back by no order of somebody else', async () => {
  const mule = await newCustomer(server, 'Molly Mule');
  const birth = '1945-03-01';
  const [first, again] = [await newCustomer(server, 'Winston Rodney'), await newCustomer(server, 'Winston Rodney')];
  await owner.query('update profiles set date_of_birth = $2 where id = any($1)', [[first.id, again.id], birth]);
  await freeze(first);
  await owner.query(`update auth."user" set "createdAt" = now() where id = $1`, [again.id]);
  const theirs = { amount: '0.0001', holder: 'Winston Rodney', accountNumber: '606-070-809' };
  expect((await sell(server, again.cookie, theirs)).status).toBe(200);
  await lookAtOne(services, again.id);
  expect((await buy(server, again.cookie, { amount: '2000' })).body.code).toBe('trading.not_possible');
  const { orderId } = (await buy(server, mule.cookie, { amount: '2000' })).body;
  await call('trading/cancelOwn', { orderId }, mule.cookie);
  await arrived(orderId, { amount: '4000' }, from('606070809', 'Winston Rodney'));
  expect((await goesBack(orderId))[0]).toBe('desk.payer_stopped');
});

test('an alarm of their own stops nobody else', async () => {
  const [ann, eve] = [await newCustomer(server, 'Ann Honest'), await newCustomer(server, 'Eve Stranger')];
  const account = newAccount();
  const { orderId } = await paidBuy(server, ann.cookie, { amount: '3000' });
  await arrived(orderId, { amount: '3000' }, from(account, 'Ann Honest'));
  // Eve types what is known of Ann, sends nothing, and says "This was not me".
  const typed = { accountNumber: account } as object;
  expect((await sell(server, eve.cookie, { amount: '0.00011', holder: 'Eve Stranger', ...typed })).status).toBe(200);
  await owner.query(`insert into account_freezes (user_id, cause) values ($1, 'not_me')`, [eve.id]);
  expect(await cancelled(orderId)).toBe('done');
  expect(await goesBack(orderId)).toEqual(['done', 'done', 'done']);
});

test('two of compliance read whose freeze stops an order of somebody else, and let it move all the same', async () => {
  const [frank, ann] = [await newCustomer(server, 'Frozen Frank'), await newCustomer(server, 'Anita Honest')];
  const account = newAccount();
  const wrongly = { accountNumber: account } as object;
  const later = await newCustomer(server, 'Frozen Later');
  for (const [one, holder] of [
    [frank, 'Frozen Frank'],
    [later, 'Frozen Later'],
  ] as const)
    expect((await sell(server, one.cookie, { amount: '0.0002', holder, ...wrongly })).status).toBe(200);
  const orders = [];
  for (const amount of ['1600', '1700']) {
    const { orderId } = await paidBuy(server, ann.cookie, { amount, walletAddress: wallets[3] });
    await arrived(orderId, { amount }, from(account, 'Anita Honest'));
    orders.push(orderId);
  }
  const [ended = '', goesOn = ''] = orders;
  expect(await cancelled(ended)).toBe('done');
  expect([await decided(ended), await decided(goesOn)]).toEqual(['freezes.not_frozen', 'freezes.nothing_to_return']);
  await freeze(frank);
  expect((await goesBack(ended))[0]).toBe('desk.payer_stopped');
  expect(await paidOut(goesOn)).toEqual(stopped);
  const shown = await freezesOf(ann);
  expect(shown).toMatchObject({ stopped: false, freezes: [] });
  expect(shown.orders).toEqual(
    [goesOn, ended].map((id) =>
      expect.objectContaining({ id, decided: false, others: [{ id: frank.id, name: 'Frozen Frank' }] }),
    ),
  );
  expect(await decided(ended)).toBe('done');
  expect(await goesBack(ended)).toEqual(['done', 'done', 'done']);
  expect(await decided(goesOn)).toBe('done');
  expect(await act('desk/preparePayout', { orderId: goesOn, note: '' })).toBe('done');
  // A freeze that those two did not know of is none that they decided about.
  await freeze(later);
  const agree = () => act('desk/approvePayout', { orderId: goesOn, note: '' }, second.cookie);
  expect(await agree()).toBe('desk.payer_stopped');
  expect((await freezesOf(ann)).orders).toMatchObject([
    { id: goesOn, decided: false, others: [{ name: 'Frozen Frank' }, { name: 'Frozen Later' }] },
  ]);
  expect(await decided(goesOn)).toBe('done');
  expect(await agree()).toBe('done');
  expect(await act('desk/recordSent', wasSent(goesOn, hash()))).toBe('done');
});
