import { expect, test } from 'vitest';
import { awaitedPayments, bankDesk, type ShownLine, uploadingOther, type Written } from '../../../test/bank-lines.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { openMoney } from '../../../test/unassigned.ts';
import { serverUnderTest } from '../../../test/worker.ts';

/** The same line of the bank, shown in another way, is the same money. */
const server = await serverUnderTest();
const { call, owner } = server;
const { act, done, finance, refused } = await openMoney(server);
const { confirming, payIn, queue, upload } = bankDesk(server, { done, finance });
const admin = await sessionFor(server, 'admin');
const ina = await newCustomer(server, 'Ina Brown');

let next = 0;
/** Two payments of one amount, and a line for the first of them, in both exports: the line of each. */
async function shownTwice(more: Written = {}) {
  next += 1;
  const amount = `${7000 + next}`;
  const due = await awaitedPayments(server, ina.id, [{ amount }, { amount }]);
  const line = { reference: `TWICE ${next}`, details: `trf ${due[0]?.reference}`, credit: `${amount}.00` };
  await upload([line]);
  await done('bankLines/upload', uploadingOther([{ ...line, ...more }]));
  const lines = (await queue()).filter(({ details }) => details.includes(due[0]?.reference ?? ''));
  const [first, other] = lines as [ShownLine, ShownLine];
  const of = (line: ShownLine, at: number) => ({ ...confirming(line), kind: 'payment', id: due[at]?.id });
  return { due, first, other, of };
}

const admins = (path: string, input: object) => call<{ code?: string }>(path, input, admin);
const proposed = async ({ id: lineId }: ShownLine) =>
  (await done('bankLines/proposeTwo', { lineId, note: 'The bank shows both' })) as { proposalId: string };

test('what was used is not used again because another export shows it in another way', async () => {
  const { due, first, other, of } = await shownTwice();
  expect([first, other]).toMatchObject([
    { certain: false, sameAs: { used: false } },
    { certain: false, sameAs: { used: false } },
  ]);
  await done('bankLines/confirm', of(first, 0));
  await refused('bank_lines.may_be_same', 'bankLines/confirm', of(other, 1));
  const { kind: _kind, id: _id, ...split } = of(other, 1);
  await refused('bank_lines.may_be_same', 'bankLines/split', { ...split, parts: [] });
  expect(await payIn(due[1]?.id ?? '')).toBe('claimed');
  await done('bankLines/setAside', { lineId: other.id, reason: 'same_line', note: '' });
  expect((await queue()).map(({ id }) => id)).not.toContain(other.id);
});

test('set aside as the same line it takes nothing from the other one', async () => {
  const { due, first, other, of } = await shownTwice();
  await done('bankLines/setAside', { lineId: other.id, reason: 'same_line', note: '' });
  expect((await queue()).find(({ id }) => id === first.id)).toMatchObject({ sameAs: null });
  await done('bankLines/confirm', of(first, 0));
  expect(await payIn(due[0]?.id ?? '')).toBe('received');
});

test.each(['bounced', 'own_transfer', 'bank_matter'])(
  'what was set aside as %s is no new money because another export shows it in another way',
  async (reason) => {
    const { due, first, other, of } = await shownTwice();
    await done('bankLines/setAside', { lineId: first.id, reason, note: '' });
    expect((await queue()).find(({ id }) => id === other.id)).toMatchObject({ certain: false, sameAs: { used: true } });
    await refused('bank_lines.may_be_same', 'bankLines/confirm', of(other, 1));
    expect(await payIn(due[1]?.id ?? '')).toBe('claimed');
    // What was set aside by mistake, and waits again, tells nothing against the other.
    await done('bankLines/bringBack', { lineId: first.id });
    await done('bankLines/confirm', of(other, 0));
  },
);

test('that it is really two is said by two people, about these two lines', async () => {
  const { due, first, other, of } = await shownTwice();
  await done('bankLines/confirm', of(first, 0));
  const { proposalId } = await proposed(other);
  await refused('approvals.already_open', 'bankLines/proposeTwo', { lineId: other.id, note: 'Again' });
  await refused('approvals.second_person_needed', 'bankLines/decideTwo', { proposalId, decision: 'approve' });
  await refused('bank_lines.may_be_same', 'bankLines/confirm', of(other, 1));
  expect((await queue()).find(({ id }) => id === other.id)?.two).toMatchObject({ proposalId, mine: true });

  expect((await admins('bankLines/decideTwo', { proposalId, decision: 'approve' })).status).toBe(200);
  expect((await queue()).find(({ id }) => id === other.id)).toMatchObject({ sameAs: null, two: null });
  await refused('bank_lines.no_twin', 'bankLines/proposeTwo', { lineId: other.id, note: 'Again' });
  await done('bankLines/confirm', of(other, 1));
  expect([await payIn(due[0]?.id ?? ''), await payIn(due[1]?.id ?? '')]).toEqual(['received', 'received']);
  const { rows } = await owner.query('select action from audit_log where subject_id = $1 order by at', [other.id]);
  expect(rows.map(({ action }) => action)).toEqual(['bank_lines.two_proposed', 'bank_lines.two_approve']);
});

test('what was not agreed stays refused', async () => {
  const { first, other, of } = await shownTwice();
  await done('bankLines/confirm', of(first, 0));
  const { proposalId } = await proposed(other);
  await done('bankLines/decideTwo', { proposalId, decision: 'withdraw' });
  const again = await proposed(other);
  expect((await admins('bankLines/decideTwo', { ...again, decision: 'reject', reason: 'Not now' })).status).toBe(200);
  await refused('bank_lines.may_be_same', 'bankLines/confirm', of(other, 1));
});

test('of two that may be one, confirmed at the same moment by two people, one is', async () => {
  const { due, first, other, of } = await shownTwice();
  const answers = await Promise.all([
    act('bankLines/confirm', of(first, 0)),
    admins('bankLines/confirm', of(other, 1)),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const states = await Promise.all(due.map(({ id }) => payIn(id)));
  expect(states.sort()).toEqual(['claimed', 'received']);
});

test.each(['INA BRO', 'BROWN I'])('nor because another export cuts who paid: %s', async (payer) => {
  const { due, first, other, of } = await shownTwice({ payer });
  await done('bankLines/confirm', of(first, 0));
  await refused('bank_lines.may_be_same', 'bankLines/confirm', { ...of(other, 1), note: 'As the bank writes it' });
  expect(await payIn(due[1]?.id ?? '')).toBe('claimed');
});

test('a line of somebody else is another, and waits for nobody’s word', async () => {
  const { first, other, of } = await shownTwice({ payer: 'Tamara Grant' });
  await done('bankLines/confirm', of(first, 0));
  expect(other.sameAs).toBeNull();
  await done('bankLines/confirm', { ...of(other, 1), note: 'Her aunt, by letter' });
});
