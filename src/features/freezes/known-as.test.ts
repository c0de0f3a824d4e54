import { expect, test } from 'vitest';
import { paidBuy, sell } from '../../../test/orders.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { hash, newAccount, stoppedOn } from '../../../test/stopped.ts';
import { approveAs, type Customer, enhancedForm, handIn, newCustomer, wallet } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { lookAtOne } from '../identity/look-for-links.ts';
import { demoSettings } from '../settings/demo-settings.ts';

/** By what somebody stopped is known: what they named before, and what we saw; never what they say of it. */
const server = await serverWithoutFaults();
const { call } = server;
const { rowsOf } = suspicionsOn(server);
const compliance = await sessionFor(server, 'compliance');

/** Wallets that belong to nobody else in this file. */
const wallets = {
  trusted: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  own: 'bc1qm34lsc65zpw79lxes69zkqmk6ee3ewf0j77s3h',
  exchange: '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
  eves: '12c6DSiU4Rq3P4ZxziKxzrL5LmMBrzjrJX',
  alices: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
  mollys: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
  ripples: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
  ripplesOfMany: 'rLNaPoKeeBjZe2qs6x52yVPZpZ8td4dc6w',
  named: '1FeexV6bAHb8ybZjqQMjJrcCrHGW9sb6uF',
  theirs: '1P5ZEDWTKTFGxQjZphgWPQUpe554WKDfHQ',
  secondAccounts: '1LdRcdxfbSnmCYYNdeYpUnztiYzVfBEQeC',
  paidBefore: '0x52908400098527886E0F7030069857D2E4169EE7',
  soldBefore: '1dice8EMZmqKvrGE4Qc9bUFf9PX3xaYDp',
  namedBefore: '17A16QmavnUfCW11DAApiJxp7ARnxN5pGX',
  paulas: '1HB5XMLmzFVj8ALj6mfBsbifRoD4miY36v',
};
const { act, freeze, verified, paidOut, bought, sold, movedEarlier, writtenEarlier, officer } = await stoppedOn(server);
const stopped = 'desk.payer_stopped';

test('coins reach no wallet that a frozen customer had named as theirs in Enhanced KYC', async () => {
  const [fred, mule] = [await newCustomer(server, 'Frozen Fred'), await newCustomer(server, 'Mary Mule')];
  for (const tier of [1, 2] as const) await approveAs(server, await handIn(server, fred, tier), compliance);
  const form = await enhancedForm(server, fred.id, {
    wallets: { list: [{ ...wallet, walletAddress: wallets.trusted }] },
  });
  expect(await act('identity/submitEnhanced', form, fred.cookie)).toBe('done');
  await freeze(fred);
  expect(await paidOut(await bought(mule, { walletAddress: wallets.trusted }))).toBe(stopped);
});

test("what somebody frozen had called an exchange's is theirs, as long as nobody else sent from it", async () => {
  const [franz, mule] = [await newCustomer(server, 'Frozen Franz'), await newCustomer(server, 'Mona Mule')];
  await sold(franz, wallets.own, { holder: 'Frozen Franz', walletType: 'binance' });
  await freeze(franz);
  expect(await paidOut(await bought(mule, { walletAddress: wallets.own }))).toBe(stopped);
  const sale = await sold(mule, wallets.own, { holder: 'Mona Mule', walletType: 'hardware_wallet' });
  expect(await paidOut(sale, 'TO THE MULE')).toBe(stopped);
});

