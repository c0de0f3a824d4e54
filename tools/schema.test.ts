import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { serverUnderTest } from '../test/worker.ts';
import { tableTypes } from './table-types.ts';

vi.setConfig({ testTimeout: 120_000 });

/** Runs the generator in a temporary checkout with its own scratch folder. */
function startGenerator() {
  const folder = mkdtempSync(join(tmpdir(), 'cryptocommerce-schema-test-'));
  const scratch = join(folder, 'scratch');
  for (const name of [scratch, join(folder, 'db'), join(folder, 'src/platform/database')])
    mkdirSync(name, { recursive: true });
  for (const name of [folder, scratch]) chmodSync(name, 0o755);
  for (const name of ['db/migrations', 'package.json', 'node_modules']) symlinkSync(resolve(name), join(folder, name));
  const env = { ...process.env, TMPDIR: scratch };
  const child = spawn(process.execPath, [resolve('tools/schema.ts')], { cwd: folder, env, stdio: 'ignore' });
  return { folder, scratch, child };
}

test('schema.sql and the table types match the migrated database, and no scratch files remain', async () => {
  const { folder, scratch, child } = startGenerator();
  expect(await once(child, 'exit')).toEqual([0, null]);
  for (const file of ['db/schema.sql', 'src/platform/database/tables.ts'])
    expect(readFileSync(join(folder, file), 'utf8')).toBe(readFileSync(file, 'utf8'));
  expect(readdirSync(scratch)).toEqual([]);
  rmSync(folder, { recursive: true });
});

test('an interrupted run leaves no scratch files', async () => {
  const { folder, scratch, child } = startGenerator();
  const isDatabaseStarted = () => readdirSync(scratch).some((name) => existsSync(join(scratch, name, 'owner.pid')));
  await vi.waitFor(() => expect(isDatabaseStarted()).toBe(true), { timeout: 60_000, interval: 50 });
  child.kill('SIGTERM');
  await once(child, 'exit');
  expect(readdirSync(scratch)).toEqual([]);
  rmSync(folder, { recursive: true });
});

describe('table types', async () => {
  const server = await serverUnderTest();
  const { owner } = server;

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
});
