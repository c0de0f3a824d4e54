import { expect, test } from 'vitest';
import { insertAwaitedPayments, openBankReconciliation, type ShownLine } from '../../../test/bank-lines.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpUnallocated } from '../../../test/unassigned.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { payables } from '../../fulfilment.ts';
import { runBatch } from './batch.ts';

const server = await serverUnderTest();
const { call, owner, services } = server;
const { done, finance, admin } = await setUpUnallocated(server);
const { confirming, lineNamed, payIn, upload } = openBankReconciliation(server, { done, finance });
const ina = await newCustomer(server, 'Ina Brown');

type Result = { lineId: string; state: string; reason: string | null; reference: string | null };
type Shown = { batch: { id: string; act: string; finishedAt: string | null; lines: Result[] } | null };
const loadBatch = async (cookie = finance) => (await call<Shown>('bankLines/batch', {}, cookie)).body.batch;
const startBatch = async (input: object) =>
  ((await done('bankLines/startBatch', input)) as { batchId: string }).batchId;
const runById = (batchId: string) => runBatch({ services, payables, batchId });
const toItem = (line: ShownLine) => {
  const { lineId, kind, id } = confirming(line);
  return { lineId, kind, id };
};

async function uploadCertainLines(amount: string, count: number) {
  const due = await insertAwaitedPayments(
    server,
    ina.id,
    Array.from({ length: count }, () => ({ amount })),
  );
  await upload(
    due.map(({ reference }, at) => ({
      reference: `B${amount}-${at}`,
      details: `pay ${reference}`,
      credit: `${amount}.00`,
    })),
  );
  const lines = await Promise.all(due.map(({ reference }) => lineNamed(reference)));
  return due.map(({ id }, at) => ({ id, line: lines[at] as ShownLine }));
}

test('running a batch processes each line and keeps its result', async () => {
  const [first, second, third] = await uploadCertainLines('7100', 3);
  if (!first || !second || !third) throw new Error('three lines were uploaded');
  const batchId = await startBatch({ act: 'confirm', items: [first, second, third].map(({ line }) => toItem(line)) });
  expect(await loadBatch()).toMatchObject({ id: batchId, finishedAt: null, lines: [{ state: 'waiting' }, {}, {}] });
  await done('bankLines/dismissLine', { lineId: second.line.id, reason: 'bank_matter', note: '' });

  await runById(batchId);

  expect(await loadBatch()).toMatchObject({
    finishedAt: expect.any(String),
    lines: [
      { state: 'done', reason: null, reference: 'B7100-0' },
      { state: 'refused', reason: expect.stringContaining('already handled') },
      { state: 'done' },
    ],
  });
  expect([await payIn(first.id), await payIn(second.id), await payIn(third.id)]).toEqual([
    'received',
    'claimed',
    'received',
  ]);
  const { rows } = await owner.query(
    `select a.actor_role, p.email from audit_log a join profiles p on p.id = a.actor_id
      where a.subject_id = any($1) and a.action like 'payments.%'`,
    [[first.id, third.id]],
  );
  expect(rows).toEqual([
    { actor_role: 'finance', email: 'finance@demo.test' },
    { actor_role: 'finance', email: 'finance@demo.test' },
  ]);
  expect(await loadBatch(admin)).toBeNull();
});

test('running a batch after its person lost the role refuses every line', async () => {
  const [only] = await uploadCertainLines('7200', 1);
  const batchId = await startBatch({ act: 'confirm', items: only ? [toItem(only.line)] : [] });
  const { rows } = await owner.query(
    `delete from user_roles where user_id = (select id from profiles where email = 'finance@demo.test') returning *`,
  );
  await runById(batchId);
  expect(await payIn(only?.id ?? '')).toBe('claimed');
  await owner.query('insert into user_roles select * from jsonb_populate_recordset(null::user_roles, $1)', [
    JSON.stringify(rows),
  ]);
  expect(await loadBatch()).toMatchObject({
    lines: [{ state: 'refused', reason: 'Your role does not include this.' }],
  });
});

test('running an interrupted batch again continues with the waiting lines', async () => {
  const [first, second] = await uploadCertainLines('7300', 2);
  if (!first || !second) throw new Error('two lines were uploaded');
  const batchId = await startBatch({ act: 'confirm', items: [toItem(first.line), toItem(second.line)] });
  await owner.query(
    `update bank_line_batch_items set state = 'done', settled_at = now() where batch_id = $1 and place = 0`,
    [batchId],
  );
  await runById(batchId);
  await runById(batchId);
  expect([await payIn(first.id), await payIn(second.id)]).toEqual(['claimed', 'received']);
  expect((await loadBatch())?.lines.map(({ state }) => state)).toEqual(['done', 'done']);
});

test('entering by a finished batch is refused', async () => {
  const { rows } = await owner.query(
    `select (app.authenticate_batch(id)).id from bank_line_batches where finished_at is not null`,
  );
  expect(rows).toEqual([]);
});
