import { expect, test } from 'vitest';
import { serverUnderTest } from '../../test/worker.ts';

const { owner, services } = await serverUnderTest();

type Words = { settings: string; lists: string; rules: string; reference_key: string };
const words = async (): Promise<Words> =>
  (await owner.query('select settings, lists, rules, reference_key from in_force')).rows[0];

/** Which words changed while something was done that is then undone. */
async function changedBy(statement: string): Promise<string[]> {
  const before = await words();
  await owner.query('begin');
  try {
    await owner.query(statement);
    const after = await words();
    return (Object.keys(before) as (keyof Words)[]).filter((name) => after[name] !== before[name]);
  } finally {
    await owner.query('rollback');
    expect(await words()).toEqual(before);
  }
}

test('each word changes with what it stands for, in the same transaction, and with nothing else', async () => {
  const rates = `insert into setting_versions (key, value) values ('rates', '{"buy":"1","sell":"1","market":null}')`;
  expect(await changedBy(rates)).toEqual(['settings']);
  expect(await changedBy(`update sanctions_sources set as_of = now() where source = 'demo'`)).toEqual(['lists']);
  expect(await changedBy(`update sanctions_sources set asked_at = now(), failure = 'no answer'`)).toEqual([]);
  const rules = `insert into risk_rule_sets (version, title, rules) select version + 1, title, rules from risk_rule_sets
    order by version desc limit 1`;
  expect(await changedBy(rules)).toEqual(['rules']);
  expect(await changedBy('select 1')).toEqual([]);
});

test('the rules in force are the newest rule set', async () => {
  const { rows } = await owner.query('select id from risk_rule_sets order by version desc limit 1');
  expect((await words()).rules).toBe(rows[0].id);
});

test('the application reads what is in force and cannot change it', async () => {
  await expect(services.pool.query('select settings from in_force')).resolves.toMatchObject({ rowCount: 1 });
  for (const statement of [
    'update in_force set settings = uuidv7()',
    'delete from in_force',
    'insert into in_force default values',
  ])
    await expect(services.pool.query(statement)).rejects.toThrow('permission denied');
});
