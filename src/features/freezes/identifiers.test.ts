import { expect, test } from 'vitest';
import { createFrozenScenario, hash, newAccount } from '../../../test/frozen-scenario.ts';
import { placePaidBuy, sell } from '../../../test/orders.ts';
import { createSession } from '../../../test/security/actors.ts';
import { approveAs, type Customer, enhancedForm, newCustomer, submitCheck, wallet } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { detectDuplicatesOf } from '../kyc/detect-duplicates.ts';
import { demoSettings } from '../settings/demo-settings.ts';

/** Identifiers of a frozen customer are those named before the freeze and those we observed, never later claims. */
const server = await serverWithoutFaults();
const { call } = server;
const { rowsOf } = setUpSuspicions(server);
const compliance = await createSession(server, 'compliance');

/** Wallets used by no other customer in this file. */
const wallets = {
  trusted: 'bc1qwjgyu6rkwgzfccydsmq7ghj6hlkj7xlvlhkf7g',
  own: 'bc1qm34lsc65zpw79lxes69zkqmk6ee3ewf0j77s3h',
  exchange: '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
  eves: '12c6DSiU4Rq3P4ZxziKxzrL5LmMBrzjrJX',
  alices: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
  mollys: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
  ripples: 'rLHzPsX6oXkzU2qL12kHCH8G8cnZv1rBJh',
  ripplesOfMany: 'rLNaPoKeeBjZe2qs6x52yVPZpZ8td4dc6w',
  named: '1FeexV6bAHb8ybZjqQMjJrcCrHGW9sb6uF',
  theirs: '1P5ZEDWTKTFGxQjZphgWPQUpe554WKDfHQ',
  secondAccounts: '1LdRcdxfbSnmCYYNdeYpUnztiYzVfBEQeC',
  paidBefore: '0x52908400098527886E0F7030069857D2E4169EE7',
  soldBefore: '1dice8EMZmqKvrGE4Qc9bUFf9PX3xaYDp',
  namedBefore: '17A16QmavnUfCW11DAApiJxp7ARnxN5pGX',
  paulas: '1HB5XMLmzFVj8ALj6mfBsbifRoD4miY36v',
};
const { act, freeze, createVerified, payOut, buyOrder, sellOrder, moveEarlier, createEarlier, officer } =
  await createFrozenScenario(server);
const stopped = 'desk.payer_stopped';

test("paying coins to a wallet from a frozen customer's Enhanced KYC is blocked", async () => {
  const [fred, mule] = [await newCustomer(server, 'Frozen Fred'), await newCustomer(server, 'Mary Mule')];
  for (const tier of [1, 2] as const) await approveAs(server, await submitCheck(server, fred, tier), compliance);
  const form = await enhancedForm(server, fred.id, {
    wallets: { list: [{ ...wallet, walletAddress: wallets.trusted }] },
  });
  expect(await act('identity/submitEnhanced', form, fred.cookie)).toBe('done');
  await freeze(fred);
  expect(await payOut(await buyOrder(mule, { walletAddress: wallets.trusted }))).toBe(stopped);
});

test("a frozen customer's alleged exchange wallet is blocked while only they used it", async () => {
  const [franz, mule] = [await newCustomer(server, 'Frozen Franz'), await newCustomer(server, 'Mona Mule')];
  await sellOrder(franz, wallets.own, { holder: 'Frozen Franz', walletType: 'binance' });
  await freeze(franz);
  expect(await payOut(await buyOrder(mule, { walletAddress: wallets.own }))).toBe(stopped);
  const sale = await sellOrder(mule, wallets.own, { holder: 'Mona Mule', walletType: 'hardware_wallet' });
  expect(await payOut(sale, 'TO THE MULE')).toBe(stopped);
});

