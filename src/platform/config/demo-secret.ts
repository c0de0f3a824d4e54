import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const randomSecret = () => randomBytes(32).toString('hex');

/** Returns a secret stored in the data folder, so that sessions and files survive a restart. */
export function demoSecret(dataDir: string, name = 'demo-secret', make: () => string = randomSecret): string {
  const file = join(dataDir, name);
  if (existsSync(file)) return readFileSync(file, 'utf8');
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(file, make(), { mode: 0o600, flag: 'wx' });
  } catch {}
  return readFileSync(file, 'utf8');
}

export const demoPushKey = (dataDir: string): string =>
  Buffer.from(demoSecret(dataDir, 'demo-push-key'), 'hex').toString('base64url');
