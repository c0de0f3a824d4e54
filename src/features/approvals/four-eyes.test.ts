import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { tokenOf } from '../../../test/security/account-security.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { sameJson } from '../../kernel/same-json.ts';
import { asPerson, type Db } from '../../platform/database.ts';
import { deciding } from './acts.ts';
import { decideProposal, propose, type Unchanged } from './decide.ts';
import type { Decision, ProposalKind } from './proposal.ts';
import { closeProposal, rejectionsOf } from './store.ts';

const server = await serverWithoutFaults();
const { owner, services } = server;

type Someone = { id: string; token: string };
let proposer: Someone;
let second: Someone;
let customer: Someone;

async function someone(role: string | null): Promise<Someone> {
  const { id, email } = await newCustomer(server);
  if (role) await owner.query('insert into user_roles (user_id, role) values ($1, $2)', [id, role]);
  return { id, token: tokenOf(await sessionFor(server, email)) ?? '' };
}

const as = async <T>(who: Someone, act: (tx: Db) => Promise<T>): Promise<T> => {
  const done = await asPerson(services.pool, { token: who.token, ip: '127.0.0.1' }, act);
  if (!done) throw new Error('not signed in');
  return done.value;
};

/** How it ended: what was done, or the code of the refusal. */
const outcome = (act: Promise<unknown>): Promise<string> =>
  act.then(
    () => 'done',
    (error: { code?: string }) => error.code ?? String(error),
  );

const kinds = Object.keys(deciding) as ProposalKind[];
const stands = { amount: '100.00', to: 'bc1q' };

const ask = (kind: ProposalKind, by: Someone, subject: string = randomUUID()) =>
  as(by, (tx) => propose(tx, { kind, subject, payload: stands, by: by.id, customer: customer.id }));
const same: Unchanged = ({ payload }) => sameJson(payload, stands);
type How = { decision?: Decision; unchanged?: Unchanged; reason?: string };
const decide = (id: string, by: Someone, how: How = {}) => {
  const { decision = 'approve', unchanged = same, reason = 'Not as it stands' } = how;
  return outcome(as(by, (tx) => decideProposal(tx, { id, kind: met }, { by: by.id, decision, unchanged, reason })));
};
const stateOf = async (id: string) =>
  (await owner.query<{ state: string }>('select state from proposals where id = $1', [id])).rows[0]?.state;

/**
 * Which kind the test is about; and three people of its own: who asks, who may decide, and whose matter it is,
 * who is staff as well.
 */
let met: ProposalKind = 'setting';
async function meet(kind: ProposalKind) {
  met = kind;
  [proposer, second, customer] = [
    await someone('admin'),
    await someone(deciding[kind].roles[0]),
    await someone('admin'),
  ];
}

test.each(kinds)('%s is decided by a second person, once, and stays decided', async (kind) => {
  await meet(kind);
  const id = await ask(kind, proposer);
  expect(await decide(id, second)).toBe('done');
  for (const decision of ['approve', 'reject'] as const)
    expect(await decide(id, second, { decision })).toBe('approvals.already_decided');
  expect(await decide(id, proposer, { decision: 'withdraw' })).toBe('approvals.already_decided');
  expect(await stateOf(id)).toBe('approved');
});

test.each(kinds)('%s is never decided by the person who asked, nor withdrawn by another', async (kind) => {
  await meet(kind);
  const id = await ask(kind, proposer);
  expect(await decide(id, proposer)).toBe('approvals.second_person_needed');
  expect(await decide(id, proposer, { decision: 'reject' })).toBe('approvals.second_person_needed');
  expect(await decide(id, second, { decision: 'withdraw' })).toBe('approvals.second_person_needed');
  expect(await stateOf(id)).toBe('open');
  expect(await decide(id, proposer, { decision: 'withdraw' })).toBe('done');
});

test.each(kinds)('%s is neither asked for, nor decided, nor seen by the customer whose matter it is', async (kind) => {
  await meet(kind);
  expect(await outcome(ask(kind, customer))).toBe('approvals.own_matter');
  const id = await ask(kind, proposer);
  for (const decision of ['approve', 'reject', 'withdraw'] as const)
    expect(await decide(id, customer, { decision })).toBe('approvals.not_found');
  expect(await stateOf(id)).toBe('open');
});

test.each(kinds)('%s is not decided by somebody who lost the role in between', async (kind) => {
  await meet(kind);
  const id = await ask(kind, proposer);
  const demoted = as(second, async (tx) => {
    await owner.query('delete from user_roles where user_id = $1', [second.id]);
    return decideProposal(tx, { id, kind: met }, { by: second.id, decision: 'approve', unchanged: same });
  });
  expect(await outcome(demoted)).toBe('approvals.rights_changed');
  expect(await stateOf(id)).toBe('open');
});

test.each(kinds)('%s is not decided by somebody whose account was frozen in between', async (kind) => {
  await meet(kind);
  const id = await ask(kind, proposer);
  const frozen = as(second, async (tx) => {
    await owner.query(`insert into account_freezes (user_id, cause) values ($1, 'not_me')`, [second.id]);
    return decideProposal(tx, { id, kind: met }, { by: second.id, decision: 'approve', unchanged: same });
  });
  expect(await outcome(frozen)).toBe('approvals.rights_changed');
  expect(await stateOf(id)).toBe('open');
});

const stopped = {
  frozen: `insert into account_freezes (user_id, cause) values ($1, 'not_me')`,
  'without a role': 'delete from user_roles where user_id = $1',
};

