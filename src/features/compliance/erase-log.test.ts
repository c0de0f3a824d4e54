import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, afterEach, expect, test } from 'vitest';
import { bankDesk } from '../../../test/bank-lines.ts';
import { backToToday, longGone, sevenYearsOn } from '../../../test/long-gone.ts';
import { cameIn, paidBuy, wasSent } from '../../../test/orders.ts';
import { sealSoon } from '../../../test/sealing.ts';
import { type Customer, newCustomer } from '../../../test/submissions.ts';
import { openMoney } from '../../../test/unassigned.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { openPool } from '../../platform/database.ts';
import { verify } from '../audit/verify.ts';
import { eraseRecords } from './erase.ts';
import { markRecords } from './jobs.ts';

/** What people wrote about somebody stands in the audit log too: it goes with them, and the chain stays sound. */
const server = await serverWithoutFaults();
const { app, owner, services } = server;
const { act, admin, compliance, done, finance, takingOff } = await openMoney(server);
const { queue, upload } = bankDesk(server, { done, finance });
const sealer = openPool({ url: services.appUrl, role: 'cryptocommerce_sealer', max: 2 });
afterAll(() => sealer.end());
afterEach(async () => {
  await backToToday(server);
});

/** In which tables words stand, the log among them. */
async function tracesOf(words: string): Promise<string[]> {
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
  await sealSoon(sealer, rows[0]?.n ?? 0);
};
const exported = async () => {
  const answer = await app.inject({ url: '/api/audit.ndjson', headers: { cookie: compliance ?? '' } });
  return answer.body.trimEnd().split('\n');
};
/** What the whole log proves, held against its end. */
async function proven() {
  const file = await exported();
  const { last } = await verify(file);
  return { ...(await verify(file, [last])), text: file.join('\n') };
}

/** An order of which somebody asked that its money be taken off, in words about its customer; another said why not. */
async function traded(ina: Customer, word: string): Promise<string> {
  const { orderId } = await paidBuy(server, ina.cookie, { amount: '4000' });
  const line = { amount: '4000', payerHolder: 'Ina Brown' };
  const of = { orderId, note: '' };
  await done('desk/confirmReceived', cameIn(orderId, line));
  await done('desk/undoPayIn', { ...(await takingOff(orderId)), evidence: `${word} says it is theirs` });
  for (const [path, input, cookie] of [
    ['desk/declineUndo', { ...of, note: `${word} is mistaken` }, admin],
    ['desk/startProcessing', of, finance],
    ['desk/preparePayout', of, finance],
    ['desk/approvePayout', of, admin],
    ['desk/recordSent', wasSent(orderId, randomBytes(32).toString('hex')), finance],
  ] as const)
    expect([path, (await act(path, input, cookie)).status]).toEqual([path, 200]);
  return orderId;
}

test('after seven years no table holds what was written about somebody, and the log is whole', async () => {
  const word = `Quillfeather${randomUUID().slice(0, 8)}`;
  const ina = await newCustomer(server, `Ina ${word}`);
  await traded(ina, word);
  await sealAll();
  expect(await tracesOf(word)).toContain('public.audit_log');
  await longGone(server, [ina]);
  expect(await eraseRecords(services)).toMatchObject({ people: 1, keptBack: 0 });
  expect(await tracesOf(word)).toEqual([]);
  await backToToday(server);
  await sealAll();
  const { text, ...whole } = await proven();
  expect(whole).toMatchObject({ broken: [], unproven: [] });
  expect(whole.erased).toBeGreaterThan(0);
  expect(text).not.toContain(word);
});

test('of an order of seven years ago the log keeps no words either, though its customer stays', async () => {
  const word = `Canarino${randomUUID().slice(0, 8)}`;
  const ina = await newCustomer(server);
  await traded(ina, word);
  await markRecords(services);
  await sevenYearsOn(server);
  expect((await eraseRecords(services)).orders).toBeGreaterThanOrEqual(1);
  expect(await tracesOf(word)).toEqual([]);
});

test('nor of a line of the bank that was set aside, once it says no more whom it named', async () => {
  const word = `Fontanelle${randomUUID().slice(0, 8)}`;
  await upload([{ reference: word, details: word, credit: '71.00', payer: word }]);
  const line = (await queue()).find(({ reference }) => reference === word);
  await done('bankLines/setAside', { lineId: line?.id ?? '', reason: 'bank_matter', note: `${word} once more` });
  await sevenYearsOn(server);
  expect((await eraseRecords(services)).bankLines).toBeGreaterThanOrEqual(1);
  const { rows } = await owner.query(`select after from audit_log where subject_id = $1`, [line?.id]);
  expect(rows.map(({ after }) => after)).toEqual([null]);
});

test('an entry that was emptied and that no later one names is found', async () => {
  await sealAll();
  await owner.query(
    `update audit_log set after = null, erased_at = now() where id = (select l.id from audit_log l
       where l.action = 'bank_lines.uploaded' and l.erased_at is null limit 1)`,
  );
  expect((await proven()).broken).toEqual([{ line: expect.any(Number), why: expect.stringContaining('was emptied') }]);
});
