import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownedByRoot } from './postgres-place.ts';

test('root takes programs only from folders that root alone may change, all the way up', () => {
  expect(() => ownedByRoot('/usr/lib')).not.toThrow();
  // Whoever may write into the folder above can put another one in its place.
  const folder = mkdtempSync(join(tmpdir(), 'cryptocommerce-place-'));
  const within = join(folder, 'within');
  mkdirSync(within);
  expect(() => ownedByRoot(within)).toThrow('is not a folder that root alone may change');
  expect(() => ownedByRoot('/proc/self/cwd')).toThrow('is not a folder that root alone may change');
});
