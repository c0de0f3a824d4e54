import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { buy } from '../../../test/orders.ts';
import { shippedRuleSet } from '../../../test/shipped-rules.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import type { RuleSet } from './rule-set.ts';

const server = await serverWithoutFaults();
const { call, owner, signIn } = server;
const one = await signIn('compliance');
const other = await signIn('admin');

/** The rules in force with other points for one factor. */
const withPoints = (code: string, points: number): RuleSet => ({
  ...shippedRuleSet,
  rules: shippedRuleSet.rules.map((rule) => (rule.code === code ? { ...rule, points } : rule)),
});
const begin = async (ruleSet: RuleSet, title = 'More for many orders') => {
  const { body } = await call<{ id: string; revision: number }>(
    'risk/saveDraft',
    { id: null, revision: 0, title, ruleSet },
    one,
  );
  return body;
};
type Refused = { code?: string };
const propose = (draft: { id: string; revision: number }, cookie = one) =>
  call<{ proposalId: string } & Refused>('risk/propose', { id: draft.id, revision: draft.revision }, cookie);
const decide = (proposalId: string, decision: string, cookie = other) =>
  call<{ version: number | null } & Refused>('risk/decide', { proposalId, decision, reason: 'Not now' }, cookie);
const inForce = async () => (await call<{ inForce: number }>('risk/ruleSets', undefined, one)).body.inForce;

beforeAll(async () => {
  const cookie = await signIn('tier2');
  for (const amount of ['1001', '1002', '1003', '1004', '1005']) await buy(server, cookie, { amount });
});

test('the documented table is in force from the first start, its travel rule as the gate has it', async () => {
  const { body } = await call<{ inForce: number; sets: { id: string; title: string }[] }>(
    'risk/ruleSets',
    undefined,
    one,
  );
  const titles = body.sets.map(({ title }) => title);
  expect(body).toMatchObject({ inForce: 2, drafts: [], proposal: null });
  expect(titles).toEqual(['One threshold of US$1,000', 'The documented table']);
  const whole = await call('risk/ruleSet', { id: body.sets[0]?.id }, one);
  expect(whole.body).toMatchObject({ version: 2, ruleSet: shippedRuleSet });
});

test('a draft is tried over past orders: how many it would have stopped, and which', async () => {
  const draft = await begin({ ...shippedRuleSet, blockAt: 0 }, 'Everything stops');
  const { body: trial } = await call<{ looked: number; these: { before: object; after: object }[] }>(
    'risk/tryDraft',
    { id: draft.id },
    one,
  );
  expect(trial).toMatchObject({ looked: 5, stoppedBefore: 0, stoppedAfter: 5, next: null });
  expect(trial.these).toHaveLength(5);
  expect(trial.these[0]).toMatchObject({
    customer: 'Tamara Grant',
    before: { stopped: false },
    after: { stopped: true },
  });
  const same = await begin(withPoints('politically_exposed', 41), 'Nobody concerned');
  const { body: none } = await call('risk/tryDraft', { id: same.id }, one);
  expect(none).toMatchObject({ looked: 5, stoppedAfter: 0, these: [] });
});

test('a draft keeps the factors of the rules in force, and its revision', async () => {
  const missing = { ...shippedRuleSet, rules: shippedRuleSet.rules.slice(1) };
  expect(
    (await call<Refused>('risk/saveDraft', { id: null, revision: 0, title: 'x', ruleSet: missing }, one)).body,
  ).toMatchObject({ code: 'risk.factors_differ', data: { which: 'income_exceeded' } });
  const draft = await begin(withPoints('night', 5));
  const again = { id: draft.id, revision: 1, title: 'Night', ruleSet: withPoints('night', 6) };
  expect((await call('risk/saveDraft', again, one)).body).toEqual({ id: draft.id, revision: 2 });
  expect((await call<Refused>('risk/saveDraft', again, other)).body.code).toBe('risk.draft_changed');
  expect((await propose(draft)).body.code).toBe('risk.draft_changed');
});

test('nobody puts their own draft in force; a second person does, and the next order is judged by it', async () => {
  const draft = await begin(withPoints('many_orders', 99));
  const { body } = await propose(draft);
  expect((await decide(body.proposalId, 'approve', one)).body.code).toBe('approvals.second_person_needed');
  expect(await inForce()).toBe(2);
  const answers = await Promise.all(Array.from({ length: 20 }, () => decide(body.proposalId, 'approve')));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await inForce()).toBe(3);
  const cookie = await signIn('tier2');
  const placed = await buy(server, cookie, { amount: '1010' });
  const { body: lines } = await call<{ assessments: object[] }>(
    'risk/assessments',
    { orderId: placed.body.orderId },
    one,
  );
  expect(lines.assessments).toMatchObject([{ ruleSetVersion: 3, recomputes: true, outcome: 'accepted' }]);
});

test('a proposal whose draft was touched, or whose ground moved, is refused', async () => {
  const draft = await begin(withPoints('travel_rule', 16));
  const { body } = await propose(draft);
  await owner.query('update risk_drafts set revision = revision + 1 where id = $1', [draft.id]);
  expect((await decide(body.proposalId, 'approve')).body.code).toBe('approvals.changed_since');
  expect((await decide(body.proposalId, 'withdraw', one)).status).toBe(200);
});

test('what is in force already is not proposed, and one proposal waits at a time', async () => {
  const { body } = await call<{ sets: { id: string }[] }>('risk/ruleSets', undefined, one);
  const { body: newest } = await call<{ ruleSet: RuleSet }>('risk/ruleSet', { id: body.sets[0]?.id }, one);
  expect((await propose(await begin(newest.ruleSet))).body.code).toBe('risk.draft_unchanged');
  const first = await propose(await begin(withPoints('night', 1)));
  expect((await propose(await begin(withPoints('night', 2)))).body.code).toBe('approvals.already_open');
  expect((await decide(first.body.proposalId, 'reject')).status).toBe(200);
});

test('the application can neither change nor remove an assessment or a rule set', async () => {
  for (const table of ['risk_assessments', 'risk_rule_sets'])
    for (const act of [`update ${table} set id = id`, `delete from ${table}`, `truncate ${table}`])
      await expect(services(act)).rejects.toThrow('permission denied');
});
const services = (act: string) => server.services.pool.query(act);

test('support and finance learn nothing of rules and assessments', async () => {
  for (const name of ['support', 'finance', 'tier1']) {
    const cookie = await signIn(name);
    const asked = { orderId: null, userId: randomUUID() };
    expect((await call<Refused>('risk/assessments', asked, cookie)).status).toBe(403);
    expect((await call<Refused>('risk/ruleSets', undefined, cookie)).status).toBe(403);
  }
});

test('each act with a draft has its line in the audit log', async () => {
  const { rows } = await owner.query(
    `select action, count(*)::int n from audit_log where action like 'risk.%' group by 1`,
  );
  expect(Object.fromEntries(rows.map(({ action, n }) => [action, n]))).toMatchObject({
    'risk.rule_set_approve': 1,
    'risk.draft_tried': 2,
    'risk.rule_set_reject': 1,
  });
});
