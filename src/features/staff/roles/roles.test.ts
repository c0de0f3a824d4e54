import { afterEach, beforeEach, expect, test } from 'vitest';
import { demoPassword } from '../../../../fakes/people.ts';
import { countLockWaits } from '../../../../test/lock-waits.ts';
import { createSession } from '../../../../test/security/actors.ts';
import { type Customer, linkAccounts, newCustomer } from '../../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import type { StaffPage } from './api.ts';

const server = await serverWithoutFaults();
const { call, owner } = server;
const admin = await createSession(server, 'admin');
const compliance = await createSession(server, 'compliance');

type Answer = { code?: string; proposalId: string };
let customer: Customer;
beforeEach(async () => {
  customer = await newCustomer(server);
});
// A person with a staff account gets no role in another.
afterEach(() => owner.query('delete from user_roles where user_id = $1', [customer.id]));

const propose = (email: string, role: string, { act = 'grant', by = admin } = {}) =>
  call<Answer>('roles/propose', { email, role, act, why: 'Starts on Monday' }, by);
const decide = (proposalId: string, decision = 'approve', by = compliance) =>
  call<Answer>('roles/decide', { proposalId, decision, reason: 'Not now' }, by);
async function change(email: string, role: string, act = 'grant') {
  const { body } = await propose(email, role, { act });
  return decide(body.proposalId);
}
const rolesOf = async (id: string) =>
  (await owner.query<{ role: string }>('select role from user_roles where user_id = $1 order by role', [id])).rows.map(
    ({ role }) => role,
  );
const auditEntries = async (id: string) =>
  (await owner.query('select action, actor_role, before, after from audit_log where subject_id = $1 order by id', [id]))
    .rows;

test('a role proposed by one person and approved by another takes effect immediately', async () => {
  const { body } = await propose(customer.email, 'finance');
  expect((await call('desk/queue', {}, customer.cookie)).status).toBe(403);
  expect(await rolesOf(customer.id)).toEqual([]);
  expect((await decide(body.proposalId)).status).toBe(200);
  expect((await call('desk/queue', {}, customer.cookie)).status).toBe(200);
  expect(await auditEntries(customer.id)).toMatchObject([
    { action: 'roles.proposed', actor_role: 'admin', before: { roles: [] }, after: { act: 'grant', role: 'finance' } },
    { action: 'roles.approve', actor_role: 'compliance', before: { roles: [] }, after: { roles: ['finance'] } },
  ]);
  const { body: page } = await call<StaffPage>('roles/list', undefined, admin);
  const member = page.staff.find(({ userId }) => userId === customer.id);
  expect(member).toMatchObject({ name: 'Ina Brown', roles: [{ role: 'finance', grantedBy: 'Adrian Whyte' }] });
  expect(page.past[0]).toMatchObject({ state: 'approved', proposer: 'Adrian Whyte', decider: 'Conrad Lewis' });
});

test('a removed role ends with the next request of every open session', async () => {
  await change(customer.email, 'support');
  const sessions = [customer.cookie, await createSession(server, customer.email)];
  for (const cookie of sessions) expect((await call('identity/queue', {}, cookie)).status).toBe(200);
  expect((await change(customer.email, 'support', 'revoke')).status).toBe(200);
  for (const cookie of sessions) expect((await call('identity/queue', {}, cookie)).status).toBe(403);
});

test("proposing or deciding one's own role is refused", async () => {
  await change(customer.email, 'admin');
  expect((await propose(customer.email, 'finance', { by: customer.cookie })).body.code).toBe('approvals.own_matter');
  const { body } = await propose(customer.email, 'finance');
  expect((await decide(body.proposalId, 'approve', customer.cookie)).body.code).toBe('approvals.not_found');
  expect((await decide(body.proposalId, 'approve', admin)).body.code).toBe('approvals.second_person_needed');
  expect((await decide(body.proposalId, 'withdraw', admin)).status).toBe(200);
  await change(customer.email, 'admin', 'revoke');
  expect(await rolesOf(customer.id)).toEqual([]);
});

test('unknown people, duplicate grants, missing roles and a second open change are refused', async () => {
  expect((await propose('unknown@roles.test', 'finance')).body.code).toBe('roles.person_unknown');
  expect((await propose(customer.email, 'finance', { act: 'revoke' })).body.code).toBe('roles.lacks_it');
  await change(customer.email, 'finance');
  expect((await propose(customer.email, 'finance')).body.code).toBe('roles.has_it');
  const { body } = await propose(customer.email, 'support');
  expect((await propose(customer.email, 'instructor')).body.code).toBe('approvals.already_open');
  await owner.query(`delete from user_roles where user_id = $1`, [customer.id]);
  expect((await decide(body.proposalId)).body.code).toBe('approvals.changed_since');
  expect((await decide(body.proposalId, 'reject')).status).toBe(200);
});

