import type pg from 'pg';
import { describe, expect, test } from 'vitest';
import { insertIdentityRows } from '../submissions.ts';
import { serverUnderTest } from '../worker.ts';
import { createScene } from './actors.ts';
import { createPolicyTools } from './row-policies.ts';

const server = await serverUnderTest();
const { owner } = server;
const { ids } = await createScene(server);
const otherRows = await insertIdentityRows(server, ids.owner, ids.preparer);
const ownRows = await insertIdentityRows(server, ids.other, ids.preparer);

type Caller = { user?: string; all?: boolean };
type Step = readonly [statement: string, values?: readonly unknown[]];

/** Runs steps as the application role and rolls back. Returns the outcome of the last step. */
async function attempt({ user, all }: Caller, ...steps: Step[]): Promise<number | string> {
  const client: pg.PoolClient = await owner.connect();
  try {
    await client.query('begin; set local role cryptocommerce_app');
    if (user) await client.query(`select set_config('app.user_id', $1, true)`, [user]);
    if (all) await client.query(`select set_config('app.all_rows', 'yes', true)`);
    let count = 0;
    for (const [statement, values = []] of steps) count = (await client.query(statement, [...values])).rowCount ?? 0;
    return count;
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    return code === '42501' ? 'refused' : (constraint ?? `failed ${code}`);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const customer: Caller = { user: ids.other };
const staff: Caller = { user: ids.preparer, all: true };
const staffOnOwn: Caller = { user: ids.owner, all: true };
const approve = `update kyc_submissions set status = 'approved', decided_by = $2 where id = $1`;

test('a customer submits only pending checks, and only their own', async () => {
  const insertSubmission = (columns: string, values: string, ownerId = ids.other) =>
    attempt(customer, [`insert into kyc_submissions (user_id, tier${columns}) values ($1, 1${values})`, [ownerId]]);
  expect(await insertSubmission('', '')).toBe(1);
  expect(await insertSubmission('', '', ids.owner)).toBe('refused');
  expect(await insertSubmission(', status', `, 'approved'`)).toBe('refused');
  expect(await insertSubmission(', first_approver', `, '${ids.preparer}'`)).toBe('refused');
  expect(await insertSubmission(', decided_at', ', now()')).toBe('refused');
});

test('a customer changes neither a submission nor its decision', async () => {
  expect(await attempt(customer, [approve, [ownRows, ids.preparer]])).toBe(0);
  expect(await attempt(customer, [`update kyc_items set state = 'accepted' where submission_id = $1`, [ownRows]])).toBe(
    0,
  );
  expect(await attempt(customer, [`update kyc_submissions set data = '{}' where id = $1`, [ownRows]])).toBe('refused');
});

const buildItem = (columns: string, values: string): Step => [
  `insert into kyc_items (submission_id, user_id, item, state${columns}) values ($1, $2, 'wallets', ${values})`,
  [ownRows, ids.other],
];

test('an item can only be carried over if it was accepted before', async () => {
  expect(await attempt(customer, buildItem('', `'pending'`))).toBe(1);
  expect(await attempt(customer, buildItem('', `'accepted'`))).toBe('refused');
  const buildCarriedItem = (id: string) =>
    buildItem(', carried_from, carried_state', `'accepted', '${id}', 'accepted'`);
  expect(await attempt(customer, buildCarriedItem(ownRows))).toBe('not_carried_from_itself');
  const { rows } = await owner.query<{ id: string }>(
    `with s as (insert into kyc_submissions (user_id, tier) values ($1, 3) returning id, user_id)
     insert into kyc_items (submission_id, user_id, item, state, reason_code)
     select id, user_id, 'wallets', 'rejected', 'address_wrong' from s returning submission_id id`,
    [ids.other],
  );
  expect(await attempt(customer, buildCarriedItem(rows[0]?.id ?? ''))).toBe('carried_as_it_was');
  await owner.query(`update kyc_items set state = 'accepted' where submission_id = $1`, [rows[0]?.id]);
  expect(await attempt(customer, buildCarriedItem(rows[0]?.id ?? ''))).toBe(1);
  const foreign = `'accepted', '${otherRows}', 'accepted'`;
  expect(await attempt(customer, buildItem(', carried_from, carried_state', foreign))).toBe('carried_as_it_was');
  expect(await attempt(customer, buildItem(', carried_state', `'accepted', 'accepted'`))).toBe('carried_whole');
});

test('an item refers to a submission and a file of the same customer', async () => {
  const foreign = `insert into kyc_items (submission_id, user_id, item, state) values ($1, $2, 'wallets', 'pending')`;
  expect(await attempt(customer, [foreign, [otherRows, ids.other]])).toBe('item_of_own_submission');
  const { rows } = await owner.query<{ id: string }>('select id from files where user_id = $1 limit 1', [ids.owner]);
  expect(await attempt(customer, buildItem(', file_id', `'pending', '${rows[0]?.id}'`))).toBe('item_file_is_own');
});

test('staff decide about others in their own name, never about themselves', async () => {
  await owner.query('update kyc_submissions set tier = 1 where id = $1', [otherRows]);
  expect(await attempt(staff, [approve, [otherRows, ids.preparer]])).toBe(1);
  expect(await attempt(staff, [approve, [otherRows, ids.other]])).toBe('refused');
  expect(await attempt(staffOnOwn, [approve, [otherRows, ids.owner]])).toBe(0);
  const decideItems = `update kyc_items set state = 'accepted', decided_by = $2 where submission_id = $1`;
  expect(await attempt(staff, [decideItems, [otherRows, ids.preparer]])).toBe(1);
  expect(await attempt(staffOnOwn, [decideItems, [otherRows, ids.owner]])).toBe(0);
  const assessed = `update profiles set risk_classification = 'low' where id = $1`;
  expect(await attempt(staff, [assessed, [ids.owner]])).toBe(1);
});

test('tier 3 needs a second approver', async () => {
  const first = 'update kyc_submissions set first_approver = $2 where id = $1';
  const second = { user: ids.staffOwner, all: true };
  expect(await attempt(staff, [approve, [ownRows, ids.preparer]])).toBe('refused');
  expect(await attempt(staff, [first, [ownRows, ids.preparer]], [approve, [ownRows, ids.preparer]])).not.toBe(1);
  expect(await attempt(staff, [first, [ownRows, ids.other]])).toBe('nobody_decides_their_own');
  expect(await attempt(second, [first, [ownRows, ids.preparer]], [approve, [ownRows, ids.staffOwner]])).toBe(1);
});

test('the application without a user decides nothing', async () => {
  expect(await attempt({ all: true }, [approve, [otherRows, ids.preparer]])).toBe(0);
  expect(await attempt({ all: true }, [`update kyc_items set state = 'accepted'`])).toBe(0);
});

test('no one reads staff notes about themselves, in any role', async () => {
  for (const table of ['kyc_decisions', 'customer_notes']) {
    expect(await attempt(customer, [`select from ${table}`])).toBe(0);
    expect(await attempt(staffOnOwn, [`select from ${table} where user_id = $1`, [ids.owner]])).toBe(0);
    expect(await attempt(staff, [`select from ${table} where user_id = $1`, [ids.owner]])).toBe(1);
    expect(await attempt(staff, [`delete from ${table}`])).toBe('refused');
    expect(await attempt(staff, [`update ${table} set note = null`])).toBe('refused');
  }
});

test('a customer does not verify their own funds', async () => {
  const verify = `update enhanced_kyc_data set source_of_funds_verified = true where user_id = $1`;
  expect(await attempt(customer, [verify, [ids.other]])).toBe('refused');
  expect(await attempt(customer, [verify, [ids.owner]])).toBe(0);
  expect(await attempt(staff, [verify, [ids.owner]])).toBe(1);
});

test('a customer never lowers what counts for risk, nor sets findings about themselves', async () => {
  const declareRisk: Step = [
    `update enhanced_kyc_data set pep_status = true, high_risk_jurisdiction = true, edd_triggers = '{pep}',
       enhanced_due_diligence_required = true, occupation_risk_level = 'high' where user_id = $1`,
    [ids.other],
  ];
  const changeRisk = (change: string): Step => [
    `update enhanced_kyc_data set ${change} where user_id = $1`,
    [ids.other],
  ];
  for (const change of [
    'pep_status = false',
    'high_risk_jurisdiction = false',
    'enhanced_due_diligence_required = false',
    `edd_triggers = '{}'`,
    `occupation_risk_level = 'low'`,
  ])
    expect(await attempt(customer, declareRisk, changeRisk(change)), change).toBe('declared_risk_not_lowered');
  expect(await attempt(customer, changeRisk(`sanctions_check_result = 'clear'`))).toBe('refused');
  expect(await attempt(customer, declareRisk, changeRisk(`occupation_risk_level = 'critical'`))).toBe(1);
  expect(await attempt(staff, changeRisk('pep_status = false'))).toBe(1);
});

/** Row policies of audit log, proposals and roles, tested by plain SQL without the filters of the application. */
describe('the audit log', () => {
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
});