test("a wallet used by several strangers before the freeze isn't blocked", async () => {
  const [fritz, ann] = [await newCustomer(server, 'Frozen Fritz'), await createVerified('Ann Honest')];
  const [bob, late] = [await createVerified('Bob Honest'), await newCustomer(server, 'Lara Late')];
  const anns = await sellOrder(ann, wallets.exchange, { holder: 'Ann Honest', walletType: 'binance' });
  await sellOrder(fritz, wallets.exchange, { holder: 'Frozen Fritz', walletType: 'hardware_wallet' });
  await freeze(fritz);
  // A wallet shared with only one stranger stays blocked: the stranger may be an accomplice.
  expect(await payOut(anns, 'TO ANN')).toBe(stopped);
  const unfreeze = async () => {
    const [row] = await rowsOf<{ id: string }>('select id from account_freezes where user_id = $1', [fritz.id]);
    const note = 'To see';
    const { body } = await call<{ proposalId: string }>(
      'compliance/proposeUnfreeze',
      { freezeId: row?.id, note },
      officer.cookie,
    );
    const agreed = { proposalId: body.proposalId, decision: 'approve', note };
    expect(await act('compliance/decideFrozen', agreed, compliance)).toBe('done');
  };
  await unfreeze();
  await sellOrder(bob, wallets.exchange, { holder: 'Bob Honest', walletType: 'binance' });
  await freeze(fritz);
  expect(await payOut(anns, 'TO ANN')).toBe('paid');
  expect(
    await payOut(
      await sellOrder(late, wallets.exchange, { holder: 'Lara Late', walletType: 'kucoin' }),
      `TO LARA ${hash().slice(0, 9)}`,
    ),
  ).toBe('paid');
});

test("other tags of a frozen customer's wallet are blocked unless strangers have tags there", async () => {
  const [fred, mule] = [await newCustomer(server, 'Frozen Fabian'), await newCustomer(server, 'Max Mule')];
  const [ann, bob] = [await createVerified('Anita Honest'), await createVerified('Bert Honest')];
  const xrpOrder = (walletAddress: string, destinationTag: string) => ({
    ...{ symbol: 'XRP', network: 'xrp', walletAddress, destinationTag },
  });
  expect(await payOut(await buyOrder(fred, xrpOrder(wallets.ripples, '7')))).toBe('paid');
  expect(await payOut(await buyOrder(fred, xrpOrder(wallets.ripplesOfMany, '7')))).toBe('paid');
  expect(await payOut(await buyOrder(ann, xrpOrder(wallets.ripplesOfMany, '8')))).toBe('paid');
  expect(await payOut(await buyOrder(bob, xrpOrder(wallets.ripplesOfMany, '9')))).toBe('paid');
  await freeze(fred);
  expect(await payOut(await buyOrder(mule, xrpOrder(wallets.ripples, '8')))).toBe(stopped);
  expect(await payOut(await buyOrder(mule, xrpOrder(wallets.ripplesOfMany, '7')))).toBe(stopped);
  expect(await payOut(await buyOrder(mule, xrpOrder(wallets.ripplesOfMany, '10')))).toBe('paid');
});

test('accounts typed after the freeze and our own account block no customer', async () => {
  const [eve, alice] = [await newCustomer(server, 'Eve Frozen'), await newCustomer(server, 'Alice Honest')];
  const ownAccount = demoSettings.bank_accounts.JMD.number;
  const sellTo = async (accountNumber: string) => {
    const input = { amount: '0.00011', holder: 'Eve Frozen', accountNumber, senderWalletAddress: wallets.eves };
    expect((await sell(server, eve.cookie, input as object)).status).toBe(200);
  };
  await sellTo(ownAccount);
  await freeze(eve);
  const accountNumber = newAccount();
  await sellTo(accountNumber);
  expect(
    await payOut(await sellOrder(alice, wallets.alices, { holder: 'Alice Honest', accountNumber }), 'TO ALICE'),
  ).toBe('paid');
  const findFreezes = (account: string) => rowsOf('select from app.freezes_by_source($1, null, null)', [account]);
  expect(await findFreezes(ownAccount)).toEqual([]);
});

test("an account shared by strangers isn't blocked unless the frozen customer named it for payouts", async () => {
  const [frank, mule] = [await newCustomer(server, 'Frozen Frank'), await newCustomer(server, 'Molly Mule')];
  const [ann, bob] = [await createVerified('Agnes Honest'), await createVerified('Barry Honest')];
  const [pooled, own] = [newAccount(), newAccount()];
  const ownSale = { amount: '0.00011', holder: 'Frozen Frank', accountNumber: own } as object;
  expect((await sell(server, frank.cookie, ownSale)).status).toBe(200);
  for (const customer of [frank, ann, bob])
    for (const account of [pooled, own]) await buyOrder(customer, {}, { account });
  await freeze(frank);
  expect(await payOut(await buyOrder(mule, { walletAddress: wallets.mollys }, { account: pooled }))).toBe('paid');
  expect(await payOut(await buyOrder(mule, { walletAddress: wallets.mollys }, { account: own }))).toBe(stopped);
});

