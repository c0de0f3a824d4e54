import { expect, test } from 'vitest';
import { createFrozenScenario, newAccount } from '../../../test/frozen-scenario.ts';
import { buildPayIn, buildSent, placePaidBuy, sell } from '../../../test/orders.ts';
import { buildBankReceipt, claimPlan } from '../../../test/payments.ts';
import { createSession } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { buildUnallocated } from '../../../test/unassigned.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import type { FreezesView } from './views.ts';

const server = await serverWithoutFaults();
const { call, owner } = server;
const { another, rowsOf } = setUpSuspicions(server);

test('a return approved by two people releases a held order of a frozen customer', async () => {
  const [finance, compliance] = [await createSession(server, 'finance'), await createSession(server, 'compliance')];
  const officer = await another('compliance');
  const customer = await newCustomer(server);
  await call('compliance/freeze', { userId: customer.id, reason: 'An authority asks for it' }, compliance);
  const { orderId } = (await sell(server, customer.cookie, { amount: '0.0002', holder: 'Ina Brown' })).body;
  const target = { orderId, note: '' };
  const reference = 'cd'.repeat(32);
  await call('desk/confirmReceived', buildPayIn(orderId, { amount: '0.0002', reference }), finance);
  await call('desk/cancel', { ...target, reasonCode: 'asked_by_customer' }, finance);
  const release = async () => {
    const { status, body } = await call<{ code?: string }>('desk/release', target, compliance);
    return status === 200 ? 'released' : body.code;
  };
  expect(await release()).toBe('desk.customer_frozen');
  const releaseSql = `update transactions set held = false, hold_reason = null where id = $1`;
  await expect(owner.query(releaseSql, [orderId])).rejects.toThrow('nothing of a frozen customer moves');
  const proposed = await call<{ proposalId: string }>(
    'compliance/proposeFrozenReturn',
    { orderId, note: 'Give it back' },
    officer.cookie,
  );
  const decision = { proposalId: proposed.body.proposalId, decision: 'approve', note: 'Yes' };
  expect((await call('compliance/decideFrozen', decision, compliance)).status).toBe(200);
  expect(await release()).toBe('released');
  const { rows } = await owner.query('select id from movements where order_id = $1', [orderId]);
  const returnInput = {
    movementId: rows[0].id,
    reasonCode: 'order_stopped',
    payerBank: '',
    payerAccount: '',
    payerHolder: '',
  };
  expect((await call('desk/prepareReturn', { ...target, ...returnInput }, finance)).status).toBe(200);
  expect((await call('desk/preparePayout', target, finance)).status).toBe(409);
});

test('an approved return covers only the movements shown', async () => {
  const [finance, compliance] = [await createSession(server, 'finance'), await createSession(server, 'compliance')];
  const [second, officer] = [await another('finance'), await another('compliance')];
  const act = server.actsAs(finance);
  const fred = await newCustomer(server, 'Frozen Fred');
  const { orderId } = await placePaidBuy(server, fred.cookie, { amount: '4000' });
  const target = { orderId, note: '' };
  const payer = { payerAccount: '9811112222', payerHolder: 'Frozen Fred' };
  await act('desk/confirmReceived', { ...buildPayIn(orderId, { amount: '4000', reference: 'OWN 1' }), ...payer });
  await act('desk/startProcessing', target);
  await act('desk/recordExtra', { ...buildPayIn(orderId, { amount: '50', reference: 'SURPLUS 1' }), ...payer });
  await act('compliance/freeze', { userId: fred.id, reason: 'An authority asks' }, officer.cookie);
  const loadOrders = async () =>
    (await call<FreezesView>('compliance/freezes', { userId: fred.id }, compliance)).body.orders;
  const decide = async () => {
    const proposed = await call<{ proposalId: string }>(
      'compliance/proposeFrozenReturn',
      { orderId, note: 'Give it back' },
      officer.cookie,
    );
    const verdict = { proposalId: proposed.body.proposalId, decision: 'approve', note: '' };
    expect(await act('compliance/decideFrozen', verdict, compliance)).toBe('done');
  };
  expect(await loadOrders()).toMatchObject([{ id: orderId, received: 'J$50.00', decided: false }]);
  await decide();
  expect(await loadOrders()).toMatchObject([{ received: 'J$50.00', decided: true }]);
  const directReturn = owner.query(
    `with own as (select * from movements where order_id = $1 and direction = 'in' and not is_surplus),
       agreed as (insert into proposals (kind, subject, payload, customer_id, proposed_by, state, decided_by, decided_at)
         select 'return', $1::text, jsonb_build_object('movementId', id, 'amount', amount::text, 'unit', asset,
           'account', account), user_id, $2, 'approved', $3, now() from own returning id)
     insert into movements (order_id, user_id, direction, reverses_id, asset, amount, rail, account, bank, holder, moved_at,
       recorded_at, proposal_id)
     select order_id, user_id, 'back', own.id, asset, amount, rail, account, bank, holder, now(), now(), agreed.id
       from own, agreed`,
    [orderId, officer.id, second.id],
  );
  await expect(directReturn).rejects.toMatchObject({ constraint: 'nothing_moves_while_frozen' });
  expect(await act('desk/cancel', { ...target, reasonCode: 'asked_by_customer' })).toBe('done');
  expect(await loadOrders()).toMatchObject([{ received: 'J$4,000.00 and J$50.00', decided: false }]);
  const returnMoney = async (reference: string) => {
    const { rows } = await owner.query('select id from movements where reference = $1', [reference]);
    const to = { payerBank: '', payerAccount: '', payerHolder: '' };
    const proposed = { ...target, ...to, movementId: rows[0].id, reasonCode: 'order_stopped' };
    return [
      await act('desk/prepareReturn', proposed),
      await act('desk/approveReturn', target, second.cookie),
      await act('desk/recordReturned', buildSent(orderId, `BACK ${reference}`)),
    ];
  };
  for (const reference of ['OWN 1', 'SURPLUS 1'])
    expect((await returnMoney(reference))[0]).toBe('desk.customer_frozen');
  await decide();
  for (const reference of ['OWN 1', 'SURPLUS 1'])
    expect(await returnMoney(reference)).toEqual(['done', 'done', 'done']);
});

