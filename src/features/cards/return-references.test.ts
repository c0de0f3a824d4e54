import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { handleEvents, planByCard, sandboxSays, sendHook } from '../../../test/cards.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { jamaicaDay } from '../../kernel/calendar.ts';

/** What went back to a card is known by a number of its own: not the charge's, nor that of another return. */
const server = await serverUnderTest();
const { another, rowsOf } = suspicionsOn(server);
const finance = await sessionFor(server, 'finance');
const second = (await another('finance')).cookie;

const act = server.actsAs(finance, 'paymentsDesk/');

/** A charge of which a part may go back: its payment and number. */
async function agreed(name?: string) {
  const { cookie } = await newCustomer(server, 'Ina Brown');
  const { paymentId } = await planByCard(server, cookie);
  const charge = sandboxSays(paymentId, name === undefined ? {} : { name });
  expect(await sendHook(server, charge)).toBe(200);
  await handleEvents(server);
  const asked = { paymentId, amount: '1000', reasonCode: 'given_back_as_asked', note: '' };
  expect(await act('prepareReturn', asked)).toBe('done');
  const proposalId = await server.openProposal(paymentId);
  expect(await act('approveReturn', { paymentId, proposalId, note: '' }, second)).toBe('done');
  return { paymentId, charge };
}
const records = (paymentId: string, reference: string) =>
  act('recordReturned', { paymentId, reference, movedOn: jamaicaDay(new Date()), movedTime: '', note: '' });

test('the number of the charge, with or without its provider, is not the number of its return', async () => {
  const { paymentId, charge } = await agreed();
  expect(await records(paymentId, `sandbox:${charge.transaction}`)).toBe('desk.reference_used');
  expect(await records(paymentId, charge.transaction)).toBe('desk.reference_used');
});

test('the number of a return, typed in another spelling, is not that of another one', async () => {
  const [one, other] = [await agreed(), await agreed()];
  const number = `RF-${randomUUID().slice(0, 8).toUpperCase()}`;
  expect(await records(one.paymentId, number)).toBe('done');
  expect(await records(other.paymentId, ` ${number} `)).toBe('desk.reference_used');
  expect(await records(other.paymentId, number.replace('-', ' - '))).toBe('desk.reference_used');
  expect(await records(other.paymentId, number.toLowerCase())).toBe('desk.reference_used');
});

test('of two who record one number at once one counts', async () => {
  const [one, other] = [await agreed(), await agreed()];
  const number = `RF-${randomUUID().slice(0, 8)}`;
  const answers = await Promise.all([records(one.paymentId, number), records(other.paymentId, number)]);
  expect(answers.toSorted()).toEqual(['desk.reference_used', 'done']);
});

test('a name on a card has no signs of direction or of nothing where staff compare it', async () => {
  const { paymentId } = await agreed('\u202EnworB anI\u200B');
  const [line] = await rowsOf<{ holder: string }>(
    `select holder from movements where payment_id = $1 and direction = 'in'`,
    [paymentId],
  );
  expect(line?.holder).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});
