import { expect, test } from 'vitest';
import { timeOf, upload } from '../../../test/orders.ts';
import {
  chainLine,
  claimedInMahoni,
  mahoniFields,
  mahoniOf,
  solanaAddress,
  solanaHash,
  subscribe,
} from '../../../test/payments.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { after, minutes } from '../../kernel/clock.ts';
import { demoSettings } from '../settings/demo-settings.ts';

/** Whose a transfer in Mahoni is: of whoever was told its amount, and of nobody who only saw it. */
const server = await serverWithoutFaults();
const { call, owner } = server;
const { rowsOf } = suspicionsOn(server);
const [finance, compliance] = [await sessionFor(server, 'finance'), await sessionFor(server, 'compliance')];

const nobody = { payerBank: '', payerAccount: '', payerHolder: '', senderTag: '' };
const act = server.actsAs(finance);
const stateOf = async (id: string) =>
  (await rowsOf<object>('select pay_in, ended from payments where id = $1', [id]))[0] ?? null;

test('nobody has the plan that another paid for, though all the world sees hash, wallet and amount', async () => {
  const [thief, payer] = [await newCustomer(server, 'Theo Brown'), await newCustomer(server, 'Ina Brown')];
  // Both begin before anything is sent; the thief names first what the payer sent.
  const { body } = await subscribe(server, payer.cookie, { method: 'crypto' });
  const reference = solanaHash();
  const stolen = await claimedInMahoni(server, thief.cookie, { transactionHash: reference });
  const amount = await mahoniOf(server, body.paymentId);
  expect(amount).not.toBe(stolen.amount);
  const seen = { ...chainLine({ ...stolen, amount }), reference };
  const note = 'They named the hash, the wallet, and showed a picture of it';
  expect(await act('paymentsDesk/receive', { ...seen, note })).toBe('payments.coins_differ');
  // Nor by way of unassigned money: no part of what somebody else sent.
  const { paymentId: _, ...block } = seen;
  const loose = { ...block, asset: 'MHI', rail: 'solana', part: '', reason: 'several_orders', note: '', ...nobody };
  const { body: money } = await call<{ movementId: string }>('unassigned/record', loose, finance);
  const [{ reference: number } = { reference: '' }] = await rowsOf<{ reference: string }>(
    'select reference from payments where id = $1',
    [stolen.paymentId],
  );
  for (const part of [amount, stolen.amount])
    expect(
      await act('unassigned/attach', { movementId: money.movementId, reference: number, amount: part, note }),
    ).toMatch(/payments.coins_differ|desk.more_than_left/);
  // Whoever sent it has it.
  const { body: file } = await upload(server, payer.cookie, 'subscription-proof');
  const claim = { ...mahoniFields({ senderAddress: stolen.senderAddress }), paymentId: body.paymentId };
  expect(await act('payments/claimMahoni', { ...claim, proofFile: file.id }, payer.cookie)).toBe('done');
  const [own] = await rowsOf<{ reference: string }>('select reference from payments where id = $1', [body.paymentId]);
  const attached = { movementId: money.movementId, reference: own?.reference, amount, note: '' };
  expect(await act('unassigned/attach', attached)).toBe('done');
  expect(await stateOf(stolen.paymentId)).toEqual({ pay_in: 'claimed', ended: null });
  expect(await stateOf(body.paymentId)).toEqual({ pay_in: 'received', ended: null });
});

test('what came in Mahoni is for one payment whole: of more than is due no part is attached', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const due = await claimedInMahoni(server, who.cookie);
  const [{ reference } = { reference: '' }] = await rowsOf<{ reference: string }>(
    'select reference from payments where id = $1',
    [due.paymentId],
  );
  const comes = async (amount: string) => {
    const { paymentId: _, ...block } = chainLine({ ...due, amount });
    const loose = { ...block, asset: 'MHI', rail: 'solana', part: '', reason: 'several_orders', ...nobody };
    const { body } = await call<{ movementId: string }>('unassigned/record', loose, finance);
    return act('unassigned/attach', { movementId: body.movementId, reference, amount: due.amount, note: 'It is hers' });
  };
  expect(await comes(`1${due.amount}`)).toBe('payments.coins_differ');
  expect(await stateOf(due.paymentId)).toEqual({ pay_in: 'claimed', ended: null });
  expect(await comes(due.amount)).toBe('done');
  expect(await stateOf(due.paymentId)).toEqual({ pay_in: 'received', ended: null });
});

test('from another wallet than was named it is theirs once somebody writes down why', async () => {
  const due = await claimedInMahoni(server, (await newCustomer(server, 'Ina Brown')).cookie);
  const line = chainLine(due, { senderAddress: solanaAddress() });
  expect(await act('paymentsDesk/receive', line)).toBe('payments.sender_differs');
  expect(await act('paymentsDesk/receive', { ...line, note: 'It is her second wallet, shown on a call' })).toBe('done');
  expect(await stateOf(due.paymentId)).toEqual({ pay_in: 'received', ended: null });
});

test('the wallet that it was to go to sent it never, though we have another wallet since', async () => {
  const due = await claimedInMahoni(server, (await newCustomer(server, 'Ina Brown')).cookie);
  const { company_wallets } = demoSettings;
  const moved = { ...company_wallets, solana: { ...company_wallets.solana, address: solanaAddress() } };
  const { rows } = await owner.query<{ id: string }>(
    `insert into setting_versions (key, value) values ('company_wallets', $1) returning id`,
    [moved],
  );
  const line = chainLine(due, { senderAddress: company_wallets.solana.address, note: 'The explorer says so' });
  expect(await act('paymentsDesk/receive', line)).toBe('desk.from_ourselves');
  await owner.query('delete from setting_versions where id = $1', [rows[0]?.id]);
});

test('nothing begins with Mahoni from an address on a list', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const due = await claimedInMahoni(server, who.cookie);
  const csv = `ref,name,kind,category,aliases,births,countries,programmes,addresses
X-1,Demo Thief Nonesuch,person,sanctioned,,,,DEMO,SOL:${due.senderAddress}`;
  const own = { csv, fileName: 'own.csv', publishedOn: '2026-11-20', tryOnly: false };
  expect(await act('screening/importLocal', own, compliance)).toBe('done');
  expect(await act('paymentsDesk/receive', chainLine(due))).toBe('payments.sender_not_clear');
  expect(await stateOf(due.paymentId)).toEqual({ pay_in: 'claimed', ended: null });
});

test('a price in Mahoni stands for its 72 hours, and no claim lengthens it', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const due = await claimedInMahoni(server, who.cookie);
  await owner.query(`update payments set created_at = created_at - interval '72 hours 2 minutes' where id = $1`, [
    due.paymentId,
  ]);
  expect(await act('paymentsDesk/receive', chainLine(due))).toBe('payments.after_due');
  const inTime = after(new Date(), -minutes(5));
  const line = chainLine(due, { movedOn: jamaicaDay(inTime), movedTime: timeOf(inTime) });
  expect(await act('paymentsDesk/receive', line)).toBe('done');
});

test('fifty begin at once, and each has an amount of its own', async () => {
  const people = await Promise.all(Array.from({ length: 50 }, () => newCustomer(server, 'Ina Brown')));
  const begun = await Promise.all(people.map(({ cookie }) => subscribe(server, cookie, { method: 'crypto' })));
  const due = await Promise.all(begun.map(({ body }) => mahoniOf(server, body.paymentId)));
  expect(new Set(due).size).toBe(50);
});
