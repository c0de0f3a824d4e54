import { expect, test } from 'vitest';
import { serverUnderTest } from '../worker.ts';
import { createScene } from './actors.ts';
import { createPolicyTools } from './row-policies.ts';

/** Row policies of audit log, proposals and roles, tested by plain SQL without the filters of the application. */
const server = await serverUnderTest();
const { ids } = await createScene(server);
const { owner } = server;
const { outcome, rowsFor } = createPolicyTools(server);

test('the log is for compliance and admin, reports for compliance alone, both only about others', async () => {
  await owner.query(
    `insert into audit_log (actor_role, action, subject_type, subject_id, about_id, for_role)
     values ('compliance', 'walls.suspicion', 'report', '1', $1, 'compliance'), ('support', 'walls.read', 'customer', '2', $1, null)`,
    [ids.owner],
  );
  const readVisible = async (user: string, roles: string) =>
    (await rowsFor({ user, all: true, roles }, 'audit_log'))
      .map((row) => row['action'])
      .filter((action) => /^walls/.test(`${action}`));
  expect(await readVisible(ids.other, 'compliance')).toEqual(['walls.suspicion', 'walls.read']);
  expect(await readVisible(ids.other, 'admin')).toEqual(['walls.read']);
  expect(await readVisible(ids.owner, 'admin,compliance')).toEqual([]);
  for (const roles of ['finance', 'support', 'instructor', 'finance,support']) {
    expect(await rowsFor({ user: ids.other, all: true, roles }, 'audit_log')).toEqual([]);
    expect(await rowsFor({ user: ids.other, all: true, roles }, 'audit_seals')).toEqual([]);
  }
});

test('a pending release or rule set is visible to its reviewers, not to its subject', async () => {
  await owner.query(
    `insert into proposals (kind, subject, payload, customer_id, proposed_by)
     values ('release', 'walls', '{}', $1, $2), ('rule_set', 'walls', '{}', null, $2), ('payout', 'walls', '{}', $1, $2)`,
    [ids.owner, ids.preparer],
  );
  const readVisible = async (user: string, roles: string) =>
    (await rowsFor({ user, all: true, roles }, 'proposals'))
      .filter((row) => row['subject'] === 'walls')
      .map((row) => row['kind']);
  expect((await readVisible(ids.other, 'compliance')).sort()).toEqual(['payout', 'release', 'rule_set']);
  expect(await readVisible(ids.other, 'finance')).toEqual(['payout']);
  expect(await readVisible(ids.owner, 'admin')).toEqual(['rule_set']);
});

test('a role is granted only by a proposal that two people approved in the same transaction', async () => {
  const staff = { user: ids.other, all: true, roles: 'admin' };
  const { rows } = await owner.query(
    `insert into proposals (kind, subject, payload, customer_id, proposed_by, state, decided_by, decided_at)
     values ('role', 'walls', $1, $2, $3, 'approved', $4, now() - interval '1 minute') returning id`,
    [{ userId: ids.owner, role: 'admin', act: 'grant' }, ids.owner, ids.preparer, ids.other],
  );
  expect(await outcome(staff, 'select app.change_role($1)', [rows[0].id])).toBe('failed P0001');
  expect(await outcome(staff, 'select app.change_role(uuidv7())')).toBe('failed P0001');
  for (const statement of [
    `insert into user_roles (user_id, role) values ('${ids.other}', 'admin')`,
    `update user_roles set role = 'admin'`,
    'delete from user_roles',
    `update proposals set payload = '{}'`,
  ])
    expect([statement, await outcome(staff, statement)]).toEqual([statement, 'refused']);
  expect(await outcome(staff, `update proposals set state = 'rejected' where id = '${rows[0].id}'`)).toBe(0);
  await owner.query(
    `insert into proposals (kind, subject, payload, proposed_by) values ('setting', 'open', '{}', $1)`,
    [ids.preparer],
  );
  const forged = `update proposals set state = 'approved', decided_at = now(), decided_by = $1 where state = 'open'`;
  expect(await outcome(staff, forged, [ids.staffOwner])).toBe('refused');
});
