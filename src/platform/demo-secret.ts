import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const randomSecret = () => randomBytes(32).toString('hex');

/** The demo keeps secrets of its own beside its database, so that sessions and files outlive a restart. */
export function demoSecret(dataDir: string, name = 'demo-secret', make: () => string = randomSecret): string {
  const file = join(dataDir, name);
  if (existsSync(file)) return readFileSync(file, 'utf8');
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(file, make(), { mode: 0o600, flag: 'wx' });
  } catch {
    // Another process of the same demo wrote it a moment ago.
  }
  return readFileSync(file, 'utf8');
}

/** The key by which browsers' makers know the demo: 32 bytes as base64url. */
export const demoPushKey = (dataDir: string): string =>
  Buffer.from(demoSecret(dataDir, 'demo-push-key'), 'hex').toString('base64url');
