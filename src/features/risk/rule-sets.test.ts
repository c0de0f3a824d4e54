import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { buy } from '../../../test/orders.ts';
import { shippedRuleSet } from '../../../test/shipped-rules.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import type { RuleSet } from './rule-set.ts';
import type { Backtest, RuleSets } from './views.ts';

const server = await serverWithoutFaults();
const { call, owner, signIn } = server;
const compliance = await signIn('compliance');
const admin = await signIn('admin');

const withPoints = (code: string, points: number): RuleSet => ({
  ...shippedRuleSet,
  rules: shippedRuleSet.rules.map((rule) => (rule.code === code ? { ...rule, points } : rule)),
});
type Refused = { code?: string };
const propose = (ruleSet: unknown, title = 'More for many orders') =>
  call<{ proposalId: string } & Refused>('risk/propose', { title, ruleSet }, compliance);
const decide = (proposalId: string, decision: string, cookie = admin) =>
  call<{ version: number | null } & Refused>('risk/decide', { proposalId, decision, reason: 'Not now' }, cookie);
const ruleSets = async () => (await call<RuleSets>('risk/ruleSets', undefined, compliance)).body;
const versionInForce = async () => (await ruleSets()).sets[0]?.version;

beforeAll(async () => {
  const cookie = await signIn('tier2');
  for (const amount of ['1001', '1002', '1003', '1004', '1005']) await buy(server, cookie, { amount });
});

test('the documented rules are in force from the first start', async () => {
  const { sets, proposal } = await ruleSets();
  expect(proposal).toBeNull();
  expect(sets).toMatchObject([
    { version: 2, title: 'One threshold of US$1,000', ruleSet: shippedRuleSet },
    { version: 1, title: 'The documented table' },
  ]);
});

test('a backtest counts the past orders that other rules would have stopped, and lists them', async () => {
  const backtest = async (ruleSet: RuleSet) => (await call<Backtest>('risk/backtest', { ruleSet }, compliance)).body;
  const strict = await backtest({ ...shippedRuleSet, blockAt: 0 });
  expect(strict).toMatchObject({ orders: 5, stoppedBefore: 0, stoppedAfter: 5, next: null });
  expect(strict.changed).toHaveLength(5);
  expect(strict.changed[0]).toMatchObject({
    customer: 'Tamara Grant',
    before: { stopped: false },
    after: { stopped: true },
  });
  const same = await backtest(withPoints('politically_exposed', 41));
  expect(same).toMatchObject({ orders: 5, stoppedAfter: 0, changed: [] });
});

test('a proposal keeps the factors in force', async () => {
  const missing = { ...shippedRuleSet, rules: shippedRuleSet.rules.slice(1) };
  expect((await propose(missing)).body).toMatchObject({
    code: 'risk.factors_differ',
    data: { which: 'income_exceeded' },
  });
  const redefined = shippedRuleSet.rules.map((rule) => (rule.code === 'night' ? { ...rule, unit: 'days' } : rule));
  expect((await propose({ ...shippedRuleSet, rules: redefined })).body).toMatchObject({ data: { which: 'night' } });
});

test('rules come into force once, by a second person, and the next order is scored by them', async () => {
  const { body } = await propose(withPoints('many_orders', 99));
  expect((await ruleSets()).proposal).toMatchObject({ own: true, title: 'More for many orders' });
  expect((await decide(body.proposalId, 'approve', compliance)).body.code).toBe('approvals.second_person_needed');
  expect(await versionInForce()).toBe(2);
  const answers = await Promise.all(Array.from({ length: 20 }, () => decide(body.proposalId, 'approve')));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const { sets, proposal } = await ruleSets();
  expect([sets[0]?.version, sets[0]?.title, proposal]).toEqual([3, 'More for many orders', null]);
  const placed = await buy(server, await signIn('tier2'), { amount: '1010' });
  const { body: lines } = await call<{ assessments: object[] }>(
    'risk/assessments',
    { orderId: placed.body.orderId },
    compliance,
  );
  expect(lines.assessments).toMatchObject([{ ruleSetVersion: 3, recomputes: true, outcome: 'accepted' }]);
});

test('a proposal based on an older version is refused', async () => {
  const { body } = await propose(withPoints('travel_rule', 16));
  await owner.query(
    `insert into risk_rule_sets (version, title, rules) select max(version) + 1, 'Later', $1 from risk_rule_sets`,
    [JSON.stringify(shippedRuleSet)],
  );
  expect((await decide(body.proposalId, 'approve')).body.code).toBe('approvals.changed_since');
  expect((await decide(body.proposalId, 'withdraw', compliance)).status).toBe(200);
});

test('unchanged rules cannot be proposed, and one proposal is open at a time', async () => {
  expect((await propose(shippedRuleSet)).body.code).toBe('risk.unchanged');
  const first = await propose(withPoints('night', 1));
  expect((await propose(withPoints('night', 2))).body.code).toBe('approvals.already_open');
  expect((await decide(first.body.proposalId, 'reject')).status).toBe(200);
});

test('the application can neither change nor remove an assessment or a rule set', async () => {
  for (const table of ['risk_assessments', 'risk_rule_sets'])
    for (const statement of [`update ${table} set id = id`, `delete from ${table}`, `truncate ${table}`])
      await expect(server.services.pool.query(statement)).rejects.toThrow('permission denied');
});

test('support, finance and customers read neither rules nor assessments', async () => {
  for (const name of ['support', 'finance', 'tier1']) {
    const cookie = await signIn(name);
    const input = { orderId: null, userId: randomUUID() };
    expect((await call('risk/assessments', input, cookie)).status).toBe(403);
    expect((await call('risk/ruleSets', undefined, cookie)).status).toBe(403);
    expect((await call('risk/backtest', { ruleSet: shippedRuleSet }, cookie)).status).toBe(403);
  }
});

test('every command on the rules writes an audit entry', async () => {
  const { rows } = await owner.query(
    `select action, count(*)::int n from audit_log where action like 'risk.%' group by 1`,
  );
  expect(Object.fromEntries(rows.map(({ action, n }) => [action, n]))).toEqual({
    'risk.backtested': 2,
    'risk.rule_set_proposed': 3,
    'risk.rule_set_approve': 1,
    'risk.rule_set_withdraw': 1,
    'risk.rule_set_reject': 1,
  });
});
