import { expect, test } from 'vitest';
import { bankDesk, type ShownLine } from '../../../test/bank-lines.ts';
import { cameIn, paidBuy } from '../../../test/orders.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { openMoney, why } from '../../../test/unassigned.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { jamaicaDay, shiftDay } from '../../kernel/calendar.ts';

/** A transfer that somebody confirmed by its slip is the one that the statement shows under another number. */
const server = await serverWithoutFaults();
const { owner } = server;
const { act, admin, done, finance, recorded, refused } = await openMoney(server);
const second = await sessionFor(server, 'admin');
const { confirming, lineNamed, queue, upload } = bankDesk(server, { done, finance });
const account = '404512345';

let next = 2000;
/** An order that finance confirmed by the slip of its customer, another of the same price, and the bank's line. */
async function confirmedBySlip(details: (second: string) => string, line: object = {}) {
  next += 1;
  const amount = `${next}`;
  const ina = await newCustomer(server, 'Ina Brown');
  const order = () => paidBuy(server, ina.cookie, { amount });
  const [first, other] = [await order(), await order()];
  const slip = { ...cameIn(first.orderId, { amount, reference: `SLIP ${amount}` }), payerHolder: 'Ina Brown' };
  await done('desk/confirmReceived', { ...slip, payerAccount: account });
  await upload([
    { reference: `FT ${amount}`, details: details(other.reference), credit: `${amount}.00`, account, ...line },
  ]);
  const shown = (await queue()).find(({ reference }) => reference === `FT ${amount}`) as ShownLine;
  return { amount, first, other, shown, of: { ...confirming(shown), kind: 'order', id: other.orderId } };
}
const payIn = async (orderId: string) =>
  (await owner.query(`select pay_in from transactions where id = $1`, [orderId])).rows[0].pay_in;

test('one transfer that was confirmed by hand pays no second order once the statement shows it', async () => {
  const { amount, other, shown, of } = await confirmedBySlip(() => 'INTERNET TRF');
  expect(shown).toMatchObject({
    certain: false,
    matches: [{ kind: 'order', id: other.orderId }],
    sameAs: { reference: `SLIP ${amount}`, used: true, byHand: 'in' },
  });
  await refused('bank_lines.may_be_same', 'bankLines/confirm', of);
  const { kind: _kind, id: _id, ...split } = of;
  await refused('bank_lines.may_be_same', 'bankLines/split', { ...split, parts: [] });
  expect(await payIn(other.orderId)).toBe('claimed');
  // It is that money: then it waits for nobody.
  await done('bankLines/setAside', { lineId: shown.id, reason: 'recorded', reference: `SLIP ${amount}`, note: '' });
  expect((await queue()).map(({ id }) => id)).not.toContain(shown.id);
});

test.each([
  ['its account with zeros in front', { account: '000404512345' }],
  ['the end of its account', { account: 'XXXXX2345' }],
  ['a name cut within a word', { payer: 'INA BRO' }],
])('nor once the statement shows %s', async (_how, line) => {
  const { other, of } = await confirmedBySlip((reference) => `TRF ${reference}`, line);
  await refused('bank_lines.may_be_same', 'bankLines/confirm', { ...of, note: 'As the bank writes it' });
  expect(await payIn(other.orderId)).toBe('claimed');
});

test('nor is it certain of a second one whose reference stands in the words of that transfer', async () => {
  const { shown } = await confirmedBySlip((reference) => `TRF ${reference}`);
  expect(shown).toMatchObject({ certain: false, sameAs: { used: true } });
});

test('that it is another transfer is said by two people', async () => {
  const { other, shown, of } = await confirmedBySlip((reference) => `TRF ${reference}`);
  const { proposalId } = (await done('bankLines/proposeTwo', { lineId: shown.id, note: 'The bank shows both' })) as {
    proposalId: string;
  };
  expect((await act('bankLines/decideTwo', { proposalId, decision: 'approve' }, second)).status).toBe(200);
  await done('bankLines/confirm', of);
  expect(await payIn(other.orderId)).toBe('received');
});

test.each([
  ['of another account', { account: '777888999' }],
  ['of another name', { payer: 'Olive Other' }],
  ['of long before', { day: shiftDay(jamaicaDay(new Date()), -20) }],
])('a transfer %s is another one', async (_how, line) => {
  expect((await confirmedBySlip((reference) => `TRF ${reference}`, line)).shown.sameAs).toBeNull();
});

test('what was written down as nobody’s, and what had left us and came back, is found as well', async () => {
  const movementId = await recorded('SLIP NOBODY', { amount: '3311', payerHolder: 'Ina Brown', payerAccount: account });
  const of = { movementId, note: '' };
  const asked = () => server.openProposal(movementId);
  const line = async (reference: string) => {
    await upload([{ reference, details: `TRF ${reference}`, credit: '3311.00', account }]);
    return lineNamed(`TRF ${reference}`);
  };
  const first = await line('FT NOBODY');
  expect(first).toMatchObject({ sameAs: { reference: 'SLIP NOBODY', byHand: 'in' } });
  await done('bankLines/setAside', { lineId: first.id, reason: 'recorded', reference: 'SLIP NOBODY', note: '' });
  await done('unassigned/prepareReturn', { ...of, reasonCode: 'third_party_payer' });
  await done('unassigned/decide', { ...of, proposalId: await asked(), decision: 'approve' }, admin);
  const day = { movedOn: jamaicaDay(new Date()), movedTime: '' };
  await done('unassigned/recordReturned', { ...of, reference: 'OUT NOBODY', ...day });
  const { rows } = await owner.query(`select id from proposals where subject = $1 and kind = 'return'`, [movementId]);
  const undo = { ...of, proposalId: rows[0].id, reasonCode: 'returned_by_bank', evidence: why.evidence };
  await done('unassigned/undoReturn', { ...undo, reference: 'CAME AGAIN', ...day });
  await done('unassigned/decide', { ...of, proposalId: await asked(), decision: 'approve' }, admin);
  // Of two that it may be the screen names the first; the same export tells it from the line of before.
  const again = await line('FT BOUNCED');
  expect(again).toMatchObject({ certain: false, sameAs: { reference: 'CAME AGAIN', byHand: 'bounced' } });
  await refused('bank_lines.may_be_same', 'bankLines/split', {
    ...confirming(again),
    kind: undefined,
    id: undefined,
    parts: [],
  });
});