test('frozen or stopped people get no role, and the decider is not given the reason', async () => {
  const secondAccount = await newCustomer(server);
  const { body } = await propose(secondAccount.email, 'support');
  await call('compliance/freeze', { userId: customer.id, reason: 'An authority asks for it' }, compliance);
  // A second account with the same name and birth date stays blocked until the match is decided.
  await owner.query(
    `insert into identity_hashes (user_id, kind, hash, found_at)
       values ($1, 'name_birth', 'same', now() - interval '1 day'), ($2, 'name_birth', 'same', now())`,
    [customer.id, secondAccount.id],
  );
  await linkAccounts(server, [customer.id, secondAccount.id], 'name_birth');
  await owner.query(`update auth."user" set "createdAt" = now() + interval '1 second' where id = $1`, [
    secondAccount.id,
  ]);
  const stopped = async () => (await owner.query('select app.is_frozen($1) it', [secondAccount.id])).rows[0].it;
  expect(await stopped()).toBe(true);
  const answer = await decide(body.proposalId);
  expect(answer.body).toMatchObject({ code: 'roles.cannot_now' });
  expect(JSON.stringify(answer.body)).not.toMatch(/freeze|frozen|stopped|compliance/i);
  expect([await rolesOf(secondAccount.id), await stopped()]).toEqual([[], true]);
  expect((await decide(body.proposalId, 'reject')).status).toBe(200);
});

test('an account that closes meanwhile gets no role, also in the same moment', async () => {
  const closes = ({ email, cookie }: Customer) =>
    call('accounts/closeAccount', { email, password: demoPassword, confirmed: true }, cookie);
  const { body } = await propose(customer.email, 'support');
  expect((await closes(customer)).status).toBe(200);
  expect((await decide(body.proposalId)).body).toMatchObject({ code: 'roles.account_closed' });
  expect(await rolesOf(customer.id)).toEqual([]);
  expect((await decide(body.proposalId, 'reject')).status).toBe(200);

  const other = await newCustomer(server);
  const { body: proposed } = await propose(other.email, 'support');
  const holder = await owner.connect();
  await holder.query('begin');
  await holder.query('select from profiles where id = $1 for no key update', [other.id]);
  const closing = closes(other);
  await expect.poll(() => countLockWaits(server), { timeout: 8_000 }).toBe(1);
  const deciding = decide(proposed.proposalId);
  await expect.poll(() => countLockWaits(server), { timeout: 8_000 }).toBe(2);
  await holder.query('commit');
  holder.release();
  expect((await closing).status).toBe(200);
  expect((await deciding).body).toMatchObject({ code: 'roles.account_closed' });
  expect(await rolesOf(other.id)).toEqual([]);
});

test('the last admin stays, also when two admins remove each other at the same moment', async () => {
  const other = await newCustomer(server, 'Nadia Admin');
  // With a second staff role, their proposals stay valid after they lose the admin role.
  for (const role of ['admin', 'support']) for (const { email } of [customer, other]) await change(email, role);
  const { rows } = await owner.query<{ user_id: string }>(
    `delete from user_roles where role = 'admin' and user_id not in ($1, $2) returning user_id`,
    [customer.id, other.id],
  );
  const one = await propose(other.email, 'admin', { act: 'revoke', by: customer.cookie });
  const two = await propose(customer.email, 'admin', { act: 'revoke', by: other.cookie });
  const ends = await Promise.all([decide(one.body.proposalId), decide(two.body.proposalId)]);
  expect(ends.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(ends.map(({ body }) => body.code)).toContain('roles.last_admin');
  const { rows: left } = await owner.query(`select from user_roles where role = 'admin'`);
  expect(left).toHaveLength(1);
  for (const { user_id } of rows)
    await owner.query(`insert into user_roles (user_id, role) values ($1, 'admin')`, [user_id]);
});

test('two deciders who remove each other do not deadlock', async () => {
  const [a, b] = [await newCustomer(server, 'Asha Decider'), await newCustomer(server, 'Bea Decider')];
  for (const { email } of [a, b]) await change(email, 'compliance');
  const onA = await propose(a.email, 'compliance', { act: 'revoke' });
  const onB = await propose(b.email, 'compliance', { act: 'revoke' });
  const ends = await Promise.all([
    decide(onA.body.proposalId, 'approve', b.cookie),
    decide(onB.body.proposalId, 'approve', a.cookie),
  ]);
  expect(ends.map(({ status }) => status).sort()).toEqual([200, 403]);
});

test('a second staff account of one person is refused until the first has no role', async () => {
  await change(customer.email, 'finance');
  const { email, id } = await newCustomer(server);
  expect((await change(email, 'finance')).body.code).toBe('roles.other_account');
  await owner.query(`delete from proposals where customer_id = $1 and state = 'open'`, [id]);
  await change(customer.email, 'finance', 'revoke');
  expect((await change(email, 'finance')).status).toBe(200);
  await change(email, 'finance', 'revoke');
});
