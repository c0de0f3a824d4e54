import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createFrozenScenario } from '../../../test/frozen-scenario.ts';
import { buildPayIn, buildSent, buy, placePaidBuy, sell } from '../../../test/orders.ts';
import { createSession } from '../../../test/security/actors.ts';
import { type Customer, newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { detectDuplicatesOf } from '../kyc/detect-duplicates.ts';
import type { FreezesView } from './views.ts';

/** A frozen customer's accounts and wallets receive nothing through another customer's order. */
const server = await serverWithoutFaults();
const { call, owner, services } = server;
const { another, rowsOf } = setUpSuspicions(server);
const [finance, compliance] = [await createSession(server, 'finance'), await createSession(server, 'compliance')];
const [second, officer] = [await another('finance'), await another('compliance')];

const wallets = [
  'bc1qwjgyu6rkwgzfccydsmq7ghj6hlkj7xlvlhkf7g',
  '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
  '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
  '12c6DSiU4Rq3P4ZxziKxzrL5LmMBrzjrJX',
] as const;
const hash = () => randomBytes(32).toString('hex');
const newAccount = () => `9${BigInt(`0x${randomBytes(4).toString('hex')}`)}`;
const buildPayer = (account: string, holder = 'Jane Doe') => ({ payerAccount: account, payerHolder: holder });

const freeze = async ({ id }: { id: string }) =>
  expect((await call('compliance/freeze', { userId: id, reason: 'An authority asks' }, officer.cookie)).status).toBe(
    200,
  );
const act = server.actsAs(finance);
type PayInInput = Parameters<typeof buildPayIn>[1];
const confirmArrival = async (orderId: string, seen: PayInInput, payer: object = {}) =>
  expect((await call('desk/confirmReceived', { ...buildPayIn(orderId, seen), ...payer }, finance)).status).toBe(200);
const findDirections = (orderId: string) =>
  rowsOf<{ direction: string }>(`select direction from movements where order_id = $1 order by id`, [orderId]).then(
    (rows) => rows.map(({ direction }) => direction),
  );

async function payOut(orderId: string, reference = hash()) {
  const target = { orderId, note: '' };
  return [
    await act('desk/startProcessing', target),
    await act('desk/preparePayout', target),
    await act('desk/approvePayout', target, second.cookie),
    await act('desk/recordSent', buildSent(orderId, reference)),
  ];
}
async function returnMoney(orderId: string, reference = hash()) {
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
    await act('desk/recordReturned', buildSent(orderId, reference)),
  ];
}
const cancelOrder = (orderId: string) => act('desk/cancel', { orderId, reasonCode: 'asked_by_customer', note: '' });
const loadFreezes = async ({ id }: Customer) =>
  (await call<FreezesView>('compliance/freezes', { userId: id }, compliance)).body;

async function proposeAndApprove(orderId: string) {
  const note = 'Another person, according to documents';
  const proposed = await call<{ proposalId: string; code?: string }>(
    'compliance/proposeFrozenReturn',
    { orderId, note },
    officer.cookie,
  );
  if (proposed.status !== 200) return proposed.body.code;
  const { proposalId } = proposed.body;
  return act('compliance/decideFrozen', { proposalId, decision: 'approve', note }, compliance);
}

async function buyTo(walletAddress: string, { cookie }: Customer) {
  const { orderId } = await placePaidBuy(server, cookie, { amount: '1600', walletAddress });
  await confirmArrival(orderId, { amount: '1600' }, buildPayer(newAccount()));
  return orderId;
}

const stopped = ['done', 'desk.payer_stopped', 'approvals.not_found', 'desk.not_approved'];

