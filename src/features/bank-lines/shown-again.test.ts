import { expect, test } from 'vitest';
import { bankDesk, uploading, uploadingOther, type Written } from '../../../test/bank-lines.ts';
import { paidBuy } from '../../../test/orders.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { openMoney } from '../../../test/unassigned.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';

/** A line that somebody wrote into a statement themselves and confirmed buys nothing once the bank's own line comes. */
const server = await serverWithoutFaults();
const { act, done, finance } = await openMoney(server);
const { confirming, queue } = bankDesk(server, { done, finance });
const admin = await sessionFor(server, 'admin');

const doneBy = async (cookie: string | undefined, path: string, input: object) =>
  expect([path, (await act(path, input, cookie)).body.code]).toEqual([path, undefined]);
const lineOf = async (wanted: Written, other = false) => {
  const line = (await queue()).find(({ reference, details }) =>
    other ? details.startsWith(`${wanted.reference} /`) : reference === wanted.reference,
  );
  if (!line) throw new Error(`no line ${wanted.reference}`);
  return line;
};

let next = 2600;
/** An order, and its line as one statement shows it. */
async function scene() {
  next += 1;
  const amount = `${next}`;
  const ina = await newCustomer(server, 'Ina Brown');
  const order = await paidBuy(server, ina.cookie, { amount });
  const line = { reference: `FT ${amount}`, details: `TRF ${order.reference}`, credit: `${amount}.00` };
  const confirm = async (cookie = finance, other = false) => {
    const found = await lineOf(line, other);
    const to = { ...confirming(found), kind: 'order', id: order.orderId };
    await doneBy(cookie, 'bankLines/confirm', to);
  };
  const of = { orderId: order.orderId, note: '' };
  return { line, confirm, of, prepares: async () => (await act('desk/preparePayout', of)).body.code ?? 'done' };
}

test('what one person wrote and confirmed goes nowhere once the bank shows it, until another looked', async () => {
  const { line, confirm, of, prepares } = await scene();
  await doneBy(finance, 'bankLines/upload', uploading([line]));
  await confirm();
  await doneBy(finance, 'desk/startProcessing', of);
  await doneBy(admin, 'bankLines/upload', uploadingOther([line]));
  const again = await lineOf(line, true);
  expect(again).toMatchObject({ sameAs: { used: true } });
  expect(await prepares()).toBe('desk.line_again');
  // Nor does whoever wrote it settle the bank's line alone.
  await doneBy(finance, 'bankLines/setAside', { lineId: again.id, reason: 'same_line', note: '' });
  expect(await prepares()).toBe('desk.line_again');
  await doneBy(admin, 'bankLines/bringBack', { lineId: again.id });
  await doneBy(admin, 'bankLines/setAside', { lineId: again.id, reason: 'same_line', note: '' });
  expect(await prepares()).toBe('done');
});

test('so it is where the pay-out was prepared before the bank showed it', async () => {
  const { line, confirm, of, prepares } = await scene();
  await doneBy(finance, 'bankLines/upload', uploading([line]));
  await confirm();
  await doneBy(finance, 'desk/startProcessing', of);
  expect(await prepares()).toBe('done');
  await doneBy(admin, 'bankLines/upload', uploadingOther([line]));
  expect((await act('desk/approvePayout', of, admin)).body.code).toBe('desk.line_again');
});

test('and where the bank had shown it before', async () => {
  const { line, confirm, of, prepares } = await scene();
  await doneBy(admin, 'bankLines/upload', uploading([line]));
  await doneBy(finance, 'bankLines/upload', uploadingOther([line]));
  await confirm(finance, true);
  await doneBy(finance, 'desk/startProcessing', of);
  expect(await prepares()).toBe('desk.line_again');
});

test('what another person kept is nobody’s own word', async () => {
  const { line, confirm, of, prepares } = await scene();
  await doneBy(admin, 'bankLines/upload', uploading([line]));
  await confirm();
  await doneBy(finance, 'desk/startProcessing', of);
  await doneBy(finance, 'bankLines/upload', uploadingOther([line]));
  expect(await prepares()).toBe('done');
});

test('nor is it kept back where two people said that the two are two', async () => {
  const { line, confirm, of, prepares } = await scene();
  await doneBy(finance, 'bankLines/upload', uploading([line]));
  await confirm();
  await doneBy(finance, 'desk/startProcessing', of);
  await doneBy(admin, 'bankLines/upload', uploadingOther([line]));
  const again = await lineOf(line, true);
  const { proposalId } = (await done('bankLines/proposeTwo', { lineId: again.id, note: 'Ina paid twice' })) as {
    proposalId: string;
  };
  await doneBy(admin, 'bankLines/decideTwo', { proposalId, decision: 'approve' });
  expect(await prepares()).toBe('done');
});
