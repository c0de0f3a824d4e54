import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startPostgres } from '../embedded-postgres.ts';
import { query } from './cluster.ts';
import { copyCluster } from './copy-cluster.ts';

test('a copy of a running cluster starts without an archive and has the rows committed before the copy', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cryptocommerce-copy-'));
  const original = await startPostgres(join(folder, 'original'));
  await query(original.url, 'create table notes as select 1 id');
  await copyCluster(original.url, join(folder, 'original'), join(folder, 'copy'));
  await query(original.url, 'insert into notes values (2)');
  const copy = await startPostgres(join(folder, 'copy'));
  try {
    expect(await query(copy.url, 'select id from notes')).toEqual([{ id: 1 }]);
  } finally {
    await copy.stop();
    await original.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
