import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { buy } from '../../../test/orders.ts';
import { type Context, createPolicyTools } from '../../../test/security/row-policies.ts';
import { shippedRuleSet } from '../../../test/shipped-rules.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { formatMinorUnits } from '../../kernel/money.ts';
import { levels, RuleSet } from './rule-set.ts';
import { computeScore, getLevel, type Inputs, isAlerted, isBlocked } from './score.ts';
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
  const stopped = { before: { stopped: false }, after: { stopped: true } };
  expect(strict.changed[0]).toMatchObject({ customer: 'Tamara Grant', ...stopped });
  const same = await backtest(withPoints('politically_exposed', 41));
  expect(same).toMatchObject({ orders: 5, stoppedAfter: 0, changed: [] });
  expect((await owner.query(`select from audit_log where action = 'risk.backtested'`)).rowCount).toBe(2);
});

test('a proposal keeps the factors in force', async () => {
  const missing = { ...shippedRuleSet, rules: shippedRuleSet.rules.slice(1) };
  const differs = { code: 'risk.factors_differ', data: { which: 'income_exceeded' } };
  expect((await propose(missing)).body).toMatchObject(differs);
  const redefined = shippedRuleSet.rules.map((rule) => (rule.code === 'night' ? { ...rule, unit: 'days' } : rule));
  expect((await propose({ ...shippedRuleSet, rules: redefined })).body).toMatchObject({ data: { which: 'night' } });
});

test('approved rules come into force, and the next order is scored by them', async () => {
  const { body } = await propose(withPoints('many_orders', 99));
  expect((await ruleSets()).proposal).toMatchObject({ own: true, title: 'More for many orders' });
  expect((await ruleSets()).sets[0]?.version).toBe(2);
  expect((await decide(body.proposalId, 'approve')).status).toBe(200);
  const { sets, proposal } = await ruleSets();
  expect([sets[0]?.version, sets[0]?.title, proposal]).toEqual([3, 'More for many orders', null]);
  const placed = await buy(server, await signIn('tier2'), { amount: '1010' });
  const { orderId } = placed.body;
  const { body: lines } = await call<{ assessments: object[] }>('risk/assessments', { orderId }, compliance);
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

test('unchanged rules cannot be proposed', async () => {
  expect((await propose(shippedRuleSet)).body.code).toBe('risk.unchanged');
});

test('the application can neither change nor remove an assessment or a rule set', async () => {
  for (const table of ['risk_assessments', 'risk_rule_sets'])
    for (const statement of [`update ${table} set id = id`, `delete from ${table}`, `truncate ${table}`])
      await expect(server.services.pool.query(statement)).rejects.toThrow('permission denied');
});

describe('row security of assessments', () => {
  beforeAll(async () => {
    for (const name of ['tier2', 'compliance']) await buy(server, await signIn(name), { amount: '2000' });
  });

  const idOf = async (name: string): Promise<string> =>
    (await owner.query('select id from profiles where email = $1', [`${name}@demo.test`])).rows[0].id;

  const { outcome, rowsFor } = createPolicyTools(server);
  const asApp = async (name: string | null, staff: boolean): Promise<Context> => ({
    ...(name && { user: await idOf(name) }),
    ...(staff && { all: true }),
  });
  const readRows = async (table: string, name: string | null, staff = false) =>
    rowsFor(await asApp(name, staff), table);
  const runAs = async (name: string, staff: boolean, [statement = '', ...values]: readonly string[]) =>
    outcome(await asApp(name, staff), statement, values);

  test.each(['risk_assessments', 'blockchain_screening'])(
    '%s shows nothing to customers, visitors, support and finance',
    async (table) => {
      expect(await readRows(table, null)).toEqual([]);
      expect(await readRows(table, 'tier2')).toEqual([]);
      for (const name of ['support', 'finance']) expect(await readRows(table, name, true)).toEqual([]);
      expect((await readRows(table, 'admin', true)).length).toBeGreaterThan(0);
      expect((await readRows(table, null, true)).length).toBeGreaterThan(0);
    },
  );

  test('compliance staff cannot read their own assessments', async () => {
    const ownId = await idOf('compliance');
    const rows = await readRows('risk_assessments', 'compliance', true);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ user_id }) => user_id === ownId)).toEqual([]);
  });

  test('a customer inserts only their own assessment, and no rule set', async () => {
    const rule = `insert into risk_rule_sets (version, title, rules, proposed_by, approved_by)
    values (99, 'x', '{}', $1, $2)`;
    const [one, other] = [await idOf('compliance'), await idOf('admin')];
    for (const name of ['tier2', 'support', 'compliance', 'admin'])
      expect([name, await runAs(name, name !== 'tier2', [rule, one, other])]).toEqual([name, 'refused']);
    const assessed = `insert into risk_assessments (user_id, outcome, risk_level, risk_score, risk_factors,
      behavioral_flags, rules_triggered, rule_set_id, inputs, idempotency_key, request_hash, created_at)
    select $1, 'wallet_blocked', 'low', 0, '[]', '[]', '{}', id, '{}', uuidv7(), 'x', now()
      from risk_rule_sets limit 1`;
    expect(await runAs('tier2', false, [assessed, await idOf('tier1')])).toBe('refused');
    expect(await runAs('tier2', false, [assessed, await idOf('tier2')])).toBe(1);
  });
});

