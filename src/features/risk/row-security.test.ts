import type pg from 'pg';
import { expect, test } from 'vitest';
import { buy } from '../../../test/orders.ts';
import { serverUnderTest } from '../../../test/worker.ts';

/** Statements of the application's role without any `where`: row security must hold even if the code is wrong. */
const server = await serverUnderTest();
const { owner, signIn } = server;
await buy(server, await signIn('tier2'), { amount: '2000' });
await buy(server, await signIn('compliance'), { amount: '2000' });

const idOf = async (name: string): Promise<string> =>
  (await owner.query('select id from profiles where email = $1', [`${name}@demo.test`])).rows[0].id;

async function actAs<T>(name: string | null, staff: boolean, act: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await owner.connect();
  try {
    await client.query('begin; set local role cryptocommerce_app');
    if (name) await client.query(`select set_config('app.user_id', $1, true)`, [await idOf(name)]);
    if (staff) await client.query(`select set_config('app.all_rows', 'yes', true)`);
    return await act(client);
  } finally {
    await client.query('rollback');
    client.release();
  }
}
const readRows = (table: string, name: string | null, staff = false) =>
  actAs(name, staff, async (client) => (await client.query(`select * from ${table}`)).rows);
const runAs = (name: string, staff: boolean, [statement, ...values]: readonly string[]) =>
  actAs(name, staff, (client) => client.query(statement ?? '', values)).then(
    ({ rowCount }) => rowCount,
    ({ code }: { code?: string }) => (code === '42501' ? 'refused' : `failed ${code}`),
  );

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
  expect(await runAs('tier2', false, [rule, one, other])).toBe('refused');
  expect(await runAs('support', true, [rule, one, other])).toBe('refused');
  expect(await runAs('compliance', true, [rule, one, other])).toBe('refused');
  expect(await runAs('admin', true, [rule, one, other])).toBe('refused');
  const assessed = `insert into risk_assessments (user_id, outcome, risk_level, risk_score, risk_factors,
      behavioral_flags, rules_triggered, rule_set_id, inputs, idempotency_key, request_hash, created_at)
    select $1, 'wallet_blocked', 'low', 0, '[]', '[]', '{}', id, '{}', uuidv7(), 'x', now()
      from risk_rule_sets limit 1`;
  expect(await runAs('tier2', false, [assessed, await idOf('tier1')])).toBe('refused');
  expect(await runAs('tier2', false, [assessed, await idOf('tier2')])).toBe(1);
});
