import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { serve } from '../../src/main.ts';
import { readConfig } from '../../src/platform/config.ts';
import { environment } from '../environment.ts';
import { freePort } from './free-port.ts';
import { smallWeb } from './web.ts';

/** The whole product with pages and jobs on a port of its own, in this process. Closed when the file is over. */
export async function running(databaseUrl: string, env: Record<string, string> = {}): Promise<string> {
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), 'cryptocommerce-files-'));
  const config = readConfig({ ...environment, DATA_DIR: dataDir, PORT: String(port), ...env });
  const close = await serve(config, { ownerUrl: databaseUrl, built: { root: smallWeb() } });
  afterAll(close);
  return `http://127.0.0.1:${port}`;
}