test('a wallet that strangers sent from before the freeze says nothing of them, whatever it was called', async () => {
  const [fritz, ann] = [await newCustomer(server, 'Frozen Fritz'), await verified('Ann Honest')];
  const [bob, late] = [await verified('Bob Honest'), await newCustomer(server, 'Lara Late')];
  const anns = await sold(ann, wallets.exchange, { holder: 'Ann Honest', walletType: 'binance' });
  await sold(fritz, wallets.exchange, { holder: 'Frozen Fritz', walletType: 'hardware_wallet' });
  await freeze(fritz);
  // One stranger may be a friend who knew.
  expect(await paidOut(anns, 'TO ANN')).toBe(stopped);
  const thaw = async () => {
    const [row] = await rowsOf<{ id: string }>('select id from account_freezes where user_id = $1', [fritz.id]);
    const note = 'To see';
    const { body } = await call<{ proposalId: string }>(
      'compliance/proposeThaw',
      { freezeId: row?.id, note },
      officer.cookie,
    );
    const agreed = { proposalId: body.proposalId, decision: 'approve', note };
    expect(await act('compliance/decideFrozen', agreed, compliance)).toBe('done');
  };
  await thaw();
  await sold(bob, wallets.exchange, { holder: 'Bob Honest', walletType: 'binance' });
  await freeze(fritz);
  expect(await paidOut(anns, 'TO ANN')).toBe('paid');
  expect(
    await paidOut(
      await sold(late, wallets.exchange, { holder: 'Lara Late', walletType: 'kucoin' }),
      `TO LARA ${hash().slice(0, 9)}`,
    ),
  ).toBe('paid');
});

test('another tag at the wallet of somebody frozen is theirs too, unless strangers have theirs there', async () => {
  const [fred, mule] = [await newCustomer(server, 'Frozen Fabian'), await newCustomer(server, 'Max Mule')];
  const [ann, bob] = [await verified('Anita Honest'), await verified('Bert Honest')];
  const at = (walletAddress: string, destinationTag: string) => ({
    ...{ symbol: 'XRP', network: 'xrp', walletAddress, destinationTag },
  });
  expect(await paidOut(await bought(fred, at(wallets.ripples, '7')))).toBe('paid');
  expect(await paidOut(await bought(fred, at(wallets.ripplesOfMany, '7')))).toBe('paid');
  expect(await paidOut(await bought(ann, at(wallets.ripplesOfMany, '8')))).toBe('paid');
  expect(await paidOut(await bought(bob, at(wallets.ripplesOfMany, '9')))).toBe('paid');
  await freeze(fred);
  expect(await paidOut(await bought(mule, at(wallets.ripples, '8')))).toBe(stopped);
  expect(await paidOut(await bought(mule, at(wallets.ripplesOfMany, '7')))).toBe(stopped);
  expect(await paidOut(await bought(mule, at(wallets.ripplesOfMany, '10')))).toBe('paid');
});

test('what somebody frozen types since, and our own account whenever they type it, stops nobody', async () => {
  const [eve, alice] = [await newCustomer(server, 'Eve Frozen'), await newCustomer(server, 'Alice Honest')];
  const ours = demoSettings.bank_accounts.JMD.number;
  const typed = async (accountNumber: string) => {
    const wishes = { amount: '0.00011', holder: 'Eve Frozen', accountNumber, senderWalletAddress: wallets.eves };
    expect((await sell(server, eve.cookie, wishes as object)).status).toBe(200);
  };
  await typed(ours);
  await freeze(eve);
  const accountNumber = newAccount();
  await typed(accountNumber);
  expect(await paidOut(await sold(alice, wallets.alices, { holder: 'Alice Honest', accountNumber }), 'TO ALICE')).toBe(
    'paid',
  );
  const known = (account: string) => rowsOf('select from app.freezes_known_by($1, null, null)', [account]);
  expect(await known(ours)).toEqual([]);
});

test("an account through which strangers pay is nobody's; one that they asked to be paid to is theirs", async () => {
  const [frank, mule] = [await newCustomer(server, 'Frozen Frank'), await newCustomer(server, 'Molly Mule')];
  const [ann, bob] = [await verified('Agnes Honest'), await verified('Barry Honest')];
  const [pooled, own] = [newAccount(), newAccount()];
  const theirs = { amount: '0.00011', holder: 'Frozen Frank', accountNumber: own } as object;
  expect((await sell(server, frank.cookie, theirs)).status).toBe(200);
  for (const one of [frank, ann, bob]) for (const account of [pooled, own]) await bought(one, {}, { account });
  await freeze(frank);
  expect(await paidOut(await bought(mule, { walletAddress: wallets.mollys }, { account: pooled }))).toBe('paid');
  expect(await paidOut(await bought(mule, { walletAddress: wallets.mollys }, { account: own }))).toBe(stopped);
});

