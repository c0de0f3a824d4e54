import { describe, expect, test } from 'vitest';
import {
  buildOtherUpload,
  emptyPayer,
  insertAwaitedPayments,
  openBankReconciliation,
  type ShownLine,
  type StatementRow,
} from '../../../test/bank-lines.ts';
import { buildPayIn, placePaidBuy } from '../../../test/orders.ts';
import { createSession } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpUnallocated } from '../../../test/unallocated.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { addDays, jamaicaDay } from '../../kernel/calendar.ts';

const server = await serverWithoutFaults();
const { call, owner } = server;
const { act, done, finance, refused } = await setUpUnallocated(server);
const { confirming, payIn, queue, upload, lineNamed } = openBankReconciliation(server, { done, finance });
const admin = await createSession(server, 'admin');
const customer = await newCustomer(server, 'Ina Brown');

let next = 0;
async function uploadTwice(more: StatementRow = {}) {
  next += 1;
  const amount = `${7000 + next}`;
  const due = await insertAwaitedPayments(server, customer.id, [{ amount }, { amount }]);
  const line = { reference: `TWICE ${next}`, details: `trf ${due[0]?.reference}`, credit: `${amount}.00` };
  await upload([line]);
  await done('bankLines/upload', buildOtherUpload([{ ...line, ...more }]));
  const lines = (await queue()).filter(({ details }) => details.includes(due[0]?.reference ?? ''));
  const [first, other] = lines as [ShownLine, ShownLine];
  const of = (line: ShownLine, at: number) => ({ ...confirming(line), kind: 'payment', id: due[at]?.id });
  return { due, first, other, of };
}

const callAsAdmin = (path: string, input: object) => call<{ code?: string }>(path, input, admin);
const proposeDistinct = async ({ id: lineId }: ShownLine) =>
  (await done('bankLines/proposeDistinct', { lineId, note: 'The bank shows both' })) as { proposalId: string };

test('confirming a line that another export already used is refused', async () => {
  const { due, first, other, of } = await uploadTwice();
  expect([first, other]).toMatchObject([
    { certain: false, sameAs: { used: false } },
    { certain: false, sameAs: { used: false } },
  ]);
  await done('bankLines/confirm', of(first, 0));
  await refused('bank_lines.may_be_same', 'bankLines/confirm', of(other, 1));
  const { kind: _kind, id: _id, ...split } = of(other, 1);
  await refused('bank_lines.may_be_same', 'bankLines/split', { ...split, parts: [] });
  expect(await payIn(due[1]?.id ?? '')).toBe('claimed');
  await done('bankLines/dismissLine', { lineId: other.id, reason: 'same_line', note: '' });
  expect((await queue()).map(({ id }) => id)).not.toContain(other.id);
});

test('dismissing a line as a duplicate leaves the other usable', async () => {
  const { due, first, other, of } = await uploadTwice();
  await done('bankLines/dismissLine', { lineId: other.id, reason: 'same_line', note: '' });
  expect((await queue()).find(({ id }) => id === first.id)).toMatchObject({ sameAs: null });
  await done('bankLines/confirm', of(first, 0));
  expect(await payIn(due[0]?.id ?? '')).toBe('received');
});

test.each(['bounced', 'own_transfer', 'bank_matter'])(
  'a line dismissed as %s is no new money in another export',
  async (reason) => {
    const { due, first, other, of } = await uploadTwice();
    await done('bankLines/dismissLine', { lineId: first.id, reason, note: '' });
    expect((await queue()).find(({ id }) => id === other.id)).toMatchObject({ certain: false, sameAs: { used: true } });
    await refused('bank_lines.may_be_same', 'bankLines/confirm', of(other, 1));
    expect(await payIn(due[1]?.id ?? '')).toBe('claimed');
    await done('bankLines/restoreLine', { lineId: first.id });
    await done('bankLines/confirm', of(other, 0));
  },
);

