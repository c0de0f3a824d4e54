import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test, vi } from 'vitest';

vi.setConfig({ testTimeout: 120_000 });

/** A checkout to generate into, and a scratch folder. */
function place() {
  const folder = mkdtempSync(join(tmpdir(), 'cryptocommerce-papers-'));
  const scratch = join(folder, 'scratch');
  for (const name of [scratch, join(folder, 'db'), join(folder, 'src/platform')]) mkdirSync(name, { recursive: true });
  for (const name of [folder, scratch]) chmodSync(name, 0o755);
  for (const name of ['db/migrations', 'package.json', 'node_modules']) symlinkSync(resolve(name), join(folder, name));
  const env = { ...process.env, TMPDIR: scratch };
  const child = spawn(process.execPath, [resolve('tools/schema.ts')], { cwd: folder, env, stdio: 'ignore' });
  return { folder, scratch, child };
}

test('schema.sql and the table types match the migrated database, and no scratch files remain', async () => {
  const { folder, scratch, child } = place();
  expect(await once(child, 'exit')).toEqual([0, null]);
  for (const paper of ['db/schema.sql', 'src/platform/tables.ts'])
    expect(readFileSync(join(folder, paper), 'utf8')).toBe(readFileSync(paper, 'utf8'));
  expect(readdirSync(scratch)).toEqual([]);
  rmSync(folder, { recursive: true });
});

test('an interrupted run leaves no files', async () => {
  const { folder, scratch, child } = place();
  const isHeld = () => readdirSync(scratch).some((name) => existsSync(join(scratch, name, 'owner.pid')));
  await vi.waitFor(() => expect(isHeld()).toBe(true), { timeout: 60_000, interval: 50 });
  child.kill('SIGTERM');
  await once(child, 'exit');
  expect(readdirSync(scratch)).toEqual([]);
  rmSync(folder, { recursive: true });
});
