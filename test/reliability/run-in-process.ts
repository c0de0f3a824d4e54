import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { serve } from '../../src/main.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import { environment } from '../environment.ts';
import { freePort } from './free-port.ts';
import { createStubPages } from './stub-build.ts';

/** Runs the product in this process and stops it after the test file. Returns its origin. */
export async function startInProcess(databaseUrl: string, env: Record<string, string> = {}): Promise<string> {
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), 'cryptocommerce-files-'));
  const config = readConfig({ ...environment, DATA_DIR: dataDir, PORT: String(port), ...env });
  const close = await serve(config, { ownerUrl: databaseUrl, built: { root: createStubPages() } });
  afterAll(close);
  return `http://127.0.0.1:${port}`;
}
