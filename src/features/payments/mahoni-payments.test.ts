import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { formatJamaicaTime, upload } from '../../../test/orders.ts';
import {
  buildChainReceipt,
  claimPlanInMahoni,
  mahoniFields,
  solanaAddress,
  solanaHash,
  subscribe,
} from '../../../test/payments.ts';
import { createSession } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { after, minutes } from '../../kernel/clock.ts';
import { demoSettings } from '../settings/demo-settings.ts';

const server = await serverWithoutFaults();
const { call, owner } = server;
const { another, rowsOf } = setUpSuspicions(server);
const finance = await createSession(server, 'finance');
const [second, compliance] = [await another('finance'), await another('compliance')];

type Refusal = { code?: string; data?: { text?: string; issues?: { path: string[]; message: string }[] } };
const act = server.actsAs(finance);
const stateOf = async (id: string) =>
  (await rowsOf<object>('select pay_in, ended from payments where id = $1', [id]))[0] ?? null;

test("Mahoni's demo wallet is marked as demo for payers and sellers", async () => {
  const customer = await newCustomer(server, 'Ina Reid');
  const { body } = await subscribe(server, customer.cookie, { method: 'crypto', plan: 'basic', price: 5000 });
  const shown = await call<{ demo: boolean }>('payments/showOwn', { paymentId: body.paymentId }, customer.cookie);
  expect(shown.body.demo).toBe(true);
  const sale = { symbol: 'MHI', amount: '200000', network: 'solana', senderWalletAddress: solanaAddress() };
  const wallet = await call<{ demo: boolean }>('trading/sellWallet', sale, await server.signIn('tier2'));
  expect(wallet.body.demo).toBe(true);
});

test('the Mahoni amount is fixed when the payment starts, also after a change of settings', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const { body } = await subscribe(server, customer.cookie, { method: 'crypto', plan: 'basic', price: 5000 });
  const client = await owner.query<{ id: string }>(
    `insert into setting_versions (key, value) values ('token_prices', '{"MHI": "0.0001"}') returning id`,
  );
  const shown = await call<{ payment: { coins: object; sender: null } }>(
    'payments/showOwn',
    { paymentId: body.paymentId },
    customer.cookie,
  );
  await owner.query('delete from setting_versions where id = $1', [client.rows[0]?.id]);
  expect(shown.body.payment).toMatchObject({
    coins: {
      amount: { symbol: 'MHI', base: expect.stringMatching(/^42016806\d{4}$/), decimals: 6 },
      address: demoSettings.company_wallets.solana.address,
      rate: '175',
      priceUsd: '0.000068',
    },
    sender: null,
  });
});

test('each missing field is reported at the field', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const { body } = await subscribe(server, customer.cookie, { method: 'crypto' });
  const { body: file } = await upload(server, customer.cookie, 'subscription-proof');
  const valid = { ...mahoniFields(), paymentId: body.paymentId, proofFile: file.id };
  const submit = async (changes: object) => {
    const answer = await call<Refusal>('payments/claimMahoni', { ...valid, ...changes }, customer.cookie);
    const [issue] = answer.body.data?.issues ?? [];
    return issue ? [issue.path.join('.'), issue.message] : answer.body.code;
  };
  expect(await submit({ senderAddress: ' ' })).toEqual(['senderAddress', 'Please enter your wallet address']);
  expect(await submit({ walletType: '' })).toEqual(['walletType', 'Please select your wallet type']);
  expect(await submit({ walletType: 'other' })).toEqual([
    'otherWallet',
    "Please specify wallet type when 'Other' is selected",
  ]);
  expect(await submit({ proofFile: null })).toEqual(['proofFile', 'Please upload proof of transaction']);
  expect(await submit({ proofFile: randomUUID() })).toBe('payments.transaction_proof_missing');
  expect(await submit({ senderAddress: '0x52908400098527886E0F7030069857D2E4169EE7' })).toBe('payments.sender_unsound');
  expect(await submit({ senderAddress: demoSettings.company_wallets.solana.address })).toBe('payments.sender_ours');
  expect(await submit({ senderAddress: demoSettings.token_contracts.MHI })).toBe('payments.sender_unsound');
  expect(await submit({ transactionHash: 'my transfer' })).toBe('payments.hash_unsound');
  expect(await stateOf(body.paymentId)).toEqual({ pay_in: 'awaiting', ended: null });
  expect(await act('payments/claim', { paymentId: body.paymentId, proofFile: file.id }, customer.cookie)).toBe(
    'payments.cannot_now',
  );
  expect(await submit({ senderAddress: `https://solscan.io/account/${valid.senderAddress}` })).toBeUndefined();
  const [row] = await rowsOf('select sender_address, wallet_type, transaction_hash from payments where id = $1', [
    body.paymentId,
  ]);
  expect(row).toEqual({ sender_address: valid.senderAddress, wallet_type: 'phantom', transaction_hash: null });
});