test("paying coins to a frozen customer's wallet is blocked for other customers too", async () => {
  const [fred, mule] = [await newCustomer(server, 'Frozen Fred'), await newCustomer(server, 'Mary Mule')];
  expect((await buy(server, fred.cookie, { amount: '1500', walletAddress: wallets[0] })).status).toBe(200);
  const agreed = await buyTo(wallets[0], mule);
  const target = { orderId: agreed, note: '' };
  await act('desk/startProcessing', target);
  await act('desk/preparePayout', target);
  expect(await act('desk/approvePayout', target, second.cookie)).toBe('done');
  await freeze(fred);
  expect(await act('desk/recordSent', buildSent(agreed, hash()))).toBe('desk.payer_stopped');
  const orderId = await buyTo(wallets[0], mule);
  expect(await payOut(orderId)).toEqual(stopped);
  expect(await findDirections(orderId)).toEqual(['in']);
  const line = owner.query(
    `insert into movements (order_id, user_id, direction, asset, amount, rail, reference, reference_key, address, moved_at,
       recorded_at, proposal_id)
     select t.id, t.user_id, 'out', p.payload->>'unit', (p.payload->>'amount')::numeric, 'bitcoin', 'x', $2, t.wallet_address,
            now(), now(), p.id
       from transactions t join proposals p on p.subject = t.id::text and p.kind = 'payout' where t.id = $1`,
    [agreed, randomUUID()],
  );
  await expect(line).rejects.toMatchObject({ constraint: 'nothing_moves_while_frozen' });
  expect(await cancelOrder(orderId)).toBe('done');
  expect(await returnMoney(orderId)).toEqual(['done', 'done', 'done']);
});

test("paying J$ to a frozen customer's account is blocked even after the accounts were separated", async () => {
  const accountNumber = '777 888 999';
  const [frieda, max] = [await newCustomer(server, 'Frozen Frieda'), await newCustomer(server, 'Max Mule')];
  const account = { accountNumber } as object;
  expect((await sell(server, frieda.cookie, { amount: '0.0002', holder: 'Frozen Frieda', ...account })).status).toBe(
    200,
  );
  expect((await sell(server, max.cookie, { amount: '0.00011', holder: 'Max Mule', ...account })).status).toBe(200);
  for (const { id } of [frieda, max]) await detectDuplicatesOf(services, id);
  const separation = { userId: frieda.id, otherId: max.id, decision: 'apart', note: 'A couple with one account' };
  expect((await call('identity/decideLink', separation, officer.cookie)).status).toBe(200);
  await freeze(frieda);
  const variant = { accountNumber: '0777-888-999', bankName: 'Demo Bank' } as object;
  const { orderId } = (await sell(server, max.cookie, { amount: '0.00012', holder: 'Max Mule', ...variant })).body;
  await confirmArrival(orderId, { amount: '0.00012', reference: hash() });
  expect(await payOut(orderId, 'TO THE ACCOUNT')).toEqual(stopped);
  expect(await findDirections(orderId)).toEqual(['in']);
});

test("money of a frozen customer's new account isn't returned through another customer's order", async () => {
  const mule = await newCustomer(server, 'Molly Mule');
  const birth = '1945-03-01';
  const [first, duplicate] = [await newCustomer(server, 'Winston Rodney'), await newCustomer(server, 'Winston Rodney')];
  await owner.query('update profiles set date_of_birth = $2 where id = any($1)', [[first.id, duplicate.id], birth]);
  await freeze(first);
  await owner.query(`update auth."user" set "createdAt" = now() where id = $1`, [duplicate.id]);
  const ownSale = { amount: '0.0001', holder: 'Winston Rodney', accountNumber: '606-070-809' };
  expect((await sell(server, duplicate.cookie, ownSale)).status).toBe(200);
  await detectDuplicatesOf(services, duplicate.id);
  expect((await buy(server, duplicate.cookie, { amount: '2000' })).body.code).toBe('trading.not_possible');
  const { orderId } = (await buy(server, mule.cookie, { amount: '2000' })).body;
  await call('trading/cancelOwn', { orderId }, mule.cookie);
  await confirmArrival(orderId, { amount: '4000' }, buildPayer('606070809', 'Winston Rodney'));
  expect((await returnMoney(orderId))[0]).toBe('desk.payer_stopped');
});

