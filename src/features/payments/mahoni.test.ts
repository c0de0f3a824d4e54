import { expect, test } from 'vitest';
import { formatJamaicaTime, upload } from '../../../test/orders.ts';
import {
  buildChainReceipt,
  claimPlanInMahoni,
  findMahoniDue,
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

/** A Mahoni transfer belongs to the customer with its unique amount, not to anyone who saw it on the chain. */
const server = await serverWithoutFaults();
const { call, owner } = server;
const { rowsOf } = setUpSuspicions(server);
const [finance, compliance] = [await createSession(server, 'finance'), await createSession(server, 'compliance')];
const emptyPayer = { payerBank: '', payerAccount: '', payerHolder: '', senderTag: '' };
const act = server.actsAs(finance);
const stateOf = async (id: string) =>
  (await rowsOf<object>('select pay_in, ended from payments where id = $1', [id]))[0] ?? null;

test("another customer's transfer pays no plan, although its hash, wallet and amount are public", async () => {
  const [impostor, payer] = [await newCustomer(server, 'Theo Brown'), await newCustomer(server, 'Ina Brown')];
  // Both customers start a payment. The impostor claims the payer's hash first.
  const { body } = await subscribe(server, payer.cookie, { method: 'crypto' });
  const reference = solanaHash();
  const claimedByImpostor = await claimPlanInMahoni(server, impostor.cookie, { transactionHash: reference });
  const amount = await findMahoniDue(server, body.paymentId);
  expect(amount).not.toBe(claimedByImpostor.amount);
  const seen = { ...buildChainReceipt({ ...claimedByImpostor, amount }), reference };
  const note = 'They named the hash, the wallet, and showed a picture of it';
  expect(await act('paymentsDesk/receive', { ...seen, note })).toBe('payments.coins_differ');
  const { paymentId: _, ...block } = seen;
  const unallocated = {
    ...block,
    asset: 'MHI',
    rail: 'solana',
    part: '',
    reason: 'several_orders',
    note: '',
    ...emptyPayer,
  };
  const { body: money } = await call<{ movementId: string }>('unallocated/record', unallocated, finance);
  const [{ reference: number } = { reference: '' }] = await rowsOf<{ reference: string }>(
    'select reference from payments where id = $1',
    [claimedByImpostor.paymentId],
  );
  for (const part of [amount, claimedByImpostor.amount])
    expect(
      await act('unallocated/attach', { movementId: money.movementId, reference: number, amount: part, note }),
    ).toMatch(/payments.coins_differ|desk.more_than_left/);
  const { body: file } = await upload(server, payer.cookie, 'subscription-proof');
  const claim = { ...mahoniFields({ senderAddress: claimedByImpostor.senderAddress }), paymentId: body.paymentId };
  expect(await act('payments/claimMahoni', { ...claim, proofFile: file.id }, payer.cookie)).toBe('done');
  const [own] = await rowsOf<{ reference: string }>('select reference from payments where id = $1', [body.paymentId]);
  const attached = { movementId: money.movementId, reference: own?.reference, amount, note: '' };
  expect(await act('unallocated/attach', attached)).toBe('done');
  expect(await stateOf(claimedByImpostor.paymentId)).toEqual({ pay_in: 'claimed', ended: null });
  expect(await stateOf(body.paymentId)).toEqual({ pay_in: 'received', ended: null });
});

test('attaching part of a larger Mahoni transfer is refused', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const due = await claimPlanInMahoni(server, customer.cookie);
  const [{ reference } = { reference: '' }] = await rowsOf<{ reference: string }>(
    'select reference from payments where id = $1',
    [due.paymentId],
  );
  const receiveAndAttach = async (amount: string) => {
    const { paymentId: _, ...block } = buildChainReceipt({ ...due, amount });
    const unallocated = { ...block, asset: 'MHI', rail: 'solana', part: '', reason: 'several_orders', ...emptyPayer };
    const { body } = await call<{ movementId: string }>('unallocated/record', unallocated, finance);
    return act('unallocated/attach', {
      movementId: body.movementId,
      reference,
      amount: due.amount,
      note: 'It is hers',
    });
  };
  expect(await receiveAndAttach(`1${due.amount}`)).toBe('payments.coins_differ');
  expect(await stateOf(due.paymentId)).toEqual({ pay_in: 'claimed', ended: null });
  expect(await receiveAndAttach(due.amount)).toBe('done');
  expect(await stateOf(due.paymentId)).toEqual({ pay_in: 'received', ended: null });
});

test('receiving Mahoni from another wallet needs a note', async () => {
  const due = await claimPlanInMahoni(server, (await newCustomer(server, 'Ina Brown')).cookie);
  const line = buildChainReceipt(due, { senderAddress: solanaAddress() });
  expect(await act('paymentsDesk/receive', line)).toBe('payments.sender_differs');
  expect(await act('paymentsDesk/receive', { ...line, note: 'It is her second wallet, shown on a call' })).toBe('done');
  expect(await stateOf(due.paymentId)).toEqual({ pay_in: 'received', ended: null });
});

test('receiving Mahoni from a former wallet of ours is refused', async () => {
  const due = await claimPlanInMahoni(server, (await newCustomer(server, 'Ina Brown')).cookie);
  const { company_wallets } = demoSettings;
  const moved = { ...company_wallets, solana: { ...company_wallets.solana, address: solanaAddress() } };
  const { rows } = await owner.query<{ id: string }>(
    `insert into setting_versions (key, value) values ('company_wallets', $1) returning id`,
    [moved],
  );
  const line = buildChainReceipt(due, { senderAddress: company_wallets.solana.address, note: 'The explorer says so' });
  expect(await act('paymentsDesk/receive', line)).toBe('desk.from_ourselves');
  await owner.query('delete from setting_versions where id = $1', [rows[0]?.id]);
});