test('confirming both of two lines needs two people, who decide about these lines only', async () => {
  const { due, first, other, of } = await uploadTwice();
  await done('bankLines/confirm', of(first, 0));
  const { proposalId } = await proposeDistinct(other);
  await refused('approvals.already_open', 'bankLines/proposeDistinct', { lineId: other.id, note: 'Again' });
  await refused('approvals.second_person_needed', 'bankLines/decideDistinct', { proposalId, decision: 'approve' });
  await refused('bank_lines.may_be_same', 'bankLines/confirm', of(other, 1));
  expect((await queue()).find(({ id }) => id === other.id)?.two).toMatchObject({ proposalId, isOwn: true });

  expect((await callAsAdmin('bankLines/decideDistinct', { proposalId, decision: 'approve' })).status).toBe(200);
  expect((await queue()).find(({ id }) => id === other.id)).toMatchObject({ sameAs: null, two: null });
  await refused('bank_lines.no_twin', 'bankLines/proposeDistinct', { lineId: other.id, note: 'Again' });
  await done('bankLines/confirm', of(other, 1));
  expect([await payIn(due[0]?.id ?? ''), await payIn(due[1]?.id ?? '')]).toEqual(['received', 'received']);
  const { rows } = await owner.query('select action from audit_log where subject_id = $1 order by at', [other.id]);
  expect(rows.map(({ action }) => action)).toEqual(['bank_lines.two_proposed', 'bank_lines.two_approve']);
});

test('a withdrawn or rejected proposal keeps the line refused', async () => {
  const { first, other, of } = await uploadTwice();
  await done('bankLines/confirm', of(first, 0));
  const { proposalId } = await proposeDistinct(other);
  await done('bankLines/decideDistinct', { proposalId, decision: 'withdraw' });
  const secondProposal = await proposeDistinct(other);
  expect(
    (await callAsAdmin('bankLines/decideDistinct', { ...secondProposal, decision: 'reject', reason: 'Not now' }))
      .status,
  ).toBe(200);
  await refused('bank_lines.may_be_same', 'bankLines/confirm', of(other, 1));
});