test("a customer's own alarm blocks no other customer", async () => {
  const [ann, eve] = [await newCustomer(server, 'Ann Honest'), await newCustomer(server, 'Eve Stranger')];
  const account = newAccount();
  const { orderId } = await placePaidBuy(server, ann.cookie, { amount: '3000' });
  await confirmArrival(orderId, { amount: '3000' }, buildPayer(account, 'Ann Honest'));
  // Eve types Ann's account number, sends nothing and reports "This was not me".
  const typed = { accountNumber: account } as object;
  expect((await sell(server, eve.cookie, { amount: '0.00011', holder: 'Eve Stranger', ...typed })).status).toBe(200);
  await owner.query(`insert into account_freezes (user_id, cause) values ($1, 'not_me')`, [eve.id]);
  expect(await cancelOrder(orderId)).toBe('done');
  expect(await returnMoney(orderId)).toEqual(['done', 'done', 'done']);
});

test("two officers see the freeze that stops another customer's order and release the order", async () => {
  const [frank, ann] = [await newCustomer(server, 'Frozen Frank'), await newCustomer(server, 'Anita Honest')];
  const account = newAccount();
  const sharedAccount = { accountNumber: account } as object;
  const later = await newCustomer(server, 'Frozen Later');
  for (const [customer, holder] of [
    [frank, 'Frozen Frank'],
    [later, 'Frozen Later'],
  ] as const)
    expect((await sell(server, customer.cookie, { amount: '0.0002', holder, ...sharedAccount })).status).toBe(200);
  const orders = [];
  for (const amount of ['1600', '1700']) {
    const { orderId } = await placePaidBuy(server, ann.cookie, { amount, walletAddress: wallets[3] });
    await confirmArrival(orderId, { amount }, buildPayer(account, 'Anita Honest'));
    orders.push(orderId);
  }
  const [ended = '', continuing = ''] = orders;
  expect(await cancelOrder(ended)).toBe('done');
  expect([await proposeAndApprove(ended), await proposeAndApprove(continuing)]).toEqual([
    'freezes.not_frozen',
    'freezes.nothing_to_return',
  ]);
  await freeze(frank);
  expect((await returnMoney(ended))[0]).toBe('desk.payer_stopped');
  expect(await payOut(continuing)).toEqual(stopped);
  const shown = await loadFreezes(ann);
  expect(shown).toMatchObject({ stopped: false, freezes: [] });
  expect(shown.orders).toEqual(
    [continuing, ended].map((id) =>
      expect.objectContaining({ id, decided: false, others: [{ id: frank.id, name: 'Frozen Frank' }] }),
    ),
  );
  expect(await proposeAndApprove(ended)).toBe('done');
  expect(await returnMoney(ended)).toEqual(['done', 'done', 'done']);
  expect(await proposeAndApprove(continuing)).toBe('done');
  expect(await act('desk/preparePayout', { orderId: continuing, note: '' })).toBe('done');
  // A later freeze isn't covered by the decision.
  await freeze(later);
  const agree = () => act('desk/approvePayout', { orderId: continuing, note: '' }, second.cookie);
  expect(await agree()).toBe('desk.payer_stopped');
  expect((await loadFreezes(ann)).orders).toMatchObject([
    { id: continuing, decided: false, others: [{ name: 'Frozen Frank' }, { name: 'Frozen Later' }] },
  ]);
  expect(await proposeAndApprove(continuing)).toBe('done');
  expect(await agree()).toBe('done');
  expect(await act('desk/recordSent', buildSent(continuing, hash()))).toBe('done');
});

const { payOut: payOutFully, buyOrder, sellOrder, moveEarlier } = await createFrozenScenario(server);
const branch = '00012-';
const wallet = '1LdRcdxfbSnmCYYNdeYpUnztiYzVfBEQeC';
const mulesWallet = '1dice8EMZmqKvrGE4Qc9bUFf9PX3xaYDp';

async function seller(name: string, sender: string) {
  const customer = await newCustomer(server, name);
  const payOutTo = async (accountNumber: string) => {
    const orderId = await sellOrder(customer, sender, { holder: name, accountNumber });
    return payOutFully(orderId, `OUT ${orderId}`);
  };
  return { ...customer, paysOut: payOutTo };
}

