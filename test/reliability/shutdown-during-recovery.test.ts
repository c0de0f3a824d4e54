import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startPostgres } from '../../tools/embedded-postgres.ts';
import { createDataFolder, isAlive, postmaster } from './product.ts';
import { until } from './until.ts';

test('stopping the product while it restarts the database leaves no database running', async () => {
  const folder = createDataFolder();
  const server = await startPostgres(`${folder}/postgres`);
  const first = postmaster(folder);
  if (!first) throw new Error('no database is running');
  const isRestarting = new Promise<void>((hear) => server.keep(() => hear()));
  process.kill(first.pid, 'SIGINT');
  await until('the database to end', () => !isAlive(first.pid));
  await isRestarting;
  await server.stop();
  // Long enough for a database that was starting to be running.
  await sleep(1_000);
  expect(postmaster(folder)).toBeNull();
}, 120_000);
