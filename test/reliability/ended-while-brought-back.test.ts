import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startPostgres } from '../../tools/embedded-postgres.ts';
import { until } from './patience.ts';
import { alive, dataFolder, postmaster } from './product.ts';

test('who is told to end while it brings the database back leaves none running', async () => {
  const folder = dataFolder();
  const server = await startPostgres(`${folder}/postgres`);
  const first = postmaster(folder);
  if (!first) throw new Error('no database runs');
  const isBroughtBack = new Promise<void>((hear) => server.keep(() => hear()));
  process.kill(first.pid, 'SIGINT');
  await until('the database to end', () => !alive(first.pid));
  await isBroughtBack;
  await server.stop();
  // What was under way when it was told would be there by now.
  await sleep(1_000);
  expect(postmaster(folder)).toBeNull();
}, 120_000);