test.each(kinds)('%s is not approved once its proposer is stopped, but may be rejected', async (kind) => {
  for (const statement of Object.values(stopped)) {
    await meet(kind);
    const id = await ask(kind, proposer);
    await owner.query(statement, [proposer.id]);
    expect(await decide(id, second)).toBe('approvals.proposer_stopped');
    expect(await stateOf(id)).toBe('open');
    expect(await decide(id, second, { decision: 'reject' })).toBe('done');
  }
});

test.each(kinds)('%s is approved though its proposer has another role by now', async (kind) => {
  await meet(kind);
  const id = await ask(kind, proposer);
  await owner.query(`update user_roles set role = 'support' where user_id = $1`, [proposer.id]);
  expect(await decide(id, second)).toBe('done');
});

test.each(kinds)('%s a demotion waits until a decision that has begun is through', async (kind) => {
  await meet(kind);
  const id = await ask(kind, proposer);
  const happened: string[] = [];
  let demotion: Promise<unknown> = Promise.resolve();
  await as(second, async (tx) => {
    await decideProposal(tx, { id, kind: met }, { by: second.id, decision: 'approve', unchanged: same });
    demotion = owner
      .query('delete from user_roles where user_id = $1', [second.id])
      .then(() => happened.push('demoted'));
    await new Promise((done) => setTimeout(done, 50));
    happened.push('decided');
  });
  await demotion;
  expect(happened).toEqual(['decided', 'demoted']);
});

test.each(kinds)('%s is not approved after an edit in between, but may be sent back', async (kind) => {
  await meet(kind);
  const id = await ask(kind, proposer);
  const edited: Unchanged = ({ payload }) => JSON.stringify(payload) === JSON.stringify({ ...stands, to: 'bc1other' });
  expect(await decide(id, second, { unchanged: edited })).toBe('approvals.changed_since');
  expect(await stateOf(id)).toBe('open');
  expect(await decide(id, second, { unchanged: edited, decision: 'reject' })).toBe('done');
});

test.each(kinds)('%s is rejected with plain words that say why, or not at all', async (kind) => {
  await meet(kind);
  const id = await ask(kind, proposer);
  for (const reason of ['', '  ', 'No', 'x'.repeat(501), 'Not\u0007now'])
    expect(await decide(id, second, { decision: 'reject', reason })).toBe('approvals.reason_missing');
  expect(await stateOf(id)).toBe('open');
  expect(await decide(id, second, { decision: 'reject', reason: '  The amount is wrong ' })).toBe('done');
  const { rows } = await owner.query('select state, reason, decided_by from proposals where id = $1', [id]);
  expect(rows).toEqual([{ state: 'rejected', reason: 'The amount is wrong', decided_by: second.id }]);
});

test.each(kinds)('%s is rejected by no statement of ours without a reason', async (kind) => {
  await meet(kind);
  const id = await ask(kind, proposer);
  const silent = as(second, (tx) => closeProposal(tx, id, { state: 'rejected', by: second.id, reason: null }));
  await expect(silent).rejects.toMatchObject({ constraint: 'proposal_rejection_says_why' });
});

test.each(kinds)('%s that was rejected is read with who, when and why by whoever decides it', async (kind) => {
  await meet(kind);
  const subject = randomUUID();
  const id = await ask(kind, proposer, subject);
  await decide(id, second, { decision: 'reject', reason: 'The amount is wrong' });
  const read = async (by: Someone) =>
    (await as(by, (tx) => rejectionsOf(tx, { kinds: [kind], subjects: [subject] }))).map((one) => one.reason);
  expect(await read(second)).toEqual(['The amount is wrong']);
  expect(await read(proposer)).toEqual(['The amount is wrong']);
  expect(await read(customer)).toEqual([]);
});

test.each(kinds)('%s is not decided by staff of another role, nor by anybody who is none', async (kind) => {
  await meet(kind);
  const id = await ask(kind, proposer);
  const refused = ['approvals.rights_changed', 'approvals.not_found'];
  for (const other of ['support', 'instructor', null])
    expect(refused).toContain(await decide(id, await someone(other)));
  expect(await stateOf(id)).toBe('open');
});

test.each(kinds)('%s of a hundred decisions at the same moment exactly one counts', async (kind) => {
  await meet(kind);
  const id = await ask(kind, proposer);
  const others = [second, await someone(deciding[kind].roles[0]), await someone('admin'), proposer];
  const tries = Array.from({ length: 100 }, (_, n) => {
    const by = others[n % others.length] ?? second;
    const decision = by === proposer ? 'withdraw' : n % 3 === 0 ? 'reject' : 'approve';
    return decide(id, by, { decision });
  });
  const ended = await Promise.all(tries);
  expect(ended.filter((end) => end === 'done')).toHaveLength(1);
  expect(ended.filter((end) => end !== 'done' && end !== 'approvals.already_decided')).toEqual([]);
});

test.each(kinds)('%s waits once for each subject', async (kind) => {
  await meet(kind);
  const subject = randomUUID();
  await ask(kind, proposer, subject);
  expect(await outcome(ask(kind, second, subject))).toBe('approvals.already_open');
});

test.each(kinds)('%s an id of one kind decides nothing of another', async (kind) => {
  await meet(kind);
  const id = await ask(kind, proposer);
  const other = kinds.find((one) => one !== kind) ?? 'role';
  const verdict = { by: second.id, decision: 'approve', unchanged: same } as const;
  const tried = as(second, (tx) => decideProposal(tx, { id, kind: other }, verdict));
  expect(await outcome(tried)).toBe('approvals.not_found');
});
