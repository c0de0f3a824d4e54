import { expect, test } from 'vitest';
import { buildPayIn, placePaidBuy } from '../../../test/orders.ts';
import { createSession } from '../../../test/security/actors.ts';
import { insertOpenHit, linkAccounts, newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';

/** Frozen staff lose all permissions, and no single officer can freeze staff. */
const server = await serverWithoutFaults();
const { call, owner } = server;
const { another, alertAbout, caseAbout, rowsOf } = setUpSuspicions(server);
const compliance = await createSession(server, 'compliance');
const admin = await createSession(server, 'admin');

const join = async (first: string, second: string) => {
  await linkAccounts(server, [first, second]);
  const link = { userId: first, otherId: second, decision: 'join', note: 'One TRN, one face' };
  return call<{ code?: string }>('identity/decideLink', link, compliance);
};
const freezeDirectly = (id: string) =>
  owner.query(
    `alter table account_freezes disable trigger check_freeze_of_staff;
     insert into account_freezes (user_id, cause, frozen_by, reason)
       select '${id}', 'by_hand', id, 'Before they had a role' from auth."user" where email = 'admin@demo.test';
     alter table account_freezes enable trigger check_freeze_of_staff`,
  );
const raiseAlarm = (id: string) =>
  owner.query(`insert into account_freezes (user_id, cause) values ($1, 'not_me')`, [id]);

test.each([
  ['that is frozen', freezeDirectly],
  ['with an open alarm', raiseAlarm],
])('staff %s lose all permissions', async (_, stop) => {
  const [finance, officer] = [await another('finance'), await another('compliance')];
  const customer = await newCustomer(server);
  const { orderId } = await placePaidBuy(server, customer.cookie, { amount: '3000' });
  expect((await call('desk/queue', {}, finance.cookie)).status).toBe(200);
  for (const { id } of [finance, officer]) await stop(id);
  const target = { orderId, note: '' };
  const answers = await Promise.all([
    call('desk/confirmReceived', buildPayIn(orderId, { amount: '3000' }), finance.cookie),
    call('desk/queue', {}, finance.cookie),
    call('desk/hold', { ...target, reasonCode: 'source_of_funds' }, officer.cookie),
    call('compliance/freeze', { userId: customer.id, reason: 'By a thief' }, officer.cookie),
    call('identity/customers', {}, officer.cookie),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403));
  expect((await call('trading/list', {}, finance.cookie)).status).toBe(200);
});

test("one officer can't freeze staff in any way", async () => {
  const crook = await another('compliance');
  const honest = await another('admin');
  const worksAtDesk = { code: 'approvals.works_at_desk' };
  const manualFreeze = await call('compliance/freeze', { userId: honest.id, reason: 'No reason' }, crook.cookie);
  expect(manualFreeze.body).toMatchObject(worksAtDesk);
  const hitId = await insertOpenHit(server, honest.id);
  const confirm = { hitId, decision: 'confirm', reasonCode: 'papers_agree', note: 'Name and documents match.' };
  expect((await call('screening/decideHit', confirm, crook.cookie)).body).toMatchObject(worksAtDesk);
  const caseId = await caseAbout(honest.id, crook.cookie);
  await call('compliance/startReview', { caseId }, crook.cookie);
  const close = { caseId, outcome: 'relationship_ends', text: 'x' };
  expect((await call('compliance/closeCase', close, crook.cookie)).body).toMatchObject(worksAtDesk);
  const mule = await newCustomer(server);
  expect((await call('compliance/freeze', { userId: mule.id, reason: 'A mule' }, crook.cookie)).status).toBe(200);
  expect((await join(honest.id, mule.id)).body).toMatchObject(worksAtDesk);
  const directInsert = owner.query(
    `insert into account_freezes (user_id, cause, frozen_by, reason) values ($1, 'by_hand', $2, 'x')`,
    [honest.id, crook.id],
  );
  await expect(directInsert).rejects.toMatchObject({ constraint: 'desk_is_not_frozen_by_one' });
});

test('one officer can freeze former staff after two people revoked the role', async () => {
  const crook = await another('finance');
  const [{ email } = { email: '' }] = await rowsOf<{ email: string }>('select email from profiles where id = $1', [
    crook.id,
  ]);
  const proposed = await call<{ proposalId: string }>(
    'roles/propose',
    { email, role: 'finance', act: 'revoke', why: 'Under investigation' },
    admin,
  );
  const taken = { proposalId: proposed.body.proposalId, decision: 'approve' };
  expect((await call('roles/decide', taken, compliance)).status).toBe(200);
  expect(
    (await call('compliance/freeze', { userId: crook.id, reason: 'Under investigation' }, compliance)).status,
  ).toBe(200);
});

test("an officer can't see or decide anything about their other accounts", async () => {
  const officer = await another('compliance');
  const second = await newCustomer(server, 'Second compliance');
  const { orderId } = await placePaidBuy(server, second.cookie, { amount: '3000' });
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

test("two accounts of one person can't approve each other", async () => {
  const [first, second] = [await another('finance'), await another('finance')];
  expect((await join(first.id, second.id)).status).toBe(200);
  const customer = await newCustomer(server);
  const { orderId } = await placePaidBuy(server, customer.cookie, { amount: '3000' });
  const target = { orderId, note: '' };
  await call('desk/confirmReceived', buildPayIn(orderId, { amount: '3000' }), first.cookie);
  await call('desk/startProcessing', target, first.cookie);
  expect((await call('desk/preparePayout', target, first.cookie)).status).toBe(200);
  const approved = await call('desk/approvePayout', target, second.cookie);
  expect(approved.body).toMatchObject({ code: 'approvals.second_person_needed' });
});
