import { expect, test } from 'vitest';
import { createFrozenScenario, newAccount } from '../../../test/frozen-scenario.ts';
import { buildBankReceipt, claimPlan } from '../../../test/payments.ts';
import { createSession } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { buildUnallocated } from '../../../test/unassigned.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';

/** Banks write account numbers with or without a branch number. */
const server = await serverWithoutFaults();
const { call } = server;
const { rowsOf } = setUpSuspicions(server);
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