test('a proof must be PNG, JPG or PDF', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const { body } = await subscribe(server, customer.cookie, { method: 'crypto' });
  const { body: file } = await upload(server, customer.cookie, 'subscription-proof');
  await owner.query(`update files set mime = 'image/webp' where id = $1`, [file.id]);
  const fields = { ...mahoniFields(), paymentId: body.paymentId, proofFile: file.id };
  const { body: refused } = await call<Refusal & { message: string }>('payments/claimMahoni', fields, customer.cookie);
  expect([refused.code, refused.message]).toEqual(['payments.proof_kind', expect.any(String)]);
  expect(JSON.stringify(refused)).toContain('Only PNG, JPG, and PDF files are allowed');
});

test('a transaction is accepted for one payment in any spelling', async () => {
  const [one, other] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Una Brown')];
  const hash = solanaHash();
  const link = `https://explorer.solana.com/tx/${hash}`;
  const first = await claimPlanInMahoni(server, one.cookie, { transactionHash: link });
  const claimed = (transactionHash: string) => claimPlanInMahoni(server, other.cookie, { transactionHash });
  await expect(claimed(hash)).rejects.toThrow('payments.hash_taken');
  expect(
    await act('paymentsDesk/rejectClaim', { paymentId: first.paymentId, reasonCode: 'unreadable', note: '' }),
  ).toBe('done');
  const { body: file } = await upload(server, one.cookie, 'subscription-proof');
  const secondClaim = { ...mahoniFields({ transactionHash: hash }), paymentId: first.paymentId, proofFile: file.id };
  expect(await act('payments/claimMahoni', secondClaim, one.cookie)).toBe('done');
  // A hash is also taken if a received payment has it.
  const third = await newCustomer(server, 'Lena Brown');
  const used = await claimPlanInMahoni(server, third.cookie);
  const line = buildChainReceipt(used);
  expect(await act('paymentsDesk/receive', line)).toBe('done');
  const fourth = await newCustomer(server, 'Nia Brown');
  await expect(claimPlanInMahoni(server, fourth.cookie, { transactionHash: line.reference })).rejects.toThrow(
    'payments.hash_taken',
  );
  const { paymentId, amount } = first;
  const twice = { ...line, paymentId, amount, senderAddress: secondClaim.senderAddress };
  expect(await act('paymentsDesk/receive', twice)).toBe('desk.reference_used');
});

test('Mahoni under another transaction than claimed needs a note', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const due = await claimPlanInMahoni(server, customer.cookie, { transactionHash: solanaHash() });
  const line = (note: string) => act('paymentsDesk/receive', buildChainReceipt(due, { note }));
  expect(await line('')).toBe('payments.hash_differs');
  expect(await line('They named the hash of their first try')).toBe('done');
});

test('confirming Mahoni needs the exact amount, the named wallet and a time after the start', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const due = await claimPlanInMahoni(server, customer.cookie);
  const { paymentId, senderAddress, amount } = due;
  const line = (changes: object) => act('paymentsDesk/receive', buildChainReceipt(due, changes));
  for (const other of ['504201.68', '504202', '509243.69748', '0.000001'])
    expect(await line({ amount: other, note: 'It must be theirs' })).toBe('payments.coins_differ');
  expect(await line({ reference: 'NCB 8841 2231' })).toBe('desk.reference_no_hash');
  expect(await line({ movedTime: '' })).toBe('desk.time_missing');
  expect(await line({ senderAddress: 'unknown' })).toBe('desk.sender_unsound');
  expect(await line({ senderAddress: demoSettings.company_wallets.solana.address })).toBe('desk.from_ourselves');
  expect(await line({ senderAddress: solanaAddress() })).toBe('payments.sender_differs');
  const earlier = after(new Date(), -minutes(3));
  const before = { movedOn: jamaicaDay(earlier), movedTime: formatJamaicaTime(earlier) };
  expect(await line(before)).toBe('payments.before_due');
  expect(await stateOf(paymentId)).toEqual({ pay_in: 'claimed', ended: null });
  expect(await line({})).toBe('done');
  expect(
    await rowsOf('select asset, amount::text, rail, address, account from movements where payment_id = $1', [
      paymentId,
    ]),
  ).toEqual([{ asset: 'MHI', amount: `${amount}000000000000`, rail: 'solana', address: senderAddress, account: null }]);
  expect(await rowsOf('select status from subscriptions where user_id = $1', [customer.id])).toEqual([
    { status: 'active' },
  ]);
});

