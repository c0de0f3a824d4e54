import { expect, test } from 'vitest';
import { givingBack } from '../../../test/giving-back.ts';
import { bankLine, claimedPlan } from '../../../test/payments.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { after, days } from '../../kernel/clock.ts';

/** What is undone is what two people read, once; what came back had left, and no more of it goes than came. */
const server = await serverWithoutFaults();
const { call, owner } = server;
const { another, rowsOf } = suspicionsOn(server);
const { act, approves, goesBack, prepares, records, stateOf, undoes } = await givingBack(server);
const [second, third] = [await another('finance'), await another('finance')];

/** Asked for each time: the day may end while these tests run. */
const today = () => jamaicaDay(new Date());
const cameBack = {
  reasonCode: 'returned_by_bank',
  get movedOn() {
    return today();
  },
};
const answers = (what: string, [paymentId, proposalId]: readonly [string, string], cookie = second.cookie) =>
  act(`paymentsDesk/${what}`, { paymentId, proposalId, note: 'Looked at' }, cookie);
const lines = async (paymentId: string) =>
  (
    await rowsOf<{ line: string }>(
      `select direction || ' ' || trim_scale(amount) line from movements where payment_id = $1 order by id`,
      [paymentId],
    )
  ).map(({ line }) => line);
async function paidPlan(name = 'Ina Brown') {
  const who = await newCustomer(server, name);
  const paymentId = await claimedPlan(server, who.cookie);
  expect(await act('paymentsDesk/receive', bankLine(paymentId, { payerHolder: name }))).toBe('done');
  return { who, paymentId };
}
const joined = (...ids: string[]) =>
  owner.query('insert into joined_accounts (user_id, person_id) select unnest($1::uuid[]), $2', [ids, ids[0]]);

test('of two who agree at once one decides: it comes back once', async () => {
  const { paymentId } = await paidPlan();
  expect(await goesBack(paymentId, '2000')).toEqual(['done', 'done', 'done']);
  expect(await undoes(paymentId, cameBack)).toBe('done');
  const id = await server.openProposal(paymentId);
  const decided = await Promise.all([
    ...[second.cookie, third.cookie].map((cookie) => answers('approveUndo', [paymentId, id], cookie)),
    answers('declineUndo', [paymentId, id], third.cookie),
  ]);
  expect(decided.filter((answer) => answer === 'done')).toHaveLength(1);
  expect((await lines(paymentId)).filter((line) => line === 'bounced 2000').length).toBe(decided[2] === 'done' ? 0 : 1);
});

test('recorded as sent and asked to be undone at one moment: one of both', async () => {
  for (let round = 0; round < 5; round++) {
    const { paymentId } = await paidPlan();
    expect([await prepares(paymentId, '2000'), await approves(paymentId)]).toEqual(['done', 'done']);
    const [sent, asked] = await Promise.all([records(paymentId), undoes(paymentId)]);
    expect([sent, asked].filter((answer) => answer === 'done')).toHaveLength(1);
    if (asked !== 'done') continue;
    const id = await server.openProposal(paymentId);
    const [late, undone] = await Promise.all([records(paymentId), answers('approveUndo', [paymentId, id])]);
    expect([late === 'done', undone]).toEqual([false, 'done']);
    expect(await lines(paymentId)).toEqual(['in 6000']);
  }
});

test('an answer to another kind, to another payment’s, or to what was swapped since, decides nothing', async () => {
  const [one, other] = [await paidPlan(), await paidPlan('Una Brown')];
  for (const { paymentId } of [one, other]) expect(await goesBack(paymentId, '1000')).toEqual(['done', 'done', 'done']);
  expect([await undoes(one.paymentId, cameBack), await undoes(other.paymentId, cameBack)]).toEqual(['done', 'done']);
  const [mine, foreign] = [await server.openProposal(one.paymentId), await server.openProposal(other.paymentId)];
  expect(await answers('approveUndo', [one.paymentId, foreign])).toBe('approvals.not_found');
  expect(await answers('approveReturn', [one.paymentId, mine])).toBe('approvals.not_found');
  expect(await answers('declineReturn', [one.paymentId, mine])).toBe('approvals.not_found');
  expect(await act('paymentsDesk/declineUndo', { paymentId: one.paymentId, proposalId: mine, note: '' })).toBe('done');
  expect(await undoes(one.paymentId, { ...cameBack, reference: 'SWAPPED 1' })).toBe('done');
  expect(await answers('approveUndo', [one.paymentId, mine])).toBe('approvals.already_decided');
  expect(await lines(one.paymentId)).toEqual(['in 6000', 'back 1000']);
  // Nor is the return of another payment undone here.
  const [foreignReturn] = await rowsOf<{ id: string }>(
    `select id from proposals where subject = $1 and kind = 'return' and state = 'approved'`,
    [other.paymentId],
  );
  expect(await answers('declineUndo', [one.paymentId, await server.openProposal(one.paymentId)], second.cookie)).toBe(
    'done',
  );
  const wish = {
    ...{ paymentId: one.paymentId, proposalId: foreignReturn?.id, note: '', reasonCode: 'returned_by_bank' },
    ...{ evidence: 'Seen on the statement of today', reference: '', movedOn: today(), movedTime: '' },
  };
  expect(await act('paymentsDesk/prepareUndo', wish)).toBe('payments.not_approved');
});