test("naming other customers' wallets before a freeze doesn't block customers served there earlier", async () => {
  const [paid, sells] = [await newCustomer(server, 'Paula Honest'), await newCustomer(server, 'Selma Honest')];
  const late = await newCustomer(server, 'Lena Honest');
  const ethOrder = { symbol: 'ETH', network: 'erc20', walletAddress: wallets.paidBefore };
  expect(await payOut(await buyOrder(paid, ethOrder), `0x${hash()}`)).toBe('paid');
  const sale = { holder: 'Selma Honest', walletType: 'other', customWalletType: 'Bybit' };
  expect(await payOut(await sellOrder(sells, wallets.soldBefore, sale), 'TO SELMA')).toBe('paid');
  await moveEarlier('1 hour', paid, sells);
  const evil = await newCustomer(server, 'Frozen Namer');
  const named = [
    { ...wallet, cryptoSymbol: 'ETH', network: 'erc20', walletAddress: wallets.paidBefore },
    { ...wallet, walletAddress: wallets.soldBefore },
  ];
  expect(
    await act(
      'identity/submitEnhanced',
      await enhancedForm(server, evil.id, { wallets: { list: named } }),
      evil.cookie,
    ),
  ).toBe('done');
  await placePaidBuy(server, evil.cookie, { amount: '1100', walletAddress: wallets.soldBefore });
  const typed = { amount: '0.00011', senderWalletAddress: wallets.soldBefore, accountNumber: newAccount() };
  expect((await sell(server, evil.cookie, { ...sale, ...typed, holder: 'Frozen Namer' } as object)).status).toBe(200);
  for (const { id } of [sells, evil]) await detectDuplicatesOf(server.services, id);
  const pair = '$1 in (account_a, account_b) and $2 in (account_a, account_b)';
  expect(await rowsOf(`select kinds from account_links where ${pair}`, [evil.id, sells.id])).toEqual([
    { kinds: ['wallet'] },
  ]);
  await createEarlier('transactions', '9 minutes', evil);
  await createEarlier('kyc_submissions', '9 minutes', evil);
  await freeze(evil);
  expect(await payOut(await buyOrder(paid, ethOrder), `0x${hash()}`)).toBe('paid');
  const another = await sellOrder(late, wallets.soldBefore, { ...sale, holder: 'Lena Honest' });
  expect(await payOut(another, 'TO LENA')).toBe('paid');
});

/** The customer takes a frozen customer's name and birth date. The system detects it; no review follows. */
async function takeNameOf(customer: Customer, frozenName: string): Promise<void> {
  const [firstName = '', lastName = ''] = frozenName.split(' ');
  const profile = { firstName, lastName, dateOfBirth: '1990-04-12' };
  expect(await act('accountPages/updateProfile', profile, customer.cookie)).toBe('done');
  await detectDuplicatesOf(server.services, customer.id);
}

test("wallets named by a namesake of a frozen customer aren't blocked before a merge", async () => {
  const old = await newCustomer(server, 'Xena Xero');
  await freeze(old);
  const evil = await newCustomer(server, 'Eva Stranger');
  const place = { walletType: 'other', customWalletType: 'Bybit' };
  const named = { amount: '0.00011', accountNumber: newAccount(), senderWalletAddress: wallets.namedBefore };
  expect((await sell(server, evil.cookie, { ...named, holder: 'Eva Stranger', ...place })).status).toBe(200);
  await createEarlier('transactions', '9 minutes', evil);
  await takeNameOf(evil, 'Xena Xero');
  const late = await newCustomer(server, 'Lara Honest');
  const saleId = await sellOrder(late, wallets.namedBefore, { holder: 'Lara Honest', ...place });
  expect(await payOut(saleId, `TO LARA ${hash().slice(0, 9)}`)).toBe('paid');
});

