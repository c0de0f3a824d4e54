import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, afterEach, expect, test } from 'vitest';
import { openBankReconciliation } from '../../../test/bank-lines.ts';
import { closeLongAgo, passSevenYears, resetDates } from '../../../test/erasure-time.ts';
import { buildPayIn, buildSent, placePaidBuy } from '../../../test/orders.ts';
import { sealEntries } from '../../../test/sealing.ts';
import { type Customer, newCustomer } from '../../../test/submissions.ts';
import { setUpUnallocated } from '../../../test/unassigned.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { openPool } from '../../platform/database/database.ts';
import { verify } from '../audit/verify.ts';
import { eraseRecords } from './erase.ts';
import { setRetentionDeadlines } from './jobs.ts';

const server = await serverWithoutFaults();
const { app, owner, services } = server;
const { act, admin, compliance, done, finance, takingOff } = await setUpUnallocated(server);
const { queue, upload } = openBankReconciliation(server, { done, finance });
const sealer = openPool({ url: services.appUrl, role: 'cryptocommerce_sealer', max: 2 });
afterAll(() => sealer.end());
afterEach(async () => {
  await resetDates(server);
});

async function findTables(words: string): Promise<string[]> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select format('%I.%I', nspname, relname) name from pg_class c join pg_namespace n on n.oid = relnamespace
      where nspname in ('public', 'auth') and relkind = 'r' and relname <> 'rate_limits'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await owner.query(`select from ${name} t where to_jsonb(t)::text like $1 limit 1`, [`%${words}%`]);
    if (rows.length > 0) found.push(name);
  }
  return found;
}
const sealAll = async () => {
  const { rows } = await owner.query<{ n: number }>(
    `select count(*)::int n from audit_log l where not exists (select from audit_seals s where s.audit_id = l.id)`,
  );
  await sealEntries(sealer, rows[0]?.n ?? 0);
};
const exportLog = async () => {
  const answer = await app.inject({ url: '/api/audit.ndjson', headers: { cookie: compliance ?? '' } });
  return answer.body.trimEnd().split('\n');
};
async function verifyLog() {
  const file = await exportLog();
  const { last } = await verify(file);
  return { ...(await verify(file, [last])), text: file.join('\n') };
}

async function completeOrder(ina: Customer, word: string): Promise<string> {
  const { orderId } = await placePaidBuy(server, ina.cookie, { amount: '4000' });
  const line = { amount: '4000', payerHolder: 'Ina Brown' };
  const of = { orderId, note: '' };
  await done('desk/confirmReceived', buildPayIn(orderId, line));
  await done('desk/undoPayIn', { ...(await takingOff(orderId)), evidence: `${word} says it is theirs` });
  for (const [path, input, cookie] of [
    ['desk/declineUndo', { ...of, note: `${word} is mistaken` }, admin],
    ['desk/startProcessing', of, finance],
    ['desk/preparePayout', of, finance],
    ['desk/approvePayout', of, admin],
    ['desk/recordSent', buildSent(orderId, randomBytes(32).toString('hex')), finance],
  ] as const)
    expect([path, (await act(path, input, cookie)).status]).toEqual([path, 200]);
  return orderId;
}

test('after seven years no table contains the erased customer, and the audit chain verifies', async () => {
  const word = `Quillfeather${randomUUID().slice(0, 8)}`;
  const ina = await newCustomer(server, `Ina ${word}`);
  await completeOrder(ina, word);
  await sealAll();
  expect(await findTables(word)).toContain('public.audit_log');
  await closeLongAgo(server, [ina]);
  expect(await eraseRecords(services)).toMatchObject({ people: 1, keptBack: 0 });
  expect(await findTables(word)).toEqual([]);
  await resetDates(server);
  await sealAll();
  const { text, ...whole } = await verifyLog();
  expect(whole).toMatchObject({ broken: [], unproven: [] });
  expect(whole.erased).toBeGreaterThan(0);
  expect(text).not.toContain(word);
});

test('erasing an order of an active customer also clears its audit texts', async () => {
  const word = `Canarino${randomUUID().slice(0, 8)}`;
  const ina = await newCustomer(server);
  await completeOrder(ina, word);
  await setRetentionDeadlines(services);
  await passSevenYears(server);
  expect((await eraseRecords(services)).orders).toBeGreaterThanOrEqual(1);
  expect(await findTables(word)).toEqual([]);
});

test('anonymizing a dismissed bank line also clears its audit texts', async () => {
  const word = `Fontanelle${randomUUID().slice(0, 8)}`;
  await upload([{ reference: word, details: word, credit: '71.00', payer: word }]);
  const line = (await queue()).find(({ reference }) => reference === word);
  await done('bankLines/dismissLine', { lineId: line?.id ?? '', reason: 'bank_matter', note: `${word} once more` });
  await passSevenYears(server);
  expect((await eraseRecords(services)).bankLines).toBeGreaterThanOrEqual(1);
  const { rows } = await owner.query(`select after from audit_log where subject_id = $1`, [line?.id]);
  expect(rows.map(({ after }) => after)).toEqual([null]);
});

test('verification finds an emptied entry without an erasure record', async () => {
  await sealAll();
  await owner.query(
    `update audit_log set after = null, erased_at = now() where id = (select l.id from audit_log l
       where l.action = 'bank_lines.uploaded' and l.erased_at is null limit 1)`,
  );
  expect((await verifyLog()).broken).toEqual([
    { line: expect.any(Number), why: expect.stringContaining('was emptied') },
  ]);
});