test('nobody undoes for another account of theirs, and two accounts of one person are not two', async () => {
  const { who, paymentId } = await paidPlan();
  expect(await goesBack(paymentId, '1000')).toEqual(['done', 'done', 'done']);
  const [own, alias] = [await another('finance'), await another('finance')];
  await joined(own.id, who.id);
  expect(await undoes(paymentId, cameBack)).toBe('done');
  const id = await server.openProposal(paymentId);
  expect(await answers('approveUndo', [paymentId, id], own.cookie)).not.toBe('done');
  expect(await answers('declineUndo', [paymentId, id], own.cookie)).not.toBe('done');
  const [finance] = await rowsOf<{ id: string }>(`select id from profiles where email = 'finance@demo.test'`);
  await joined(finance?.id ?? '', alias.id);
  expect(await answers('approveUndo', [paymentId, id], alias.cookie)).not.toBe('done');
  await owner.query('delete from joined_accounts');
  expect(await lines(paymentId)).toEqual(['in 6000', 'back 1000']);
});

test('what came back goes again for as much as it was, whatever else went, and never for more than came', async () => {
  const { paymentId } = await paidPlan();
  expect(await goesBack(paymentId, '2500')).toEqual(['done', 'done', 'done']);
  expect([await undoes(paymentId, cameBack), await approveIt(paymentId)]).toEqual(['done', 'done']);
  expect(await goesBack(paymentId, null)).toEqual(['done', 'done', 'done']);
  expect(await lines(paymentId)).toEqual(['in 6000', 'back 2500', 'bounced 2500', 'back 6000']);
  expect([await undoes(paymentId, cameBack), await approveIt(paymentId)]).toEqual(['done', 'done']);
  expect(await prepares(paymentId, '6000.01')).not.toBe('done');
  expect(await goesBack(paymentId, null)).toEqual(['done', 'done', 'done']);
  expect(await prepares(paymentId, null)).toBe('payments.nothing_here');
  expect((await lines(paymentId)).slice(4)).toEqual(['bounced 6000', 'back 6000']);
  expect(await stateOf(paymentId)).toMatchObject({ pay_in: 'returned', ended: 'refunded' });
});

test('the first of two parts comes back after the second went: that much goes again', async () => {
  const { paymentId } = await paidPlan();
  expect(await goesBack(paymentId, '2500')).toEqual(['done', 'done', 'done']);
  const [first] = await rowsOf<{ id: string }>(
    `select id from proposals where subject = $1 and kind = 'return' and state = 'approved'`,
    [paymentId],
  );
  expect(await goesBack(paymentId, null)).toEqual(['done', 'done', 'done']);
  const wish = {
    ...{ paymentId, proposalId: first?.id, note: '', reasonCode: 'returned_by_bank' },
    ...{ evidence: 'Seen on the statement of today', reference: '', movedOn: today(), movedTime: '' },
  };
  expect(await act('paymentsDesk/prepareUndo', wish)).toBe('done');
  expect(await approveIt(paymentId)).toBe('done');
  expect(await stateOf(paymentId)).toMatchObject({ pay_in: 'received', ended: 'refunded' });
  expect(await goesBack(paymentId, null)).toEqual(['done', 'done', 'done']);
  expect(await lines(paymentId)).toEqual(['in 6000', 'back 2500', 'back 3500', 'bounced 2500', 'back 2500']);
});

test('nothing came back before it left', async () => {
  const { paymentId } = await paidPlan();
  expect(await goesBack(paymentId, '1000')).toEqual(['done', 'done', 'done']);
  const before = { ...cameBack, movedOn: jamaicaDay(after(new Date(), -days(20))) };
  expect(await undoes(paymentId, before)).not.toBe('done');
});

test('two that came back are not one line of the bank, in whatever spelling', async () => {
  const both = [await paidPlan(), await paidPlan('Una Brown')];
  for (const { paymentId } of both) expect(await goesBack(paymentId, '1000')).toEqual(['done', 'done', 'done']);
  const [one = '', other = ''] = both.map(({ paymentId }) => paymentId);
  expect(await undoes(one, { ...cameBack, reference: 'CAME-77-X' })).toBe('done');
  // Asked for before the first was written down: it is looked at again when it is agreed on.
  expect(await undoes(other, { ...cameBack, reference: 'came 77 x' })).toBe('done');
  const decided = await Promise.all([one, other].map((paymentId) => approveIt(paymentId)));
  expect(decided.toSorted()).toEqual(['desk.reference_used', 'done']);
  expect([...(await lines(one)), ...(await lines(other))].filter((line) => line === 'bounced 1000')).toHaveLength(1);
});

async function approveIt(paymentId: string): Promise<string | undefined> {
  return answers('approveUndo', [paymentId, await server.openProposal(paymentId)]);
}
expect(call).toBeTypeOf('function');
