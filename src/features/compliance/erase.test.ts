import { randomBytes, randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { databaseDay, markAccountsClosed } from '../../../test/erasure-time.ts';
import { bitcoinAddress, buildPayIn, buildSent, placePaidBuy, upload } from '../../../test/orders.ts';
import { createSession } from '../../../test/security/actors.ts';
import { approveAs, type Customer, linkAccounts, newCustomer, submitCheck } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { pruneAddressForms } from '../freezes/jobs.ts';
import { eraseRecords } from './erase.ts';
import { setRetentionDeadlines } from './jobs.ts';
import type { Erasures } from './retention-store.ts';

/** Erasure after seven years leaves counts only (decision A12). */
const server = await serverWithoutFaults();
const { call, owner, services } = server;
const { rowsOf, alertAbout, caseAbout } = setUpSuspicions(server);
const compliance = await createSession(server, 'compliance');
const [finance, admin] = [await createSession(server, 'finance'), await createSession(server, 'admin')];
beforeEach(async () => {
  server.setTime(null);
  await databaseDay(server, 'current_date');
  // All test customers share one wallet, so a freeze would block every payout.
  await owner.query('delete from account_freezes');
});
const past = new Date(Date.now() + 2_600 * 86_400_000);
const afterRetention = async () => {
  server.setTime(past);
  await databaseDay(server, `date '${past.toISOString().slice(0, 10)}'`);
};

/** Closes the alerts of an order, because an open alert retains all records. */
const closeAlerts = (userId: string) =>
  owner.query(
    `update transaction_alerts set state = 'closed', outcome = 'explained', outcome_note = 'x', closed_at = now(),
       closed_by = (select id from profiles where email = 'compliance@demo.test') where user_id = $1`,
    [userId],
  );

const insertBankLine = (orderId: string) =>
  owner.query(
    `insert into bank_lines (currency, moved_on, credit, amount, reference, details, payer, payer_account, payer_bank, cash,
        fingerprint, ordinal, upload_id, recorded_at, recorded_by, movement_id)
      select 'JMD', '2026-11-01', true, amount, 'x', 'From ' || holder, holder, account, bank, false, id, 1, id, now(), recorded_by, id
        from movements where order_id = $1 and direction = 'in'`,
    [orderId],
  );

async function completeOrder(buyer: Customer, wallet = bitcoinAddress, marker = 'Other'): Promise<string> {
  const holder = { custody: 'provider', custodian: `${marker} Exchange`, walletOwner: `${marker} Holder` } as const;
  const { orderId } = await placePaidBuy(server, buyer.cookie, { amount: '4000', walletAddress: wallet, ...holder });
  const line = {
    amount: '4000',
    payerHolder: `${marker} Payer`,
    payerBank: `Bank of ${marker}`,
    note: `${marker} rang`,
  };
  const steps = [
    ['confirmReceived', buildPayIn(orderId, line), finance],
    ['startProcessing', { orderId, note: `${marker} wrote` }, finance],
    ['preparePayout', { orderId, note: '' }, finance],
    ['approvePayout', { orderId, note: '' }, admin],
    ['recordSent', buildSent(orderId, randomBytes(32).toString('hex')), finance],
  ] as const;
  for (const [path, input, cookie] of steps)
    expect([path, await call(`desk/${path}`, input, cookie)]).toMatchObject([path, { status: 200 }]);
  await owner.query(
    `insert into transaction_alerts (transaction_id, user_id, alert_type, priority, risk_score, description, details,
       sla_deadline, created_at)
     values ($1, $2, 'manual', 'low', 0, $4, $3, now(), now())`,
    [orderId, buyer.id, { wallet: { address: wallet } }, `${marker} looks odd.`],
  );
  await closeAlerts(buyer.id);
  return orderId;
}

async function closeCustomer(): Promise<Customer & { orderId: string; paths: string[] }> {
  const buyer = await newCustomer(server, `Erasmus ${randomUUID().slice(0, 8)}`);
  await approveAs(server, await submitCheck(server, buyer, 1), compliance);
  const orderId = await completeOrder(buyer);
  await upload(server, buyer.cookie, 'source-of-funds');
  await markAccountsClosed(server, buyer.id);
  const files = await rowsOf<{ path: string }>('select path from files where user_id = $1', [buyer.id]);
  await setRetentionDeadlines(services);
  return { ...buyer, orderId, paths: files.map(({ path }) => path) };
}

async function mergeAccounts(first: Customer, second: Customer): Promise<void> {
  await linkAccounts(server, [first.id, second.id]);
  const joined = { userId: first.id, otherId: second.id, decision: 'join', note: 'Seen both faces' };
  expect((await call('identity/decideLink', joined, compliance)).status).toBe(200);
}

/** Counts rows that contain a text, by table. Skips the audit log and rate limits. */
async function countTraces({ id: words }: { id: string }): Promise<Record<string, number>> {
  const tables = await rowsOf<{ name: string }>(`select nspname || '."' || relname || '"' "name" from pg_class c
    join pg_namespace n on n.oid = relnamespace where nspname in ('public', 'auth') and relkind = 'r'
      and relname not like 'audit%' and relname not like 'kysely%'
      and relname <> 'rate_limits'`);
  const found: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await rowsOf<{ n: number }>(`select count(*)::int n from ${name} t where to_jsonb(t)::text like $1`, [
      `%${words}%`,
    ]);
    if (row && row.n > 0) found[name] = row.n;
  }
  return found;
}
const countStoredFiles = async (paths: string[]) => {
  const missing = await Promise.all(
    paths.map((path) =>
      services.files.store.read(path).then(
        (bytes) => !bytes.destroy(),
        () => true,
      ),
    ),
  );
  return missing.filter((isMissing) => !isMissing).length;
};
const showErasures = async () => (await call<Erasures>('compliance/erasures', undefined, compliance)).body;

