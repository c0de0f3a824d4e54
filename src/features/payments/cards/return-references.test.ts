import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { buildSandboxEvent, handleEvents, sendWebhook, startPlanByCard } from '../../../../test/cards.ts';
import { createSession } from '../../../../test/security/actors.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { setUpSuspicions } from '../../../../test/suspicions.ts';
import { serverUnderTest } from '../../../../test/worker.ts';
import { jamaicaDay } from '../../../kernel/calendar.ts';

const server = await serverUnderTest();
const { another, rowsOf } = setUpSuspicions(server);
const finance = await createSession(server, 'finance');
const second = (await another('finance')).cookie;

const act = server.actsAs(finance, 'paymentsDesk/');

async function approveRefund(name?: string) {
  const { cookie } = await newCustomer(server, 'Ina Brown');
  const { paymentId } = await startPlanByCard(server, cookie);
  const charge = buildSandboxEvent(paymentId, name === undefined ? {} : { name });
  expect(await sendWebhook(server, charge)).toBe(200);
  await handleEvents(server);
  const asked = { paymentId, amount: '1000', reasonCode: 'given_back_as_asked', note: '' };
  expect(await act('prepareReturn', asked)).toBe('done');
  const proposalId = await server.openProposal(paymentId);
  expect(await act('approveReturn', { paymentId, proposalId, note: '' }, second)).toBe('done');
  return { paymentId, charge };
}
const recordRefund = (paymentId: string, reference: string) =>
  act('recordReturned', { paymentId, reference, movedOn: jamaicaDay(new Date()), movedTime: '', note: '' });

test('recording a refund under the number of its charge is refused', async () => {
  const { paymentId, charge } = await approveRefund();
  expect(await recordRefund(paymentId, `sandbox:${charge.transaction}`)).toBe('desk.reference_used');
  expect(await recordRefund(paymentId, charge.transaction)).toBe('desk.reference_used');
});

test('recording a refund under a used number in another spelling is refused', async () => {
  const [one, other] = [await approveRefund(), await approveRefund()];
  const number = `RF-${randomUUID().slice(0, 8).toUpperCase()}`;
  expect(await recordRefund(one.paymentId, number)).toBe('done');
  expect(await recordRefund(other.paymentId, ` ${number} `)).toBe('desk.reference_used');
  expect(await recordRefund(other.paymentId, number.replace('-', ' - '))).toBe('desk.reference_used');
  expect(await recordRefund(other.paymentId, number.toLowerCase())).toBe('desk.reference_used');
});

test('recording one number twice in parallel succeeds once', async () => {
  const [one, other] = [await approveRefund(), await approveRefund()];
  const number = `RF-${randomUUID().slice(0, 8)}`;
  const answers = await Promise.all([recordRefund(one.paymentId, number), recordRefund(other.paymentId, number)]);
  expect(answers.toSorted()).toEqual(['desk.reference_used', 'done']);
});

test('names on cards contain no direction marks or invisible characters', async () => {
  const { paymentId } = await approveRefund('\u202EnworB anI\u200B');
  const [line] = await rowsOf<{ holder: string }>(
    `select holder from movements where payment_id = $1 and direction = 'in'`,
    [paymentId],
  );
  expect(line?.holder).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});
