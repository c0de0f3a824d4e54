import { afterEach, expect, test } from 'vitest';
import { bankDesk } from '../../../test/bank-lines.ts';
import { handleEvents, planByCard, sandboxSays, sendHook } from '../../../test/cards.ts';
import { backToToday, longGone, sevenYearsOn } from '../../../test/long-gone.ts';
import { upload as proof } from '../../../test/orders.ts';
import { bankLine, chainLine, claimedInMahoni, claimedPlan, subscribe } from '../../../test/payments.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { type Customer, newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { openMoney } from '../../../test/unassigned.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { eraseRecords } from './erase.ts';
import type { Erasures } from './erase-views.ts';
import { markRecords } from './jobs.ts';

/** Of a payment what is personal goes seven years after it, as of an order, though its customer stays. */
const server = await serverWithoutFaults();
const { call, owner, services } = server;
const { done, finance } = await openMoney(server);
const compliance = await sessionFor(server, 'compliance');
const { upload } = bankDesk(server, { done, finance });
const { alertAbout, caseAbout, rowsOf } = suspicionsOn(server);
const night = async () => {
  await markRecords(services);
  return eraseRecords(services);
};
// What the demo has of its own goes first.
await markRecords(services);
await sevenYearsOn(server);
await eraseRecords(services);
await backToToday(server);
afterEach(async () => {
  await backToToday(server);
});

/** Somebody whose plan was paid, on a second proof where the first was sent back; the month is over. */
async function paid({ sentBack = false } = {}): Promise<Customer & { paymentId: string }> {
  const ina = await newCustomer(server, 'Ina Brown');
  const paymentId = await claimedPlan(server, ina.cookie);
  if (sentBack) {
    await done('paymentsDesk/rejectClaim', { paymentId, reasonCode: 'unreadable', note: '' });
    const { body: file } = await proof(server, ina.cookie, 'subscription-proof');
    await done('payments/claim', { paymentId, proofFile: file.id }, ina.cookie);
  }
  await done('paymentsDesk/receive', bankLine(paymentId));
  return { ...ina, paymentId };
}
/** What says still who paid. */
const personal = (paymentId: string) =>
  rowsOf<{ found: string }>(
    `select 'line' found from movements where payment_id = $1 and (account is not null or address is not null)
      union all select 'proof' from payments where id = $1 and proof_file is not null
      union all select 'wallet' from payments where id = $1 and sender_address <> 'erased'`,
    [paymentId],
  ).then((rows) => rows.map(({ found }) => found));
const bytesOf = async (userId: string) => {
  const [file] = await rowsOf<{ path: string }>('select path from files where user_id = $1', [userId]);
  return () =>
    services.files.store.read(file?.path ?? '').then(
      (bytes) => (bytes.destroy() ? 'kept' : 'gone'),
      () => 'gone',
    );
};

test('of what was paid seven years ago nobody’s account, wallet or proof is left, and the report says so', async () => {
  const ina = await paid({ sentBack: true });
  const una = await newCustomer(server, 'Una Brown');
  const coins = await claimedInMahoni(server, una.cookie);
  await done('paymentsDesk/receive', chainLine(coins));
  const bytes = await bytesOf(ina.id);
  expect(await night()).toMatchObject({ payments: 0 });
  await sevenYearsOn(server);
  const { due } = (await call<Erasures>('compliance/erasures', undefined, compliance)).body;
  expect(due).toMatchObject({ payments: 2, orders: 0, people: 0 });
  expect(await personal(ina.paymentId)).toEqual(['line', 'proof']);
  expect(await night()).toMatchObject({ payments: 2, files: 3, keptBack: 0 });
  expect([await personal(ina.paymentId), await personal(coins.paymentId), await bytes()]).toEqual([[], [], 'gone']);
  const books = 'select pay_in, amount_jmd, title from payments where id = $1';
  expect(await rowsOf(books, [ina.paymentId])).toMatchObject([{ pay_in: 'received', amount_jmd: '6000.00' }]);
  const { reports } = (await call<Erasures>('compliance/erasures', undefined, compliance)).body;
  expect(reports[0]).toMatchObject({ payments: 2, bankLines: 0 });
  expect(await night()).toMatchObject({ payments: 0, keptBack: 0 });
});

test('the name on a card goes with the payment that it paid, and so does that on one that was declined', async () => {
  const ina = await newCustomer(server, 'Ina Brown');
  const { paymentId } = await planByCard(server, ina.cookie);
  for (const type of ['declined', 'approved'])
    expect(await sendHook(server, sandboxSays(paymentId, { type, name: 'Erasmus Cardholder' }))).toBe(200);
  await handleEvents(server);
  const cards = `select outcome from card_events where name_on_card = 'Erasmus Cardholder' order by 1`;
  await night();
  expect(await rowsOf(cards)).toEqual([{ outcome: 'approved' }, { outcome: 'declined' }]);
  await sevenYearsOn(server);
  expect(await night()).toMatchObject({ payments: 1 });
  expect(await rowsOf(cards)).toEqual([]);
  const books = 'select outcome, card, became from card_events where user_id = $1 order by 1';
  expect(await rowsOf(books, [ina.id])).toEqual([
    { outcome: 'approved', card: null, became: 'received' },
    { outcome: 'declined', card: null, became: 'declined' },
  ]);
});