test('erasure starts after the deadline, removes rows and files, and reports counts', async () => {
  const buyer = await closeCustomer();
  const [second, third] = [await newCustomer(server), await newCustomer(server)];
  for (const other of [second, third]) await mergeAccounts(buyer, other);
  // A freeze would store the person's identity, so this test uses an alarm.
  const frozen = { userId: second.id, reason: 'An authority asks for it' };
  expect((await call('compliance/freeze', frozen, compliance)).status).toBe(200);
  await owner.query(`update profiles set display_name = 'Renamed' where id = $1`, [buyer.id]);
  await owner.query(`update account_freezes set cause = 'not_me', frozen_by = null, reason = null where user_id = $1`, [
    second.id,
  ]);
  expect(await countTraces(buyer)).toMatchObject({ 'public."account_freezes"': 1 });
  expect(await eraseRecords(services)).toMatchObject({ people: 0 });
  expect(Object.keys(await countTraces(buyer)).length).toBeGreaterThan(4);
  const storedCount = await countStoredFiles(buyer.paths);
  await afterRetention();
  expect((await showErasures()).due.people).toBeGreaterThanOrEqual(1);
  expect(Object.keys(await countTraces(buyer)).length).toBeGreaterThan(4);
  const done = await eraseRecords(services);
  expect(done.people).toBeGreaterThanOrEqual(1);
  expect(done.counts).toMatchObject({ transactions: expect.any(Number), kyc_submissions: expect.any(Number) });
  expect(await countTraces(buyer)).toEqual({});
  const persons =
    'select count(*)::int n, count(distinct person_id)::int people from merged_accounts where user_id = any($1)';
  expect(await rowsOf(persons, [[second.id, third.id]])).toEqual([{ n: 2, people: 1 }]);
  expect([storedCount > 0, await countStoredFiles(buyer.paths)]).toEqual([true, 0]);
  const { reports, due } = await showErasures();
  expect(reports[0]).toMatchObject({ people: done.people, files: done.files, counts: done.counts });
  expect(JSON.stringify(reports)).not.toContain(buyer.id);
  expect(due.people).toBe(0);
  expect(await eraseRecords(services)).toMatchObject({ people: 0 });
});

test.each([
  [
    'an open case',
    async (customer: Customer) =>
      void (await caseAbout(customer.id, compliance, { alerts: [await alertAbout(customer.id)] })),
  ],
  [
    'a freeze',
    async (customer: Customer) =>
      void (await owner.query(`insert into account_freezes (user_id, cause) values ($1, 'not_me')`, [customer.id])),
  ],
  [
    'an open alert',
    async (customer: Customer) =>
      void (await owner.query(
        `update transaction_alerts set state = 'open', outcome = null, closed_by = null, closed_at = null where user_id = $1`,
        [customer.id],
      )),
  ],
  [
    'a freeze of a merged account',
    async (customer: Customer) => {
      const other = await newCustomer(server);
      await mergeAccounts(customer, other);
      const frozen = { userId: other.id, reason: 'An authority asks for it' };
      expect((await call('compliance/freeze', frozen, compliance)).status).toBe(200);
    },
  ],
  [
    'a held order',
    async (customer: Customer) =>
      void (await owner.query(
        `update transactions set held = true, pay_out = 'none', status = 'cancelled' where user_id = $1`,
        [customer.id],
      )),
  ],
  [
    'a later deadline',
    async (customer: Customer) =>
      void (await owner.query(
        `update retention_deadlines set kept_until = '2099-01-01' where user_id = $1 and subject_type = 'order'`,
        [customer.id],
      )),
  ],
])('%s retains the whole customer past the deadline', async (_, block) => {
  const buyer = await closeCustomer();
  await block(buyer);
  const before = await countTraces(buyer);
  await afterRetention();
  expect((await eraseRecords(services)).keptBack).toBeGreaterThanOrEqual(1);
  expect(await countTraces(buyer)).toEqual(before);
  // All test customers share one bank account and wallet. An alarm retains records without blocking other customers.
  await owner.query(
    `update account_freezes set user_id = $1, cause = 'not_me', frozen_by = null, reason = null
      where cause = 'by_hand'`,
    [buyer.id],
  );
});

