import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A folder for what a scanner reads and writes; gone when the file is over, unless `ATTACKED_KEEP` is set. */
export function scratch(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `cryptocommerce-${name}-`));
  afterAll(() => {
    if (!process.env['ATTACKED_KEEP']) rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** Runs a scanner to its end, behind everything else that this machine does, and answers all that it said. */
export async function said(program: string, args: readonly string[], cwd: string): Promise<string> {
  const child = spawn('nice', ['-n', '19', program, ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const pieces: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => pieces.push(piece));
  const [code] = await once(child, 'close');
  const text = Buffer.concat(pieces).toString('utf8');
  if (code === 127) throw new Error(`${program} is not installed here: as root, apt-get install ${program}`);
  return text;
}