test('what waits for its money, or ended later, is kept from then on', async () => {
  const ina = await newCustomer(server, 'Ina Brown');
  const { paymentId } = (await subscribe(server, ina.cookie)).body;
  await night();
  expect(await rowsOf('select from retention_marks where subject_id = $1', [paymentId])).toEqual([]);
  await sevenYearsOn(server);
  await owner.query(`update payments set ended = 'lapsed', closed_at = $1 where id = $2`, [
    services.clock(),
    paymentId,
  ]);
  expect(await night()).toMatchObject({ payments: 0, keptBack: 0 });
  expect(await rowsOf('select from retention_marks where subject_id = $1', [paymentId])).toHaveLength(1);
});

test.each([
  ['an open case', (it: Customer) => caseAbout(it.id, compliance)],
  ['an alert that nobody closed', (it: Customer) => alertAbout(it.id)],
  [
    'a freeze',
    (it: Customer) => owner.query(`insert into account_freezes (user_id, cause) values ($1, 'not_me')`, [it.id]),
  ],
  [
    'a case that is kept',
    async (it: Customer) => {
      const caseId = await caseAbout(it.id, compliance);
      await done('compliance/closeCase', { caseId, outcome: 'explained', text: 'Papers' }, compliance);
      await owner.query(`update cases set closed_at = now() + interval '6 years' where id = $1`, [caseId]);
    },
  ],
])('%s keeps who paid', async (_, hinder) => {
  const ina = await paid();
  await hinder(ina);
  await night();
  await sevenYearsOn(server);
  expect((await night()).keptBack).toBeGreaterThan(0);
  expect(await personal(ina.paymentId)).toEqual(['line', 'proof']);
  await owner.query('delete from account_freezes');
});

test.each([
  ['an open case', (it: Customer) => caseAbout(it.id, compliance)],
  ['an alert that nobody closed', (it: Customer) => alertAbout(it.id)],
])('%s about another account of the same person keeps who paid, and the account that was closed', async (_, hinder) => {
  const [ina, other] = [await paid(), await newCustomer(server, 'Ina Brown')];
  await owner.query('insert into joined_accounts (user_id, person_id) select unnest($1::uuid[]), $2', [
    [ina.id, other.id],
    ina.id,
  ]);
  await hinder(other);
  await longGone(server, [ina]);
  expect(await night()).toMatchObject({ people: 0, payments: 0, keptBack: expect.any(Number) });
  expect(await personal(ina.paymentId)).toEqual(['line', 'proof']);
  expect(await rowsOf('select from profiles where id = $1', [ina.id])).toHaveLength(1);
});

test('whom we paid stands on no line of our bank after seven years, nor how two lines were told apart', async () => {
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
  expect(await night()).toMatchObject({ bankLines: 0 });
  await sevenYearsOn(server);
  const { due } = (await call<Erasures>('compliance/erasures', undefined, compliance)).body;
  expect(due.bankLines).toBe(1);
  expect(await night()).toMatchObject({ bankLines: 1 });
  const lines = `select reference, payer, details, amount from bank_lines where reference in ('OUT 77', 'IN 78') order by 1`;
  expect(await rowsOf(lines)).toMatchObject([
    { reference: 'IN 78', payer: 'Erasmus Waits' },
    { reference: 'OUT 77', payer: '', details: '', amount: '100.00' },
  ]);
  expect(await rowsOf(`select from proposals where payload ->> 'note' = 'Erasmus rang'`)).toEqual([]);
  const said = await rowsOf(`select reason from proposals where kind = 'two_lines'`);
  expect(said).toEqual([{ reason: 'Erased.' }]);
  expect(await night()).toMatchObject({ bankLines: 0 });
});

test('what was rejected before anybody had to say why is erased like everything else', async () => {
  await upload([{ reference: 'OUT 79', details: 'TRANSFER TO Olga Payee', debit: '79.00', payer: 'Olga Payee' }]);
  // As it stood before the rule came, which holds for no row that was there.
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
  await sevenYearsOn(server);
  expect(await night()).toMatchObject({ bankLines: 1 });
  expect(await rowsOf(`select payer from bank_lines where reference = 'OUT 79'`)).toEqual([{ payer: '' }]);
  expect(await rowsOf(`select from proposals where payload ->> 'note' = 'Olga rang'`)).toEqual([]);
});
