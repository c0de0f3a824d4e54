import { expect, test } from 'vitest';
import { cameIn, paidBuy } from '../../../test/orders.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { linkAccounts, newCustomer, openHit } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';

/** Whoever works at the desk is a person too: stopped they do nothing there, and no one person stops them. */
const server = await serverWithoutFaults();
const { call, owner } = server;
const { another, alertAbout, caseAbout, rowsOf } = suspicionsOn(server);
const compliance = await sessionFor(server, 'compliance');
const admin = await sessionFor(server, 'admin');

const join = async (one: string, other: string) => {
  await linkAccounts(server, [one, other]);
  const link = { userId: one, otherId: other, decision: 'join', note: 'One TRN, one face' };
  return call<{ code?: string }>('identity/decideLink', link, compliance);
};
const stopped = (id: string) =>
  owner.query(
    `alter table account_freezes disable trigger freeze_waits;
     insert into account_freezes (user_id, cause, frozen_by, reason)
       select '${id}', 'by_hand', id, 'Before they had a role' from auth."user" where email = 'admin@demo.test';
     alter table account_freezes enable trigger freeze_waits`,
  );
const alarmed = (id: string) => owner.query(`insert into account_freezes (user_id, cause) values ($1, 'not_me')`, [id]);

test.each([
  ['that is stopped', stopped],
  ['that said it was not them', alarmed],
])('somebody of the desk %s does nothing there', async (_, stop) => {
  const [finance, officer] = [await another('finance'), await another('compliance')];
  const customer = await newCustomer(server);
  const { orderId } = await paidBuy(server, customer.cookie, { amount: '3000' });
  expect((await call('desk/queue', {}, finance.cookie)).status).toBe(200);
  for (const { id } of [finance, officer]) await stop(id);
  const plain = { orderId, note: '' };
  const tried = await Promise.all([
    call('desk/confirmReceived', cameIn(orderId, { amount: '3000' }), finance.cookie),
    call('desk/queue', {}, finance.cookie),
    call('desk/hold', { ...plain, reasonCode: 'source_of_funds' }, officer.cookie),
    call('compliance/freeze', { userId: customer.id, reason: 'By a thief' }, officer.cookie),
    call('identity/customers', {}, officer.cookie),
  ]);
  expect(tried.map(({ status }) => status)).toEqual(tried.map(() => 403));
  // Their own customer's side is as any customer's.
  expect((await call('trading/list', {}, finance.cookie)).status).toBe(200);
});

test('one officer stops nobody who works at the desk, in whichever way', async () => {
  const crook = await another('compliance');
  const honest = await another('admin');
  const worksAtDesk = { code: 'approvals.works_at_desk' };
  const byHand = await call('compliance/freeze', { userId: honest.id, reason: 'No reason' }, crook.cookie);
  expect(byHand.body).toMatchObject(worksAtDesk);
  const hitId = await openHit(server, honest.id);
  const confirm = { hitId, decision: 'confirm', reasonCode: 'papers_agree', note: 'Name and papers agree.' };
  expect((await call('screening/decideHit', confirm, crook.cookie)).body).toMatchObject(worksAtDesk);
  const caseId = await caseAbout(honest.id, crook.cookie);
  await call('compliance/startReview', { caseId }, crook.cookie);
  const close = { caseId, outcome: 'relationship_ends', text: 'x' };
  expect((await call('compliance/closeCase', close, crook.cookie)).body).toMatchObject(worksAtDesk);
  // Nor by way of an account that is joined with theirs.
  const mule = await newCustomer(server);
  expect((await call('compliance/freeze', { userId: mule.id, reason: 'A mule' }, crook.cookie)).status).toBe(200);
  expect((await join(honest.id, mule.id)).body).toMatchObject(worksAtDesk);
  const straight = owner.query(
    `insert into account_freezes (user_id, cause, frozen_by, reason) values ($1, 'by_hand', $2, 'x')`,
    [honest.id, crook.id],
  );
  await expect(straight).rejects.toMatchObject({ constraint: 'desk_is_not_frozen_by_one' });
});

test('once two people took the role, one stops them', async () => {
  const crook = await another('finance');
  const [{ email } = { email: '' }] = await rowsOf<{ email: string }>('select email from profiles where id = $1', [
    crook.id,
  ]);
  const asked = await call<{ proposalId: string }>(
    'roles/propose',
    { email, role: 'finance', act: 'revoke', why: 'Under investigation' },
    admin,
  );
  const taken = { proposalId: asked.body.proposalId, decision: 'approve' };
  expect((await call('roles/decide', taken, compliance)).status).toBe(200);
  expect(
    (await call('compliance/freeze', { userId: crook.id, reason: 'Under investigation' }, compliance)).status,
  ).toBe(200);
});

test('an officer neither reads nor decides what is about another account of theirs', async () => {
  const officer = await another('compliance');
  const second = await newCustomer(server, 'Second compliance');
  const { orderId } = await paidBuy(server, second.cookie, { amount: '3000' });
  const alertId = await alertAbout(second.id);
  expect((await join(officer.id, second.id)).status).toBe(200);
  const seen = await call('compliance/alerts', {}, officer.cookie);
  expect([seen.status, JSON.stringify(seen.body).includes(alertId)]).toEqual([200, false]);
  const close = { alertId, outcome: 'false_positive', note: 'Nothing here' };
  expect((await call('compliance/closeAlert', close, officer.cookie)).status).toBe(404);
  const own = { code: 'approvals.own_matter' };
  const hold = { orderId, note: '', reasonCode: 'source_of_funds' };
  expect((await call('desk/hold', hold, officer.cookie)).body).toMatchObject(own);
  expect((await call('identity/customer', { userId: second.id }, officer.cookie)).body).toMatchObject(own);
  expect((await call('compliance/freezes', { userId: second.id }, officer.cookie)).body).toMatchObject(own);
});

test('two accounts of one person are no two people', async () => {
  const [one, two] = [await another('finance'), await another('finance')];
  expect((await join(one.id, two.id)).status).toBe(200);
  const customer = await newCustomer(server);
  const { orderId } = await paidBuy(server, customer.cookie, { amount: '3000' });
  const plain = { orderId, note: '' };
  await call('desk/confirmReceived', cameIn(orderId, { amount: '3000' }), one.cookie);
  await call('desk/startProcessing', plain, one.cookie);
  expect((await call('desk/preparePayout', plain, one.cookie)).status).toBe(200);
  const approved = await call('desk/approvePayout', plain, two.cookie);
  expect(approved.body).toMatchObject({ code: 'approvals.second_person_needed' });
});
