import { expect, test } from 'vitest';
import { buyByCard, handleEvents, planByCard, sandboxSays, sendHook } from '../../../../test/cards.ts';
import { sessionFor } from '../../../../test/security/actors.ts';
import { type Customer, newCustomer } from '../../../../test/submissions.ts';
import { suspicionsOn } from '../../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { jamaicaDay } from '../../../kernel/calendar.ts';

/** What a card brought beside what was due stands on nothing, and is known to be of whoever opened the page. */
const server = await serverWithoutFaults();
const { another, rowsOf } = suspicionsOn(server);
const finance = await sessionFor(server, 'finance');
const [second, officer, other] = [await another('finance'), await another('compliance'), await another('compliance')];

const act = server.actsAs(finance);

/** Charged twice for one plan: the id of the second line. */
async function chargedTwice({ cookie }: Pick<Customer, 'cookie'>): Promise<string> {
  const { paymentId } = await planByCard(server, cookie);
  const twice = sandboxSays(paymentId);
  for (const said of [sandboxSays(paymentId), twice]) {
    expect(await sendHook(server, said)).toBe(200);
    await handleEvents(server);
  }
  const [line] = await rowsOf<{ id: string }>('select id from movements where reference = $1', [
    `sandbox:${twice.transaction}`,
  ]);
  return line?.id ?? '';
}
const prepares = (movementId: string, cookie = finance) =>
  act('unassigned/prepareReturn', { movementId, reasonCode: 'paid_twice', note: '' }, cookie);

test('the second charge of somebody frozen goes back by two of compliance alone', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const movementId = await chargedTwice(who);
  const freeze = { userId: who.id, reason: 'An authority asks' };
  expect(await act('compliance/freeze', freeze, officer.cookie)).toBe('done');
  expect(await prepares(movementId)).toBe('trading.customer_frozen');
  const asked = { orderId: movementId, note: 'To see' };
  expect(await act('compliance/proposeFrozenReturn', asked, officer.cookie)).toBe('done');
  const decision = { proposalId: await server.openProposal(movementId), decision: 'approve', note: '' };
  expect(await act('compliance/decideFrozen', decision, other.cookie)).toBe('done');
  expect(await prepares(movementId)).toBe('done');
  const agreed = { movementId, proposalId: await server.openProposal(movementId), decision: 'approve', note: '' };
  expect(await act('unassigned/decide', agreed, second.cookie)).toBe('done');
  const sent = { movementId, reference: 'CARD BACK 1', movedOn: jamaicaDay(new Date()), movedTime: '', note: '' };
  expect(await act('unassigned/recordReturned', sent)).toBe('done');
});

test('nor does it pay for anything of somebody else', async () => {
  const [who, other] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Ina Brown')];
  const movementId = await chargedTwice(who);
  const freeze = { userId: who.id, reason: 'An authority asks' };
  expect(await act('compliance/freeze', freeze, officer.cookie)).toBe('done');
  const { paymentId } = await planByCard(server, other.cookie);
  const [due] = await rowsOf<{ reference: string }>('select reference from payments where id = $1', [paymentId]);
  const part = { movementId, reference: due?.reference, amount: '6000', note: 'Seen' };
  expect(await act('unassigned/attach', part)).toBe('desk.payer_stopped');
});

test('who was charged twice and works at the desk gives their own money back to nobody', async () => {
  const movementId = await chargedTwice(second);
  expect(await prepares(movementId, second.cookie)).toBe('approvals.own_matter');
});

test('an order whose card was of nobody known is held, also where a person attached its money', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const { orderId } = await buyByCard(server, who.cookie);
  const said = sandboxSays('somebody-mistyped-it', { amount: '4000.00', name: '' });
  expect(await sendHook(server, said)).toBe(200);
  await handleEvents(server);
  const [line] = await rowsOf<{ id: string; order: string }>(
    `select m.id, t.reference "order" from movements m, transactions t where m.reference = $1 and t.id = $2`,
    [`sandbox:${said.transaction}`, orderId],
  );
  const part = { movementId: line?.id, reference: line?.order, amount: '4000', note: 'Seen at the provider.' };
  expect(await act('unassigned/attach', part)).toBe('done');
  expect(await rowsOf('select pay_in, held, hold_reason from transactions where id = $1', [orderId])).toEqual([
    { pay_in: 'received', held: true, hold_reason: 'card_name_unknown' },
  ]);
});
