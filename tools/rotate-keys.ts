import pino from 'pino';
import { resealAuthenticators } from '../src/features/accounts/reseal.ts';
import { secretsOf } from '../src/features/accounts/sealing.ts';
import { rotateKeys } from '../src/features/documents/rotate-keys.ts';
import { sealingKeysOf } from '../src/features/identity/own.ts';
import { resealNumbers } from '../src/features/identity/reseal.ts';
import { resealWebhooks } from '../src/features/programs/webhooks/secrets.ts';
import { readConfig } from '../src/platform/config.ts';
import { kyselyOn, openPool } from '../src/platform/database.ts';
import { openPrivateFiles } from '../src/platform/files/private-files.ts';
import { openLog } from '../src/platform/log.ts';
import { openRoads } from '../src/platform/roads.ts';
import { noteKeyUse } from '../src/platform/security-events.ts';
import { end } from './ending.ts';
import { ownerFor } from './own-database.ts';

/** Seals everything of older keys anew, with the settings of the process beside which it runs. */
const config = readConfig(process.env);
const log = openLog(config.logLevel, pino.destination({ fd: 2, sync: true }));
const roads = ['app', 'auth'] as const;
const road = await openRoads({ config, ownerUrl: await ownerFor(config, roads), roads });
const pool = openPool({ ...road('app'), max: 2 });
const authPool = openPool({ ...road('auth'), max: 1 });
try {
  const done = {
    files: await rotateKeys(pool, openPrivateFiles(config, log)),
    'secrets of authenticator apps': await resealAuthenticators(kyselyOn(authPool), secretsOf(config)),
    'numbers of identity papers': await resealNumbers(pool, sealingKeysOf({ config })),
    'secrets of webhooks': await resealWebhooks(pool, sealingKeysOf({ config })),
  };
  const all = Object.values(done);
  const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0);
  noteKeyUse(log, {
    event: 'keys.rotated',
    renewed: sum(all.map(({ renewed }) => renewed)),
    failed: sum(all.map(({ failed }) => failed.length)),
  });
  for (const [what, { renewed, failed }] of Object.entries(done)) {
    console.info(`${renewed} ${what} are sealed with the newest key now.`);
    for (const id of failed) console.error(`Of ${what}, ${id} could not be sealed anew.`);
    if (failed.length > 0) process.exitCode = 1;
  }
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}
await Promise.all([pool.end(), authPool.end()]);
await end();
