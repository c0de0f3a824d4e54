import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** Temporary folder, deleted after the file unless `ATTACKED_KEEP` is set. */
export function createScratchFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `cryptocommerce-${name}-`));
  afterAll(() => {
    if (!process.env['ATTACKED_KEEP']) rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

export async function runScanner(program: string, args: readonly string[], cwd: string): Promise<string> {
  const child = spawn('nice', ['-n', '19', program, ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const pieces: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => pieces.push(piece));
  const [code] = await once(child, 'close');
  const text = Buffer.concat(pieces).toString('utf8');
  if (code === 127) throw new Error(`${program} is not installed. Install it as root: apt-get install ${program}`);
  return text;
}
