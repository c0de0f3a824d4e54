import { afterEach, describe, expect, test } from 'vitest';
import { openBankReconciliation } from '../../../test/bank-lines.ts';
import { buildSandboxEvent, handleEvents, sendWebhook, startPlanByCard } from '../../../test/cards.ts';
import { closeLongAgo, markAccountsClosed, passSevenYears, resetDates } from '../../../test/erasure-time.ts';
import { upload as proof } from '../../../test/orders.ts';
import {
  buildBankReceipt,
  buildChainReceipt,
  claimPlan,
  claimPlanInMahoni,
  subscribe,
} from '../../../test/payments.ts';
import { createSession } from '../../../test/security/actors.ts';
import { type Customer, newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { setUpUnallocated } from '../../../test/unallocated.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { eraseRecords } from './erase.ts';
import { setRetentionDeadlines } from './jobs.ts';
import type { Erasures } from './retention-store.ts';
import type { ReportView } from './views.ts';

const server = await serverWithoutFaults();
const { call, owner, services } = server;
const { done, finance } = await setUpUnallocated(server);
const compliance = await createSession(server, 'compliance');
const { upload } = openBankReconciliation(server, { done, finance });
const { alertAbout, caseAbout, rowsOf } = setUpSuspicions(server);
const runNightlyJobs = async () => {
  await setRetentionDeadlines(services);
  return eraseRecords(services);
};

await setRetentionDeadlines(services);

await passSevenYears(server);

await eraseRecords(services);

await resetDates(server);

afterEach(async () => {
  await resetDates(server);
});

async function payPlan({ sentBack = false } = {}): Promise<Customer & { paymentId: string }> {
  const buyer = await newCustomer(server, 'Ina Brown');
  const paymentId = await claimPlan(server, buyer.cookie);
  if (sentBack) {
    await done('paymentsDesk/rejectClaim', { paymentId, reasonCode: 'unreadable', note: '' });
    const { body: file } = await proof(server, buyer.cookie, 'subscription-proof');
    await done('payments/claim', { paymentId, proofFile: file.id }, buyer.cookie);
  }
  await done('paymentsDesk/receive', buildBankReceipt(paymentId));
  return { ...buyer, paymentId };
}
const findPersonalData = (paymentId: string) =>
  rowsOf<{ found: string }>(
    `select 'line' found from movements where payment_id = $1 and (account is not null or address is not null)
      union all select 'proof' from payments where id = $1 and proof_file is not null
      union all select 'wallet' from payments where id = $1 and sender_address <> 'erased'`,
    [paymentId],
  ).then((rows) => rows.map(({ found }) => found));
const watchFile = async (userId: string) => {
  const [file] = await rowsOf<{ path: string }>('select path from files where user_id = $1', [userId]);
  return () =>
    services.files.store.read(file?.path ?? '').then(
      (bytes) => (bytes.destroy() ? 'kept' : 'gone'),
      () => 'gone',
    );
};

test('erasing seven-year-old payments removes accounts, wallets and proofs, and reports it', async () => {
  const buyer = await payPlan({ sentBack: true });
  const secondCustomer = await newCustomer(server, 'Una Brown');
  const coins = await claimPlanInMahoni(server, secondCustomer.cookie);
  await done('paymentsDesk/receive', buildChainReceipt(coins));
  const bytes = await watchFile(buyer.id);
  expect(await runNightlyJobs()).toMatchObject({ payments: 0 });
  await passSevenYears(server);
  const { due } = (await call<Erasures>('compliance/erasures', undefined, compliance)).body;
  expect(due).toMatchObject({ payments: 2, orders: 0, people: 0 });
  expect(await findPersonalData(buyer.paymentId)).toEqual(['line', 'proof']);
  expect(await runNightlyJobs()).toMatchObject({ payments: 2, files: 3, keptBack: 0 });
  expect([await findPersonalData(buyer.paymentId), await findPersonalData(coins.paymentId), await bytes()]).toEqual([
    [],
    [],
    'gone',
  ]);
  const books = 'select pay_in, amount_jmd, title from payments where id = $1';
  expect(await rowsOf(books, [buyer.paymentId])).toMatchObject([{ pay_in: 'received', amount_jmd: '6000.00' }]);
  const { reports } = (await call<Erasures>('compliance/erasures', undefined, compliance)).body;
  expect(reports[0]).toMatchObject({ payments: 2, bankLines: 0 });
  expect(await runNightlyJobs()).toMatchObject({ payments: 0, keptBack: 0 });
});

test('erasing a payment removes the card names, including declined cards', async () => {
  const buyer = await newCustomer(server, 'Ina Brown');
  const { paymentId } = await startPlanByCard(server, buyer.cookie);
  for (const type of ['declined', 'approved'])
    expect(await sendWebhook(server, buildSandboxEvent(paymentId, { type, name: 'Erasmus Cardholder' }))).toBe(200);
  await handleEvents(server);
  const cards = `select outcome from card_events where name_on_card = 'Erasmus Cardholder' order by 1`;
  await runNightlyJobs();
  expect(await rowsOf(cards)).toEqual([{ outcome: 'approved' }, { outcome: 'declined' }]);
  await passSevenYears(server);
  expect(await runNightlyJobs()).toMatchObject({ payments: 1 });
  expect(await rowsOf(cards)).toEqual([]);
  const books = 'select outcome, card, became from card_events where user_id = $1 order by 1';
  expect(await rowsOf(books, [buyer.id])).toEqual([
    { outcome: 'approved', card: null, became: 'received' },
    { outcome: 'declined', card: null, became: 'declined' },
  ]);
});

test('an unpaid payment has no deadline until it ends', async () => {
  const buyer = await newCustomer(server, 'Ina Brown');
  const { paymentId } = (await subscribe(server, buyer.cookie)).body;
  await runNightlyJobs();
  expect(await rowsOf('select from retention_deadlines where subject_id = $1', [paymentId])).toEqual([]);
  await passSevenYears(server);
  await owner.query(`update payments set ended = 'lapsed', closed_at = $1 where id = $2`, [
    services.clock(),
    paymentId,
  ]);
  expect(await runNightlyJobs()).toMatchObject({ payments: 0, keptBack: 0 });
  expect(await rowsOf('select from retention_deadlines where subject_id = $1', [paymentId])).toHaveLength(1);
});

test.each([
  ['an open case', (customer: Customer) => caseAbout(customer.id, compliance)],
  ['an open alert', (customer: Customer) => alertAbout(customer.id)],
  [
    'a freeze',
    (customer: Customer) =>
      owner.query(`insert into account_freezes (user_id, cause) values ($1, 'not_me')`, [customer.id]),
  ],
  [
    'a retained case',
    async (customer: Customer) => {
      const caseId = await caseAbout(customer.id, compliance);
      await done('compliance/closeCase', { caseId, outcome: 'explained', text: 'Documents' }, compliance);
      await owner.query(`update cases set closed_at = now() + interval '6 years' where id = $1`, [caseId]);
    },
  ],
])('%s retains the payer', async (_, block) => {
  const buyer = await payPlan();
  await block(buyer);
  await runNightlyJobs();
  await passSevenYears(server);
  expect((await runNightlyJobs()).keptBack).toBeGreaterThan(0);
  expect(await findPersonalData(buyer.paymentId)).toEqual(['line', 'proof']);
  await owner.query('delete from account_freezes');
});

test.each([
  ['an open case', (customer: Customer) => caseAbout(customer.id, compliance)],
  ['an open alert', (customer: Customer) => alertAbout(customer.id)],
])('%s about another account of the person retains the payer and the closed account', async (_, block) => {
  const [buyer, other] = [await payPlan(), await newCustomer(server, 'Ina Brown')];
  await owner.query('insert into merged_accounts (user_id, person_id) select unnest($1::uuid[]), $2', [
    [buyer.id, other.id],
    buyer.id,
  ]);
  await block(other);
  await closeLongAgo(server, [buyer]);
  expect(await runNightlyJobs()).toMatchObject({ people: 0, payments: 0, keptBack: expect.any(Number) });
  expect(await findPersonalData(buyer.paymentId)).toEqual(['line', 'proof']);
  expect(await rowsOf('select from profiles where id = $1', [buyer.id])).toHaveLength(1);
});

test('after seven years outgoing bank lines and duplicate decisions contain no names', async () => {
  await upload([
    { reference: 'OUT 77', details: 'TRANSFER TO Erasmus Payee 990011', debit: '100.00', payer: 'Erasmus Payee' },
    { reference: 'IN 78', details: 'FROM Erasmus Waits', credit: '77.00', payer: 'Erasmus Waits' },
  ]);
  await owner.query(
    `insert into proposals (kind, subject, payload, proposed_by, state, decided_by, decided_at, reason)
      select 'two_lines', l.id, '{"than": [], "note": "Erasmus rang"}', p.id, 'rejected', a.id, now(), 'Erasmus is two'
        from bank_lines l, profiles p, profiles a
       where l.reference = 'OUT 77' and p.email = 'finance@demo.test' and a.email = 'admin@demo.test'`,
  );
  expect(await runNightlyJobs()).toMatchObject({ bankLines: 0 });
  await passSevenYears(server);
  const { due } = (await call<Erasures>('compliance/erasures', undefined, compliance)).body;
  expect(due.bankLines).toBe(1);
  expect(await runNightlyJobs()).toMatchObject({ bankLines: 1 });
  const lines = `select reference, payer, details, amount from bank_lines where reference in ('OUT 77', 'IN 78') order by 1`;
  expect(await rowsOf(lines)).toMatchObject([
    { reference: 'IN 78', payer: 'Erasmus Waits' },
    { reference: 'OUT 77', payer: '', details: '', amount: '100.00' },
  ]);
  expect(await rowsOf(`select from proposals where payload ->> 'note' = 'Erasmus rang'`)).toEqual([]);
  const reasons = await rowsOf(`select reason from proposals where kind = 'two_lines'`);
  expect(reasons).toEqual([{ reason: 'Erased.' }]);
  expect(await runNightlyJobs()).toMatchObject({ bankLines: 0 });
});

test('a rejection from before reasons were required is erased too', async () => {
  await upload([{ reference: 'OUT 79', details: 'TRANSFER TO Olga Payee', debit: '79.00', payer: 'Olga Payee' }]);
  // Old rows may violate this constraint, which was added later.
  const rule = 'proposal_rejection_says_why';
  await owner.query(`alter table proposals drop constraint ${rule}`);
  await owner.query(
    `insert into proposals (kind, subject, payload, proposed_by, state, decided_by, decided_at)
      select 'two_lines', l.id, '{"than": [], "note": "Olga rang"}', p.id, 'rejected', a.id, now()
        from bank_lines l, profiles p, profiles a
       where l.reference = 'OUT 79' and p.email = 'finance@demo.test' and a.email = 'admin@demo.test'`,
  );
  await owner.query(
    `alter table proposals add constraint ${rule} check (state <> 'rejected' or reason is not null) not valid`,
  );
  await passSevenYears(server);
  expect(await runNightlyJobs()).toMatchObject({ bankLines: 1 });
  expect(await rowsOf(`select payer from bank_lines where reference = 'OUT 79'`)).toEqual([{ payer: '' }]);
  expect(await rowsOf(`select from proposals where payload ->> 'note' = 'Olga rang'`)).toEqual([]);
});

describe('scam reports of an erased person', async () => {
  const [admin, compliance] = [await createSession(server, 'admin'), await createSession(server, 'compliance')];
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
  const dayIn = (days: number) => jamaicaDay(inDays(days));

  async function setDaysFromNow(later: number): Promise<void> {
    server.setTime(inDays(later));
    await owner.query(
      `create or replace function app.today() returns date language sql stable as $$ select date '${dayIn(later)}' $$`,
    );
  }
  const run = async (path: string, input: object, cookie: string): Promise<Record<string, string>> => {
    const { status, body } = await call<Record<string, string>>(path, input, cookie);
    expect(status).toBe(200);
    return body;
  };

  test('a report to the authority is kept seven years from its filing, even if its case closed earlier', async () => {
    const buyer = await newCustomer(server, 'Ina Brown');
    const caseId = await caseAbout(buyer.id, compliance);
    const { reportId } = await run('compliance/openReport', { caseId, suspicionFormedOn: dayIn(0) }, compliance);
    const { body } = await call<ReportView>('compliance/report', { reportId }, compliance);
    const narrative = 'The coins of this order come from a theft that was reported to the police years later.';
    const content = { ...body.content, narrative, reasons: ['FRAUD'] };
    await run('compliance/saveReport', { reportId, version: 1, content }, compliance);
    await run('compliance/closeCase', { caseId, outcome: 'explained', text: 'The documents explain it' }, admin);
    await markAccountsClosed(server, buyer.id);
    const reports = () => rowsOf('select state from str_reports where id = $1', [reportId]);
    await setDaysFromNow(7 * 366);
    await setRetentionDeadlines(services);
    await eraseRecords(services);
    expect(await reports()).toEqual([{ state: 'draft' }]);
    const filed = { reportId, version: 2, fidReference: 'FID-LATE-1', filedOn: dayIn(7 * 366) };
    await run('compliance/fileReport', filed, compliance);
    await setDaysFromNow(7 * 366 + 100);
    await setRetentionDeadlines(services);
    await eraseRecords(services);
    expect(await reports()).toEqual([{ state: 'filed' }]);
    await setDaysFromNow(14 * 366 + 1);
    await setRetentionDeadlines(services);
    await eraseRecords(services);
    expect(await reports()).toEqual([]);
  }, 200_000);
});