test('a Mahoni price holds for 72 hours, and a claim does not extend it', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const due = await claimPlanInMahoni(server, customer.cookie);
  await owner.query(`update payments set created_at = created_at - interval '72 hours 2 minutes' where id = $1`, [
    due.paymentId,
  ]);
  expect(await act('paymentsDesk/receive', buildChainReceipt(due))).toBe('payments.after_due');
  const inTime = after(new Date(), -minutes(5));
  const line = buildChainReceipt(due, { movedOn: jamaicaDay(inTime), movedTime: formatJamaicaTime(inTime) });
  expect(await act('paymentsDesk/receive', line)).toBe('done');
});

test('fifty payments started in parallel have the smallest unique amounts', async () => {
  const people = await Promise.all(Array.from({ length: 50 }, () => newCustomer(server, 'Ina Brown')));
  const started = await Promise.all(people.map(({ cookie }) => subscribe(server, cookie, { method: 'crypto' })));
  const due = await Promise.all(started.map(({ body }) => findMahoniDue(server, body.paymentId)));
  expect(new Set(due).size).toBe(50);
  const amounts = due.map(Number).sort((a, b) => a - b);
  const [least = 0, most = 0] = [amounts[0], amounts.at(-1)];
  expect(most - least).toBeLessThan(0.001);
  // The amount of another price does not raise later ones.
  await owner.query('update payments set coin_amount = coin_amount + 0.9 where coin_amount = $1', [most]);
  const { rows } = await owner.query<{ own: string }>('select app.unique_coin_amount($1) own', [least]);
  expect(Number(rows[0]?.own)).toBeCloseTo(most, 6);
});

const importList = (...addresses: string[]) => {
  const rows = addresses.map((address, at) => `X-${at},Demo Listed ${at},person,sanctioned,,,,DEMO,SOL:${address}`);
  const csv = ['ref,name,kind,category,aliases,births,countries,programmes,addresses', ...rows].join('\n');
  const list = { csv, fileName: 'own.csv', publishedOn: '2026-11-20', tryOnly: false };
  return act('screening/importLocal', list, compliance);
};

test('receiving Mahoni from a listed address, in time or late, and refunding to one is refused', async () => {
  const claim = async () => claimPlanInMahoni(server, (await newCustomer(server, 'Ina Brown')).cookie);
  const [inTime, late, paid] = [await claim(), await claim(), await claim()];
  expect(await act('paymentsDesk/receive', buildChainReceipt(paid))).toBe('done');
  expect(await importList(...[inTime, late, paid].map(({ senderAddress }) => senderAddress))).toBe('done');
  await owner.query(`update payments set ended = 'lapsed', closed_at = now() where id = $1`, [late.paymentId]);
  for (const due of [inTime, late])
    expect(await act('paymentsDesk/receive', buildChainReceipt(due))).toBe('payments.sender_not_clear');
  expect(await stateOf(inTime.paymentId)).toEqual({ pay_in: 'claimed', ended: null });
  const refund = { paymentId: paid.paymentId, reasonCode: 'given_back_as_asked', note: '' };
  expect(await act('paymentsDesk/prepareReturn', refund)).toBe('desk.not_screened');
});

test('a transaction hash is accepted once in any spelling', async () => {
  const [one, other] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Una Brown')];
  const hash = solanaHash();
  await claimPlanInMahoni(server, one.cookie, { transactionHash: hash });
  const { body } = await subscribe(server, other.cookie, { method: 'crypto' });
  const { body: file } = await upload(server, other.cookie, 'subscription-proof');
  const claimWith = (transactionHash: string) =>
    act(
      'payments/claimMahoni',
      { ...mahoniFields({ transactionHash }), paymentId: body.paymentId, proofFile: file.id },
      other.cookie,
    );
  const spellings = [
    ...[` ${hash} `, `HTTPS://SOLSCAN.IO/TX/${hash}`, `https://solscan.io/tx/${hash}?cluster=mainnet#top`, `${hash},`],
    ...[`tx:${hash}`, `"${hash}"`, `${hash} ${hash}`, `${hash}\u200B`, `\u202E${hash}`],
  ];
  for (const text of spellings) expect([text, await claimWith(text)]).toEqual([text, 'payments.hash_taken']);
  for (const text of [`${hash} ${solanaHash()}`, hash.slice(1, 80), `${hash}${hash}`, '1'.repeat(300), `0x${hash}`])
    expect([text, await claimWith(text)]).toEqual([
      text,
      expect.toBeOneOf(['payments.hash_unsound', 'payments.hash_taken']),
    ]);
  expect(await stateOf(body.paymentId)).toEqual({ pay_in: 'awaiting', ended: null });
  expect(await claimWith('')).toBe('done');
  expect((await owner.query('select from payments where transaction_hash = $1', [hash])).rowCount).toBe(1);
});

test('naming one transaction in parallel by hash and link succeeds once', async () => {
  for (let round = 0; round < 4; round++) {
    const both = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Una Brown')];
    const hash = solanaHash();
    const spellings = [hash, `https://solscan.io/tx/${hash}`];
    const results = await Promise.allSettled(
      both.map(({ cookie }, n) => claimPlanInMahoni(server, cookie, { transactionHash: spellings[n] })),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const { rowCount } = await owner.query('select from payments where transaction_hash = $1', [hash]);
    expect(rowCount).toBe(1);
  }
});
