import { expect, test } from 'vitest';
import { bankLine, claimedPlan } from '../../../test/payments.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { newAccount, stoppedOn } from '../../../test/stopped.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { nothingKnown } from '../../../test/unassigned.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';

/** An account may be one that is known, whether or not a branch stands in front of either. */
const server = await serverWithoutFaults();
const { call } = server;
const { rowsOf } = suspicionsOn(server);
const { act, freeze, paidOut, bought, sold, movedEarlier } = await stoppedOn(server);
const finance = await sessionFor(server, 'finance');

const stopped = 'desk.payer_stopped';
const branch = '00012-';
const wallet = '1LdRcdxfbSnmCYYNdeYpUnztiYzVfBEQeC';
const mulesWallet = '1dice8EMZmqKvrGE4Qc9bUFf9PX3xaYDp';

/** Somebody who sells from a wallet of their own: what a sell to an account comes to. */
async function seller(name: string, sender: string) {
  const who = await newCustomer(server, name);
  const paysOut = async (accountNumber: string) => {
    const orderId = await sold(who, sender, { holder: name, accountNumber });
    return paidOut(orderId, `OUT ${orderId}`);
  };
  return { ...who, paysOut };
}
async function frozenWhoPaidFrom(account: string) {
  const fred = await newCustomer(server, 'Frozen Fred');
  await bought(fred, { walletAddress: wallet }, { account });
  await freeze(fred);
}

test('J$ reach no account of a frozen customer, with or without its branch', async () => {
  const fred = await seller('Frozen Fred', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4');
  const frida = await seller('Frozen Frida', 'bc1qm34lsc65zpw79lxes69zkqmk6ee3ewf0j77s3h');
  const [plain, behind] = [newAccount(), newAccount()];
  expect(await fred.paysOut(plain)).toBe('paid');
  expect(await frida.paysOut(branch + behind)).toBe('paid');
  for (const one of [fred, frida]) await freeze(one);
  const mary = await seller('Mary Mule', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2');
  const molly = await seller('Molly Mule', '1FeexV6bAHb8ybZjqQMjJrcCrHGW9sb6uF');
  const honest = await seller('Harry Honest', '1P5ZEDWTKTFGxQjZphgWPQUpe554WKDfHQ');
  expect(await mary.paysOut(branch + plain)).toBe(stopped);
  expect(await molly.paysOut(behind)).toBe(stopped);
  expect(await honest.paysOut(branch + newAccount())).toBe('paid');
});

test('money from an account of a frozen customer buys nothing, with or without its branch', async () => {
  const mule = await newCustomer(server, 'Mary Mule');
  const [plain, whole] = [newAccount(), branch + newAccount()];
  await frozenWhoPaidFrom(plain);
  await frozenWhoPaidFrom(whole);
  for (const account of [`00012 ${plain}`, whole.replace(branch, '')])
    expect(await paidOut(await bought(mule, { walletAddress: mulesWallet }, { account }))).toBe(stopped);
});

test('unassigned money from an account of a frozen customer waits for compliance, with its branch too', async () => {
  const account = newAccount();
  await frozenWhoPaidFrom(account);
  const line = nothingKnown(`LOOSE ${account}`, { payerAccount: branch + account, payerHolder: 'Plain Name' });
  const { body } = await call<{ movementId: string }>('unassigned/record', line, finance);
  const back = { movementId: body.movementId, reasonCode: 'paid_twice', note: '' };
  expect(await act('unassigned/prepareReturn', back)).toBe(stopped);
});

test('a plan that is paid from an account of a frozen customer does not begin, with its branch too', async () => {
  const account = newAccount();
  await frozenWhoPaidFrom(account);
  const paymentId = await claimedPlan(server, (await newCustomer(server, 'Paula Plan')).cookie);
  const payer = { payerAccount: branch + account, payerHolder: 'Paula Plan Senior', note: 'Her aunt' };
  expect(await act('paymentsDesk/receive', { ...bankLine(paymentId), ...payer })).toBe('done');
  expect(await rowsOf('select held from payments where id = $1', [paymentId])).toEqual([{ held: true }]);
});

test('fewer than six digits are the end of many accounts, and stop none of them', async () => {
  const knownBy = (one: string, other: string) =>
    rowsOf<{ known: boolean }>('select coalesce(app.may_be_one_account($1, $2), false) known', [one, other]).then(
      (rows) => rows.map(({ known }) => known),
    );
  // Signs and zeros in front say nothing; those of a number whose zeros are among its last six digits stay.
  expect(await knownBy('012345', '0-012345')).toEqual([true]);
  expect(await knownBy('012345', '00012-012345')).toEqual([true]);
  expect(await knownBy('012345', '00012-912345')).toEqual([false]);
  // The end that a bank shows of an account it hides.
  expect(await knownBy('XXXXX12345', '00012-012345')).toEqual([false]);
  expect(await knownBy('000000', '000000000')).toEqual([false]);
  // The same branch and length, and another account.
  expect(await knownBy('00012-571606', '00012-571607')).toEqual([false]);
});

test('whoever was paid at their account is paid there with its branch too, whoever is paid there later', async () => {
  const alice = await seller('Alice Honest', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy');
  const fred = await seller('Frozen Franz', '12c6DSiU4Rq3P4ZxziKxzrL5LmMBrzjrJX');
  const account = newAccount();
  expect(await alice.paysOut(account)).toBe('paid');
  await movedEarlier('1 hour', alice);
  expect(await fred.paysOut(account)).toBe('paid');
  await freeze(fred);
  const stops = (whose: { id: string }) =>
    rowsOf('select from app.freezes_known_at($1, null, null, true, $2)', [branch + account, whose.id]);
  expect(await stops(alice)).toEqual([]);
  expect(await stops(await newCustomer(server, 'Mary Mule'))).toHaveLength(1);
});