/** Banks write account numbers with or without a branch number. */

const { act, freeze, payOut, buyOrder, sellOrder, moveEarlier } = await createFrozenScenario(server);
const finance = await createSession(server, 'finance');

const stopped = 'desk.payer_stopped';
const branch = '00012-';
const wallet = '1LdRcdxfbSnmCYYNdeYpUnztiYzVfBEQeC';
const mulesWallet = '1dice8EMZmqKvrGE4Qc9bUFf9PX3xaYDp';

async function seller(name: string, sender: string) {
  const customer = await newCustomer(server, name);
  const payOutTo = async (accountNumber: string) => {
    const orderId = await sellOrder(customer, sender, { holder: name, accountNumber });
    return payOut(orderId, `OUT ${orderId}`);
  };
  return { ...customer, paysOut: payOutTo };
}
async function freezePayerOf(account: string) {
  const fred = await newCustomer(server, 'Frozen Fred');
  await buyOrder(fred, { walletAddress: wallet }, { account });
  await freeze(fred);
}

test("paying J$ to a frozen customer's account is blocked with and without the branch", async () => {
  const fred = await seller('Frozen Fred', 'bc1qwjgyu6rkwgzfccydsmq7ghj6hlkj7xlvlhkf7g');
  const frida = await seller('Frozen Frida', 'bc1qm34lsc65zpw79lxes69zkqmk6ee3ewf0j77s3h');
  const [plain, withoutBranch] = [newAccount(), newAccount()];
  expect(await fred.paysOut(plain)).toBe('paid');
  expect(await frida.paysOut(branch + withoutBranch)).toBe('paid');
  for (const account of [fred, frida]) await freeze(account);
  const mary = await seller('Mary Mule', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2');
  const molly = await seller('Molly Mule', '1FeexV6bAHb8ybZjqQMjJrcCrHGW9sb6uF');
  const honest = await seller('Harry Honest', '1P5ZEDWTKTFGxQjZphgWPQUpe554WKDfHQ');
  expect(await mary.paysOut(branch + plain)).toBe(stopped);
  expect(await molly.paysOut(withoutBranch)).toBe(stopped);
  expect(await honest.paysOut(branch + newAccount())).toBe('paid');
});

test("money from a frozen customer's account is blocked with and without the branch", async () => {
  const mule = await newCustomer(server, 'Mary Mule');
  const [plain, withBranch] = [newAccount(), branch + newAccount()];
  await freezePayerOf(plain);
  await freezePayerOf(withBranch);
  for (const account of [`00012 ${plain}`, withBranch.replace(branch, '')])
    expect(await payOut(await buyOrder(mule, { walletAddress: mulesWallet }, { account }))).toBe(stopped);
});

test("returning unassigned money from a frozen customer's account with a branch is blocked", async () => {
  const account = newAccount();
  await freezePayerOf(account);
  const line = buildUnallocated(`LOOSE ${account}`, { payerAccount: branch + account, payerHolder: 'Plain Name' });
  const { body } = await call<{ movementId: string }>('unassigned/record', line, finance);
  const returnInput = { movementId: body.movementId, reasonCode: 'paid_twice', note: '' };
  expect(await act('unassigned/prepareReturn', returnInput)).toBe(stopped);
});

test("a plan paid from a frozen customer's account with a branch is held", async () => {
  const account = newAccount();
  await freezePayerOf(account);
  const paymentId = await claimPlan(server, (await newCustomer(server, 'Paula Plan')).cookie);
  const payer = { payerAccount: branch + account, payerHolder: 'Paula Plan Senior', note: 'Her aunt' };
  expect(await act('paymentsDesk/receive', { ...buildBankReceipt(paymentId), ...payer })).toBe('done');
  expect(await rowsOf('select held from payments where id = $1', [paymentId])).toEqual([{ held: true }]);
});

test('account endings shorter than six digits match no account', async () => {
  const areSameAccount = (account: string, otherAccount: string) =>
    rowsOf<{ known: boolean }>('select coalesce(app.may_be_one_account($1, $2), false) known', [
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
  const alice = await seller('Alice Honest', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy');
  const fred = await seller('Frozen Franz', '12c6DSiU4Rq3P4ZxziKxzrL5LmMBrzjrJX');
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