const quiet: Inputs = {
  amount: '1000.00',
  reachesThreshold: false,
  monthTotal: '1000.00',
  monthlyIncome: '300000.00',
  ordersThisMonth: 1,
  hour: 12,
  highRiskJurisdiction: false,
  pep: false,
  sanctions: 'clear',
  dueDiligence: false,
  walletScore: 0,
};
const pointsOf = (changed: Partial<Inputs>) => computeScore(shippedRuleSet, { ...quiet, ...changed }).score;

describe('each factor counts from its threshold on', () => {
  it.each([
    ['this month is the income', { monthTotal: '300000.00' }, 0],
    ['this month is a cent above the income', { monthTotal: '300000.01' }, 30],
    ['no income was declared', { monthlyIncome: null, monthTotal: '9000000.00' }, 0],
    ['an income of nothing was declared', { monthlyIncome: '0.00' }, 30],
    ['the order reaches US$1,000', { reachesThreshold: true }, 15],
    ['the order is J$500,000', { amount: '500000.00' }, 0],
    ['the order is a cent above J$500,000', { amount: '500000.01' }, 25],
    ['it is 11 pm', { hour: 23 }, 0],
    ['it is midnight', { hour: 0 }, 10],
    ['it is 5 am', { hour: 5 }, 10],
    ['it is 6 am', { hour: 6 }, 0],
    ['it is the tenth order', { ordersThisMonth: 10 }, 0],
    ['it is the eleventh order', { ordersThisMonth: 11 }, 20],
    ['the jurisdiction is high-risk', { highRiskJurisdiction: true }, 50],
    ['the customer is politically exposed', { pep: true }, 40],
    ['sanctions are not known', { sanctions: 'unknown' }, 0],
    ['sanctions say flagged', { sanctions: 'flagged' }, 50],
    ['sanctions say high risk', { sanctions: 'high_risk' }, 50],
    ['due diligence is required', { dueDiligence: true }, 20],
    ['the wallet has a score of 1', { walletScore: 1 }, 1],
    ['the wallet has a score of 100', { walletScore: 100 }, 100],
  ] as const)('%s', (_, changed, points) => expect(pointsOf(changed)).toBe(points));

  it('adds them together and stops at 100', () => {
    expect(pointsOf({ pep: true, dueDiligence: true })).toBe(60);
    expect(pointsOf({ pep: true, highRiskJurisdiction: true, dueDiligence: true })).toBe(100);
  });
});

describe('what follows from a score', () => {
  it.each([
    [24, 'low'],
    [25, 'medium'],
    [49, 'medium'],
    [50, 'high'],
    [79, 'high'],
    [80, 'critical'],
  ] as const)('%i is %s', (score, level) => expect(getLevel(shippedRuleSet, score)).toBe(level));

  it('stops at 80, and alerts at high or critical or from 70 on', () => {
    expect([79, 80].map((score) => isBlocked(shippedRuleSet, { score }))).toEqual([false, true]);
    const alerts = (set: RuleSet, score: number) => isAlerted(set, { score, level: getLevel(set, score) });
    expect([49, 50].map((score) => alerts(shippedRuleSet, score))).toEqual([false, true]);
    // If `high` starts above 70, alerts still start at 70.
    const late = { ...shippedRuleSet, levels: { critical: 90, high: 80, medium: 25 } };
    expect([69, 70].map((score) => alerts(late, score))).toEqual([false, true]);
  });

  it('names each factor with its points, and what of it is behaviour', () => {
    const { factors, flags } = computeScore(shippedRuleSet, { ...quiet, hour: 3, pep: true });
    expect(factors.map(({ code, points }) => [code, points])).toEqual([
      ['night', 10],
      ['politically_exposed', 40],
    ]);
    expect(factors.every(({ reason }) => reason.endsWith('.'))).toBe(true);
    expect(flags).toEqual(['night']);
  });
});

