import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { getSessionToken } from '../../../test/security/account-security.ts';
import { createSession } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { jsonEqual } from '../../kernel/canonical-json.ts';
import { type Db, withUser } from '../../platform/database/database.ts';
import { decideProposal, propose, type Unchanged } from './decide.ts';
import { decidePermissions, type ProposalKind } from './permissions.ts';
import type { Decision } from './proposal.ts';
import { closeProposal, findRejections } from './store.ts';

const server = await serverWithoutFaults();
const { owner, services } = server;

type StaffAccount = { id: string; token: string };
let proposer: StaffAccount;
let second: StaffAccount;
let customer: StaffAccount;

async function createStaff(role: string | null): Promise<StaffAccount> {
  const { id, email } = await newCustomer(server);
  if (role) await owner.query('insert into user_roles (user_id, role) values ($1, $2)', [id, role]);
  return { id, token: getSessionToken(await createSession(server, email)) ?? '' };
}

const as = async <T>(staff: StaffAccount, act: (tx: Db) => Promise<T>): Promise<T> => {
  const done = await withUser(services.pool, { token: staff.token, ip: '127.0.0.1' }, act);
  if (!done) throw new Error('not signed in');
  return done.value;
};

const outcome = (act: Promise<unknown>): Promise<string> =>
  act.then(
    () => 'done',
    (error: { code?: string }) => error.code ?? String(error),
  );

const kinds = Object.keys(decidePermissions) as ProposalKind[];
/** One kind of each group of deciders, for rules that look at nothing else of a kind. */
const groups: readonly ProposalKind[] = ['payout', 'kyc', 'thaw'];
const storedPayload = { amount: '100.00', to: 'bc1q' };

const proposeAs = (kind: ProposalKind, by: StaffAccount, subject: string = randomUUID()) =>
  as(by, (tx) => propose(tx, { kind, subject, payload: storedPayload, by: by.id, customer: customer.id }));
const isSamePayload: Unchanged = ({ payload }) => jsonEqual(payload, storedPayload);
type DecisionOptions = { decision?: Decision; unchanged?: Unchanged; reason?: string };
const decide = (id: string, by: StaffAccount, options: DecisionOptions = {}) => {
  const { decision = 'approve', unchanged = isSamePayload, reason = 'Not like this' } = options;
  return outcome(
    as(by, (tx) => decideProposal(tx, { id, kind: kindUnderTest }, { by: by.id, decision, unchanged, reason })),
  );
};
const stateOf = async (id: string) =>
  (await owner.query<{ state: string }>('select state from proposals where id = $1', [id])).rows[0]?.state;

/** Three people: the proposer, the decider, and a customer who is also staff. */
let kindUnderTest: ProposalKind = 'setting';
async function setUpKind(kind: ProposalKind) {
  kindUnderTest = kind;
  [proposer, second, customer] = [
    await createStaff('admin'),
    await createStaff(decidePermissions[kind].roles[0]),
    await createStaff('admin'),
  ];
}

test.each(kinds)('%s is decided once, by a second person', async (kind) => {
  await setUpKind(kind);
  const id = await proposeAs(kind, proposer);
  expect(await decide(id, second)).toBe('done');
  for (const decision of ['approve', 'reject'] as const)
    expect(await decide(id, second, { decision })).toBe('approvals.already_decided');
  expect(await decide(id, proposer, { decision: 'withdraw' })).toBe('approvals.already_decided');
  expect(await stateOf(id)).toBe('approved');
});

test.each(kinds)('%s cannot be decided by its proposer, nor withdrawn by another person', async (kind) => {
  await setUpKind(kind);
  const id = await proposeAs(kind, proposer);
  expect(await decide(id, proposer)).toBe('approvals.second_person_needed');
  expect(await decide(id, proposer, { decision: 'reject' })).toBe('approvals.second_person_needed');
  expect(await decide(id, second, { decision: 'withdraw' })).toBe('approvals.second_person_needed');
  expect(await stateOf(id)).toBe('open');
  expect(await decide(id, proposer, { decision: 'withdraw' })).toBe('done');
});

