import { expect, test } from 'vitest';
import { buildOtherUpload, buildUpload, openBankReconciliation, type ShownLine } from '../../../test/bank-lines.ts';
import { buildPayIn, placePaidBuy } from '../../../test/orders.ts';
import { createSession } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpUnallocated } from '../../../test/unassigned.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';

/** A statement upload can block a colleague's payout until others check it, but not repeatedly. */
const server = await serverWithoutFaults();
const { owner } = server;
const { act, done, finance } = await setUpUnallocated(server);
const { confirming, queue } = openBankReconciliation(server, { done, finance });
const admin = await createSession(server, 'admin');
const third = await newCustomer(server, 'Fay Third');
await owner.query(`insert into user_roles (user_id, role) values ($1, 'finance')`, [third.id]);

const doneBy = async (cookie: string | undefined, path: string, input: object) =>
  expect([path, (await act(path, input, cookie)).body.code]).toEqual([path, undefined]);

let next = 2900;
async function createOrder() {
  next += 1;
  const amount = `${next}`;
  const ina = await newCustomer(server, 'Ina Brown');
  const { orderId, reference } = await placePaidBuy(server, ina.cookie, { amount });
  const input = { orderId, note: '' };
  const line = { reference: `FT ${amount}`, details: `TRF ${reference}`, credit: `${amount}.00` };
  const confirm = async () => {
    await doneBy(finance, 'bankLines/upload', buildUpload([line]));
    const own = (await queue()).find((one) => one.reference === line.reference) as ShownLine;
    await doneBy(finance, 'bankLines/confirm', { ...confirming(own), kind: 'order', id: orderId });
    await doneBy(finance, 'desk/startProcessing', input);
  };
  const uploadAgain = async (cookie: string | undefined, words: string) => {
    await doneBy(cookie, 'bankLines/upload', buildOtherUpload([{ ...line, details: words }]));
    const found = (await queue()).find(({ details }) => details.startsWith(line.reference) && details.endsWith(words));
    return found?.id ?? '';
  };
  const confirmDistinct = async (lineId: string) => {
    const { proposalId } = (await done('bankLines/proposeDistinct', { lineId, note: 'Ina paid twice' })) as Proposed;
    await doneBy(admin, 'bankLines/decideDistinct', { proposalId, decision: 'approve' });
  };
  const preparePayout = async () => (await act('desk/preparePayout', input)).body.code ?? 'done';
  return {
    amount,
    of: input,
    orderId,
    confirmed: confirm,
    shows: uploadAgain,
    distinguished: confirmDistinct,
    prepares: preparePayout,
  };
}
type Proposed = { proposalId: string };

test('a line that someone else judged a duplicate stays judged', async () => {
  const { confirmed: confirm, shows: uploadAgain, prepares: preparePayout } = await createOrder();
  await confirm();
  const first = await uploadAgain(admin, 'AS THE BANK SHOWS IT');
  expect(await preparePayout()).toBe('desk.line_again');
  await doneBy(third.cookie, 'bankLines/dismissLine', { lineId: first, reason: 'same_line', note: '' });
  await uploadAgain(admin, 'AND ONCE MORE');
  await uploadAgain(admin, 'AND AGAIN');
  expect(await preparePayout()).toBe('done');
});

test("dismissing a confirmer's own upload as a duplicate proves nothing", async () => {
  const { confirmed: confirm, shows: uploadAgain, prepares: preparePayout } = await createOrder();
  await confirm();
  const made = await uploadAgain(finance, 'MADE UP');
  await doneBy(admin, 'bankLines/dismissLine', { lineId: made, reason: 'same_line', note: '' });
  await uploadAgain(admin, 'AS THE BANK SHOWS IT');
  expect(await preparePayout()).toBe('desk.line_again');
});

test('three duplicates confirmed as distinct stop one person from blocking, not another', async () => {
  const {
    confirmed: confirm,
    shows: uploadAgain,
    prepares: preparePayout,
    distinguished: confirmDistinct,
  } = await createOrder();
  await confirm();
  for (const words of ['ONE', 'TWO', 'THREE']) {
    const again = await uploadAgain(third.cookie, words);
    expect(await preparePayout()).toBe('desk.line_again');
    await confirmDistinct(again);
  }
  await uploadAgain(third.cookie, 'FOUR');
  const another = await uploadAgain(admin, 'FIVE');
  expect(await preparePayout()).toBe('desk.line_again');
  await confirmDistinct(another);
  expect(await preparePayout()).toBe('done');
});

test('three contradictions confirmed as distinct stop one person from blocking a recorded slip', async () => {
  const { amount, orderId, of: input, prepares: preparePayout, distinguished: confirmDistinct } = await createOrder();
  const reference = `SLIP ${amount}`;
  const slip = { ...buildPayIn(orderId, { amount, reference }), payerHolder: 'Ina Brown', payerAccount: '404512345' };
  await doneBy(finance, 'desk/confirmReceived', slip);
  await doneBy(finance, 'desk/startProcessing', input);
  const uploadAgain = async (cookie: string | undefined, payer: string) => {
    const line = { reference, details: payer, credit: '17.00', payer, account: '999888777' };
    await doneBy(cookie, 'bankLines/upload', buildUpload([line]));
    return (await queue()).find(({ details }) => details === payer)?.id ?? '';
  };
  for (const payer of ['Theo Other', 'Thea Other', 'Thor Other']) {
    const differs = await uploadAgain(third.cookie, payer);
    expect(await preparePayout()).toBe('desk.line_differs');
    await confirmDistinct(differs);
  }
  await uploadAgain(third.cookie, 'Tara Other');
  const another = await uploadAgain(admin, 'Toni Other');
  expect(await preparePayout()).toBe('desk.line_differs');
  await confirmDistinct(another);
  expect(await preparePayout()).toBe('done');
});