test("whoever names what is others', and is frozen then, stops nobody who was served there before", async () => {
  const [paid, sells] = [await newCustomer(server, 'Paula Honest'), await newCustomer(server, 'Selma Honest')];
  const late = await newCustomer(server, 'Lena Honest');
  const theirs = { symbol: 'ETH', network: 'erc20', walletAddress: wallets.paidBefore };
  expect(await paidOut(await bought(paid, theirs), `0x${hash()}`)).toBe('paid');
  const sale = { holder: 'Selma Honest', walletType: 'other', customWalletType: 'Bybit' };
  expect(await paidOut(await sold(sells, wallets.soldBefore, sale), 'TO SELMA')).toBe('paid');
  await movedEarlier('1 hour', paid, sells);
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
  await paidBuy(server, evil.cookie, { amount: '1100', walletAddress: wallets.soldBefore });
  const typed = { amount: '0.00011', senderWalletAddress: wallets.soldBefore, accountNumber: newAccount() };
  expect((await sell(server, evil.cookie, { ...sale, ...typed, holder: 'Frozen Namer' } as object)).status).toBe(200);
  // Who typed the same wallet are linked by it with each other, and with them.
  for (const { id } of [sells, evil]) await lookAtOne(server.services, id);
  const pair = '$1 in (one, other) and $2 in (one, other)';
  expect(await rowsOf(`select kinds from account_links where ${pair}`, [evil.id, sells.id])).toEqual([
    { kinds: ['wallet'] },
  ]);
  await writtenEarlier('transactions', '9 minutes', evil);
  await writtenEarlier('kyc_submissions', '9 minutes', evil);
  await freeze(evil);
  expect(await paidOut(await bought(paid, theirs), `0x${hash()}`)).toBe('paid');
  const another = await sold(late, wallets.soldBefore, { ...sale, holder: 'Lena Honest' });
  expect(await paidOut(another, 'TO LENA')).toBe('paid');
});

/** Somebody new takes the name and birth of a frozen one: the system sees that they are alike, and nobody judged it. */
async function takesTheNameOf(one: Customer, frozenName: string): Promise<void> {
  const [firstName = '', lastName = ''] = frozenName.split(' ');
  const taken = { firstName, lastName, dateOfBirth: '1990-04-12' };
  expect(await act('accountPages/updateProfile', taken, one.cookie)).toBe('done');
  await lookAtOne(server.services, one.id);
}

test('wallets that a namesake of somebody frozen only named stop nobody, until people join the two', async () => {
  const old = await newCustomer(server, 'Xena Xero');
  await freeze(old);
  const evil = await newCustomer(server, 'Eva Stranger');
  const place = { walletType: 'other', customWalletType: 'Bybit' };
  const named = { amount: '0.00011', accountNumber: newAccount(), senderWalletAddress: wallets.namedBefore };
  expect((await sell(server, evil.cookie, { ...named, holder: 'Eva Stranger', ...place })).status).toBe(200);
  await writtenEarlier('transactions', '9 minutes', evil);
  await takesTheNameOf(evil, 'Xena Xero');
  const late = await newCustomer(server, 'Lara Honest');
  const theirs = await sold(late, wallets.namedBefore, { holder: 'Lara Honest', ...place });
  expect(await paidOut(theirs, `TO LARA ${hash().slice(0, 9)}`)).toBe('paid');
});