test('nothing is erased before seven years by the database clock, for any given day', async () => {
  const buyer = await closeCustomer();
  const before = await countTraces(buyer);
  server.setTime(past);
  expect(await eraseRecords(services)).toMatchObject({ people: 0, orders: 0 });
  await owner.query(`update retention_deadlines set kept_until = '2000-01-01' where user_id = $1`, [buyer.id]);
  const { people, orders } = await eraseRecords(services);
  expect({ people, orders }).toEqual({ people: 0, orders: 0 });
  expect(await countTraces(buyer)).toEqual(before);
});

test("erasing a staff member removes the name and keeps other people's records", async () => {
  const buyer = await closeCustomer();
  const other = await newCustomer(server);
  await owner.query(`insert into customer_notes (user_id, at, written_by, note) values ($1, now(), $2, 'A note')`, [
    other.id,
    buyer.id,
  ]);
  await afterRetention();
  await eraseRecords(services);
  const [profile] = await rowsOf('select display_name, email, phone_number from profiles where id = $1', [buyer.id]);
  expect(profile).toEqual({ display_name: 'Erased', email: `erased-${buyer.id}@erased.invalid`, phone_number: '' });
  expect(await rowsOf('select note from customer_notes where user_id = $1', [other.id])).toHaveLength(1);
  await setRetentionDeadlines(services);
  expect(await eraseRecords(services)).toMatchObject({ people: 0 });
});

test('a seven-year-old order of an active customer loses personal data', async () => {
  const buyer = await newCustomer(server);
  const wallet = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
  const orderId = await completeOrder(buyer, wallet, 'Canaria');
  await insertBankLine(orderId);
  await setRetentionDeadlines(services);
  const [file] = await rowsOf<{ path: string }>('select path from files where user_id = $1', [buyer.id]);
  const personal = [wallet, 'Canaria'];
  for (const text of personal) expect(Object.keys(await countTraces({ id: text })).length).toBeGreaterThan(0);
  await afterRetention();
  expect((await eraseRecords(services)).orders).toBeGreaterThanOrEqual(1);
  await pruneAddressForms(services);
  const [order] = await rowsOf(
    'select wallet_address, receipt, proof_file, jmd_amount from transactions where id = $1',
    [orderId],
  );
  expect(order).toEqual({ wallet_address: 'erased', receipt: {}, proof_file: null, jmd_amount: '4000.00' });
  for (const text of personal) expect([text, await countTraces({ id: text })]).toEqual([text, {}]);
  const lines = await rowsOf('select direction, asset, reference from movements where order_id = $1 order by id', [
    orderId,
  ]);
  expect(lines).toMatchObject([
    { direction: 'in', asset: 'JMD' },
    { direction: 'out', asset: 'BTC' },
  ]);
  expect(lines.every(({ reference }) => reference)).toBe(true);
  expect(await countStoredFiles([file?.path ?? ''])).toBe(0);
  expect(await rowsOf('select id from files where user_id = $1', [buyer.id])).toEqual([]);
  await setRetentionDeadlines(services);
  expect(await eraseRecords(services)).toMatchObject({ orders: 0 });
});

test('every table with customer rows has an erasure policy', async () => {
  const open = await rowsOf(`select distinct c.relname "name" from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not a.attisdropped
      and a.attname in ('user_id', 'customer_id') and c.relname not like 'audit%'
      and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname in ('owner_while_erasing', 'owner_all'))`);
  expect(open).toEqual([]);
});

test('closed accounts are hidden in lists but found by search', async () => {
  const buyer = await closeCustomer();
  type List = { lines: { id?: string; customer?: { id: string } }[] };
  for (const list of ['identity/customers', 'compliance/customers']) {
    const findIds = async (search: string) =>
      (await call<List>(list, { search }, compliance)).body.lines.map((line) => line.id ?? line.customer?.id);
    expect(await findIds('')).not.toContain(buyer.id);
    expect(await findIds(buyer.email)).toContain(buyer.id);
  }
});
