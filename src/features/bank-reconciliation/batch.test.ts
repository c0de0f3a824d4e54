import { expect, test } from 'vitest';
import {
  buildOtherUpload,
  buildUpload,
  insertAwaitedPayments,
  openBankReconciliation,
  type ShownLine,
} from '../../../test/bank-lines.ts';
import { buildPayIn, placePaidBuy } from '../../../test/orders.ts';
import { createSession } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpUnallocated } from '../../../test/unallocated.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { payables } from '../../fulfilment.ts';
import { runBatch } from './batch.ts';

const server = await serverWithoutFaults();
const { call, owner, services } = server;
const { done, finance, admin, act } = await setUpUnallocated(server);
const { confirming, lineNamed, payIn, upload, queue } = openBankReconciliation(server, { done, finance });
const customer = await newCustomer(server, 'Ina Brown');

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
    customer.id,
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
    lines: [{ state: 'refused', reason: "Your role doesn't give you access to this." }],
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

/** A statement upload can block a colleague's payout until others check it, but not repeatedly. */

const adminCookie = await createSession(server, 'admin');
const third = await newCustomer(server, 'Fay Third');

await owner.query(`insert into user_roles (user_id, role) values ($1, 'finance')`, [third.id]);

const doneBy = async (cookie: string | undefined, path: string, input: object) =>
  expect([path, (await act(path, input, cookie)).body.code]).toEqual([path, undefined]);

let next = 2900;
async function createOrder() {
  next += 1;
  const amount = `${next}`;
  const customer = await newCustomer(server, 'Ina Brown');
  const { orderId, reference } = await placePaidBuy(server, customer.cookie, { amount });
  const input = { orderId, note: '' };
  const line = { reference: `FT ${amount}`, details: `TRF ${reference}`, credit: `${amount}.00` };
  const confirm = async () => {
    await doneBy(finance, 'bankLines/upload', buildUpload([line]));
    const own = (await queue()).find((one) => one.reference === line.reference) as ShownLine;
    await doneBy(finance, 'bankLines/confirm', { ...confirming(own), kind: 'order', id: orderId });
    await doneBy(finance, 'desk/startProcessing', input);
  };
  const uploadAgain = async (cookie: string | undefined, payerText: string) => {
    await doneBy(cookie, 'bankLines/upload', buildOtherUpload([{ ...line, details: payerText }]));
    const found = (await queue()).find(
      ({ details }) => details.startsWith(line.reference) && details.endsWith(payerText),
    );
    return found?.id ?? '';
  };
  const confirmDistinct = async (lineId: string) => {
    const { proposalId } = (await done('bankLines/proposeDistinct', { lineId, note: 'Ina paid twice' })) as Proposed;
    await doneBy(adminCookie, 'bankLines/decideDistinct', { proposalId, decision: 'approve' });
  };
  const preparePayout = async () => (await act('desk/preparePayout', input)).body.code ?? 'done';
  return {
    amount,
    of: input,
    orderId,
    confirm,
    uploadAgain,
    confirmDistinct,
    preparePayout,
  };
}
type Proposed = { proposalId: string };

test('a line that someone else dismissed as a duplicate stays dismissed', async () => {
  const { confirm, uploadAgain, preparePayout } = await createOrder();
  await confirm();
  const first = await uploadAgain(adminCookie, 'AS THE BANK SHOWS IT');
  expect(await preparePayout()).toBe('desk.line_again');
  await doneBy(third.cookie, 'bankLines/dismissLine', { lineId: first, reason: 'same_line', note: '' });
  await uploadAgain(adminCookie, 'AND ONCE MORE');
  await uploadAgain(adminCookie, 'AND AGAIN');
  expect(await preparePayout()).toBe('done');
});

test("dismissing a confirmer's own upload as a duplicate proves nothing", async () => {
  const { confirm, uploadAgain, preparePayout } = await createOrder();
  await confirm();
  const ownLineId = await uploadAgain(finance, 'MADE UP');
  await doneBy(adminCookie, 'bankLines/dismissLine', { lineId: ownLineId, reason: 'same_line', note: '' });
  await uploadAgain(adminCookie, 'AS THE BANK SHOWS IT');
  expect(await preparePayout()).toBe('desk.line_again');
});

test('three duplicates confirmed as distinct stop one person from blocking, not another', async () => {
  const { confirm, uploadAgain, preparePayout, confirmDistinct } = await createOrder();
  await confirm();
  for (const payerText of ['ONE', 'TWO', 'THREE']) {
    const lineId = await uploadAgain(third.cookie, payerText);
    expect(await preparePayout()).toBe('desk.line_again');
    await confirmDistinct(lineId);
  }
  await uploadAgain(third.cookie, 'FOUR');
  const another = await uploadAgain(adminCookie, 'FIVE');
  expect(await preparePayout()).toBe('desk.line_again');
  await confirmDistinct(another);
  expect(await preparePayout()).toBe('done');
});

test('three contradictions confirmed as distinct stop one person from blocking a recorded slip', async () => {
  const { amount, orderId, of: input, preparePayout, confirmDistinct } = await createOrder();
  const reference = `SLIP ${amount}`;
  const slip = { ...buildPayIn(orderId, { amount, reference }), payerHolder: 'Ina Brown', payerAccount: '404512345' };
  await doneBy(finance, 'desk/confirmReceived', slip);
  await doneBy(finance, 'desk/startProcessing', input);
  const uploadContradiction = async (cookie: string | undefined, payer: string) => {
    const line = { reference, details: payer, credit: '17.00', payer, account: '999888777' };
    await doneBy(cookie, 'bankLines/upload', buildUpload([line]));
    return (await queue()).find(({ details }) => details === payer)?.id ?? '';
  };
  for (const payer of ['Theo Other', 'Thea Other', 'Thor Other']) {
    const differs = await uploadContradiction(third.cookie, payer);
    expect(await preparePayout()).toBe('desk.line_differs');
    await confirmDistinct(differs);
  }
  await uploadContradiction(third.cookie, 'Tara Other');
  const another = await uploadContradiction(adminCookie, 'Toni Other');
  expect(await preparePayout()).toBe('desk.line_differs');
  await confirmDistinct(another);
  expect(await preparePayout()).toBe('done');
});
