import { expect, test } from 'vitest';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { confirmRegistration, insertWorkshop } from '../../../test/workshops.ts';
import type { PaymentReceipt } from '../payments/build-receipt.ts';

const server = await serverWithoutFaults();
const { call, owner } = server;

const receiptOf = async ({ paymentId, cookie }: { paymentId: string; cookie: string }) =>
  (await call<PaymentReceipt>('payments/receipt', { paymentId }, cookie)).body;
const linesOf = ({ ticket }: PaymentReceipt) =>
  Object.fromEntries(ticket?.part.lines.map(({ label, value }) => [label, value]) ?? []);

test('the receipt shows code, session and, after a move, the earlier session', async () => {
  const [from, to] = [await insertWorkshop(server), await insertWorkshop(server, { title: 'Second wallet' })];
  const who = await confirmRegistration(server, from);
  const before = await receiptOf(who);
  expect(before.ticket?.code).toBe(who.code);
  expect(linesOf(before)).toMatchObject({ Workshop: 'First wallet', How: 'In person' });
  expect(linesOf(before)).not.toHaveProperty('Moved from');
  const moved = await call('workshops/move', { placeId: who.placeId, sessionId: to, mode: 'online' }, who.cookie);
  expect(moved.status).toBe(200);
  const after = await receiptOf(who);
  expect(after.ticket?.code).toBe(who.code);
  expect(linesOf(after)).toMatchObject({
    Workshop: 'Second wallet',
    How: 'Online',
    'Moved from': 'First wallet, in person',
  });
  expect(after.parts[0].lines).toContainEqual(expect.objectContaining({ label: 'Charged', value: 'J$4,000.00' }));
});

test('the PDF has one page, and unpaid or cancelled seats have no ticket', async () => {
  const sessionId = await insertWorkshop(server);
  const who = await confirmRegistration(server, sessionId);
  const paper = await server.app.inject({
    method: 'GET',
    url: `/api/receipts/${who.paymentId}.pdf`,
    headers: { cookie: who.cookie },
  });
  expect([paper.statusCode, paper.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(paper.rawPayload.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
  await owner.query(
    `update workshop_sessions set status = 'cancelled', cancelled_at = now(), cancel_reason = 'x' where id = $1`,
    [sessionId],
  );
  expect((await receiptOf(who)).ticket).toBeNull();
});
