import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { demoList } from '../../../fakes/screening/demo-list.ts';
import { getCpuMicros } from '../../../test/cpu-time.ts';
import { createSession } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { Name } from '../accounts/schema.ts';
import { screenNames } from './screen-names.ts';

const server = await serverUnderTest();
const { call, owner, services } = server;
const givenNames =
  'Muhammad Abdul Ali Hassan Hussein Ibrahim Saleh Mahmoud Ahmad Khalid Razak Shaker Nasser Fahd Jamal'.split(' ');
const manyWords = {
  first: 'moh abd ali has hus ibr sal mah ahm kha raz sha',
  last: 'nas fah jam kar rah yus oma sai tah nur zar',
};

/** Measures the CPU time of a task and its longest block of the event loop. */
async function measureBlocking(task: () => Promise<unknown>) {
  let [maxBlockingMs, done] = [0, false];
  const from = getCpuMicros();
  const watcher = (async () => {
    while (!done) {
      const before = getCpuMicros();
      await nextTurn();
      maxBlockingMs = Math.max(maxBlockingMs, getCpuMicros() - before);
    }
  })();
  await task();
  done = true;
  await watcher;
  return { maxBlockingMs: maxBlockingMs, totalMs: getCpuMicros() - from };
}

test("screening a name of many short words doesn't block the event loop", { timeout: 120_000 }, async () => {
  const compliance = await createSession(server, 'compliance');
  const rows = Array.from({ length: 1_800 }, (_, n) => {
    const pick = (k: number) => givenNames[(n * 7 + k * 13 + Math.floor(n / 15) * k) % givenNames.length];
    return `P-${n},${pick(1)} ${pick(2)} al-${pick(3)} ${pick(4)}${n},person,sanctioned,,1970,IQ,LOCAL,`;
  });
  const csv = [demoList.split('\n')[0], ...rows].join('\n');
  const file = { csv, fileName: 'own.csv', publishedOn: '2026-11-20', tryOnly: false };
  expect((await call('screening/importLocal', file, compliance)).status).toBe(200);
  const { id } = await newCustomer(server);
  await owner.query('update profiles set first_name = $2, last_name = $3 where id = $1', [
    id,
    manyWords.first,
    manyWords.last,
  ]);
  const { maxBlockingMs, totalMs } = await measureBlocking(() => screenNames(services, { userId: id }));
  expect(maxBlockingMs / totalMs).toBeLessThan(0.2);
  const { rows: hits } = await owner.query('select source from name_hits where user_id = $1', [id]);
  expect(hits).toContainEqual({ source: 'by hand' });
});

test('sign-up refuses such a name and a name without letters', () => {
  for (const name of [manyWords.first, "''", '- -']) expect(Name.safeParse(name).success).toBe(false);
  for (const name of ['Maria de los Ángeles', "O'Brien-Smith", 'Ng']) expect(Name.safeParse(name).success).toBe(true);
});
