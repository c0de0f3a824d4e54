import { expect, test } from 'vitest';
import { planByCard, sandboxSays, sendHook } from '../../../test/cards.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { after, hours } from '../../kernel/clock.ts';
import { cardPayables, payables } from '../../payables.ts';
import { lapsePayments } from '../payments/jobs.ts';
import { handleEvent } from './handle-event.ts';

/** What a card brought goes back to it: by two people, for a reason, under the provider's number. */
const server = await serverWithoutFaults();
const { call } = server;
const { another, rowsOf } = suspicionsOn(server);
const finance = await sessionFor(server, 'finance');
const second = (await another('finance'))?.cookie;

const act = server.actsAs(finance);
const arrives = async (said: object) => {
  expect(await sendHook(server, said)).toBe(200);
  const waiting = await rowsOf<{ id: string }>('select id from card_events where became is null');
  for (const { id } of waiting) await handleEvent(server.services, cardPayables, id);
};
const sent = (reference: string) => ({ reference, movedOn: jamaicaDay(new Date()), movedTime: '', note: '' });

async function goesBack(paymentId: string, reasonCode: string, reference: string) {
  const plain = { paymentId, note: '' };
  return [
    await act('paymentsDesk/prepareReturn', { ...plain, reasonCode }),
    await act('paymentsDesk/approveReturn', { ...plain, proposalId: await server.openProposal(paymentId) }),
    await act('paymentsDesk/approveReturn', { ...plain, proposalId: await server.openProposal(paymentId) }, second),
    await act('paymentsDesk/recordReturned', { ...plain, ...sent(reference) }),
  ];
}
const linesOf = (paymentId: string) =>
  rowsOf('select direction, rail, reference, holder from movements where payment_id = $1 order by id', [paymentId]);

test('a charge that was taken back is recorded by two people under its number, and the plan ends', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const { paymentId } = await planByCard(server, who.cookie);
  const said = sandboxSays(paymentId);
  await arrives(said);
  await arrives(sandboxSays(paymentId, { type: 'charged_back', transaction: said.transaction }));
  expect(await goesBack(paymentId, 'charged_back', 'CB-2026-0001')).toEqual([
    ...['done', 'approvals.second_person_needed', 'done', 'done'],
  ]);
  expect(await linesOf(paymentId)).toEqual([
    { direction: 'in', rail: 'card', reference: `sandbox:${said.transaction}`, holder: 'Ina Brown' },
    { direction: 'back', rail: 'card', reference: 'CB-2026-0001', holder: 'Ina Brown' },
  ]);
  const plans = await rowsOf('select status from subscriptions where user_id = $1', [who.id]);
  expect(plans).toEqual([{ status: 'cancelled' }]);
  const { body } = await call<{ payment: { reason: string } }>('payments/showOwn', { paymentId }, who.cookie);
  expect(body.payment.reason).toBe('The bank of your card took this payment back.');
});

test('what was taken back is sent back by nobody: a refund agreed on before records it, or waits', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const { paymentId } = await planByCard(server, who.cookie);
  const said = sandboxSays(paymentId);
  await arrives(said);
  const plain = { paymentId, note: '' };
  const asked = { ...plain, reasonCode: 'given_back_as_asked' };
  expect(await act('paymentsDesk/prepareReturn', asked)).toBe('done');
  const proposalId = await server.openProposal(paymentId);
  expect(await act('paymentsDesk/approveReturn', { ...plain, proposalId }, second)).toBe('done');
  await arrives(sandboxSays(paymentId, { type: 'charged_back', transaction: said.transaction }));
  const refund = { paymentId, ...sent('RF-2026-0101') };
  expect(await act('paymentsDesk/recordReturned', refund)).toBe('desk.charged_back');
  const recorded = { ...refund, reference: 'CB-2026-0101', note: 'Taken back by the bank of the card' };
  expect(await act('paymentsDesk/recordReturned', recorded)).toBe('done');
  // Nor is one begun for any other reason.
  const other = await planByCard(server, (await newCustomer(server, 'Una Brown')).cookie);
  const charge = sandboxSays(other.paymentId);
  await arrives(charge);
  await arrives(sandboxSays(other.paymentId, { type: 'charged_back', transaction: charge.transaction }));
  expect(await act('paymentsDesk/prepareReturn', { ...asked, paymentId: other.paymentId })).toBe('desk.charged_back');
});

test('a second charge that was taken back pays for nothing and goes back to nobody', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const { paymentId } = await planByCard(server, who.cookie);
  await arrives(sandboxSays(paymentId));
  const twice = sandboxSays(paymentId);
  await arrives(twice);
  await arrives(sandboxSays(paymentId, { type: 'charged_back', transaction: twice.transaction }));
  const [line] = await rowsOf<{ id: string }>('select id from movements where reference = $1', [
    `sandbox:${twice.transaction}`,
  ]);
  const money = { movementId: line?.id ?? '', note: '' };
  expect(await act('unassigned/prepareReturn', { ...money, reasonCode: 'paid_twice' })).toBe('desk.charged_back');
  const another = await planByCard(server, (await newCustomer(server, 'Una Brown')).cookie);
  const [{ reference } = { reference: '' }] = await rowsOf<{ reference: string }>(
    'select reference from payments where id = $1',
    [another.paymentId],
  );
  expect(await act('unassigned/attach', { ...money, reference, amount: '6000' })).toBe('desk.charged_back');
  expect(await act('unassigned/prepareReturn', { ...money, reasonCode: 'charged_back' })).toBe('done');
});

test('what came for a payment that had ended is refunded to the card, and its number counts once', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const { paymentId } = await planByCard(server, who.cookie);
  server.setTime(after(new Date(), hours(2)));
  await lapsePayments(server.services, payables);
  server.setTime(null);
  await arrives(sandboxSays(paymentId));
  expect((await goesBack(paymentId, 'too_late', 'CB-2026-0001')).at(-1)).toBe('desk.reference_used');
  const refund = { paymentId, ...sent('RF-2026-0002') };
  expect(await act('paymentsDesk/recordReturned', refund)).toBe('done');
  expect(await rowsOf('select pay_in, ended from payments where id = $1', [paymentId])).toEqual([
    { pay_in: 'returned', ended: 'lapsed' },
  ]);
});

test('a second charge stands on nothing, and goes back whole to the card that paid it', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const { paymentId } = await planByCard(server, who.cookie);
  await arrives(sandboxSays(paymentId));
  const twice = sandboxSays(paymentId);
  await arrives(twice);
  const [line] = await rowsOf<{ id: string }>('select id from movements where reference = $1', [
    `sandbox:${twice.transaction}`,
  ]);
  const money = { movementId: line?.id ?? '', note: '' };
  expect(await act('unassigned/prepareReturn', { ...money, reasonCode: 'paid_twice' })).toBe('done');
  const proposalId = await server.openProposal(money.movementId);
  expect(await act('unassigned/decide', { ...money, proposalId, decision: 'approve' }, second)).toBe('done');
  expect(await act('unassigned/recordReturned', { ...money, ...sent('RF-2026-0003') })).toBe('done');
  expect(await rowsOf('select app.money_left($1)::text "left"', [money.movementId])).toEqual([
    { left: expect.stringMatching(/^0(\.0+)?$/) },
  ]);
});
