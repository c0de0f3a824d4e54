import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { SignIn, SignUp } from '../../src/features/accounts/schema.ts';
import { ReleaseOrder } from '../../src/features/compliance/schema.ts';
import { ProposeFrozenReturn } from '../../src/features/freezes/schema.ts';
import { TrustedWallet } from '../../src/features/kyc/enhanced-schema.ts';
import { SubmitTier1 } from '../../src/features/kyc/tier1-schema.ts';
import { SubmitTier2 } from '../../src/features/kyc/tier2-schema.ts';
import { AmountText, Payer, Reference, Sender } from '../../src/features/ledger/schema.ts';
import { ClaimMahoni } from '../../src/features/payments/schema.ts';
import { UpdateProfile } from '../../src/features/profile/schema.ts';
import { AppealWarning } from '../../src/features/scam-reports/published/public-schema.ts';
import { settingShapes } from '../../src/features/settings/schema.ts';
import { ProposeRole } from '../../src/features/staff/roles/schema.ts';
import { PlaceBuyOrder, PlaceSellOrder, QuoteBuy, QuoteSell, SellWallet } from '../../src/features/trading/schema.ts';
import { NameWallet } from '../../src/features/workshops/schema.ts';
import { OneSession } from '../../src/features/workshops/staff-schema.ts';
import { addDays, jamaicaDay } from '../../src/kernel/calendar.ts';
import { placePaidBuy } from '../orders.ts';
import { newCustomer } from '../submissions.ts';
import { setUpSuspicions } from '../suspicions.ts';
import { setUpUnallocated } from '../unallocated.ts';
import { serverWithoutFaults } from '../worker.ts';
import { createSession } from './actors.ts';

const server = await serverWithoutFaults();
const { call, owner } = server;
const { another } = setUpSuspicions(server);
const officer = await another('compliance');
const customer = await newCustomer(server, 'Ina Brown');

await owner.query('insert into merged_accounts (user_id, person_id) values ($1, $2), ($2, $2)', [
  customer.id,
  officer.id,
]);

const nextMonth = addDays(jamaicaDay(new Date()), 30);

test.each([
  ['identity/customer', {}],
  ['identity/customerOrders', { before: officer.id }],
  ['identity/addNote', { note: 'Always on time' }],
  ['identity/links', {}],
  ['appropriateness/record', {}],
  ['enrollmentDesk/ofCustomer', {}],
  ['certificates/ofCustomer', {}],
  ['compliance/freezes', {}],
  ['compliance/freeze', { reason: 'An authority asks' }],
  ['compliance/raiseAlert', { orderId: null, priority: 'medium', description: 'Nothing of note' }],
  ['compliance/openCase', { title: 'Nothing of note', alerts: [], orders: [] }],
  ['compliance/snooze', { rule: 'many_orders', until: nextMonth, reason: 'Trades for a living' }],
  ['compliance/reviewCustomer', { riskLevel: 'low', nextReviewOn: nextMonth, note: 'Nothing of note' }],
  ['accounts/unfreeze', { reasonCode: 'false_alarm' }],
])('%s refuses its own subject, also in capitals', async (path, more) => {
  const sendCommand = async (userId: string) =>
    (await call<{ code?: string }>(path, { userId, ...more }, officer.cookie)).body.code;
  const ids = [officer.id, customer.id].flatMap((id) => [id, id.toUpperCase()]);
  expect(await Promise.all(ids.map(sendCommand))).toEqual(ids.map(() => 'approvals.own_matter'));
});

test('a proposal for a second person is created once, also in capitals', async () => {
  const { id: userId } = await newCustomer(server, 'Oma Gray');
  await call('compliance/freeze', { userId, reason: 'An authority asks' }, officer.cookie);
  const { rows } = await owner.query<{ id: string }>('select id from account_freezes where user_id = $1', [userId]);
  const [{ id: freezeId } = { id: '' }] = rows;
  const proposeUnfreeze = async (id: string) => {
    const input = { freezeId: id, note: 'The authority asks no more' };
    return (await call<{ code?: string }>('compliance/proposeUnfreeze', input, officer.cookie)).body.code ?? 'waits';
  };
  expect(await proposeUnfreeze(freezeId.toUpperCase())).toBe('waits');
  expect(await proposeUnfreeze(freezeId)).toBe('approvals.already_open');
});

test.each([
  ['a release', ReleaseOrder, { caseId: customer.id, orderId: customer.id, note: 'It was looked into' }],
  ['a refund of a frozen customer', ProposeFrozenReturn, { orderId: customer.id, note: 'A court says so' }],
  ['training coins', OneSession, { sessionId: customer.id }],
])('%s refers to the same item in capitals, so that it is found and erased with it', (_, schema, input) => {
  const upperCase: unknown = JSON.parse(JSON.stringify(input).replaceAll(customer.id, customer.id.toUpperCase()));
  expect(schema.parse(upperCase)).toEqual(input);
});

describe('locks', async () => {
  const { admin, finance, recordFunds } = await setUpUnallocated(server);
  const runCommand = server.actsAs(finance);

  test.each([(id: string) => id, (id: string) => id.toUpperCase()])(
    'unallocated money waits for its lock',
    async (formatId) => {
      const id = await recordFunds(`CAPITALS ${randomUUID().slice(0, 13)}`, { amount: '3000' });
      const holder = await server.owner.connect();
      try {
        await holder.query('begin');
        await holder.query(`select pg_advisory_xact_lock(hashtextextended('unassigned ' || $1::uuid, 0))`, [id]);
        const input = { movementId: formatId(id), reasonCode: 'third_party_payer', note: '' };
        const answer = runCommand('unallocated/prepareReturn', input, admin);
        expect(await Promise.race([answer, sleep(2_000, 'waits')])).toBe('waits');
        await holder.query('rollback');
        expect(await answer).toBe('done');
      } finally {
        holder.release();
      }
    },
  );
});