test("typing another customer's account number doesn't block payouts to its earlier payee", async () => {
  const [old, paula] = [await newCustomer(server, 'Yara Yero'), await newCustomer(server, 'Paula Paid')];
  await freeze(old);
  const accountNumber = newAccount();
  const typed = { holder: 'Paula Paid', accountNumber };
  expect(await payOut(await sellOrder(paula, wallets.paulas, typed), 'TO PAULA 1')).toBe('paid');
  await moveEarlier('40 days', paula);
  await createEarlier('transactions', '40 days', paula);
  const evil = await newCustomer(server, 'Evan Stranger');
  expect(
    (await sell(server, evil.cookie, { amount: '0.00011', holder: 'Evan Stranger', accountNumber } as object)).status,
  ).toBe(200);
  for (const { id } of [paula, evil]) await detectDuplicatesOf(server.services, id);
  await takeNameOf(evil, 'Yara Yero');
  expect(await payOut(await sellOrder(paula, wallets.paulas, typed), 'TO PAULA 2')).toBe('paid');
});

test("money from a frozen customer's account doesn't count as earlier use by its sender", async () => {
  const [frank, mule] = [await newCustomer(server, 'Frozen Felix'), await newCustomer(server, 'Milo Mule')];
  const accountNumber = newAccount();
  const ownSale = { amount: '0.00011', holder: 'Frozen Felix', accountNumber } as object;
  expect((await sell(server, frank.cookie, ownSale)).status).toBe(200);
  await freeze(frank);
  const order = await buyOrder(mule, { walletAddress: wallets.mollys }, { account: accountNumber });
  await rowsOf(`update movements set moved_at = moved_at - interval '1 day' where order_id = $1`, [order]);
  expect(await payOut(order)).toBe(stopped);
});

test('a wallet that two unrelated customers sent from before the freeze counts as shared', async () => {
  const [evil, honest] = [await newCustomer(server, 'Frozen First'), await newCustomer(server, 'Nora Honest')];
  const [ann, bob] = [await createVerified('Ada Honest'), await createVerified('Bea Honest')];
  await placePaidBuy(server, evil.cookie, { amount: '1100', walletAddress: wallets.named });
  const sale = (holder: string) => ({ holder, walletType: 'other', customWalletType: 'Bybit' });
  for (const [customer, holder] of [
    [ann, 'Ada Honest'],
    [bob, 'Bea Honest'],
  ] as const)
    expect(await payOut(await sellOrder(customer, wallets.named, sale(holder)), `TO ${holder}`)).toBe('paid');
  expect(await payOut(await buyOrder(evil, { walletAddress: wallets.named, amount: '1100', another: true }))).toBe(
    'paid',
  );
  await freeze(evil);
  expect(await payOut(await sellOrder(honest, wallets.named, sale('Nora Honest')), 'TO NORA')).toBe('paid');
  expect(await payOut(await buyOrder(ann, { walletAddress: wallets.named }))).toBe(stopped);
});

test('an earlier payee of a wallet stays payable unless the accounts share a bank account', async () => {
  const [evil, honest] = [await newCustomer(server, 'Frozen Follower'), await newCustomer(server, 'Hanna Honest')];
  const recipient = { walletAddress: wallets.theirs };
  expect(await payOut(await buyOrder(honest, recipient))).toBe('paid');
  await moveEarlier('1 hour', honest);
  expect(await payOut(await buyOrder(evil, recipient))).toBe('paid');
  const [first, second] = [await newCustomer(server, 'Twin First'), await newCustomer(server, 'Twin First')];
  const sharedWallet = { walletAddress: wallets.secondAccounts };
  expect(await payOut(await buyOrder(first, sharedWallet))).toBe('paid');
  await moveEarlier('1 hour', first);
  const accountNumber = newAccount();
  for (const customer of [first, second]) {
    const typed = { amount: '0.00011', accountNumber, holder: 'Twin First' } as object;
    expect((await sell(server, customer.cookie, typed)).status).toBe(200);
  }
  await placePaidBuy(server, second.cookie, { amount: '1100', ...sharedWallet });
  for (const { id } of [first, second]) await detectDuplicatesOf(server.services, id);
  for (const customer of [evil, second]) await freeze(customer);
  expect(await payOut(await buyOrder(honest, recipient))).toBe('paid');
  expect(await payOut(await buyOrder(first, sharedWallet))).toBe(stopped);
  // Earlier payouts to this wallet protect only the customers who received them.
  const fetcher = await newCustomer(server, 'Fay Fetcher');
  expect(await payOut(await buyOrder(fetcher, recipient))).toBe(stopped);
});
