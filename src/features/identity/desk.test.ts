import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { sessionFor } from '../../../test/security/actors.ts';
import { type Customer, handIn, newCustomer, numbersOf, reviewing } from '../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { trnText } from './trn.ts';
import type { CustomerPage, IdentityQueue } from './views.ts';

const server = await serverWithoutFaults();
const { call, owner } = server;
const compliance = await sessionFor(server, 'compliance');
const support = await sessionFor(server, 'support');

let ina: Customer;
beforeEach(async () => {
  ina = await newCustomer(server);
});

const { act, view, queue } = reviewing(server, compliance);

test('the queue shows the oldest first, by tier, and says what is late after 24 hours', async () => {
  await owner.query(`update kyc_submissions set status = 'rejected' where status = 'pending'`);
  const [one, three] = [await handIn(server, ina, 1), await handIn(server, ina, 3)];
  await owner.query(`update kyc_submissions set created_at = now() - interval '25 hours' where id = $1`, [three]);
  const all = await queue();
  expect(all.lines.map(({ id, late }) => [id, late])).toEqual([
    [three, true],
    [one, false],
  ]);
  expect(all.counts).toEqual({ all: 2, late: 1, second: 0, customer: 0, tier1: 1, tier2: 0, tier3: 1 });
  expect((await queue({ tier: 1 })).lines.map(({ id }) => id)).toEqual([one]);
  expect((await queue({ filter: 'late' })).lines.map(({ id }) => id)).toEqual([three]);
  expect((await queue({ search: ina.email.slice(0, 8) })).lines).toHaveLength(2);
  expect((await queue({ search: '%' })).lines).toHaveLength(0);
  const [first] = all.lines;
  const after = { submittedAt: new Date(first?.submittedAt ?? 0), id: three };
  const payload = {
    json: { after: { ...after, submittedAt: after.submittedAt.toISOString() } },
    meta: [[1, 'after', 'submittedAt']],
  };
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/rpc/identity/queue',
    headers: { 'content-type': 'application/json', cookie: compliance },
    payload: JSON.stringify(payload),
  });
  expect(answer.json<{ json: IdentityQueue }>().json.lines.map(({ id }) => id)).toEqual([one]);
});

test('staff read the numbers in clear, and the reading is on record without them', async () => {
  const submissionId = await handIn(server, ina, 1);
  const shown = await view(submissionId, support);
  const { trn, idNumber } = numbersOf(ina.id);
  expect(shown.items[2]?.facts).toEqual([['TRN', trnText(trn)]]);
  expect(shown.mine).toEqual([]);
  const { rows } = await owner.query(
    `select action, actor_role, row_to_json(a)::text line from audit_log a where subject_id = $1 order by id`,
    [submissionId],
  );
  expect(rows.map(({ action, actor_role }) => [action, actor_role])).toEqual([
    ['identity.submitted', 'customer'],
    ['identity.read', 'support'],
  ]);
  expect(rows.map(({ line }) => line).join()).not.toMatch(new RegExp(`${trn}|${idNumber}`));
  expect((await act('approve', { submissionId }, support)).status).toBe(403);
});

test('the page of a customer has all of it, and notes that the customer never sees', async () => {
  const submissionId = await handIn(server, ina, 1);
  await call('identity/addNote', { userId: ina.id, note: 'Called about the TRN' }, support);
  const { body } = await call<CustomerPage>('identity/customer', { userId: ina.id }, compliance);
  expect(body.profile).toMatchObject({ name: 'Ina Brown', email: ina.email, risk: null });
  expect(body.status).toEqual({ 1: 'pending', 2: 'not_submitted', 3: 'not_submitted' });
  expect(body.submissions).toMatchObject([{ id: submissionId }]);
  expect(body.files.map(({ purpose }) => purpose).sort()).toEqual(['kyc-id', 'kyc-selfie', 'kyc-trn']);
  expect(body.notes).toMatchObject([{ by: 'Sonia Clarke', note: 'Called about the TRN' }]);
  expect(body.orders).toEqual([]);
  const { body: missing } = await call('identity/customer', { userId: randomUUID() }, compliance);
  expect(missing).toMatchObject({ code: 'identity.customer_not_found' });
});

test('customers are found by name or e-mail, and are nobody’s business but the staff’s', async () => {
  const found = await call<{ lines: object[] }>('identity/customers', { search: ina.email }, support);
  expect(found.body.lines).toMatchObject([{ id: ina.id, status: { 1: 'not_submitted' } }]);
  const finance = await sessionFor(server, 'finance');
  for (const cookie of [ina.cookie, finance]) expect((await call('identity/customers', {}, cookie)).status).toBe(403);
});
