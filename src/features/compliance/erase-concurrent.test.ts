import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  closeLongAgo,
  databaseDay,
  markAccountsClosed,
  passSevenYears,
  resetDates,
} from '../../../test/erasure-time.ts';
import { countLockWaits } from '../../../test/lock-waits.ts';
import { buildPayIn, buildSent, placePaidBuy } from '../../../test/orders.ts';
import { buildBankReceipt, claimPlan } from '../../../test/payments.ts';
import { createSession } from '../../../test/security/actors.ts';
import { linkAccounts, newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { detectDuplicatesOf } from '../kyc/detect-duplicates.ts';
import { eraseRecords } from './erase.ts';
import { setRetentionDeadlines } from './jobs.ts';

const server = await serverWithoutFaults();
const { call, owner, services } = server;
const { rowsOf, caseAbout, idOf, another } = setUpSuspicions(server);
const compliance = await createSession(server, 'compliance');
const officerId = await idOf('compliance');
const past = new Date(Date.now() + 2_600 * 86_400_000);

beforeEach(async () => {
  server.setTime(null);
  await databaseDay(server, 'current_date');
  // Marks all earlier records as erased, so that only the test's customer is due.
  await owner.query('update retention_deadlines set erased_at = now() where erased_at is null');
});

async function closeCustomer() {
  const { id } = await newCustomer(server, 'Erasmus Gone');
  await markAccountsClosed(server, id);
  await setRetentionDeadlines(services);
  return id;
}
const closedCase = async (userId: string) => {
  const caseId = await caseAbout(userId, compliance);
  await owner.query(
    `update cases set state = 'closed', outcome = 'explained', outcome_text = 'x', closed_at = now(), closed_by = $2
      where id = $1`,
    [caseId, officerId],
  );
};
const mergeSibling = async (userId: string) => {
  const other = await newCustomer(server);
  await linkAccounts(server, [userId, other.id]);
  const joined = { userId, otherId: other.id, decision: 'join', note: 'Seen both faces' };
  expect((await call('identity/decideLink', joined, compliance)).status).toBe(200);
};

const insertFreeze = `insert into account_freezes (user_id, cause, frozen_by, reason) select `;
const writes: Record<string, { before?: (userId: string) => Promise<void>; sql: string }> = {
  'an alert': {
    sql: `insert into transaction_alerts (user_id, alert_type, priority, risk_score, description, details, sla_deadline, created_at)
      values ($1, 'manual', 'low', 0, 'Seen', '{}', now(), now())`,
  },
  'a case': {
    sql: `insert into cases (user_id, kind, title, opened_at, updated_at) values ($1, 'manual', 'Seen', now(), now())`,
  },
  'a reopened case': {
    before: closedCase,
    sql: `update cases set state = 'under_review', outcome = null, outcome_text = null, closed_at = null, closed_by = null
      where user_id = $1`,
  },
  'a freeze': {
    sql: `${insertFreeze} $1::uuid, 'by_hand', id, 'x' from profiles where email = 'compliance@demo.test'`,
  },
  'a freeze of another account of the person': {
    before: mergeSibling,
    sql: `${insertFreeze} j.user_id, 'by_hand', p.id, 'x' from merged_accounts j, profiles p
      where j.person_id = (select person_id from merged_accounts where user_id = $1) and j.user_id <> $1
        and p.email = 'compliance@demo.test'`,
  },
};

test.each(Object.entries(writes))('%s written concurrently retains the customer', async (_, { before, sql }) => {
  const id = await closeCustomer();
  await before?.(id);
  server.setTime(past);
  await databaseDay(server, `date '${past.toISOString().slice(0, 10)}'`);
  const writer = await owner.connect();
  await writer.query('begin');
  expect((await writer.query(sql, [id])).rowCount).toBe(1);
  const erasing = eraseRecords(services);
  await expect.poll(() => countLockWaits(server), { timeout: 8_000 }).toBeGreaterThan(0);
  await writer.query('commit');
  writer.release();
  expect(await erasing).toMatchObject({ people: 0, keptBack: 1 });
  expect(await rowsOf('select display_name from profiles where id = $1', [id])).toEqual([
    { display_name: 'Erasmus Gone' },
  ]);
});

test('a customer is erased if the concurrent alert is rolled back', async () => {
  const id = await closeCustomer();
  server.setTime(past);
  await databaseDay(server, `date '${past.toISOString().slice(0, 10)}'`);
  const writer = await owner.connect();
  await writer.query('begin');
  await writer.query(writes['an alert']?.sql ?? '', [id]);
  const erasing = eraseRecords(services);
  await expect.poll(() => countLockWaits(server), { timeout: 8_000 }).toBeGreaterThan(0);
  await writer.query('rollback');
  writer.release();
  expect(await erasing).toMatchObject({ people: 1, keptBack: 0 });
  expect(await rowsOf('select 1 from profiles where id = $1', [id])).toEqual([]);
});

describe('orders placed during an erasure', async () => {
  const admin = await createSession(server, 'admin');
  const finance = await createSession(server, 'finance');

  /** Each payer has their own account, because a freeze also stops money from the frozen account. */
  const payerOf = (payerHolder: string) => ({ payerHolder, payerAccount: String(randomInt(300_000_000, 399_999_999)) });

  async function createCompletedOrder(cookie: string, payerHolder: string): Promise<string> {
    const { orderId } = await placePaidBuy(server, cookie, { amount: '4000' });
    const steps = [
      ['confirmReceived', { ...buildPayIn(orderId, { amount: '4000' }), ...payerOf(payerHolder) }, finance],
      ['startProcessing', { orderId, note: '' }, finance],
      ['preparePayout', { orderId, note: '' }, finance],
      ['approvePayout', { orderId, note: '' }, admin],
      ['recordSent', buildSent(orderId, randomBytes(32).toString('hex')), finance],
    ] as const;
    for (const [path, input, by] of steps)
      expect([path, await call(`desk/${path}`, input, by)]).toMatchObject([path, { status: 200 }]);
    return orderId;
  }

  async function createReceivedPayment(cookie: string, payerHolder: string): Promise<string> {
    const id = await claimPlan(server, cookie);
    expect((await call('paymentsDesk/receive', buildBankReceipt(id, payerOf(payerHolder)), finance)).status).toBe(200);
    return id;
  }

  const officer = `select id from profiles where email = 'compliance@demo.test'`;
  const writes = {
    'a case': `insert into cases (user_id, kind, title, opened_at, updated_at) values ($1, 'manual', 'Seen', now(), now())`,
    'a freeze': `insert into account_freezes (user_id, cause, frozen_by, reason) select $1::uuid, 'by_hand', id, 'x' from (${officer}) o`,
  };
  const subjects = { 'an order': createCompletedOrder, 'a payment': createReceivedPayment };

  // A customer of their own for each pair, because a freeze also applies to accounts of the same name.
  const names = ['Ina Brown', 'Olga Reid', 'Una Clarke', 'Eva Stone'];
  const pairs = Object.entries(writes)
    .flatMap(([what, sql]) => Object.entries(subjects).map(([subject, create]) => ({ what, subject, sql, create })))
    .map((pair, index) => ({ ...pair, name: names[index] ?? '' }));

  test.each(pairs)('$what written concurrently retains $subject', async ({ sql, create, name }) => {
    await resetDates(server);
    // Marks all earlier records as erased, so that only the test's record is due.
    await owner.query('update retention_deadlines set erased_at = now() where erased_at is null');
    const { id: userId, cookie } = await newCustomer(server, name);
    const id = await create(cookie, name);
    await owner.query(
      `update transaction_alerts set state = 'closed', outcome = 'explained', outcome_note = 'x', closed_at = now(),
       closed_by = (${officer}) where user_id = $1`,
      [userId],
    );
    await setRetentionDeadlines(services);
    await passSevenYears(server);
    await setRetentionDeadlines(services);
    await owner.query('update retention_deadlines set erased_at = now() where user_id <> $1', [userId]);
    const writer = await owner.connect();
    await writer.query('begin');
    expect((await writer.query(sql, [userId])).rowCount).toBe(1);
    const erasing = eraseRecords(services);
    await expect.poll(() => countLockWaits(server), { timeout: 8_000 }).toBeGreaterThan(0);
    await writer.query('commit');
    writer.release();
    await erasing;
    const withAccount = 'select 1 from movements where (order_id = $1 or payment_id = $1) and account is not null';
    expect(await rowsOf(withAccount, [id])).toHaveLength(1);
  });
});

describe('links to other accounts', async () => {
  const [compliance, officer] = [await createSession(server, 'compliance'), (await another('compliance')).cookie];

  afterEach(async () => {
    await resetDates(server);
  });

  const act = async (path: string, input: object, cookie = compliance) => {
    const { status, body } = await call<{ proposalId: string }>(path, input, cookie);
    expect([path, status, body]).toMatchObject([path, 200, {}]);
    return body;
  };

  test('erasing a customer removes notes about a link to another account', async () => {
    const marker = `Kestrelwood${randomUUID().slice(0, 8)}`;
    const erased = await newCustomer(server, 'Winston Rodney');
    await act('compliance/freeze', { userId: erased.id, reason: 'An authority asks for it' });
    const remaining = await newCustomer(server, 'Winston Rodney');
    await detectDuplicatesOf(services, remaining.id);
    const separation = { userId: remaining.id, otherId: erased.id, decision: 'apart', note: `${marker} is the cousin` };
    await act('identity/decideLink', { ...separation, proposalId: null }, officer);
    const [proposal] = await rowsOf<{ id: string }>(`select id from proposals where kind = 'split' and state = 'open'`);
    const declined = { ...separation, decision: 'join', note: `${marker} is not a cousin`, proposalId: proposal?.id };
    await act('identity/decideLink', declined);
    const [freeze] = await rowsOf<{ id: string }>('select id from account_freezes where user_id = $1', [erased.id]);
    const unfreeze = { freezeId: freeze?.id, note: 'No longer needed' };
    const { proposalId } = await act('compliance/proposeUnfreeze', unfreeze, officer);
    await act('compliance/decideFrozen', { proposalId, decision: 'approve', note: 'x' });
    const countMentions = (table: string) =>
      rowsOf(`select t from ${table} t where to_jsonb(t)::text like $1`, [`%${marker}%`]).then(({ length }) => length);
    expect([await countMentions('audit_log'), await countMentions('proposals')]).toEqual([1, 1]);

    await closeLongAgo(server, [erased]);
    expect(await eraseRecords(services)).toMatchObject({ people: 1 });
    expect([await countMentions('audit_log'), await countMentions('proposals')]).toEqual([0, 0]);
    expect(await rowsOf('select id from profiles where id = $1', [remaining.id])).toHaveLength(1);
  });
});