test('confirming two possible duplicates in parallel succeeds once', async () => {
  const { due, first, other, of } = await uploadTwice();
  const answers = await Promise.all([
    act('bankLines/confirm', of(first, 0)),
    callAsAdmin('bankLines/confirm', of(other, 1)),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const states = await Promise.all(due.map(({ id }) => payIn(id)));
  expect(states.sort()).toEqual(['claimed', 'received']);
});

test.each(['INA BRO', 'BROWN I'])('a line with its payer cut to %s by another export stays refused', async (payer) => {
  const { due, first, other, of } = await uploadTwice({ payer });
  await done('bankLines/confirm', of(first, 0));
  await refused('bank_lines.may_be_same', 'bankLines/confirm', { ...of(other, 1), note: 'As the bank writes it' });
  expect(await payIn(due[1]?.id ?? '')).toBe('claimed');
});

test('a line of another payer is no duplicate and needs no approval', async () => {
  const { first, other, of } = await uploadTwice({ payer: 'Tamara Grant' });
  await done('bankLines/confirm', of(first, 0));
  expect(other.sameAs).toBeNull();
  await done('bankLines/confirm', { ...of(other, 1), note: 'Her aunt, by letter' });
});

test.each([
  ['the next export with a moved posting day', { days: -1, separately: true }],
  ['the same file with another status', { days: 0, separately: false }],
])('one transfer that %s shows again pays one order only', async (_how, { days, separately }) => {
  const today = jamaicaDay(new Date());
  next += 1;
  const amount = `${7000 + next}`;
  const due = await insertAwaitedPayments(server, customer.id, [{ amount }, { amount }]);
  const backdate = `update payments set created_at = now() - interval '3 days' where id = any($1)`;
  await owner.query(backdate, [due.map(({ id }) => id)]);
  const details = `pay ${due[0]?.reference} ${due[1]?.reference}`;
  const line = { reference: `FT2633${amount}`, credit: `${amount}.00` };
  const shown = [
    { ...line, day: addDays(today, days), details: `MEMO ${details}` },
    { ...line, day: today, details: `POSTED ${details}` },
  ];
  for (const rows of separately ? shown.map((row) => [row]) : [shown]) await upload(rows);
  const [first, other] = (await queue()).filter((one) => one.details.includes(details)) as [ShownLine, ShownLine];
  expect([first, other]).toMatchObject([
    { certain: false, sameAs: {} },
    { certain: false, sameAs: {} },
  ]);
  await done('bankLines/confirm', { ...confirming(first), kind: 'payment', id: due[0]?.id });
  await refused('bank_lines.may_be_same', 'bankLines/confirm', {
    ...confirming(other),
    kind: 'payment',
    id: due[1]?.id,
  });
  expect(await payIn(due[1]?.id ?? '')).toBe('claimed');
});

/** A line remains evidence after one person dismissed it (ADR 16). */
describe('dismissed evidence', () => {
  async function createConflict(amount: string) {
    const [customer, other] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Theo Other')];
    const [hers, his] = [
      await placePaidBuy(server, customer.cookie, { amount }),
      await placePaidBuy(server, other.cookie, { amount }),
    ];
    const line = {
      reference: `FT INA ${amount}`,
      details: `TRF ${hers.reference}`,
      credit: `${amount}.00`,
      payer: 'Ina Brown',
    };
    const typed = {
      ...buildPayIn(his.orderId, { amount, reference: line.reference }),
      ...{ payerHolder: 'Theo Other', payerAccount: '999888777', note: '' },
    };
    return { hers, his, line, typed };
  }

  test.each(['bank_matter', 'bounced', 'own_transfer', 'same_line'])(
    "a contradicting line blocks the payout, even dismissed by one person as '%s'",
    async (reason) => {
      const amount = { bank_matter: '2411', bounced: '2412', own_transfer: '2413', same_line: '2414' }[reason] ?? '';
      const { his, line, typed } = await createConflict(amount);
      expect((await call('desk/confirmReceived', typed, finance)).status).toBe(200);
      await upload([line]);
      const input = { orderId: his.orderId, note: '' };
      await done('desk/startProcessing', input);
      await refused('desk.line_differs', 'desk/preparePayout', input);

      const openLine = (await queue()).find(({ reference }) => reference === line.reference) as ShownLine;
      await call('bankLines/dismissLine', { lineId: openLine.id, reason, reference: '', note: '' }, finance);

      const prepared = await call<{ code?: string }>('desk/preparePayout', input, finance);
      expect(prepared.body.code).toBe('desk.line_differs');
      const { rows } = await owner.query('select pay_out from transactions where id = $1', [his.orderId]);
      expect(rows).toEqual([{ pay_out: 'none' }]);
    },
  );

  test('a line certain for one customer pays no order of another, even dismissed as our own transfer', async () => {
    const { hers, his, line, typed } = await createConflict('2415');
    await upload([line]);
    const openLine = (await queue()).find(({ reference }) => reference === line.reference) as ShownLine;
    expect(openLine).toMatchObject({ certain: true, matches: [{ id: hers.orderId }] });
    const known = { ...typed, payerAccount: '404512345' };
    await refused('desk.line_known', 'desk/confirmReceived', known);

    await call(
      'bankLines/dismissLine',
      { lineId: openLine.id, reason: 'own_transfer', reference: '', note: '' },
      finance,
    );

    const response = await call<{ code?: string }>('desk/confirmReceived', known, finance);
    const { rows } = await owner.query('select pay_in from transactions where id = $1', [his.orderId]);
    expect([response.body.code, rows[0].pay_in]).toEqual(['desk.line_known', 'claimed']);
    await done('bankLines/restoreLine', { lineId: openLine.id });
    await done('bankLines/confirm', confirming(openLine));
  });
});

describe('a name in two cells', () => {
  test('a line of another payer needs a note, whether confirmed or split', async () => {
    const customer = await newCustomer(server, 'Ina Brown');
    const order = await placePaidBuy(server, customer.cookie, { amount: '4000' });
    const details = `pay ${order.reference}`;
    await upload([{ reference: 'OTHER 1', details, credit: '4000.00', payer: 'Robert Other' }]);
    const line = await lineNamed(order.reference);
    const split = { lineId: line.id, parts: [{ reference: order.reference, amount: '4000' }], ...emptyPayer };
    const loadPayIn = async () =>
      (await owner.query('select pay_in from transactions where id = $1', [order.orderId])).rows;
    await refused('bank_lines.name_differs', 'bankLines/confirm', {
      ...confirming(line),
      ...{ kind: 'order', id: order.orderId },
    });
    await refused('desk.name_differs', 'bankLines/split', split);
    expect(await loadPayIn()).toEqual([{ pay_in: 'claimed' }]);
    await done('bankLines/split', { ...split, note: 'Her brother, she wrote' });
    expect(await loadPayIn()).toEqual([{ pay_in: 'received' }]);
  });
});