const cents = fc.bigInt(0n, 200_000_000n).map(formatMinorUnits);
const anyInputs: fc.Arbitrary<Inputs> = fc.record({
  amount: cents,
  reachesThreshold: fc.boolean(),
  monthTotal: cents,
  monthlyIncome: fc.option(cents),
  ordersThisMonth: fc.integer({ min: 1, max: 30 }),
  hour: fc.integer({ min: 0, max: 23 }),
  highRiskJurisdiction: fc.boolean(),
  pep: fc.boolean(),
  sanctions: fc.constantFrom('clear', 'unknown', 'flagged', 'high_risk'),
  dueDiligence: fc.boolean(),
  walletScore: fc.integer({ min: 0, max: 100 }),
});

describe('10,000 generated orders', () => {
  it('recompute to the same score from stored inputs, within 0 and 100', () => {
    const stored = RuleSet.parse(JSON.parse(JSON.stringify(shippedRuleSet)));
    fc.assert(
      fc.property(anyInputs, (inputs) => {
        const first = computeScore(shippedRuleSet, inputs);
        const recomputed = computeScore(stored, JSON.parse(JSON.stringify(inputs)) as Inputs);
        expect(recomputed).toEqual(first);
        expect(first.score).toBeGreaterThanOrEqual(0);
        expect(first.score).toBeLessThanOrEqual(100);
      }),
      { numRuns: 10_000 },
    );
  });

  it('score no less when one factor gets worse', () => {
    const more = (text: string) => formatMinorUnits(BigInt(text.replace('.', '')) + 1n);
    const worse: readonly ((inputs: Inputs) => Inputs)[] = [
      (inputs) => ({ ...inputs, amount: more(inputs.amount) }),
      (inputs) => ({ ...inputs, reachesThreshold: true }),
      (inputs) => ({ ...inputs, monthTotal: more(inputs.monthTotal) }),
      (inputs) => ({ ...inputs, monthlyIncome: inputs.monthlyIncome && '0.00' }),
      (inputs) => ({ ...inputs, ordersThisMonth: inputs.ordersThisMonth + 1 }),
      (inputs) => ({ ...inputs, hour: 3 }),
      (inputs) => ({ ...inputs, highRiskJurisdiction: true }),
      (inputs) => ({ ...inputs, pep: true }),
      (inputs) => ({ ...inputs, sanctions: inputs.sanctions === 'high_risk' ? 'high_risk' : 'flagged' }),
      (inputs) => ({ ...inputs, dueDiligence: true }),
      (inputs) => ({ ...inputs, walletScore: Math.min(100, inputs.walletScore + 1) }),
    ];
    fc.assert(
      fc.property(anyInputs, fc.constantFrom(...worse), (inputs, change) => {
        const [before, after] = [computeScore(shippedRuleSet, inputs), computeScore(shippedRuleSet, change(inputs))];
        expect(after.score).toBeGreaterThanOrEqual(before.score);
        expect(levels.indexOf(after.level)).toBeGreaterThanOrEqual(levels.indexOf(before.level));
      }),
      { numRuns: 10_000 },
    );
  });
});

describe('the rule set as data', () => {
  it('equals the rules of the baseline', () => {
    const baseline = '../../../db/migrations/0002_baseline/017_risk.sql';
    const migration = readFileSync(new URL(baseline, import.meta.url), 'utf8');
    const json = /'The documented table', '([\s\S]*?)'\);/.exec(migration)?.[1]?.replaceAll("''", "'");
    const first = JSON.parse(json ?? 'null') as { rules: { code: string }[] };
    const travel = JSON.parse(/rule \|\| '([\s\S]*?)'/.exec(migration)?.[1] ?? 'null') as object;
    const rules = first.rules.map((rule) => (rule.code === 'travel_rule' ? { ...rule, ...travel } : rule));
    expect({ ...first, rules }).toEqual(shippedRuleSet);
  });

  it('is refused with a factor twice, or levels out of order', () => {
    const twice = { ...shippedRuleSet, rules: [...shippedRuleSet.rules, shippedRuleSet.rules[0]] };
    const unordered = { ...shippedRuleSet, levels: { critical: 10, high: 50, medium: 25 } };
    expect([twice, unordered, shippedRuleSet].map((set) => RuleSet.safeParse(set).success)).toEqual([
      false,
      false,
      true,
    ]);
  });
});
