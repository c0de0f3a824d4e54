import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { serverUnderTest } from '../test/worker.ts';
import { tableTypes } from './table-types.ts';

const { owner } = await serverUnderTest();

test('the committed table types match the migrated database', async () => {
  expect(readFileSync('src/platform/database/tables.ts', 'utf8')).toBe(await tableTypes(owner));
});

test.each([
  ['renamed', 'alter table price_checks rename verdict to decided', 'decided: string;'],
  ['nullable', 'alter table price_checks alter symbol drop not null', 'symbol: string | null;'],
  ['of another type', 'alter table price_checks alter chosen type bigint', 'chosen: bigint | null;'],
])('a column that becomes %s changes the table types', async (_, change, line) => {
  const before = await tableTypes(owner);
  const client = await owner.connect();
  try {
    await client.query(`begin; ${change}`);
    const changed = await tableTypes(client);
    expect(changed).not.toBe(before);
    expect(changed).toContain(line);
  } finally {
    await client.query('rollback');
    client.release();
  }
});
