import { randomBytes, randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { accountClosed, databaseDay } from '../../../test/long-gone.ts';
import { bitcoinAddress, cameIn, paidBuy, upload, wasSent } from '../../../test/orders.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { approveAs, type Customer, handIn, linkAccounts, newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { eraseRecords } from './erase.ts';
import type { Erasures } from './erase-views.ts';
import { markRecords } from './jobs.ts';

/** What was kept for seven years goes, and leaves nothing but counts (decision A12). */
const server = await serverWithoutFaults();
const { call, owner, services } = server;
const { rowsOf, alertAbout, caseAbout } = suspicionsOn(server);
const compliance = await sessionFor(server, 'compliance');
const [finance, admin] = [await sessionFor(server, 'finance'), await sessionFor(server, 'admin')];
beforeEach(async () => {
  server.setTime(null);
  await databaseDay(server, 'current_date');
  // All of them have one wallet: nothing would leave to it while one of them is stopped.
  await owner.query('delete from account_freezes');
});
const past = new Date(Date.now() + 2_600 * 86_400_000);
const later = async () => {
  server.setTime(past);
  await databaseDay(server, `date '${past.toISOString().slice(0, 10)}'`);
};

/** Alerts that whatever an order met raised: an open one would keep everything. */
const closeAlerts = (userId: string) =>
  owner.query(
    `update transaction_alerts set state = 'closed', outcome = 'explained', outcome_note = 'x', closed_at = now(),
       closed_by = (select id from profiles where email = 'compliance@demo.test') where user_id = $1`,
    [userId],
  );

/** The bank's own line of what came in for an order. */
const keptLine = (orderId: string) =>
  owner.query(
    `insert into bank_lines (currency, moved_on, credit, amount, reference, details, payer, payer_account, payer_bank, cash,
        fingerprint, nth, upload_id, recorded_at, recorded_by, movement_id)
      select 'JMD', '2026-11-01', true, amount, 'x', 'From ' || holder, holder, account, bank, false, id, 1, id, now(), recorded_by, id
        from movements where order_id = $1 and direction = 'in'`,
    [orderId],
  );

/** An order that was paid in and out, over the desk, to a wallet that somebody else holds. */
async function traded(ina: Customer, wallet = bitcoinAddress, word = 'Somebody'): Promise<string> {
  const holder = { custody: 'provider', custodian: `${word} Exchange`, walletOwner: `${word} Holder` } as const;
  const { orderId } = await paidBuy(server, ina.cookie, { amount: '4000', walletAddress: wallet, ...holder });
  const line = { amount: '4000', payerHolder: `${word} Payer`, payerBank: `Bank of ${word}`, note: `${word} rang` };
  const steps = [
    ['confirmReceived', cameIn(orderId, line), finance],
    ['startProcessing', { orderId, note: `${word} wrote` }, finance],
    ['preparePayout', { orderId, note: '' }, finance],
    ['approvePayout', { orderId, note: '' }, admin],
    ['recordSent', wasSent(orderId, randomBytes(32).toString('hex')), finance],
  ] as const;
  for (const [path, input, cookie] of steps)
    expect([path, await call(`desk/${path}`, input, cookie)]).toMatchObject([path, { status: 200 }]);
  await owner.query(
    `insert into transaction_alerts (transaction_id, user_id, alert_type, priority, risk_score, description, details,
       sla_deadline, created_at)
     values ($1, $2, 'manual', 'low', 0, $4, $3, now(), now())`,
    [orderId, ina.id, { wallet: { address: wallet } }, `${word} looks odd.`],
  );
  await closeAlerts(ina.id);
  return orderId;
}

/** A customer with an order, papers, an identity check and an account that shares a TRN, who left. */
async function whoLeft(): Promise<Customer & { orderId: string; paths: string[] }> {
  const ina = await newCustomer(server, `Erasmus ${randomUUID().slice(0, 8)}`);
  await approveAs(server, await handIn(server, ina, 1), compliance);
  const orderId = await traded(ina);
  await upload(server, ina.cookie, 'source-of-funds');
  await accountClosed(server, ina.id);
  const files = await rowsOf<{ path: string }>('select path from files where user_id = $1', [ina.id]);
  await markRecords(services);
  return { ...ina, orderId, paths: files.map(({ path }) => path) };
}

/** Two accounts that a person found to be one person's. */
async function join(one: Customer, other: Customer): Promise<void> {
  await linkAccounts(server, [one.id, other.id]);
  const joined = { userId: one.id, otherId: other.id, decision: 'join', note: 'Seen both faces' };
  expect((await call('identity/decideLink', joined, compliance)).status).toBe(200);
}

/** Every row of every table in which words stand, but for the log, and counts of tries that last minutes. */
async function tracesOf({ id: words }: { id: string }): Promise<Record<string, number>> {
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
const stored = async (paths: string[]) => {
  const gone = await Promise.all(
    paths.map((path) =>
      services.files.store.read(path).then(
        (bytes) => !bytes.destroy(),
        () => true,
      ),
    ),
  );
  return gone.filter((it) => !it).length;
};
const erasures = async () => (await call<Erasures>('compliance/erasures', undefined, compliance)).body;

test('before its day nothing goes; after it everything, bytes too, and a report says how much', async () => {
  const ina = await whoLeft();
  const [second, third] = [await newCustomer(server), await newCustomer(server)];
  for (const other of [second, third]) await join(ina, other);
  // Who they were stood with a freeze of the person, of which an alarm is left.
  const frozen = { userId: second.id, reason: 'An authority asks for it' };
  expect((await call('compliance/freeze', frozen, compliance)).status).toBe(200);
  await owner.query(`update profiles set display_name = 'Somebody' where id = $1`, [ina.id]);
  await owner.query(`update account_freezes set cause = 'not_me', frozen_by = null, reason = null where user_id = $1`, [
    second.id,
  ]);
  expect(await tracesOf(ina)).toMatchObject({ 'public."account_freezes"': 1 });
  expect(await eraseRecords(services)).toMatchObject({ people: 0 });
  expect(Object.keys(await tracesOf(ina)).length).toBeGreaterThan(4);
  const kept = await stored(ina.paths);
  await later();
  expect((await erasures()).due.people).toBeGreaterThanOrEqual(1);
  expect(Object.keys(await tracesOf(ina)).length).toBeGreaterThan(4);
  const done = await eraseRecords(services);
  expect(done.people).toBeGreaterThanOrEqual(1);
  expect(done.counts).toMatchObject({ transactions: expect.any(Number), kyc_submissions: expect.any(Number) });
  expect(await tracesOf(ina)).toEqual({});
  // Whoever was one person through an account that went is one person still.
  const persons =
    'select count(*)::int n, count(distinct person_id)::int people from joined_accounts where user_id = any($1)';
  expect(await rowsOf(persons, [[second.id, third.id]])).toEqual([{ n: 2, people: 1 }]);
  expect([kept > 0, await stored(ina.paths)]).toEqual([true, 0]);
  const { reports, due } = await erasures();
  expect(reports[0]).toMatchObject({ people: done.people, files: done.files, counts: done.counts });
  expect(JSON.stringify(reports)).not.toContain(ina.id);
  expect(due.people).toBe(0);
  expect(await eraseRecords(services)).toMatchObject({ people: 0 });
});

test.each([
  [
    'an open case',
    async (it: Customer) => void (await caseAbout(it.id, compliance, { alerts: [await alertAbout(it.id)] })),
  ],
  [
    'a freeze',
    async (it: Customer) =>
      void (await owner.query(`insert into account_freezes (user_id, cause) values ($1, 'not_me')`, [it.id])),
  ],
  [
    'an alert that nobody closed',
    async (it: Customer) =>
      void (await owner.query(
        `update transaction_alerts set state = 'open', outcome = null, closed_by = null, closed_at = null where user_id = $1`,
        [it.id],
      )),
  ],
  [
    'a freeze of a joined account',
    async (it: Customer) => {
      const other = await newCustomer(server);
      await join(it, other);
      const frozen = { userId: other.id, reason: 'An authority asks for it' };
      expect((await call('compliance/freeze', frozen, compliance)).status).toBe(200);
    },
  ],
  [
    'a held order',
    async (it: Customer) =>
      void (await owner.query(
        `update transactions set held = true, pay_out = 'none', status = 'cancelled' where user_id = $1`,
        [it.id],
      )),
  ],
  [
    'a later mark',
    async (it: Customer) =>
      void (await owner.query(
        `update retention_marks set kept_until = '2099-01-01' where user_id = $1 and subject_type = 'order'`,
        [it.id],
      )),
  ],
])('%s keeps all of somebody, whatever the mark says', async (_, hinder) => {
  const ina = await whoLeft();
  await hinder(ina);
  const before = await tracesOf(ina);
  await later();
  expect((await eraseRecords(services)).keptBack).toBeGreaterThanOrEqual(1);
  expect(await tracesOf(ina)).toEqual(before);
  // All of this file pay from one account, to one wallet: an alarm keeps these records as well, and stops nobody else.
  await owner.query(
    `update account_freezes set user_id = $1, cause = 'not_me', frozen_by = null, reason = null
      where cause = 'by_hand'`,
    [ina.id],
  );
});

test('nothing goes before its seven years by the clock of the database, whatever day we hand to it', async () => {
  const ina = await whoLeft();
  const before = await tracesOf(ina);
  server.setTime(past);
  expect(await eraseRecords(services)).toMatchObject({ people: 0, orders: 0 });
  // Nor where the mark itself is wrong.
  await owner.query(`update retention_marks set kept_until = '2000-01-01' where user_id = $1`, [ina.id]);
  const { people, orders } = await eraseRecords(services);
  expect({ people, orders }).toEqual({ people: 0, orders: 0 });
  expect(await tracesOf(ina)).toEqual(before);
});

test('who worked here loses the name, and the records of others stay', async () => {
  const ina = await whoLeft();
  const other = await newCustomer(server);
  await owner.query(`insert into customer_notes (user_id, at, written_by, note) values ($1, now(), $2, 'A note')`, [
    other.id,
    ina.id,
  ]);
  await later();
  await eraseRecords(services);
  const [profile] = await rowsOf('select display_name, email, phone_number from profiles where id = $1', [ina.id]);
  expect(profile).toEqual({ display_name: 'Erased', email: `erased-${ina.id}@erased.invalid`, phone_number: '' });
  expect(await rowsOf('select note from customer_notes where user_id = $1', [other.id])).toHaveLength(1);
  await markRecords(services);
  expect(await eraseRecords(services)).toMatchObject({ people: 0 });
});

test('an order of seven years ago loses what is personal, though its customer stays', async () => {
  const ina = await newCustomer(server);
  const wallet = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
  const orderId = await traded(ina, wallet, 'Canaria');
  await keptLine(orderId);
  await markRecords(services);
  const [file] = await rowsOf<{ path: string }>('select path from files where user_id = $1', [ina.id]);
  const personal = [wallet, 'Canaria'];
  for (const words of personal) expect(Object.keys(await tracesOf({ id: words })).length).toBeGreaterThan(0);
  await later();
  expect((await eraseRecords(services)).orders).toBeGreaterThanOrEqual(1);
  const [order] = await rowsOf(
    'select wallet_address, receipt, proof_file, jmd_amount from transactions where id = $1',
    [orderId],
  );
  expect(order).toEqual({ wallet_address: 'erased', receipt: {}, proof_file: null, jmd_amount: '4000.00' });
  for (const words of personal) expect([words, await tracesOf({ id: words })]).toEqual([words, {}]);
  // The books still add up: what came in and left, when, and under which reference.
  const lines = await rowsOf('select direction, asset, reference from movements where order_id = $1 order by id', [
    orderId,
  ]);
  expect(lines).toMatchObject([
    { direction: 'in', asset: 'JMD' },
    { direction: 'out', asset: 'BTC' },
  ]);
  expect(lines.every(({ reference }) => reference)).toBe(true);
  expect(await stored([file?.path ?? ''])).toBe(0);
  expect(await rowsOf('select id from files where user_id = $1', [ina.id])).toEqual([]);
  await markRecords(services);
  expect(await eraseRecords(services)).toMatchObject({ orders: 0 });
});

test('every table whose rows belong to somebody can be erased', async () => {
  const open = await rowsOf(`select distinct c.relname "name" from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not a.attisdropped
      and a.attname in ('user_id', 'customer_id') and c.relname not like 'audit%'
      and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname in ('owner_erases', 'owner_keeps'))`);
  expect(open).toEqual([]);
});

test('closed accounts leave the lists, and are found when they are searched for', async () => {
  const ina = await whoLeft();
  type List = { lines: { id?: string; customer?: { id: string } }[] };
  for (const list of ['identity/customers', 'compliance/customers']) {
    const shown = async (search: string) =>
      (await call<List>(list, { search }, compliance)).body.lines.map((line) => line.id ?? line.customer?.id);
    expect(await shown('')).not.toContain(ina.id);
    expect(await shown(ina.email)).toContain(ina.id);
  }
});