async function freezePayerOf(account: string) {
  const fred = await newCustomer(server, 'Frozen Fred');
  await buyOrder(fred, { walletAddress: wallet }, { account });
  await freeze(fred);
}

describe('accounts with a branch number', () => {
  test("paying J$ to a frozen customer's account is blocked with and without the branch", async () => {
    const fred = await seller('Frozen Fred', '1HB5XMLmzFVj8ALj6mfBsbifRoD4miY36v');
    const frida = await seller('Frozen Frida', 'bc1qm34lsc65zpw79lxes69zkqmk6ee3ewf0j77s3h');
    const [plain, withoutBranch] = [newAccount(), newAccount()];
    expect(await fred.paysOut(plain)).toBe('paid');
    expect(await frida.paysOut(branch + withoutBranch)).toBe('paid');
    for (const account of [fred, frida]) await freeze(account);
    const mary = await seller('Mary Mule', '17A16QmavnUfCW11DAApiJxp7ARnxN5pGX');
    const molly = await seller('Molly Mule', '1FeexV6bAHb8ybZjqQMjJrcCrHGW9sb6uF');
    const honest = await seller('Harry Honest', '1P5ZEDWTKTFGxQjZphgWPQUpe554WKDfHQ');
    expect(await mary.paysOut(branch + plain)).toBe('desk.payer_stopped');
    expect(await molly.paysOut(withoutBranch)).toBe('desk.payer_stopped');
    expect(await honest.paysOut(branch + newAccount())).toBe('paid');
  });

  test("money from a frozen customer's account is blocked with and without the branch", async () => {
    const mule = await newCustomer(server, 'Mary Mule');
    const [plain, withBranch] = [newAccount(), branch + newAccount()];
    await freezePayerOf(plain);
    await freezePayerOf(withBranch);
    for (const account of [`00012 ${plain}`, withBranch.replace(branch, '')])
      expect(await payOutFully(await buyOrder(mule, { walletAddress: mulesWallet }, { account }))).toBe(
        'desk.payer_stopped',
      );
  });

  test('account endings shorter than six digits match no account', async () => {
    const areSameAccount = (account: string, otherAccount: string) =>
      rowsOf<{ known: boolean }>('select coalesce(app.is_possible_same_account($1, $2), false) known', [
        account,
        otherAccount,
      ]).then((rows) => rows.map(({ known }) => known));
    // Leading zeros and signs are ignored unless the zeros are among the last six digits.
    expect(await areSameAccount('012345', '0-012345')).toEqual([true]);
    expect(await areSameAccount('012345', '00012-012345')).toEqual([true]);
    expect(await areSameAccount('012345', '00012-912345')).toEqual([false]);
    // A bank shows only the end of a masked account.
    expect(await areSameAccount('XXXXX12345', '00012-012345')).toEqual([false]);
    expect(await areSameAccount('000000', '000000000')).toEqual([false]);
    expect(await areSameAccount('00012-571606', '00012-571607')).toEqual([false]);
  });

  test('an earlier payee of an account stays payable there with its branch', async () => {
    const alice = await seller('Alice Honest', '1Q2TWHE3GMdB6BZKafqwxXtWAWgFt5Jvm3');
    const fred = await seller('Frozen Franz', '1Ez69SnzzmePmZX3WpEzMKTrcBF2gpNQ55');
    const account = newAccount();
    expect(await alice.paysOut(account)).toBe('paid');
    await moveEarlier('1 hour', alice);
    expect(await fred.paysOut(account)).toBe('paid');
    await freeze(fred);
    const findFreezes = (customer: { id: string }) =>
      rowsOf('select from app.freezes_by_counterparty($1, null, null, true, $2)', [branch + account, customer.id]);
    expect(await findFreezes(alice)).toEqual([]);
    expect(await findFreezes(await newCustomer(server, 'Mary Mule'))).toHaveLength(1);
  });
});
