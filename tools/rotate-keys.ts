import pino from 'pino';
import { getSecrets } from '../src/features/accounts/field-encryption.ts';
import { reencryptAuthenticators } from '../src/features/accounts/jobs.ts';
import { reencryptWebhooks } from '../src/features/api-access/webhooks/deliver.ts';
import { rotateKeys } from '../src/features/documents/jobs.ts';
import { sealingKeysOf } from '../src/features/kyc/customer-api.ts';
import { resealNumbers } from '../src/features/kyc/reencrypt.ts';
import { readConfig } from '../src/platform/config/config.ts';
import { createKysely, openPool } from '../src/platform/database/database.ts';
import { openConnections } from '../src/platform/database/database-connections.ts';
import { openPrivateFiles } from '../src/platform/files/private-files.ts';
import { openLog } from '../src/platform/observability/log.ts';
import { logKeyUse } from '../src/platform/observability/security-events.ts';
import { ownerFor } from './database-url.ts';
import { end } from './shutdown.ts';

/** Re-encrypts all data that was encrypted with older keys. Uses the settings of the running product. */
const config = readConfig(process.env);
const log = openLog(config.logLevel, pino.destination({ fd: 2, sync: true }));
const names = ['app', 'auth'] as const;
const getLogin = await openConnections({ config, ownerUrl: await ownerFor(config, names), names });
const pool = openPool({ ...getLogin('app'), max: 2 });
const authPool = openPool({ ...getLogin('auth'), max: 1 });
try {
  const done = {
    files: await rotateKeys(pool, openPrivateFiles(config, log)),
    'secrets of authenticator apps': await reencryptAuthenticators(createKysely(authPool), getSecrets(config)),
    'numbers of identity papers': await resealNumbers(pool, sealingKeysOf({ config })),
    'secrets of webhooks': await reencryptWebhooks(pool, sealingKeysOf({ config })),
  };
  const all = Object.values(done);
  const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0);
  logKeyUse(log, {
    event: 'keys.rotated',
    renewed: sum(all.map(({ reencrypted: renewed }) => renewed)),
    failed: sum(all.map(({ failed }) => failed.length)),
  });
  for (const [what, { reencrypted: renewed, failed }] of Object.entries(done)) {
    console.info(`${what}: ${renewed} re-encrypted with the newest key.`);
    for (const id of failed) console.error(`${what}: ${id} could not be re-encrypted.`);
    if (failed.length > 0) process.exitCode = 1;
  }
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}
await Promise.all([pool.end(), authPool.end()]);
await end();
