import fc from 'fast-check';
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
import { formatBaseUnits } from '../../kernel/coins.ts';
import { decimal, formatDecimal, pow10 } from '../../kernel/decimal.ts';
import { jmd } from '../../kernel/money.ts';
import { demoSettings } from '../settings/demo-settings.ts';
import { convertToMahoni, isMahoniAccepted, quoteMahoni } from './mahoni.ts';
import { formatWalletName, mahoniWallets } from './mahoni-wallets.ts';

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
  const unassigned = {
    ...block,
    asset: 'MHI',
    rail: 'solana',
    part: '',
    reason: 'several_orders',
    note: '',
    ...emptyPayer,
  };
  const { body: money } = await call<{ movementId: string }>('unassigned/record', unassigned, finance);
  const [{ reference: number } = { reference: '' }] = await rowsOf<{ reference: string }>(
    'select reference from payments where id = $1',
    [claimedByImpostor.paymentId],
  );
  for (const part of [amount, claimedByImpostor.amount])
    expect(
      await act('unassigned/attach', { movementId: money.movementId, reference: number, amount: part, note }),
    ).toMatch(/payments.coins_differ|desk.more_than_left/);
  const { body: file } = await upload(server, payer.cookie, 'subscription-proof');
  const claim = { ...mahoniFields({ senderAddress: claimedByImpostor.senderAddress }), paymentId: body.paymentId };
  expect(await act('payments/claimMahoni', { ...claim, proofFile: file.id }, payer.cookie)).toBe('done');
  const [own] = await rowsOf<{ reference: string }>('select reference from payments where id = $1', [body.paymentId]);
  const attached = { movementId: money.movementId, reference: own?.reference, amount, note: '' };
  expect(await act('unassigned/attach', attached)).toBe('done');
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
    const unassigned = { ...block, asset: 'MHI', rail: 'solana', part: '', reason: 'several_orders', ...emptyPayer };
    const { body } = await call<{ movementId: string }>('unassigned/record', unassigned, finance);
    return act('unassigned/attach', { movementId: body.movementId, reference, amount: due.amount, note: 'It is hers' });
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