describe('audit entries', async () => {
  const [finance, compliance] = [await createSession(server, 'finance'), await createSession(server, 'compliance')];
  const { cookie } = await newCustomer(server, 'Tamara Grant');

  type Page = { readonly entries: readonly { readonly action: string }[] };
  const findViews = async (subject: string) =>
    (await server.call<Page>('audit/list', { subject, action: 'trading.receipt_viewed' }, compliance)).body.entries.map(
      ({ action }) => action,
    );

  test('viewing a receipt is found under the id and the reference of the order, and covers the next view', async () => {
    const { orderId, reference } = await placePaidBuy(server, cookie, { amount: '3000' });
    const found = ['trading.receipt_viewed'];
    for (const id of [orderId.toUpperCase(), orderId]) {
      expect((await server.call('trading/receipt', { orderId: id }, finance)).status).toBe(200);
      for (const subject of [orderId, orderId.toUpperCase(), reference])
        expect(await findViews(subject)).toEqual(found);
    }
  });
});

const personal = SubmitTier1.shape.personal_details.unwrap().shape;
const document = SubmitTier1.shape.id_document.unwrap().shape;
const employment = SubmitTier2.shape.employment.unwrap().shape;
const account = settingShapes.bank_accounts.shape.JMD.shape;
const evm = '0x52908400098527886E0F7030069857D2E4169EE7';

/** Fields into which people often paste, each with a valid value. */
const pasted: [string, z.ZodType, string][] = [
  ['email at sign-up', SignUp.shape.email, 'kim@example.com'],
  ['email at sign-in', SignIn.shape.email, 'kim@example.com'],
  ['email of a colleague', ProposeRole.shape.email, 'kim@example.com'],
  ['email of an objection', AppealWarning.shape.email, 'kim@example.com'],
  ['support email', settingShapes.company.shape.supportEmail, 'kim@example.com'],
  ['first name', SignUp.shape.firstName, 'Anne-Marie'],
  ['last name', SignUp.shape.lastName, 'McDonald'],
  ['display name', UpdateProfile.shape.displayName.unwrap(), 'Anne-Marie'],
  ['full name', personal.fullName, 'Anne-Marie Brown'],
  ['phone at sign-up', SignUp.shape.phoneNumber, '+18765550100'],
  ['phone of the profile', UpdateProfile.shape.phoneNumber.unwrap(), '+1 876-555-0100'],
  ['phone of tier 1', personal.phone, '+1 876-555-0100'],
  ['home address', personal.address, '1 Hope Road, Kingston'],
  ['TRN', SubmitTier1.shape.trn_document.unwrap().shape.trn, '123-456-789'],
  ['ID number', document.idNumber, 'A1234567'],
  ['employer', employment.employerName, 'Bank of Jamaica'],
  ['income', employment.monthlyIncome, '250,000'],
  ['trusted wallet', TrustedWallet.shape.walletAddress, evm],
  ['amount of a purchase', QuoteBuy.shape.amount, '25,000.50'],
  ['amount of a sale', QuoteSell.shape.amount, '0.25'],
  ['wallet of a purchase', PlaceBuyOrder.shape.walletAddress, evm],
  ['destination tag', PlaceBuyOrder.shape.destinationTag, '1234'],
  ['wallet provider', PlaceBuyOrder.shape.custodian, 'Binance'],
  ['owner of the wallet', PlaceBuyOrder.shape.walletOwner, 'Anne-Marie Brown'],
  ['wallet of a sale', SellWallet.shape.senderWalletAddress, evm],
  ['account number', PlaceSellOrder.shape.accountNumber, '0000-1111 222'],
  ['account holder', PlaceSellOrder.shape.accountHolderName, 'Anne-Marie Brown'],
  ['bank', PlaceSellOrder.shape.bankName, 'NCB'],
  ['branch', PlaceSellOrder.shape.routingNumber, 'Half-Way-Tree'],
  ['wallet that pays in Mahoni', ClaimMahoni.shape.senderAddress, evm],
  ['wallet of an award', NameWallet.shape.address, evm],
  ['reference of a bank line', Reference, 'FT-2411 0001'],
  ['amount of a bank line', AmountText, '25,000.50'],
  ['account of a payer', Payer.payerAccount, '0000-1111'],
  ['name of a payer', Payer.payerHolder, 'Anne-Marie Brown'],
  ['address of a sender', Sender.senderAddress, evm],
  ['tag of a sender', Sender.senderTag, '1234'],
  ['account number of ours', account.number, '0000-1111 222'],
  ['wallet of ours', settingShapes.company_wallets.shape.xrp.unwrap().shape.address, evm],
  ['tag of ours', settingShapes.company_wallets.shape.xrp.unwrap().shape.tag.unwrap(), '1234'],
  ['rate of ours', settingShapes.rates.shape.buy, '175.5'],
];

/** Adds invisible marks, non-breaking spaces and special hyphens, like text copied from phones and spreadsheets. */
const asPasted = (text: string): string =>
  `\u202a\ufeff${text.slice(0, 2)}\u200b${text.slice(2, -1).replaceAll('-', '\u2011').replaceAll(' ', '\u00a0')}\u00ad${text.slice(-1)}\u2069`;

test.each(pasted)('%s ignores invisible characters in a pasted value', (_what, schema, text) => {
  const plain = schema.parse(text);
  expect(schema.parse(asPasted(text))).toBe(plain);
});
