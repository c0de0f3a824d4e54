import type pg from 'pg';
import { expect, test } from 'vitest';
import { buy } from '../../../test/orders.ts';
import { shippedRuleSet } from '../../../test/shipped-rules.ts';
import { serverUnderTest } from '../../../test/worker.ts';

/** Statements as the application's role sends them, without any `where`: the wall that holds even if code is wrong. */
const server = await serverUnderTest();
const { call, owner, signIn } = server;
await buy(server, await signIn('tier2'), { amount: '2000' });
await buy(server, await signIn('compliance'), { amount: '2000' });
await call('risk/saveDraft', { id: null, revision: 0, title: 'x', ruleSet: shippedRuleSet }, await signIn('admin'));

const idOf = async (name: string): Promise<string> =>
  (await owner.query('select id from profiles where email = $1', [`${name}@demo.test`])).rows[0].id;

async function as<T>(name: string | null, staff: boolean, act: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await owner.connect();
  try {
    await client.query('begin; set local role cryptocommerce_app');
    if (name) await client.query(`select set_config('app.user_id', $1, true)`, [await idOf(name)]);
    if (staff) await client.query(`select set_config('app.sees_all', 'yes', true)`);
    return await act(client);
  } finally {
    await client.query('rollback');
    client.release();
  }
}
const seen = (table: string, name: string | null, staff = false) =>
  as(name, staff, async (client) => (await client.query(`select * from ${table}`)).rows);
const attempt = (name: string, staff: boolean, [statement, ...values]: readonly string[]) =>
  as(name, staff, (client) => client.query(statement ?? '', values)).then(
    ({ rowCount }) => rowCount,
    ({ code }: { code?: string }) => (code === '42501' ? 'refused' : `failed ${code}`),
  );

test.each(['risk_assessments', 'risk_drafts', 'blockchain_screening'])(
  '%s shows nothing to customers, visitors, support and finance',
  async (table) => {
    expect(await seen(table, null)).toEqual([]);
    expect(await seen(table, 'tier2')).toEqual([]);
    for (const name of ['support', 'finance']) expect(await seen(table, name, true)).toEqual([]);
    expect((await seen(table, 'admin', true)).length).toBeGreaterThan(0);
    expect((await seen(table, null, true)).length).toBeGreaterThan(0);
  },
);

test('nobody of compliance reads how they were judged themselves', async () => {
  const me = await idOf('compliance');
  const rows = await seen('risk_assessments', 'compliance', true);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter(({ user_id }) => user_id === me)).toEqual([]);
});

test('a customer adds an assessment of themselves alone, and nobody a rule set', async () => {
  const rule = `insert into risk_rule_sets (version, title, rules, proposed_by, approved_by)
    values (99, 'x', '{}', $1, $2)`;
  const [one, other] = [await idOf('compliance'), await idOf('admin')];
  expect(await attempt('tier2', false, [rule, one, other])).toBe('refused');
  expect(await attempt('support', true, [rule, one, other])).toBe('refused');
  expect(await attempt('compliance', true, [rule, one, other])).toBe('refused');
  expect(await attempt('admin', true, [rule, one, other])).toBe('refused');
  const assessed = `insert into risk_assessments (user_id, outcome, risk_level, risk_score, risk_factors,
      behavioral_flags, rules_triggered, rule_set_id, inputs, idempotency_key, request_hash, created_at)
    select $1, 'wallet_blocked', 'low', 0, '[]', '[]', '{}', id, '{}', uuidv7(), 'x', now()
      from risk_rule_sets limit 1`;
  expect(await attempt('tier2', false, [assessed, await idOf('tier1')])).toBe('refused');
  expect(await attempt('tier2', false, [assessed, await idOf('tier2')])).toBe(1);
});