test('refunding Mahoni returns the same amount to the sending wallet by two people', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const due = await claimPlanInMahoni(server, customer.cookie);
  const { paymentId, senderAddress } = due;
  expect(await act('paymentsDesk/receive', buildChainReceipt(due))).toBe('done');
  const plain = { paymentId, note: '' };
  expect(await act('paymentsDesk/prepareReturn', { ...plain, reasonCode: 'given_back_as_asked' })).toBe('done');
  const [proposal] = await rowsOf<{ id: string; payload: object }>(
    'select id, payload from proposals where subject = $1',
    [paymentId],
  );
  expect(proposal?.payload).toMatchObject({
    amount: due.amount,
    unit: 'MHI',
    rail: 'solana',
    address: senderAddress,
    account: null,
  });
  expect(await act('paymentsDesk/approveReturn', { ...plain, proposalId: proposal?.id }, second?.cookie)).toBe('done');
  const now = new Date();
  const sent = { ...plain, reference: 'BACK 1', movedOn: jamaicaDay(now), movedTime: formatJamaicaTime(now) };
  expect(await act('paymentsDesk/recordReturned', sent)).toBe('desk.reference_no_hash');
  expect(await act('paymentsDesk/recordReturned', { ...sent, reference: solanaHash() })).toBe('done');
  expect(await stateOf(paymentId)).toEqual({ pay_in: 'returned', ended: 'refunded' });
  const lines = await rowsOf(
    'select direction, asset, amount::text, address from movements where payment_id = $1 order by id',
    [paymentId],
  );
  const amount = `${due.amount}000000000000`;
  expect(lines).toEqual([
    { direction: 'in', asset: 'MHI', amount, address: senderAddress },
    { direction: 'back', asset: 'MHI', amount, address: senderAddress },
  ]);
});

test('refunding to the wallet of a frozen customer is refused', async () => {
  const [frozen, other] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Una Brown')];
  const named = await claimPlanInMahoni(server, frozen.cookie);
  // Only transfers after the claim prove who owns a wallet, and block times have no seconds.
  await owner.query(`update payments set claimed_at = claimed_at - interval '2 minutes' where id = $1`, [
    named.paymentId,
  ]);
  const otherPayment = await claimPlanInMahoni(server, other.cookie, { senderAddress: named.senderAddress });
  expect(await act('compliance/freeze', { userId: frozen.id, reason: 'An authority asks' }, compliance?.cookie)).toBe(
    'done',
  );
  expect(await act('paymentsDesk/receive', buildChainReceipt(otherPayment))).toBe('done');
  const back = { paymentId: otherPayment.paymentId, reasonCode: 'given_back_as_asked', note: '' };
  expect(await act('paymentsDesk/prepareReturn', back)).toBe('desk.payer_stopped');
  const ownPayment = { paymentId: named.paymentId, note: '' };
  expect(await act('paymentsDesk/receive', buildChainReceipt(named))).toBe('done');
  expect(await act('paymentsDesk/prepareReturn', { ...ownPayment, reasonCode: 'cannot_be_given' })).toBe(
    'desk.customer_frozen',
  );
});

test('Mahoni is unavailable while buying it is paused', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const paused = { paused: [{ side: 'sell', symbol: 'MHI', network: null }] };
  const { rows } = await owner.query<{ id: string }>(
    `insert into setting_versions (key, value) values ('asset_switches', $1) returning id`,
    [paused],
  );
  const loadMethods = () => call<{ open: string[] }>('payments/methods', undefined, customer.cookie);
  const [closed, refused] = [await loadMethods(), await subscribe(server, customer.cookie, { method: 'crypto' })];
  await owner.query('delete from setting_versions where id = $1', [rows[0]?.id]);
  expect(closed.body.open).not.toContain('crypto');
  expect(refused.body.code).toBe('payments.method_closed');
  expect((await loadMethods()).body.open).toContain('crypto');
});

test('the database rejects changes of a claim by the customer', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const { paymentId } = await claimPlanInMahoni(server, customer.cookie);
  const client = await server.services.pool.connect();
  await client.query('begin');
  await client.query(`select set_config('app.user_id', $1, true)`, [customer.id]);
  await expect(
    client.query(`update payments set sender_address = 'another' where id = $1`, [paymentId]),
  ).rejects.toThrow('customers cannot change');
  await client.query('rollback');
  client.release();
});