test.each(groups)('%s cannot be decided by another account of the proposer', async (kind) => {
  await setUpKind(kind);
  const id = await proposeAs(kind, proposer);
  await owner.query('insert into merged_accounts (user_id, person_id) values ($1, $1), ($2, $1)', [
    proposer.id,
    second.id,
  ]);
  for (const decision of ['approve', 'reject', 'withdraw'] as const)
    expect(await decide(id, second, { decision })).toBe('approvals.second_person_needed');
  expect(await stateOf(id)).toBe('open');
});

test.each(kinds)('%s cannot be proposed, decided or seen by the customer concerned', async (kind) => {
  await setUpKind(kind);
  expect(await outcome(proposeAs(kind, customer))).toBe('approvals.own_matter');
  const id = await proposeAs(kind, proposer);
  for (const decision of ['approve', 'reject', 'withdraw'] as const)
    expect(await decide(id, customer, { decision })).toBe('approvals.not_found');
  expect(await stateOf(id)).toBe('open');
});

test.each(groups)('%s cannot be decided after losing the role', async (kind) => {
  await setUpKind(kind);
  const id = await proposeAs(kind, proposer);
  const demoted = as(second, async (tx) => {
    await owner.query('delete from user_roles where user_id = $1', [second.id]);
    return decideProposal(
      tx,
      { id, kind: kindUnderTest },
      { by: second.id, decision: 'approve', unchanged: isSamePayload },
    );
  });
  expect(await outcome(demoted)).toBe('approvals.rights_changed');
  expect(await stateOf(id)).toBe('open');
});

test.each(groups)('%s cannot be decided by a frozen account', async (kind) => {
  await setUpKind(kind);
  const id = await proposeAs(kind, proposer);
  const frozen = as(second, async (tx) => {
    await owner.query(`insert into account_freezes (user_id, cause) values ($1, 'not_me')`, [second.id]);
    return decideProposal(
      tx,
      { id, kind: kindUnderTest },
      { by: second.id, decision: 'approve', unchanged: isSamePayload },
    );
  });
  expect(await outcome(frozen)).toBe('approvals.rights_changed');
  expect(await stateOf(id)).toBe('open');
});

const stopped = {
  frozen: `insert into account_freezes (user_id, cause) values ($1, 'not_me')`,
  'without a role': 'delete from user_roles where user_id = $1',
};

test.each(groups)('%s cannot be approved once its proposer is frozen, but can be rejected', async (kind) => {
  for (const statement of Object.values(stopped)) {
    await setUpKind(kind);
    const id = await proposeAs(kind, proposer);
    await owner.query(statement, [proposer.id]);
    expect(await decide(id, second)).toBe('approvals.proposer_stopped');
    expect(await stateOf(id)).toBe('open');
    expect(await decide(id, second, { decision: 'reject' })).toBe('done');
  }
});

test.each(groups)('%s can be approved after its proposer changed roles', async (kind) => {
  await setUpKind(kind);
  const id = await proposeAs(kind, proposer);
  await owner.query(`update user_roles set role = 'support' where user_id = $1`, [proposer.id]);
  expect(await decide(id, second)).toBe('done');
});

test.each(groups)('%s holds up a demotion until a decision under way has ended', async (kind) => {
  await setUpKind(kind);
  const id = await proposeAs(kind, proposer);
  const happened: string[] = [];
  let demotion: Promise<unknown> = Promise.resolve();
  await as(second, async (tx) => {
    await decideProposal(
      tx,
      { id, kind: kindUnderTest },
      { by: second.id, decision: 'approve', unchanged: isSamePayload },
    );
    demotion = owner
      .query('delete from user_roles where user_id = $1', [second.id])
      .then(() => happened.push('demoted'));
    await new Promise((done) => setTimeout(done, 50));
    happened.push('decided');
  });
  await demotion;
  expect(happened).toEqual(['decided', 'demoted']);
});