test('whoever types the account number of somebody else stops nothing that was paid there before', async () => {
  const [old, paula] = [await newCustomer(server, 'Yara Yero'), await newCustomer(server, 'Paula Paid')];
  await freeze(old);
  const accountNumber = newAccount();
  const typed = { holder: 'Paula Paid', accountNumber };
  expect(await paidOut(await sold(paula, wallets.paulas, typed), 'TO PAULA 1')).toBe('paid');
  await movedEarlier('40 days', paula);
  await writtenEarlier('transactions', '40 days', paula);
  const evil = await newCustomer(server, 'Evan Stranger');
  expect(
    (await sell(server, evil.cookie, { amount: '0.00011', holder: 'Evan Stranger', accountNumber } as object)).status,
  ).toBe(200);
  for (const { id } of [paula, evil]) await lookAtOne(server.services, id);
  await takesTheNameOf(evil, 'Yara Yero');
  expect(await paidOut(await sold(paula, wallets.paulas, typed), 'TO PAULA 2')).toBe('paid');
});

test('money from the account of somebody frozen does not show that its sender had used it before', async () => {
  const [frank, mule] = [await newCustomer(server, 'Frozen Felix'), await newCustomer(server, 'Milo Mule')];
  const accountNumber = newAccount();
  const theirs = { amount: '0.00011', holder: 'Frozen Felix', accountNumber } as object;
  expect((await sell(server, frank.cookie, theirs)).status).toBe(200);
  await freeze(frank);
  const order = await bought(mule, { walletAddress: wallets.mollys }, { account: accountNumber });
  await rowsOf(`update movements set moved_at = moved_at - interval '1 day' where order_id = $1`, [order]);
  expect(await paidOut(order)).toBe(stopped);
});

test("a wallet from which two unrelated people sent before the freeze is many people's, whoever named it", async () => {
  const [evil, new1] = [await newCustomer(server, 'Frozen First'), await newCustomer(server, 'Nora Honest')];
  const [ann, bob] = [await verified('Ada Honest'), await verified('Bea Honest')];
  await paidBuy(server, evil.cookie, { amount: '1100', walletAddress: wallets.named });
  const sale = (holder: string) => ({ holder, walletType: 'other', customWalletType: 'Bybit' });
  for (const [who, holder] of [
    [ann, 'Ada Honest'],
    [bob, 'Bea Honest'],
  ] as const)
    expect(await paidOut(await sold(who, wallets.named, sale(holder)), `TO ${holder}`)).toBe('paid');
  expect(await paidOut(await bought(evil, { walletAddress: wallets.named, amount: '1100', another: true }))).toBe(
    'paid',
  );
  await freeze(evil);
  expect(await paidOut(await sold(new1, wallets.named, sale('Nora Honest')), 'TO NORA')).toBe('paid');
  // To them it is paid no more, by whosever order.
  expect(await paidOut(await bought(ann, { walletAddress: wallets.named }))).toBe(stopped);
});

test('where we had paid somebody is theirs, whoever is paid there later, but for a shared bank account', async () => {
  const [evil, honest] = [await newCustomer(server, 'Frozen Follower'), await newCustomer(server, 'Hanna Honest')];
  const there = { walletAddress: wallets.theirs };
  expect(await paidOut(await bought(honest, there))).toBe('paid');
  await movedEarlier('1 hour', honest);
  expect(await paidOut(await bought(evil, there))).toBe('paid');
  const [first, second] = [await newCustomer(server, 'Twin First'), await newCustomer(server, 'Twin First')];
  const both = { walletAddress: wallets.secondAccounts };
  expect(await paidOut(await bought(first, both))).toBe('paid');
  await movedEarlier('1 hour', first);
  const accountNumber = newAccount();
  for (const one of [first, second]) {
    const typed = { amount: '0.00011', accountNumber, holder: 'Twin First' } as object;
    expect((await sell(server, one.cookie, typed)).status).toBe(200);
  }
  await paidBuy(server, second.cookie, { amount: '1100', ...both });
  for (const { id } of [first, second]) await lookAtOne(server.services, id);
  for (const one of [evil, second]) await freeze(one);
  expect(await paidOut(await bought(honest, there))).toBe('paid');
  expect(await paidOut(await bought(first, both))).toBe(stopped);
  // Who fetches for them finds no cover in what others had there before.
  const fetcher = await newCustomer(server, 'Fay Fetcher');
  expect(await paidOut(await bought(fetcher, there))).toBe(stopped);
});
