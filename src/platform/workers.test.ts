import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { WorkerEnded, workerPool } from './workers.ts';

type Wish = 'say' | 'read' | 'write' | 'start' | 'secrets' | 'never';
const program = new URL('../../test/files/prying.ts', import.meta.url);
const bounds = { threads: 1, waiting: 10, ofOne: [], patience: 3_000, memory: 64 };
const inProcess = workerPool<Wish | string[], string>({ program, apart: 'process', ...bounds });
const whose = ['somebody'];

test('a process apart answers, and may neither read papers, write, start anything nor know our secrets', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'prying-'));
  const paper = join(folder, 'paper');
  writeFileSync(paper, 'of a customer');
  process.env['CANARY_SECRET'] = 'canary-secret-of-this-process';
  expect(await inProcess(whose, 'say')).toBe('here');
  expect(await inProcess(whose, ['read', paper])).toBe('ERR_ACCESS_DENIED');
  expect(await inProcess(whose, ['write', join(folder, 'new')])).toBe('ERR_ACCESS_DENIED');
  expect(await inProcess(whose, ['start', process.execPath])).toBe('ERR_ACCESS_DENIED');
  expect(await inProcess(whose, 'secrets')).not.toContain('canary-secret-of-this-process');
  delete process.env['CANARY_SECRET'];
});

test('one that does not come back is ended, and the next is answered by another', async () => {
  const first = await inProcess(whose, 'say');
  await expect(inProcess(whose, 'never')).rejects.toThrow(WorkerEnded);
  expect(await inProcess(whose, 'say')).toBe(first);
});
