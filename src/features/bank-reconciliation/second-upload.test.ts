import { expect, test } from 'vitest';
import { buildOtherUpload, buildUpload, openBankReconciliation, type StatementRow } from '../../../test/bank-lines.ts';
import { placePaidBuy } from '../../../test/orders.ts';
import { createSession } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpUnallocated } from '../../../test/unassigned.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';

/** If another person uploads a line again, the payout waits for a check. */
const server = await serverWithoutFaults();
const { act, done, finance } = await setUpUnallocated(server);
const { confirming, queue } = openBankReconciliation(server, { done, finance });
const admin = await createSession(server, 'admin');

const doneBy = async (cookie: string | undefined, path: string, input: object) =>
  expect([path, (await act(path, input, cookie)).body.code]).toEqual([path, undefined]);
const lineOf = async (row: StatementRow, other = false) => {
  const line = (await queue()).find(({ reference, details }) =>
    other ? details.startsWith(`${row.reference} /`) : reference === row.reference,
  );
  if (!line) throw new Error(`no line ${row.reference}`);
  return line;
};

let next = 2600;
async function createOrder() {
  next += 1;
  const amount = `${next}`;
  const ina = await newCustomer(server, 'Ina Brown');
  const order = await placePaidBuy(server, ina.cookie, { amount });
  const line = { reference: `FT ${amount}`, details: `TRF ${order.reference}`, credit: `${amount}.00` };
  const confirm = async (cookie = finance, other = false) => {
    const found = await lineOf(line, other);
    const to = { ...confirming(found), kind: 'order', id: order.orderId };
    await doneBy(cookie, 'bankLines/confirm', to);
  };
  const input = { orderId: order.orderId, note: '' };
  return {
    line,
    confirm,
    of: input,
    preparePayout: async () => (await act('desk/preparePayout', input)).body.code ?? 'done',
  };
}

test('preparing a payout is refused after another upload shows the line, until someone else checks it', async () => {
  const { line, confirm, of: input, preparePayout } = await createOrder();
  await doneBy(finance, 'bankLines/upload', buildUpload([line]));
  await confirm();
  await doneBy(finance, 'desk/startProcessing', input);
  await doneBy(admin, 'bankLines/upload', buildOtherUpload([line]));
  const again = await lineOf(line, true);
  expect(again).toMatchObject({ sameAs: { used: true } });
  expect(await preparePayout()).toBe('desk.line_again');
  await doneBy(finance, 'bankLines/dismissLine', { lineId: again.id, reason: 'same_line', note: '' });
  expect(await preparePayout()).toBe('desk.line_again');
  await doneBy(admin, 'bankLines/restoreLine', { lineId: again.id });
  await doneBy(admin, 'bankLines/dismissLine', { lineId: again.id, reason: 'same_line', note: '' });
  expect(await preparePayout()).toBe('done');
});

test('approving a payout prepared before the second upload is refused', async () => {
  const { line, confirm, of: input, preparePayout } = await createOrder();
  await doneBy(finance, 'bankLines/upload', buildUpload([line]));
  await confirm();
  await doneBy(finance, 'desk/startProcessing', input);
  expect(await preparePayout()).toBe('done');
  await doneBy(admin, 'bankLines/upload', buildOtherUpload([line]));
  expect((await act('desk/approvePayout', input, admin)).body.code).toBe('desk.line_again');
});

test('preparing a payout is refused if the line had been uploaded by another person before', async () => {
  const { line, confirm, of: input, preparePayout } = await createOrder();
  await doneBy(admin, 'bankLines/upload', buildUpload([line]));
  await doneBy(finance, 'bankLines/upload', buildOtherUpload([line]));
  await confirm(finance, true);
  await doneBy(finance, 'desk/startProcessing', input);
  expect(await preparePayout()).toBe('desk.line_again');
});

test('a line uploaded by another person allows the payout', async () => {
  const { line, confirm, of: input, preparePayout } = await createOrder();
  await doneBy(admin, 'bankLines/upload', buildUpload([line]));
  await confirm();
  await doneBy(finance, 'desk/startProcessing', input);
  await doneBy(finance, 'bankLines/upload', buildOtherUpload([line]));
  expect(await preparePayout()).toBe('done');
});

test('two people confirming distinct payments allows the payout', async () => {
  const { line, confirm, of: input, preparePayout } = await createOrder();
  await doneBy(finance, 'bankLines/upload', buildUpload([line]));
  await confirm();
  await doneBy(finance, 'desk/startProcessing', input);
  await doneBy(admin, 'bankLines/upload', buildOtherUpload([line]));
  const again = await lineOf(line, true);
  const { proposalId } = (await done('bankLines/proposeDistinct', { lineId: again.id, note: 'Ina paid twice' })) as {
    proposalId: string;
  };
  await doneBy(admin, 'bankLines/decideDistinct', { proposalId, decision: 'approve' });
  expect(await preparePayout()).toBe('done');
});