test('receiving Mahoni from a listed address is refused', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const due = await claimPlanInMahoni(server, customer.cookie);
  const csv = `ref,name,kind,category,aliases,births,countries,programmes,addresses
X-1,Demo Listed Nonesuch,person,sanctioned,,,,DEMO,SOL:${due.senderAddress}`;
  const own = { csv, fileName: 'own.csv', publishedOn: '2026-11-20', tryOnly: false };
  expect(await act('screening/importLocal', own, compliance)).toBe('done');
  expect(await act('paymentsDesk/receive', buildChainReceipt(due))).toBe('payments.sender_not_clear');
  expect(await stateOf(due.paymentId)).toEqual({ pay_in: 'claimed', ended: null });
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

test('fifty payments started in parallel have unique amounts', async () => {
  const people = await Promise.all(Array.from({ length: 50 }, () => newCustomer(server, 'Ina Brown')));
  const begun = await Promise.all(people.map(({ cookie }) => subscribe(server, cookie, { method: 'crypto' })));
  const due = await Promise.all(begun.map(({ body }) => findMahoniDue(server, body.paymentId)));
  expect(new Set(due).size).toBe(50);
});

// Mahoni

const ourTerms = { rate: '175', priceUsd: '0.000068' };
const inMahoni = (minor: bigint, terms = ourTerms): string => formatBaseUnits(convertToMahoni(jmd(minor), terms));

test('converting J$5,000 gives 420,168.067227 MHI, rounded up to six places', () => {
  expect(inMahoni(500_000n)).toBe('420168.067227');
  expect(inMahoni(600_000n)).toBe('504201.680673');
  expect(inMahoni(700_000n)).toBe('588235.294118');
  expect(inMahoni(400_000n)).toBe('336134.453782');
  expect(inMahoni(17_500n, { rate: '175', priceUsd: '1' })).toBe('1.000000');
});

const terms = fc.record({
  rate: fc.integer({ min: 1, max: 9_999_999 }).map((units) => formatDecimal({ units: BigInt(units), scale: 4 })),
  priceUsd: fc.integer({ min: 1, max: 999_999_999 }).map((units) => formatDecimal({ units: BigInt(units), scale: 12 })),
});
const prices = fc.bigInt({ min: 1n, max: 1_000_000_000n });

/** Scales both values to integers, so that the comparison has no rounding. */
const worth = (base: bigint, { rate, priceUsd }: typeof ourTerms): bigint =>
  base * 100n * decimal(rate).units * decimal(priceUsd).units;
const getRequired = (minor: bigint, { rate, priceUsd }: typeof ourTerms): bigint =>
  minor * pow10(6 + decimal(rate).scale + decimal(priceUsd).scale);

test('the amount is worth at least the price, and less than one more millionth of a token', () => {
  fc.assert(
    fc.property(prices, terms, (minor, by) => {
      const { base } = convertToMahoni(jmd(minor), by);
      expect(worth(base, by)).toBeGreaterThanOrEqual(getRequired(minor, by));
      expect(worth(base - 1n, by)).toBeLessThan(getRequired(minor, by));
    }),
  );
});

test('a higher price never costs less Mahoni, and a dearer token or dollar never more', () => {
  fc.assert(
    fc.property(prices, prices, terms, terms, (one, other, by, dearer) => {
      const [low, high] = one < other ? [one, other] : [other, one];
      expect(convertToMahoni(jmd(low), by).base).toBeLessThanOrEqual(convertToMahoni(jmd(high), by).base);
      const rise = (text: string, more: string) => {
        const [a, b] = [decimal(text), decimal(more)];
        return formatDecimal({ units: a.units + b.units, scale: a.scale });
      };
      const risen = { rate: rise(by.rate, dearer.rate), priceUsd: rise(by.priceUsd, dearer.priceUsd) };
      expect(convertToMahoni(jmd(low), risen).base).toBeLessThanOrEqual(convertToMahoni(jmd(low), by).base);
    }),
  );
});

test('quoting uses the current settings and wallet', () => {
  expect(quoteMahoni(jmd(500_000n), demoSettings)).toEqual({
    amount: { symbol: 'MHI', base: 420_168_067_227n, decimals: 6 },
    address: demoSettings.company_wallets.solana.address,
    ...ourTerms,
  });
});

test('Mahoni is accepted with a valid wallet and without a pause', () => {
  expect(isMahoniAccepted(demoSettings)).toBe(true);
  const solana = { address: 'REPLACE', tag: null };
  const company_wallets = { ...demoSettings.company_wallets, solana };
  expect(isMahoniAccepted({ ...demoSettings, company_wallets })).toBe(false);
  const paused = (line: (typeof demoSettings.asset_switches.paused)[number]) =>
    isMahoniAccepted({ ...demoSettings, asset_switches: { paused: [line] } });
  expect(paused({ side: 'sell', symbol: 'MHI', network: null })).toBe(false);
  expect(paused({ side: 'sell', symbol: 'MHI', network: 'solana' })).toBe(false);
  expect(paused({ side: 'buy', symbol: 'MHI', network: null })).toBe(true);
  expect(paused({ side: 'sell', symbol: 'SOL', network: 'solana' })).toBe(true);
});

test('wallets have the documented names, and other names stay as typed', () => {
  expect(mahoniWallets.map(formatWalletName)).toEqual([
    'Phantom Wallet',
    'Solflare Wallet',
    'Backpack Wallet',
    'Coinbase Wallet',
    'Trust Wallet',
    'MetaMask (Solana)',
    'Other',
  ]);
  expect(formatWalletName('Glow')).toBe('Glow');
});