test.each(groups)('%s cannot be approved after an edit, but can be rejected', async (kind) => {
  await setUpKind(kind);
  const id = await proposeAs(kind, proposer);
  const edited: Unchanged = ({ payload }) =>
    JSON.stringify(payload) === JSON.stringify({ ...storedPayload, to: 'bc1other' });
  expect(await decide(id, second, { unchanged: edited })).toBe('approvals.changed_since');
  expect(await stateOf(id)).toBe('open');
  expect(await decide(id, second, { unchanged: edited, decision: 'reject' })).toBe('done');
});

test.each(groups)('%s is rejected with a reason in plain words, or not at all', async (kind) => {
  await setUpKind(kind);
  const id = await proposeAs(kind, proposer);
  for (const reason of ['', '  ', 'No', 'x'.repeat(501), 'Not\u0007now'])
    expect(await decide(id, second, { decision: 'reject', reason })).toBe('approvals.reason_missing');
  expect(await stateOf(id)).toBe('open');
  expect(await decide(id, second, { decision: 'reject', reason: '  The amount is wrong ' })).toBe('done');
  const { rows } = await owner.query('select state, reason, decided_by from proposals where id = $1', [id]);
  expect(rows).toEqual([{ state: 'rejected', reason: 'The amount is wrong', decided_by: second.id }]);
});

test.each(groups)('%s cannot be rejected by statement without a reason', async (kind) => {
  await setUpKind(kind);
  const id = await proposeAs(kind, proposer);
  const silent = as(second, (tx) => closeProposal(tx, { id, state: 'rejected', reason: null }, second.id));
  await expect(silent).rejects.toMatchObject({ constraint: 'proposal_rejection_says_why' });
});

test.each(kinds)('%s shows its rejection with people, time and reason to everyone who may decide it', async (kind) => {
  await setUpKind(kind);
  const subject = randomUUID();
  const id = await proposeAs(kind, proposer, subject);
  await decide(id, second, { decision: 'reject', reason: 'The amount is wrong' });
  const read = async (by: StaffAccount) =>
    (await as(by, (tx) => findRejections(tx, { kinds: [kind], subjects: [subject] }))).map((one) => one.reason);
  expect(await read(second)).toEqual(['The amount is wrong']);
  expect(await read(proposer)).toEqual(['The amount is wrong']);
  expect(await read(customer)).toEqual([]);
});

test.each(kinds)('%s cannot be decided by staff of another role, nor by customers', async (kind) => {
  await setUpKind(kind);
  const id = await proposeAs(kind, proposer);
  const refused = ['approvals.rights_changed', 'approvals.not_found'];
  for (const other of ['support', 'instructor', null])
    expect(refused).toContain(await decide(id, await createStaff(other)));
  expect(await stateOf(id)).toBe('open');
});

test.each(groups)('%s counts exactly one of a hundred simultaneous decisions', async (kind) => {
  await setUpKind(kind);
  const id = await proposeAs(kind, proposer);
  const others = [second, await createStaff(decidePermissions[kind].roles[0]), await createStaff('admin'), proposer];
  const tries = Array.from({ length: 100 }, (_, n) => {
    const by = others[n % others.length] ?? second;
    const decision = by === proposer ? 'withdraw' : n % 3 === 0 ? 'reject' : 'approve';
    return decide(id, by, { decision });
  });
  const ended = await Promise.all(tries);
  expect(ended.filter((end) => end === 'done')).toHaveLength(1);
  expect(ended.filter((end) => end !== 'done' && end !== 'approvals.already_decided')).toEqual([]);
});

test.each(groups)('%s has one open proposal for each subject', async (kind) => {
  await setUpKind(kind);
  const subject = randomUUID();
  await proposeAs(kind, proposer, subject);
  expect(await outcome(proposeAs(kind, second, subject))).toBe('approvals.already_open');
});

test.each(groups)('%s cannot be decided as another kind', async (kind) => {
  await setUpKind(kind);
  const id = await proposeAs(kind, proposer);
  const other = kinds.find((one) => one !== kind) ?? 'role';
  const verdict = { by: second.id, decision: 'approve', unchanged: isSamePayload } as const;
  const tried = as(second, (tx) => decideProposal(tx, { id, kind: other }, verdict));
  expect(await outcome(tried)).toBe('approvals.not_found');
});
